"""The linter of the book's style: it finds what it should, and says what to do."""

import nbformat
import pytest

from mlevalkit_book.author import check, prose


def test_chinese_that_is_not_set_as_chinese_is_found() -> None:
    assert all(f.startswith("set a space") for f in check.faults("用ROC曲线"))
    assert len([*check.faults("用ROC曲线")]) == 2
    assert [*check.faults("用 ROC 曲线，$k$ 折。")] == []
    assert any("ellipsis" in fault for fault in check.faults("等等..."))


def test_connectives_and_colons_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "It falls, because the data grow; so does it: the more, the better.\n\nAs here:\n"
    cell = nbformat.v4.new_markdown_cell(text)
    monkeypatch.setattr(check, "cells_of", lambda path: [cell])
    words = len(text.split()) / 100
    assert check.rates("any", "en") == (2 / words, 2 / words)


def test_there_is_text_to_look_at() -> None:
    where = {place.partition(":")[0] for place, _ in prose.texts("zh")}
    assert where >= {"words heads term", "cost area", "index.md"}
    assert len(where) > 300


def test_advice_can_be_asked_of_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    advice = ["en/roc-auc title: a", "zh/calibration: b"]
    monkeypatch.setattr(check, "CHECKS", (lambda: iter(advice),))
    assert check.warnings(["roc-auc"]) == advice[:1]
    assert check.warnings([]) == advice


def test_every_check_runs_on_the_book_as_it_is() -> None:
    for each in check.CHECKS:
        assert all(": " in line for line in each())
