"""Drawings of explorers are kept until something below them changes."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from joblib import Parallel

import mlevalkit
from mlevalkit_book.sphinx import drawings as book_drawings, explorers as book_explorers


def names(paths: list[Path]) -> set[str]:
    package = Path(mlevalkit.__file__).parent
    return {path.relative_to(package).as_posix() for path in paths}


def test_an_explorer_depends_on_what_its_module_imports() -> None:
    found = names(book_drawings.explorer_sources("threshold"))
    assert {"explorers/ranking.py", "explorers/picture.py", "plots/style.py"} <= found
    assert any(path.startswith("measures/ranking/") for path in found)
    assert not any(path.startswith(("hypothesis_tests/two", "bias_variance")) for path in found)
    # data that lie beside a module are read by it
    tables = names(book_drawings.sources("mlevalkit.datasets"))
    assert any(path.startswith("datasets/") and path.endswith(".csv") for path in tables)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[str]]:
    """Let an explorer depend on one file, and note each time it is drawn."""
    (tmp_path / "code.py").write_text("1", encoding="utf-8")
    monkeypatch.setattr(book_drawings, "explorer_sources", lambda name: [tmp_path / "code.py"])
    drawn: list[str] = []
    monkeypatch.setattr(book_drawings, "draw_all", lambda name: drawn.append(name) or {"n": 1})
    book_drawings.digest.cache_clear()
    yield drawn
    book_drawings.digest.cache_clear()


def drawings(folder: Path) -> None:
    """Ask for the drawings as another build would."""
    book_drawings.digest.cache_clear()
    assert book_drawings.drawings("beta", store=folder / "store") == {"n": 1}


def test_nothing_is_drawn_twice(made: list[str], tmp_path: Path) -> None:
    for _ in range(2):
        drawings(tmp_path)
    assert made == ["beta"]


def test_a_change_of_code_draws_again_and_leaves_nothing_old(
    made: list[str], tmp_path: Path
) -> None:
    drawings(tmp_path)
    (tmp_path / "code.py").write_text("2", encoding="utf-8")
    drawings(tmp_path)
    assert made == ["beta", "beta"]
    assert len(list((tmp_path / "store").iterdir())) == 1


def test_another_version_below_draws_again(
    made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawings(tmp_path)
    monkeypatch.setattr(book_drawings, "version", lambda package: "0")
    drawings(tmp_path)
    assert made == ["beta", "beta"]


def test_what_is_begun_goes_on_in_the_background_and_is_waited_for(
    made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = partial(Parallel, backend="threading")  # which see what was patched
    monkeypatch.setattr(book_drawings, "Parallel", threads)
    store = tmp_path / "store"
    coming = book_drawings.begin(["beta", "cost", "holm"], store)
    assert book_drawings.drawings("cost", coming, store) == {"n": 1}
    assert [*coming][-1] == "holm"
    assert sorted(made) == ["beta", "cost", "holm"] == sorted(p.name[:4] for p in store.iterdir())
    assert list(book_drawings.begin(["beta"], store)) == []
    assert len(made) == 3


@pytest.mark.parametrize(
    "source",
    ["```{explorer} threshold-curves-roc\n", r"<div data-explorer=\"beta\" data-at=\"1\">"],
)
def test_a_source_names_the_explorers_of_its_page(source: str) -> None:
    assert book_explorers.NAMED.findall(source) in (["threshold-curves-roc"], ["beta"])


def unpacked(texts: list[str], count: int) -> list[list[int]]:
    stream, result = list(range(count)), []
    for text in texts:
        begin = len(stream)
        for token in text.split():
            at, _, length = token.partition("+")
            for i in range(int(at), int(at) + int(length or 1)):
                stream.append(stream[i])
        result.append(stream[begin:])
    return result


@pytest.mark.parametrize(
    "pictures", [[[0]], [[3, 3, 3, 3, 3, 3]], [[0, 1, 2, 5, 0, 1, 2, 4], [0, 1, 2, 5, 0, 1, 2, 3]]]
)
def test_packed_pictures_can_be_unpacked(pictures: list[list[int]]) -> None:
    assert unpacked(book_drawings.packed(pictures, 6), 6) == pictures


def test_what_pictures_share_is_stored_once() -> None:
    numbers = [7 * i % 1000 for i in range(500)]
    first, again = book_drawings.packed([numbers, [*numbers[:250], 999, *numbers[250:]]], 1000)
    assert len(again) < 40 < len(first)


def test_a_path_goes_from_point_to_point_and_ends_where_it_ended():
    lines = ['<path d="M 1 2 ', "L 1.5 2 ", "L 11.5 3.2 ", "M 2 2 ", "L 2 0.5 ", '" fill="none"/>']
    assert book_drawings.relative(lines) == [
        '<path d="M1 2',
        "h.5",
        "l10 1.2",
        "m-9.5-1.2v-1.5",
        '" fill="none"/>',
    ]


def test_a_step_of_no_length_is_left_out_of_a_line_that_has_one():
    lines = ['<path d="M 1 2 ', "L 3 2 ", "L 3 2 ", "L 3 2.5 ", "M 7 7 ", "L 7 7 "]
    assert book_drawings.relative(lines) == ['<path d="M1 2', "h2", "v.5", "m4 4.5v0"]


def test_places_are_in_tenths_and_words_and_sizes_as_they_were():
    lines = [
        '<path d="M 1.04 2 ',
        "L 1.98 2.26 ",
        "C 1.25 2 -0.04 0.51 3.333 4 ",
        '" style="stroke-width: 0.85"/>',
        '<use xlink:href="#m1" x="47.52" y="167.88" style="fill: var(--mk-grey)"/>',
        '<text style="font-size: 11.45px" x="1" y="2.22" transform="rotate(-90 1 2)">0.75</text>',
    ]
    assert book_drawings.pieces(lines) == [
        '<path d="M1 2',
        "l1 .3",
        "C 1.2 2 0 .5 3.3 4 ",
        '" style="stroke-width: 0.85"/>',
        '<use xlink:href="#m1"',
        ' x="47.5" y="167.9"',
        ' style="fill: var(--mk-grey)"/>',
        '<text style="font-size: 11.45px"',
        ' x="1" y="2.2" transform="rotate(-90 1 2)">0.75</text>',
    ]
