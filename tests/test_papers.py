"""Papers: what a teacher prints, what a platform imports, what a class got wrong."""

from __future__ import annotations

import json
import math
import operator
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any
from unicodedata import normalize
from xml.etree import ElementTree as ET

import nbformat
import pytest
from helpers import template_of_a_teacher

from mlevalkit.display.language import speaking
from mlevalkit.exercises import kinds, problem
from mlevalkit.exercises.answers import flat
from mlevalkit.exercises.forms import Numbers
from teaching.__main__ import main
from teaching.papers import browser, fields, plan, sheets
from teaching.papers.class_lists import class_list
from teaching.papers.mistakes import mistakes
from teaching.papers.moodle import moodle
from teaching.papers.notebook import notebook
from teaching.papers.qti import write_qti
from teaching.papers.written import questions, written

THREE = ["2.2", "2.3", "2.4"]
EIGHT = [
    "which_split", "loo_line", "macro_and_micro", "auc_by_pairs",
    "cost_threshold", "t_test", "friedman", "nemenyi",
]  # fmt: skip
KINDS = list(kinds())  # of the package: tests that add their own come later


def made(chosen: list[str] = EIGHT, names: object = None, language: str = "en") -> plan.Paper:
    names = names or plan.letters(2)
    return plan.paper(chosen, names, seed=5, language=language, head={"minutes": 100})


PAPER = made()

# -- the plan ---------------------------------------------------------------------------------


def test_marks_add_up_and_go_by_difficulty() -> None:
    assert PAPER.total == 100
    worth = {kind: sum(marks) for kind, marks in PAPER.marks.items()}
    assert worth["t_test"] > worth["auc_by_pairs"] > worth["which_split"]
    tau, rejected = (PAPER.marks["t_test"][i] for i in (2, 4))
    assert tau >= rejected


@pytest.mark.parametrize("total", [27, 28, 40, 99, 1000])
def test_every_step_has_marks(total: int) -> None:
    marks = plan.paper(EIGHT, plan.letters(1), seed=1, language="en", total=total).marks
    assert sum(map(sum, marks.values())) == total
    assert min(map(min, marks.values())) >= 1


def test_marks_can_be_chosen() -> None:
    options: Any = {"seed": 1, "language": "en", "total": 10, "marks": {"f_beta": [6]}}
    paper = plan.paper(["f_beta", "auc_plain"], plan.letters(1), **options)
    assert paper.marks == {"f_beta": [6], "auc_plain": [4]}


def test_marks_of_sections_can_be_chosen() -> None:
    chosen = plan.choose(THREE, 8, seed=1)
    of_sections = {"2.2": 20, "2.4": 25}
    options: Any = {"seed": 1, "language": "en", "of_sections": of_sections}
    paper = plan.paper(chosen, plan.letters(1), total=70, **options)
    assert paper.by_section() == {"2.2": 20, "2.3": 25, "2.4": 25}
    with pytest.raises(ValueError, match=r"marks of 2\.2: expected the marks of \d+ more steps"):
        plan.paper(chosen, plan.letters(1), **{**options, "of_sections": {"2.2": 1}})
    with pytest.raises(ValueError, match="total: expected the marks of 0 more steps"):
        plan.paper(["f_beta"], plan.letters(1), **{**options, "of_sections": {"2.3": 20}})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"total": 7}, "marks of 27 more steps"),
        ({"marks": {"t_test": [1, 2]}}, "6 of t_test, one a step"),
        ({"seed": -1}, "seed: expected a whole number"),
    ],
)
def test_impossible_papers_are_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        plan.paper(EIGHT, plan.letters(1), **{"seed": 1, "language": "en", **options})


def test_problems_are_chosen_from_all_sections_that_are_asked() -> None:
    chosen = plan.choose(["2.3", "2.4"], 8, seed=3)
    assert len({*chosen}) == 8
    sections = [kinds()[kind].section for kind in chosen]
    assert sections == sorted(sections)
    assert len({*sections}) == 8  # one of each section while there are sections left
    assert plan.choose(["2.3", "2.4"], 8, seed=3) == chosen
    for number, words in ((8, "at most"), (0, "a whole number >= 1")):
        with pytest.raises(ValueError, match=f"number: expected {words}"):
            plan.choose(["2.2.4"], number, seed=3)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("seed", range(6))
def test_a_paper_of_a_hundred_minutes_is_balanced(seed: int, language: str) -> None:
    """As the page for teachers makes it: eight problems, and questions in words for 40 marks."""
    words = written(THREE, 40, seed=seed, language=language)
    chosen = plan.choose(THREE, 8, seed=seed)
    paper = plan.paper(chosen, plan.letters(1), seed=seed, language=language, written=words)
    assert paper.total == 100
    assert paper.by_section().keys() == {*THREE}
    assert all(15 <= marks <= 50 for marks in paper.by_section().values())
    assert Counter(q.part for q in words) == {"term": 4, "short": 3, "proof": 1, "essay": 1}
    assert all(q.text and q.answer and q.marks for q in words)
    answers = [p.answer for p in paper.problems[0]]
    assert 2 <= sum(isinstance(answer, str) for answer in answers) <= 6
    asked = [step for answer in answers if isinstance(answer, dict) for step in answer]
    asked = [step for step in asked if step not in ("rejected", "conclusion", "next")]
    assert len(asked) == len({*asked})


def test_questions_in_words_are_printed_and_answered_in_the_key(tmp_path: Path) -> None:
    words = written(THREE, 40, seed=1, language="en")
    paper = plan.paper(["f_beta"], plan.letters(2), seed=1, language="en", written=words)
    for sheet, parts in ((sheets.sheets, ["text"]), (sheets.key, ["text", "answer"])):
        found = sheet(paper)
        for question in words:
            assert all(found.count(sheets.prose(getattr(question, part))) >= 2 for part in parts)
    paper.save(tmp_path / "paper.json")
    assert plan.Paper.load(tmp_path / "paper.json") == paper
    with pytest.raises(ValueError, match="written: expected at least 9 marks"):
        written(THREE, 3, seed=1, language="en")


def test_the_page_for_review_has_enough_questions_of_every_part() -> None:
    both = [questions("en"), questions("zh")]
    counts = [Counter((q.part, q.section) for q in found) for found in both]
    assert counts[0] == counts[1]
    assert Counter(q.part for q in both[0])["proof"] == 5


def test_variants_differ_in_every_question() -> None:
    assert PAPER.versions() == [2] * 8
    many = plan.paper(["roc_axis"], plan.letters(60), seed=1, language="en")
    assert len(many.variants) == 60
    assert many.versions()[0] < 60


def test_a_paper_can_be_saved(tmp_path: Path) -> None:
    PAPER.save(tmp_path / "paper.json")
    assert plan.Paper.load(tmp_path / "paper.json") == PAPER
    (tmp_path / "paper.json").write_text("[]")
    with pytest.raises(ValueError, match=r"expected the paper\.json of a paper"):
        plan.Paper.load(tmp_path / "paper.json")


# -- class lists: what a file holds, who is read, and what is said of it ------------------------

_CHINESE = "姓名,备注,学号,班级\n张三丰,,01,计算机一班\n\n欧阳明月,,02,计算机一班\n"
_TWO = {"张三丰": "01", "欧阳明月": "02"}
LISTS = [
    ("utf-8", _CHINESE, _TWO, []),
    ("utf-8-sig", _CHINESE, _TWO, []),
    ("utf-16", _CHINESE, _TWO, []),
    ("gb18030", _CHINESE, _TWO, ["gb18030"]),
    ("utf-8", "Ada\nBlaise\n", {"Ada": "", "Blaise": ""}, []),
    ("utf-8", "First name,Last name,ID number\nAda,Lovelace,7\n", {"Ada Lovelace": "7"}, []),
    ("utf-8", "名,姓,学号\n三,张,8\n", {"张三": "8"}, []),
    ("utf-8", "Student,ID,SIS User ID\n  Points Possible,,\nAda,991,7\n", {"Ada": "7"}, ["Line 2"]),
    ("utf-8", "學號\t姓名\r7\t陳大文\r", {"陳大文": "7"}, []),
    ("utf-8", "2026 秋 机器学习,,\n序号,学号,姓名\n1,7,张三\n", {"张三": "7"}, ["2026 秋"]),
    ("utf-8", "number,name\n1,Ada\n2,\n3,Bob\n1,Ada\n", {"Ada": "1", "Bob": "3"},
     ["Line 3", "Line 5"]),
    # of the encodings that fit a short list the commonest one, which may be wrong
    ("cp1252", "name\nMüller\nJosé\nPeña", {"Müller": "", "José": "", "Peña": ""}, ["cp1252"]),
    ("cp1250", "name\nWałęsa\nŁukasz\nŚwiątek", {"Wałęsa": "", "Łukasz": "", "Świątek": ""},
     ["--encoding"]),
    ("cp949", "name\n김철수\n이영희", {"김철수": "", "이영희": ""}, ["--encoding"]),
]  # fmt: skip


def read_list(folder, encoding, text, given=None):
    """Return the numbers of those on a class list, by name, and what is said of the list."""
    (folder / "class.csv").write_bytes(text.encode(encoding))
    found = class_list(folder / "class.csv", given)
    return {p["name"]: p.get("number", "") for p in found.people}, [s.plain() for s in found.said]


@pytest.mark.parametrize(("encoding", "text", "people", "words"), LISTS)
def test_a_class_list_is_read(tmp_path, encoding, text, people, words):
    read, said = read_list(tmp_path, encoding, text)
    assert read == people
    assert [word in line for word, line in zip(words, said, strict=True)] == [True] * len(words)


@pytest.mark.parametrize(
    ("encoding", "text", "person"),
    [
        ("cp1252", "Name,Number\nJürgen Müller,2\nZoë Brontë,4\n", ("Jürgen Müller", "2")),
        ("big5", "姓名,學號\n陳大文,12\n林志明,13\n黃美麗,14\n", ("陳大文", "12")),
        ("cp932", "name,number\n田中太郎,12\n鈴木花子,13\n", ("田中太郎", "12")),
    ],
)
def test_an_encoding_is_said_and_may_be_given(tmp_path, encoding, text, person):
    """A guess may be wrong, for a list is short: so what was read is shown."""
    people, [said] = read_list(tmp_path, encoding, text)
    assert min(people) in said or max(people) in said
    assert person in read_list(tmp_path, encoding, text, encoding)[0].items()


def test_a_student_has_a_label_and_a_group(tmp_path):
    (tmp_path / "class.csv").write_text(_CHINESE, "utf-8")
    assert class_list(tmp_path / "class.csv").people[1] == {
        "label": "2", "name": "欧阳明月", "number": "02", "group": "计算机一班",
    }  # fmt: skip


def test_of_two_names_the_language_says_the_encoding(tmp_path):
    with speaking("zh"):
        assert read_list(tmp_path, "gb18030", "王伟\n李娜\n")[0] == {"王伟": "", "李娜": ""}


def test_a_workbook_is_read(tmp_path):
    book = pytest.importorskip("openpyxl").Workbook()
    for row in (
        ["课程名单"],
        ["学号", "姓名"],
        [2026001, "张三"],
        [None, None],
        [2026002.0, "李四"],
    ):
        book.active.append(row)
    book.save(tmp_path / "class.xlsx")
    found = class_list(tmp_path / "class.xlsx")
    assert [(p["name"], p["number"]) for p in found.people] == [
        ("张三", "2026001"),
        ("李四", "2026002"),
    ]
    assert "课程名单" in found.said[0].plain()
    (tmp_path / "class.xlsx").write_text("name\nAda\n")
    with pytest.raises(ValueError, match=r"class\.xlsx: expected an \.xlsx workbook"):
        class_list(tmp_path / "class.xlsx")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected a table"),
        ("a;b\n1;2\n", "a column name or student"),
        ("name\nAda\nAda\n", "each student once"),
    ],
)
def test_class_lists_that_will_not_do_are_refused(tmp_path, text, words):
    with pytest.raises(ValueError, match=words):
        read_list(tmp_path, "utf-8", text)


# -- the sheets -------------------------------------------------------------------------------


def _text(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", html.partition("</style>")[2]))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Question 8", "Time: 100 minutes", "Tables"]),
        ("zh", ["第八题", "考试时间：100", "附表"]),
    ],
)
def test_a_paper_says_what_an_examination_paper_says(language: str, words: list[str]) -> None:
    paper = made(language=language)
    with speaking(language):
        html = sheets.sheets(paper)
    assert all(word in _text(html) for word in words)
    assert not re.search(r'(src|href)="|url\(|@import', html)  # nothing is fetched
    for i, variant in enumerate(paper.variants):  # the seed stands at the foot of each page
        assert re.search(rf"@page v{i} .*{variant.seed}.* counter\(v{i}\)", html)
    assert ("装" in html) == (language == "zh")
    assert sum(map(int, re.findall(r"[（(](\d+) (?:marks?\)|分）)</span></h2>", html))) == 200


def test_a_student_finds_his_name_on_his_sheet() -> None:
    paper = made(names=[{"label": "1", "name": "<Ada>", "number": "17", "group": "1B"}])
    html = sheets.sheets(paper)
    assert "&lt;Ada&gt;" in html
    assert "<Ada>" not in html
    assert "17" in _text(html)


def test_only_the_tables_that_are_needed_are_attached() -> None:
    assert "Tables" not in _text(sheets.sheets(made(["auc_by_pairs"])))
    html = sheets.sheets(made(["friedman"]))
    assert "Friedman" in html
    assert "t test" not in html
    for given in (row[0] for row in made(["friedman"]).problems):
        assert f"{given.right['critical']:.3f}" in html


def test_the_key_has_every_answer_and_mark() -> None:
    text = _text(sheets.key(PAPER))
    for given in (p for row in PAPER.problems for p in row):
        for name in given.shows:
            assert str(given.text(name)) in text
    assert len(re.findall(r"\(\d+ marks?\)", text)) == 2 * (8 + 27)


def test_the_contact_sheet_has_one_line_a_variant() -> None:
    rows = re.findall("<tr>.*?</tr>", sheets.contact(PAPER))
    assert len(rows) == 1 + 2
    assert all(str(v.seed) in row for v, row in zip(PAPER.variants, rows[1:], strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_printed_and_exported(kind: str, tmp_path: Path) -> None:
    paper = plan.paper([kind], plan.letters(1), seed=2, language="zh")
    with speaking("zh"):
        for page in (sheets.sheets, sheets.key, sheets.contact, sheets.preview):
            assert page(paper).count("<h1>") == 1
        _check_moodle(moodle(paper))
        write_qti(paper, tmp_path / "qti.zip")
        _check_qti(tmp_path / "qti.zip")
        for cell in nbformat.reads(notebook(paper, 0, "A.ipynb"), as_version=4).cells:
            if cell.cell_type == "code":
                compile(cell.source, kind, "exec")


@pytest.mark.browser
def test_a_paper_is_printed(tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    main(["paper", str(tmp_path), "--language", "zh", "--seed", "5", "--number", "3"])
    found = [page.extract_text() for page in pypdf.PdfReader(tmp_path / "papers.pdf").pages]
    pages = [normalize("NFKC", text) for text in found]  # a font may note radicals
    assert all("种子" in text for text in pages)
    assert sum("第一题" in text for text in pages) == 2
    assert (tmp_path / "key.pdf").stat().st_size > 10_000


@pytest.mark.slow
@pytest.mark.browser
def test_sixty_papers_take_less_than_two_minutes(tmp_path: Path) -> None:
    names = tmp_path / "class.csv"
    names.write_text("name\n" + "".join(f"Student {i}\n" for i in range(60)))
    start = time.perf_counter()
    asked = ["--kind"] * 16
    asked[1::2] = EIGHT
    main(["paper", str(tmp_path), "--class", str(names), "--seed", "5", *asked])
    assert time.perf_counter() - start < 120


def test_without_a_browser_there_is_html_and_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(browser, "data_of", lambda *_: {"names": [], "places": {}})
    assert main(["paper", str(tmp_path), "--number", "1", "--also", "moodle", "qti", "otter"]) == 0
    said = capsys.readouterr().out
    assert "Chrome" in said
    pages = [f"{name}.html" for name in ("papers", "key", "contact", "preview")]
    for name in (*pages, "moodle.xml", "qti.zip"):
        assert (tmp_path / name).exists()
        assert name in said
    assert len([*(tmp_path / "otter").glob("*.ipynb")]) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["paper", "x", "--kind", "nothing"], "kind: expected one of"),
        (["paper", "x", "--class", "missing.csv"], "missing.csv"),
        (["kinds", "--section", "9"], "section: expected one of"),
        (["paper", "x", "--kind", "f_beta:a"], "invalid literal"),
    ],
)
def test_a_wrong_command_line_is_explained(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert words in capsys.readouterr().err


def test_a_template_of_ones_own_comes_into_a_paper(tmp_path: Path) -> None:
    """In a process of its own, as a teacher runs it: one file, and it is in paper and export."""
    (tmp_path / "mine.py").write_text(template_of_a_teacher())
    command = [sys.executable, "-m", "teaching", "paper", "quiz", "--kind", "cars"]
    command += ["--kind", "f_beta", "--templates", "mine.py", "--html", "--also", "moodle"]
    here = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}  # it need not be installed
    subprocess.run(command, cwd=tmp_path, env=here, check=True, capture_output=True)
    assert "cars a camera recognizes" in (tmp_path / "quiz/papers.html").read_text("utf-8")
    assert "That is the error rate." in (tmp_path / "quiz/moodle.xml").read_text("utf-8")


# -- what a class got wrong -------------------------------------------------------------------


def test_the_mistakes_of_a_class_are_counted() -> None:
    paper = made(
        ["which_split", "t_test"],
        [{"label": n, "name": n, "number": n[0]} for n in ("Ada", "Bo", "Cy")],
    )
    rows = [["student", "question", "answer"]]
    for variant, (split, t) in zip(paper.variants, paper.problems, strict=True):
        rows.append([variant.number, "1", split.right["split"]])
        wrong = t.mistakes["without_root_k"]
        rows += [[variant.name, f"2{chr(97 + i)}", _said(wrong[n])] for i, n in enumerate(t.shows)]
    found = mistakes(paper, rows)
    verdicts = {row[0]: list(row[1:]) for row in found.verdicts.rows}
    assert verdicts["1"] == [3, 3, 0, 0, 0, 0, 0]
    assert verdicts["2c"] == [3, 0, 0, 0, 3, 0, 0]
    assert verdicts["2e"] == [3, 3, 0, 0, 0, 0, 0]  # follows from the wrong statistic
    assert [list(row[:3]) for row in found.mistakes.rows] == [["2c", "without_root_k", 3]]
    assert "√k" in found.to_csv()
    with speaking("zh"):
        assert "漏了因子" in found.to_html()


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else f"{float(value):.6g}"  # type: ignore[arg-type]


def counted(paper: plan.Paper, *rows: list[str]) -> Any:
    """Return the mistakes of a table, and its verdicts by question."""
    found = mistakes(paper, rows)
    heads = ["n", "right", "few", "early", "wrong", "unreadable", "unanswered"]
    verdicts = {row[0]: dict(zip(heads, row[1:], strict=True)) for row in found.verdicts.rows}
    return found, verdicts


def test_what_cannot_be_read_is_not_called_unanswered() -> None:
    paper = made(["mcnemar"], [{"label": c, "name": c} for c in ("Ada", "Bo", "Cy")])
    rows = [["Ada", "1b", "perhaps"], ["Bo", "1b", "?"], ["Cy", "1b", ""]]
    found, verdicts = counted(paper, ["姓名", "题号", "答案"], *rows)
    assert (verdicts["1b"]["unreadable"], verdicts["1b"]["unanswered"]) == (2, 1)
    assert "perhaps; ?" in found.to_csv()


def test_a_number_of_a_class_counts_before_a_label_of_the_paper() -> None:
    names = ["Ann", "Bob", "Cid"]
    people = [{"label": str(i), "name": n, "number": str(i % 3 + 1)}
              for i, n in enumerate(names, start=1)]  # fmt: skip
    paper = made(["confusion_from_story"], people)
    pairs = zip(paper.variants, paper.problems, strict=True)
    rows = [[variant.number, "1a", str(given.right["FN"])] for variant, [given] in pairs]
    _, verdicts = counted(paper, ["number", "question", "answer"], *rows)
    assert verdicts["1a"]["right"] == 3


def test_a_row_may_be_a_student() -> None:
    paper = made(["confusion_from_story"], [{"label": n, "name": n} for n in ("张三", "李四")])
    given = [[str(p[0].right[n]) for n in ("FN", "TN")] for p in paper.problems]
    rows = [["张 三", *given[0]], ["李四", "7777", given[1][1]], ["王五", "1", "2"]]
    found, verdicts = counted(paper, ["姓名", "第1题(a)", "第 1 题（b）"], *rows)
    assert (verdicts["1a"]["right"], verdicts["1a"]["wrong"]) == (1, 1)
    assert verdicts["1b"]["right"] == 2
    assert len(found.left_out) == 1
    assert "王五" in found.to_html()


def test_a_variant_is_that_of_several_students() -> None:
    paper = made(["confusion_from_story"], plan.letters(2))
    right = str(paper.problems[0][0].right["FN"])
    rows = [["A", "1a", right], ["A", "1b", "1"], ["A", "1a", "7777"], ["A", "1b", "2"]]
    _, verdicts = counted(paper, ["variant", "question", "answer"], *rows)
    assert verdicts["1a"] | {"unanswered": 0} == verdicts["1a"]
    assert (verdicts["1a"]["n"], verdicts["1a"]["right"], verdicts["1a"]["wrong"]) == (2, 1, 1)


@pytest.mark.parametrize(
    "label", ["1a", "1(a)", "Q1A", "1（a）", "第1题(a)", "第 1 题 (a)", "题1a"]
)
def test_a_question_is_called_as_the_paper_prints_it(label: str) -> None:
    paper = made(["confusion_from_story"], plan.letters(1))
    _, verdicts = counted(paper, ["variant", "题目", "answer"], ["A", label, "3"])
    assert verdicts["1a"]["n"] == 1


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (["Zoe", "1", "A"], "Row 2 is not counted, the paper has no such student"),
        (["A", "9", "A"], "a question from 1 to 8"),
        (["A", "1c", "A"], "one of the 1 steps"),
        (["A", "?", "A"], "a number and the letter"),
    ],
)
def test_answers_that_belong_nowhere_are_listed(row: list[str], words: str) -> None:
    found, verdicts = counted(PAPER, ["variant", "question", "answer"], row, ["B", "1", "A"])
    assert words in found.left_out[0].plain()
    assert words in str(found)
    assert verdicts["1"]["n"] == 1
    with pytest.raises(ValueError, match="a column number or"):
        mistakes(PAPER, [["who", "question", "answer"], row])


# -- platforms --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_places_agree_with_the_judge(kind: str) -> None:
    """What a platform takes for right, half right and wrong is what `check` does."""
    levels = {100: {"right"}, 50: {"few_digits", "vague", "rounded_early"}, 0: {"wrong"}}
    given = problem(kind=kind, seed=1)
    for step, asked in zip(given.shows, fields.asked(given, [10] * len(given.shows)), strict=True):
        form, right = given.form(step), given.right[step]
        values = flat(right) if isinstance(form, Numbers) else [right]
        form = form.each if isinstance(form, Numbers) else form
        for value, place in zip(values, asked.places, strict=True):
            for answer in place.answers:
                text = answer.text
                if answer.tolerance:
                    least = place.answers[0].tolerance if answer.share == 50 else 0
                    text = f"{float(text) + (least + answer.tolerance) / 2:.12g}"
                level = form.compare(form.read(text, value), value)
                assert level in levels[answer.share], (step, answer, level)


# Moodle has no schema: what follows is the grammar of its importer (version 5, questiontype.php of
# multianswer): an answer ends at the first ~, # or }, feedback at the first ~ or }.

_FRACTIONS = {100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667,
              14.28571, 12.5, 11.11111, 10, 5, 0}  # fmt: skip
_NUMBER = r"-?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
_PLACE = re.compile(r"\{(\d*):(NUMERICAL|MULTICHOICE_V):((?:[^{}~#\\]+(?:#[^{}~\\]*)?~?)+)\}")
_ALTERNATIVE = re.compile(r"(?:=|%(\d+)%)([^#]+)(?:#(.*))?")


def _places(question: ET.Element) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Return of each place its type and its answers: share, text with tolerance, feedback."""
    kind, text = question.get("type"), question.findtext("questiontext/text")
    named = re.sub("&(lbrace|rbrace|num|bsol);", "", text)  # known to HTML, not to XML
    ET.fromstring(f"<div>{named}</div>")
    if kind == "cloze":
        return [(p[2], [_alternative(a) for a in p[3].split("~")]) for p in _PLACE.finditer(text)]
    answers = []
    for a in question.findall("answer"):
        text = f"{a.findtext('text')}:{a.findtext('tolerance')}"
        answers.append((a.get("fraction"), text, a.findtext("feedback/text")))
    return [(kind.upper(), answers)]


def _alternative(text: str) -> tuple[str, str, str]:
    share, answer, said = _ALTERNATIVE.fullmatch(text).groups()
    return share or "100", unescape(answer), unescape(said or "")


def _check_moodle(xml: str) -> None:
    quiz = ET.fromstring(xml.encode())
    assert quiz.tag == "quiz"
    first, *questions = quiz
    assert first.findtext("category/text").startswith("$course$/top/")
    for question in questions:
        assert question.get("type") in ("numerical", "multichoice", "cloze")
        assert question.findtext("name/text")
        assert question.find("questiontext").get("format") == "html"
        text = question.findtext("questiontext/text")
        places = _places(question)
        assert len(places) == (text.count("{") or 1)
        for kind, answers in places:
            assert [share for share, *_ in answers].count("100") == 1
            assert {float(share) for share, *_ in answers} <= _FRACTIONS
            if kind == "NUMERICAL":
                assert all(re.fullmatch(f"{_NUMBER}:{_NUMBER}", a) for _, a, _ in answers)


@pytest.mark.parametrize(("language", "signs"), [("en", ""), ("zh", ""), ("en", " #1 {2} \\")])
def test_moodle_reads_every_option_whole(
    language: str, signs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As HTML, which is what Moodle shows; signs of its own are those of the option."""

    def answer(text: str, *more: Any) -> fields.Answer:
        return as_it_is(text + signs * (len(more) < 3), *more)  # numbers have a tolerance

    as_it_is = fields.Answer
    monkeypatch.setattr(fields, "Answer", answer)
    with speaking(language):
        paper = plan.paper(KINDS, plan.letters(1), seed=3, language=language, total=1000)
        questions = [q for q in ET.fromstring(moodle(paper).encode()) if q.get("type") == "cloze"]
        asked = [steps for [(_, steps)] in fields.versions(paper)]
    places = [[place for step in steps for place in step.places] for steps in asked]
    for question, wanted in zip(questions, [p for p in places if len(p) > 1], strict=True):
        for (_, answers), place in zip(_places(question), wanted, strict=True):
            if place.is_choice:
                assert [unescape(text) for _, text, _ in answers] == [a.text for a in place.answers]


def _graded(answers: list[tuple[str, str, str]], value: float) -> tuple[str, str]:
    """Return the share and the feedback of the first answer that fits, as Moodle does."""
    for share, text, said in answers:
        number, tolerance = map(float, text.split(":"))
        if abs(value - number) <= tolerance + 1e-14 * abs(value):
            return share, said
    return "0", ""


@pytest.mark.parametrize("kind", ["f1_from_counts", "mcnemar", "t_test", "f_beta", "auc_by_pairs"])
def test_moodle_grades_numbers_and_names_mistakes(kind: str) -> None:
    paper = made([kind])
    quiz = ET.fromstring(moodle(paper).encode())
    for [given], question in zip(paper.problems, quiz[1:], strict=True):
        for step, (kind_of_place, answers) in zip(given.shows, _places(question), strict=True):
            if kind_of_place != "NUMERICAL":
                continue
            right = float(given.right[step])
            assert _graded(answers, float(f"{right:.4g}"))[0] == "100"
            assert _graded(answers, 1.5 * right + 1)[0] == "0"
            for mistake in given.shows[step]:
                wrong = float(given.expected(given.values, step, mistake))
                said = _graded(answers, float(f"{wrong:.4g}"))[1]
                assert said in (str(given.explain(mistake)), given.explain(mistake).inline())


def test_a_platform_gets_no_duplicates() -> None:
    many = plan.paper(["roc_axis"], plan.letters(40), seed=1, language="en")
    texts = re.findall(r"<questiontext.*?</questiontext>", moodle(many), re.DOTALL)
    assert len(texts) == len({*texts}) == 2


def test_numbers_that_no_platform_holds_are_left_out() -> None:
    huge = next(s for s in range(500) if problem(kind="splits_counted", seed=s).answer > 10**309)
    variants = [plan.Variant("A", huge), plan.Variant("B", huge + 1)]
    [versions] = fields.versions(plan.Paper({"splits_counted": [5]}, variants, "en"))
    assert huge not in [given.seed for given, _ in versions]
    with pytest.raises(ValueError, match="no version has numbers"):
        [*fields.versions(plan.Paper({"splits_counted": [5]}, variants[:1], "en"))]


# QTI 2.1: the order and the attributes that the schema asks for, of the elements that are used.

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_ITEM = (
    r"(responseDeclaration )+(outcomeDeclaration ){2,}itemBody responseProcessing (modalFeedback )*"
)
_BLOCKS = {"p", "div", "choiceInteraction"}
_NEEDS = {
    "assessmentItem": {"identifier", "title", "adaptive", "timeDependent"},
    "responseDeclaration": {"identifier", "cardinality", "baseType"},
    "outcomeDeclaration": {"identifier", "cardinality"},
    "choiceInteraction": {"responseIdentifier", "shuffle", "maxChoices"},
    "simpleChoice": {"identifier"},
    "textEntryInteraction": {"responseIdentifier"},
    "baseValue": {"baseType"},
    "variable": {"identifier"},
    "setOutcomeValue": {"identifier"},
    "modalFeedback": {"outcomeIdentifier", "identifier", "showHide"},
}
_PLAIN = {
    "p", "div", "span", "table", "thead", "tbody", "tr", "td", "th", "caption", "sub", "sup",
    "itemBody",
}  # fmt: skip


def _name(element: ET.Element) -> str:
    return element.tag.removeprefix(f"{{{QTI}}}")


def _check_qti(path: Path) -> None:
    with zipfile.ZipFile(path) as package:
        manifest = ET.fromstring(package.read("imsmanifest.xml"))
        files = {e.get("href") for e in manifest.iter() if e.tag.endswith("}file")}
        assert files | {"imsmanifest.xml"} == {*package.namelist()}
        used = {
            e.get("href") for e in ET.fromstring(package.read("test.xml")).iter() if e.get("href")
        }
        assert used | {"test.xml"} == files
        for name in used:
            _check_item(ET.fromstring(package.read(name)))


def _check_item(item: ET.Element) -> None:
    assert re.fullmatch(_ITEM, "".join(f"{_name(e)} " for e in item))
    for element in item.iter():
        assert element.tag.startswith((f"{{{QTI}}}", "{http://www.w3.org/1998/Math/MathML}"))
        assert _NEEDS.get(_name(element), set()) <= {*element.keys()}
        assert not {"tabindex", "lang", "style"} & {*element.keys()}
    assert {_name(e) for e in item.find(f"{{{QTI}}}itemBody")} <= _BLOCKS
    of_qti = {_name(e) for e in item.find(f"{{{QTI}}}itemBody").iter() if "MathML" not in e.tag}
    assert of_qti <= _PLAIN | {*_NEEDS}
    identifiers = [e.get("identifier") for e in item if e.get("identifier")]
    assert len(identifiers) == len({*identifiers})
    assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", name) for name in identifiers)
    asked = {e.get("responseIdentifier") for e in item.iter() if e.get("responseIdentifier")}
    assert asked == {e.get("identifier") for e in item.iter(f"{{{QTI}}}responseDeclaration")}


def _processed(item: ET.Element, responses: dict[str, str]) -> tuple[float, set[str]]:
    """Run the response processing, as the specification says; return score and feedback."""
    score, said = 0.0, set()
    for condition in item.iter(f"{{{QTI}}}responseCondition"):
        for case in condition:
            test, *outcomes = case
            if not _holds(test, responses):
                continue
            for outcome in outcomes:
                if outcome.get("identifier") == "SCORE":
                    score += float(outcome[0][1].text)
                else:
                    said.add(outcome[0].text)
            break
    return score, said


def _holds(test: ET.Element, responses: dict[str, str]) -> bool:
    if _name(test) == "and":
        return all(_holds(part, responses) for part in test)
    variable, base = test
    if (given := responses.get(variable.get("identifier"))) is None:
        return False
    if _name(test) == "match":
        return given == base.text
    return {"gte": operator.ge, "lte": operator.le}[_name(test)](float(given), float(base.text))


def test_qti_uses_its_tolerances_and_names_mistakes(tmp_path: Path) -> None:
    paper = made(["mcnemar"], plan.letters(1))
    write_qti(paper, tmp_path / "qti.zip")
    with zipfile.ZipFile(tmp_path / "qti.zip") as package:
        item = ET.fromstring(package.read(f"items/q01-{paper.variants[0].seed}.xml"))
    declared = item.iter(f"{{{QTI}}}responseDeclaration")
    right = {d.get("identifier"): d.findtext(f".//{{{QTI}}}value") for d in declared}
    assert _processed(item, right) == (100, set())
    [given] = paper.problems[0]
    statistic, place = float(given.right["tau_chi2"]), "tau_chi2_1"
    worth = paper.marks["mcnemar"][0]
    unit = 10.0 ** (math.floor(math.log10(statistic)) - 2)
    for off, score in [(0.49, 1), (-0.49, 1), (0.51, 0.5), (7, 0)]:
        answer = f"{statistic + off * unit:.10g}"
        assert _processed(item, {place: answer})[0] == pytest.approx(worth * score), off
    wrong = given.expected(given.values, "tau_chi2", "correction_forgotten")
    _, [feedback] = _processed(item, {place: f"{float(wrong):.4g}"})
    [words] = [f[0].text for f in item.iter(f"{{{QTI}}}modalFeedback")
               if f.get("identifier") == feedback]  # fmt: skip
    assert words == str(given.explain("correction_forgotten"))


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("otter"), reason="needs otter-grader")
def test_otter_makes_an_assignment_that_grades_itself(tmp_path: Path) -> None:
    """Otter runs all checks on the solutions and fails if one does not pass."""
    (tmp_path / "A.ipynb").write_text(notebook(PAPER, 0, "A.ipynb"), "utf-8")
    command = ["otter", "assign", "--no-pdfs", "A.ipynb", "made"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    student = json.loads((tmp_path / "made/student/A.ipynb").read_text("utf-8"))
    assert "q8_pairs = ..." in "".join("".join(c["source"]) for c in student["cells"])
    assert len(student["metadata"]["otter"]["tests"]) == 8
