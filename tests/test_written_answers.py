"""What people write is read alike by the library and by a page, and never as another number."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from built_book import ROOT
from helpers import in_javascript, texts_of

from mlevalkit.exercises import answers
from mlevalkit.exercises.answers import Asked

UNREADABLE = "?"
CORPUS = ROOT / "tests" / "data" / "written_answers.txt"
READ = """
  const reader = new book.problemAnswers.Reader(given.grammar);
  const plain = (found) => {
    if (found === null || typeof found !== "object") return found;
    if (Array.isArray(found)) return found.map(plain);
    return [found.value.join("/"), found.digits];
  };
  const read = ({ form, text, asked, n, kind }) => {
    if (form === "number") return reader.number(text, asked);
    if (form === "numbers") return reader.numbers(text, n, asked);
    if (form === "interval") return reader.interval(text, asked);
    return form === "labels" ? reader.labels(text, kind) : reader.decision(text);
  };
  return given.cases.map((one) => plain(read(one)));
"""


def corpus() -> Iterator[tuple[dict[str, Any], str]]:
    """Yield what is asked and written, and what it means."""
    asked: dict[str, Any] = {}
    for line in CORPUS.read_text(encoding="utf-8").split("\n"):
        if line.startswith("== "):
            asked = question(*line.removeprefix("== ").split(" "))
        elif line and not line.startswith("# "):
            form, _, meaning = line.rpartition(" -> ")
            for text in texts_of(form.replace("⏎", "\n")):
                yield asked | {"text": text}, meaning


def question(form: str, *words: str) -> dict[str, Any]:
    """Return what a section of the corpus asks."""
    made: dict[str, Any] = {"form": form}
    if form in ("number", "numbers", "interval"):
        name, *more = words
        flags = {"whole": "whole" in more, "large": "large" in more}
        unit = " ".join(word for word in more if word not in ("whole", "large"))
        made["asked"] = {"name": name, "unit": "" if unit.isdigit() else unit, **flags}
    if form == "numbers":
        made["n"] = int(words[-1])
    if form == "labels":
        made["kind"] = words[0]
    return made


def read(form: str, text: object, asked: Any = None, n: int = 0, kind: str = "") -> Any:
    """Return what the library reads."""
    if form == "number":
        return answers.number(text, Asked(**asked))
    if form == "numbers":
        return answers.numbers(text, n, Asked(**asked))
    if form == "interval":
        return answers.interval(text, Asked(**asked))
    return answers.labels(text, kind) if form == "labels" else answers.decision(text)


def meant(form: str, meaning: str) -> Any:
    """Return a meaning of the corpus as it is compared."""
    if meaning == UNREADABLE:
        return None
    if form in ("number", "numbers", "interval"):
        return [Fraction(part) for part in meaning.split("; ")]
    if form == "labels":
        return frozenset(meaning.split() if meaning != "{}" else [])
    return meaning == "yes"


def values(found: Any) -> Any:
    """Return the numbers that were read, without their digits."""
    if isinstance(found, answers.Given):
        found = [found]
    return [given.value for given in found] if isinstance(found, list) else found


CASES = list(corpus())


def test_every_written_form_means_what_it_says() -> None:
    wrong = [
        (case["form"], case.get("asked", case.get("kind")), case["text"], str(values(found)))
        for case, meaning in CASES
        if values(found := read(**case)) != meant(case["form"], meaning)
    ]
    assert wrong == []


# -- every way of writing a number ----------------------------------------------------------------


def in_words(n: int) -> str:
    """Return a whole number below 1,000 as it is said in Chinese: 一百零四, 十二."""
    digits = "零一二三四五六七八九"
    hundreds, rest = divmod(n, 100)
    tens, ones = divmod(rest, 10)
    text = f"{digits[hundreds]}百" if hundreds else ""
    if tens:
        text += ("" if tens == 1 and not hundreds else digits[tens]) + "十"
    elif hundreds and ones:
        text += "零"
    return text + (digits[ones] if ones or not n else "")


def written(value: Fraction, rng: np.random.RandomState) -> Iterator[str]:
    """Yield ways to write a number exactly."""
    a, b = value.numerator, value.denominator
    k = int(rng.randint(2, 9))
    yield from (
        f"{a}/{b}",
        f"{k * a}/{k * b}",
        f"({a})/{b}",
        f"x = {a}/{b}",
        f"\\frac{{{a}}}{{{b}}}",
    )
    if b < 1000:
        yield f"{in_words(b)}分之{in_words(a)}"
    if a > b > 1:
        whole, rest = divmod(a, b)
        if rest < 100:  # 1 121/250 may be 1121/250
            yield from (f"{whole} {rest}/{b}", f"{whole}+{rest}/{b}", f"{whole}又{b}分之{rest}")
    if 10**6 % b:
        return
    text = f"{float(value):.6f}".rstrip("0").rstrip(".")
    percent = f"{float(100 * value):.4f}".rstrip("0").rstrip(".")
    yield from (text, f" {text} ", f"{text}.", f"= {text}", f"{a}/{b} = {text}", f"({text})")
    yield from (f"{percent}%", f"{percent} %", f"百分之{percent}", f"{percent} per cent")
    point, decimals = text.split(".") if "." in text else (text, "")
    said = in_words(int(point)) + "点" * bool(decimals)
    yield said + "".join(map(in_words, map(int, decimals)))
    yield from (
        f"{float(value):.7e}",
        f"{float(10 * value)!r}*10^-1",
        f"{float(10 * value)!r}×10⁻¹",
    )
    yield text.translate(str.maketrans("0123456789.", "０１２３４５６７８９．"))
    if not ("." in text and len(text.partition(".")[2]) == 3 and a > b):
        yield text.replace(".", ",")


def test_every_way_of_writing_a_number_is_that_number() -> None:
    rng = np.random.RandomState(0)
    wrong = []
    for _ in range(300):
        value = Fraction(int(rng.randint(1, 400)), int(rng.choice([7, 8, 11, 40, 116, 250, 1000])))
        for text in written(value, rng):
            found = answers.number(text)
            if found is None or found.value != value:
                wrong.append((str(value), text, found))
    assert wrong == []


@pytest.mark.parametrize("text", ["(" * 400, "|" * 400])
def test_brackets_without_end_are_no_number_and_no_error(text: str) -> None:
    assert answers.number(text) is None
    assert answers.interval(text) is None


def test_every_whole_number_in_words_is_that_number() -> None:
    found = {n: answers.number(in_words(n), Asked(whole=True)) for n in range(1, 1000)}
    assert [n for n, given in found.items() if given is None or given.value != n] == []


@pytest.mark.parametrize("whole", [True, False])
def test_nothing_that_means_another_number_is_this_number(whole: bool) -> None:
    """Two numbers, another number, a bound, or another name is never read as the number."""
    rng = np.random.RandomState(1)
    wrong = []
    for _ in range(200):
        n = int(rng.randint(2, 99))
        d = int(rng.randint(1, 9))
        others = [
            f"{n} {d}", f"{n}*100", f"{n}x1000", f"{n}·10", f"{n} 1/{d + 1}", f"≥{n}", f"!={n}",
            f">{n}", f"{n}±{d}", f"{n}, {d}", f"{n} or {d}", f"{n}-{n + d}", f"{n}e1", f"1/{n}",
            f"{n}%", f"{n + d}={n}", f"other = {n}", f"{n}~{n + d}", f"-{n}", f"{n}^2", f"{d}{n}",
        ]  # fmt: skip
        for text in others:
            found = answers.number(text, Asked("fits", whole=whole))
            if found is not None and found.value == n:
                wrong.append((n, text))
    assert wrong == []


@pytest.mark.parametrize(
    ("answer", "value"),
    [(0.73, 0.73), (np.float64(0.5), 0.5), (12, 12), (Fraction(8, 11), Fraction(8, 11)),
     (True, None), (None, None), ([], None), (float("nan"), None), (np.bool_(True), None)],
)  # fmt: skip
def test_a_number_of_python_is_read(answer: object, value: Any) -> None:
    found = answers.number(answer)
    assert found == value if value is None else found and float(found.value) == float(value)


@pytest.mark.parametrize("answer", [(0.1, 0.3), np.array([0.1, 0.3]), ["0.1", "3/10"]])
def test_an_interval_of_python_is_read(answer: object) -> None:
    assert values(answers.interval(answer)) == [Fraction(1, 10), Fraction(3, 10)]


@pytest.mark.parametrize(
    "answer",
    [{"A-C", "C-B"}, ["A-C", "B-C"], [("A", "C"), ("B", "C")], [{"A", "C"}, {"B", "C"}],
     (("C", "A"), ("C", "B")), frozenset({"A-C", "B-C"}), np.array([["A", "C"], ["B", "C"]])],
)  # fmt: skip
def test_a_set_of_python_is_read(answer: object) -> None:
    assert answers.labels(answer, "pair") == {"a-c", "b-c"}


# -- in a page ------------------------------------------------------------------------------------


def same(found: Any) -> Any:
    """Return what the library reads as JavaScript returns it."""
    if isinstance(found, answers.Given):
        return [f"{found.value.numerator}/{found.value.denominator}", found.digits]
    if isinstance(found, list):
        return [same(given) for given in found]
    return sorted(found) if isinstance(found, frozenset) else found


def test_a_page_reads_what_the_library_reads() -> None:
    rng = np.random.RandomState(2)
    cases = [case for case, _ in CASES]
    for _ in range(100):
        value = Fraction(int(rng.randint(1, 400)), int(rng.choice([7, 8, 40, 116, 1000])))
        named = {"name": "", "whole": False, "large": False, "unit": ""}
        cases += [{"form": "number", "text": t, "asked": named} for t in written(value, rng)]
    given = {"grammar": answers.grammar(), "cases": cases}
    found = in_javascript(["static/problem-answers.js"], READ, given)
    wrong = [
        (case["text"], case["form"], python, page)
        for case, page in zip(cases, found, strict=True)
        if page != (python := same(read(**case)))
    ]
    assert wrong == []
