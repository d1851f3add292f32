"""The lecturer's kit: slides of both editions in step, their pictures there, votes with advice."""

import io
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from built_book import BOOK, ROOT, built_book, notebook
from PIL import Image
from pptx import Presentation
from scipy.stats import binom

import mlevalkit as mk
from mlevalkit.explorers.guess import guess_named
from mlevalkit.explorers.words import say
from teaching.kit import deck, make, pictures, slides, votes

LESSONS = (1, 2, 3, 4)
LANGUAGES = ("zh", "en")
EVERY = [(lesson, language) for lesson in LESSONS for language in LANGUAGES]
KINDS = {*mk.exercises.kinds()}  # of the package: tests that add their own come later
QUESTIONS = {k for k, entry in say.data["guess"].items() if "question" in entry}


def kinds(lesson: int, language: str) -> list[object]:
    """Return what each slide is made of."""
    found = deck.read(lesson, language)
    return [each if isinstance(each, str) else [kind for kind, _ in each.blocks] for each in found]


@pytest.mark.parametrize("lesson", LESSONS)
def test_both_editions_have_the_same_slides(lesson: int) -> None:
    assert kinds(lesson, "zh") == kinds(lesson, "en")
    assert 12 <= len(kinds(lesson, "zh")) <= 16  # with the answers to the votes


@pytest.mark.parametrize(("lesson", "language"), EVERY)
def test_a_presentation_can_be_edited(
    lesson: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pixel = io.BytesIO()
    Image.new("RGB", (90, 60)).save(pixel, "PNG")
    monkeypatch.setattr(
        pictures, "to_png", lambda sheet: pixel.getvalue() if "<svg" in sheet else b""
    )
    made = Presentation(io.BytesIO(slides.presentation(lesson, language)))
    source = deck.read(lesson, language)
    assert len(made.slides) == len(source)
    for slide in made.slides:
        assert slide.shapes.title.text
        for shape in slide.shapes:
            assert shape.left >= 0
            assert shape.left + shape.width <= made.slide_width
            assert shape.top + shape.height <= made.slide_height
    words = [s.text_frame.text for slide in made.slides for s in slide.shapes if s.has_text_frame]
    assert bool(re.search("[一-鿿]", "".join(words))) == (language == "zh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_has_a_slide_and_its_answer_another(language: str) -> None:
    made = Presentation(io.BytesIO(slides.all_votes(language)))
    assert len(made.slides) == 1 + 2 * len(votes.names())


def test_an_answer_stands_behind_its_vote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "1.en.md").write_text("vote: beta\n\n---\n# A\n- no answer\n", "utf-8")
    monkeypatch.setattr(deck, "LESSONS", tmp_path)
    with pytest.raises(deck.DeckError, match=r"slide 2: expected the answers to \['beta'\]"):
        deck.read(1, "en")


def test_every_question_has_advice_and_a_wrong_answer_that_is_one() -> None:
    assert {*votes.names()} == QUESTIONS
    for name in QUESTIONS:
        usual = votes.entry(name)["usual"]
        asked = votes.guess(name)
        assert usual == "" if not asked.choices else usual in "abcd"[: len(asked.choices)]
        assert not usual or "abcd".index(usual) != int(asked.right)


def test_a_vote_may_be_worded_for_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"question": {"en": "Which of these?", "zh": "哪一个？"}, "usual": "a"}
    monkeypatch.setattr(votes, "entry", lambda name: own)
    asked, explorers = votes.guess("beta"), guess_named("beta")
    assert asked.question.texts == own["question"]
    assert (asked.answer, asked.choices) == (explorers.answer, explorers.choices)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_coin_tosses_of_a_vote_have_the_probability_that_is_named(language: str) -> None:
    chance = 1 - binom.cdf(6, 10, 1 / 2) ** 20  # one of twenty has seven heads or more
    assert f"{chance:.0%}" in votes.advice("optimism", language).replace(" %", "%")


def test_the_shuffled_folds_of_a_vote_are_those_of_the_explorer() -> None:
    def counts(k: int) -> dict[str, object]:
        view = mk.explorers.splitters(method="k_fold").view(k=k)
        return {number.label.texts["en"]: number.value for number in view.numbers}

    assert counts(4)["test sets without a class"] == 1
    assert counts(2)["test samples of an unseen class"] == 0


@pytest.mark.parametrize(
    ("line", "kind"),
    [("![A curve](roc)", "picture"), ("![A curve](roc) and words", "text"), ("- a", "list")],
)
def test_a_line_is_a_picture_only_if_nothing_follows_it(line: str, kind: str) -> None:
    assert deck.kind_of(line) == kind


HOMEWORK = {
    f"homework/hw{n}/{who}/hw{n}.ipynb" for n in (1, 2, 3) for who in ("autograder", "student")
}
MEMBERS = {
    *(f"slides/lesson-{lesson}.pptx" for lesson in LESSONS), "slides/votes.pptx",
    "votes.html", "votes.pdf", "teaching-plan.pdf", "review.pdf", "homework/README.md",
    *(f"papers/{name}.{form}" for name in ("papers", "key", "contact") for form in ("html", "pdf")),
    "papers/paper.json", "README.md", *HOMEWORK,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_archive_is_complete(language: str, tmp_path: Path) -> None:
    pytest.importorskip("otter")
    command = [sys.executable, "-m", "teaching", "kit", tmp_path, "--language", language]
    subprocess.run([*command, "--html", built_book().html], check=True, cwd=ROOT)
    (archive,) = tmp_path.glob("*.zip")
    with zipfile.ZipFile(archive) as file:
        sizes = {each.filename: each.file_size for each in file.infolist() if not each.is_dir()}
    found = {name.partition("/")[2]: size for name, size in sizes.items()}
    autograders = {
        name for name in found if re.fullmatch(r".*/autograder/hw\d-autograder_.*\.zip", name)
    }
    assert len(autograders) == 3
    assert {*found} - autograders == MEMBERS
    assert min(found.values()) > 500


def test_what_is_wrong_with_a_source_is_said() -> None:
    with pytest.raises(deck.DeckError, match="expected a title after '# ', got 'no title'"):
        deck.slide("no title\n- a")
    with pytest.raises(ValueError, match=r"expected a cell with a figure, got 'none'"):
        pictures.figure("roc-auc#none", "en")
    with pytest.raises(ValueError, match="vote: expected one of"):
        votes.guess("none")


def test_a_printed_page_leads_to_the_public_book_or_nowhere() -> None:
    body = '<a class="x" href="roc.html#auc">ROC</a> <a href="https://doi.org/1">1</a>'
    address = '<link rel="canonical" href="https://a.org/book/en/plan.html">'
    assert 'href="https://a.org/book/en/roc.html#auc"' in make.with_public_links(address + body)
    assert make.with_public_links(body) == body.replace('href="roc.html#auc"', "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_kit_says_of_itself_names_what_it_holds(language: str) -> None:
    text = (ROOT / "teaching" / "kit" / f"README.{language}.md").read_text("utf-8")
    names = {Path(name).name for name in MEMBERS}
    for name in re.findall(r"`([\w/.-]+\.(?:pdf|pptx|json|ipynb))`", text):
        assert Path(name).name in names


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_kit_says_where_the_book_is(language: str, tmp_path: Path) -> None:
    config = tmp_path / "_config.yml"
    config.write_text(
        "html: {baseurl: https://a.org/b/}\nrepository: {url: https://c.org/d}", "utf-8"
    )
    text = make.readme(tmp_path, language, config).read_text("utf-8")
    assert "<https://a.org/b/>" in text
    assert "<https://c.org/d>" in text
    pages = re.findall(r"\]\(https://a\.org/b/(book/[^)]+)\.html\)", text)
    assert len(pages) == text.count("](") > 0
    assert all((ROOT / f"{page}.ipynb").exists() for page in pages)
    config.write_text("html: {}", "utf-8")
    text = make.readme(tmp_path, language, config).read_text("utf-8")
    assert "_build/html" in text
    assert "](" not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS)
def test_the_homework_of_the_slides_is_that_of_the_plan(lesson: int, language: str) -> None:
    row = rows_of_the_plan(language)[lesson - 1]
    last = deck.source(lesson, language).read_text("utf-8").strip().rpartition("\n")[2]
    numbers = r"hw\d|\b2\.\d+"
    planned = [*re.findall(numbers, row[-1])]
    shown = [*re.findall(numbers, last)]
    assert planned[:1] + planned[-1:] == shown[:1] + shown[-1:]


# -- plan, objectives, misconceptions -------------------------------------------------------------


def rows_of_the_plan(language: str) -> list[list[str]]:
    """Return the cells of each lesson's row."""
    text = (BOOK / language / "teaching-plan.md").read_text("utf-8")
    return [row.split("|")[1:-1] for row in re.findall(r"^\| \d \| \[.*$", text, re.MULTILINE)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_of_the_plan_has_ninety_minutes_and_the_votes_of_its_slides(language: str) -> None:
    rows = rows_of_the_plan(language)
    for lesson, (_, minutes, _, asked, *_) in zip(LESSONS, rows, strict=True):
        assert sum(int(n) for n in re.findall(r"\) (\d+)", minutes)) == 90
        in_slides = [each for each in deck.read(lesson, language) if isinstance(each, str)]
        assert in_slides == [name.strip() for name in asked.split(",")]


def objectives() -> list[dict]:
    """Return the objectives, each with its section."""
    tables = tomllib.loads((BOOK / "tables" / "objectives.toml").read_text("utf-8"))
    return [{"section": section, **each} for section, group in tables.items() for each in group]


def test_each_objective_is_tested_and_each_kind_of_problem_has_an_objective() -> None:
    named = [kind for each in objectives() for kind in each["kinds"]]
    assert all(each["kinds"] for each in objectives())
    assert len(named) == len(set(named))
    assert set(named) == KINDS


BELIEFS = tomllib.loads((BOOK / "tables" / "misconceptions.toml").read_text("utf-8"))["belief"]


@pytest.mark.parametrize("belief", BELIEFS, ids=lambda b: f"{b['page']}-{b['cell']}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_number_that_refutes_a_belief_stands_on_its_page(belief: dict, language: str) -> None:
    assert belief["kind"] in KINDS
    (cell,) = (c for c in notebook(language, belief["page"]).cells if c.id == belief["cell"])
    printed = "".join(o.get("text", o.get("data", {}).get("text/plain", "")) for o in cell.outputs)
    for number in belief["shown"]:
        assert number in printed
        assert number.rstrip("%") in belief["so"][language]
