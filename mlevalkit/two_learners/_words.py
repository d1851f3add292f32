"""What the tests of two learners say in the same words."""

from .._workings import Words, p_text

NO_DIFFERENCE = Words(
    "Both learners did equally well every time: nothing speaks for a difference.",
    "两个学习器每次的表现都相同，没有任何迹象表明它们有差别。",
)


def found(reject: bool, pvalue: float, a_less_b: float, measure: tuple[str, str]) -> Words:
    """Return what a test found, and who has the smaller `measure` (in English and Chinese)."""
    p = p_text(pvalue)
    if not reject:
        return Words(
            f"A difference is not shown ({p}). That does not show that there is none.",
            f"没有显示出显著差别（{p}）。这并不能证明没有差别。",
        )
    if a_less_b == 0:
        return Words(f"The learners differ ({p}).", f"两个学习器有显著差别（{p}）。")
    better, other = ("A", "B") if a_less_b < 0 else ("B", "A")
    return Words(
        f"The learners differ ({p}); {better} has the smaller {measure[0]}.",
        f"两个学习器有显著差别（{p}）；{better} 的{measure[1]}小于 {other}。",
    )
