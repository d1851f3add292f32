"""The comparison in one call: what it reads, what it finds, and what it writes."""

import numpy as np
import pandas as pd
import pytest
from helpers import check_working

import mlevalkit as mk
from mlevalkit._language import speaking

ERRORS = [[0.1, 0.2, 0.3], [0.1, 0.2, 0.2], [0.2, 0.3, 0.4], [0.0, 0.1, 0.2]]  # ranks: Table 2.5
CSV = (
    "data,SVM,tree,k-NN\niris,0.9,0.8,0.7\nwine,0.9,0.8,0.8\ndigits,0.8,0.7,0.6\nmoons,1,0.9,0.8\n"
)
NOISE = np.random.default_rng(3).normal(size=(8, 4))


def test_table_2_5():
    r = mk.compare_learners(ERRORS, greater_is_better=False)
    assert r.friedman.statistic == pytest.approx(171 / 7)
    assert r.friedman.chi2 == 7.125
    assert r.nemenyi.critical_difference == pytest.approx(1.6572, abs=5e-5)
    assert r.groups == (("A", "B"), ("B", "C"))
    assert (r.learners, r.datasets) == (("A", "B", "C"), ("D1", "D2", "D3", "D4"))
    check_working(r.working(), r.friedman.statistic)
    named = mk.compare_learners(ERRORS, greater_is_better=False, learners=["树", "SVM", "近邻 甲"])
    assert "。树显著优于近邻 甲。" in named.report("zh")
    with speaking("zh"):
        assert r.report() == r.report("zh")
        assert r.report() in r._repr_html_()


def test_the_significance_goes_to_both_tests():
    r = mk.compare_learners(ERRORS, greater_is_better=False, alpha=0.1)
    assert (r.friedman.alpha, r.nemenyi.alpha) == (0.1, 0.1)
    assert r.nemenyi.critical_difference == pytest.approx(1.450983, abs=5e-4)


def test_the_report_tells_what_the_tests_found():
    rng = np.random.default_rng(0)
    for _ in range(200):
        r = mk.compare_learners(rng.normal([0.9, 0.2, 0], size=(6, 3)))
        wins = int(r.nemenyi.reject.sum()) // 2 if r.friedman.reject else 0
        assert ("significantly better than" in r.report()) == (wins > 0)
        assert ("显著优于" in r.report("zh")) == (wins > 0)
        assert ("CD = " in r.report()) == r.friedman.reject
        r.report("zh").encode("gbk")


def test_no_pair_is_compared_where_friedman_does_not_reject():
    r = mk.compare_learners(NOISE)
    assert not r.friedman.reject
    in_order = sorted("ABCD", key=lambda c: r.friedman.mean_ranks["ABCD".index(c)])
    assert r.groups == (tuple(in_order),)
    assert "better" not in r.report()
    assert "CD" not in str(r)


# -- where the table comes from ---------------------------------------------------------------


@pytest.fixture
def frame():
    scores = [[0.9, 0.8, 0.7], [0.9, 0.8, 0.8], [0.8, 0.7, 0.6], [1, 0.9, 0.8]]
    return pd.DataFrame(scores, ["iris", "wine", "digits", "moons"], ["SVM", "tree", "k-NN"])


def test_csv_and_frame_agree(tmp_path, frame):
    path = tmp_path / "scores.csv"
    path.write_text(CSV, encoding="utf-8")
    written = tmp_path / "written.csv"
    frame.to_csv(written)
    found = [mk.compare_learners(t) for t in (path, str(written), frame, frame.reset_index())]
    for r in found:
        assert r.learners == ("SVM", "tree", "k-NN")
        assert r.datasets == ("iris", "wine", "digits", "moons")
        assert str(r) == str(found[0])
        assert r.friedman.chi2 == 7.125


@pytest.mark.parametrize("encoding", ["utf-8-sig", "gb18030"])
def test_files_of_chinese_spreadsheets(tmp_path, encoding):
    path = tmp_path / "scores.csv"
    table = "数据集,决策树,支持向量机\r\n西瓜,0.8,0.9\r\n鸢尾花,0.7,0.9\r\n\r\n"
    path.write_bytes(table.encode(encoding))
    r = mk.compare_learners(path)
    assert r.learners == ("决策树", "支持向量机")
    assert r.datasets == ("西瓜", "鸢尾花")
    assert "西瓜" in r._repr_html_()


@pytest.mark.parametrize("between", ["\t", ";", "，", "  "])
def test_other_signs_between_cells(tmp_path, frame, between):
    path = tmp_path / "scores.txt"
    path.write_text(CSV.replace(",", between), encoding="utf-8")
    assert str(mk.compare_learners(path)) == str(mk.compare_learners(frame))


def test_rounding_errors_make_no_ranks():
    scores = [[0.1 + 0.2, 0.3, 0.2], [0.9, 0.8, 0.7]]
    assert mk.compare_learners(scores).friedman.ranks[0].tolist() == [1, 2, 3]
    assert mk.compare_learners(scores, decimals=6).friedman.ranks[0].tolist() == [1.5, 1.5, 3]


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "0 rows in"),
        ("data,A,B\n", "1 row in"),
        ("data,A,B\niris,1,2\n", "at least 2 data sets"),
        ("data,A,B\niris,1,2\nwine,1\n", "expected 3 cells in every row, got 2 in row 'wine'"),
        ("data,A,B\niris,1,2\nwine,1,\n", "finite numbers, got '' for 'B' on 'wine'"),
        ("PK\x03\x04\x96\xd2\xff", "CSV file in UTF-8 or GB 18030, got other bytes in"),
        ("0.9,0.8\n0.7,0.8\n0.6,0.5\n", "names in the first row, got only numbers: 0.9, 0.8"),
        ("data,A,A\niris,1,2\nwine,1,3\n", "learners: expected every name once"),
    ],
)
def test_bad_files(tmp_path, text, match):
    path = tmp_path / "scores.csv"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ValueError, match=match):
        mk.compare_learners(path)
