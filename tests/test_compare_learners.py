"""The comparison in one call: what it reads, what it finds, and what it writes."""

import numpy as np
import pandas as pd
import pytest
from helpers import check_working

import mlevalkit as mk
from mlevalkit.display.language import speaking

ERRORS = [[0.1, 0.2, 0.3], [0.1, 0.2, 0.2], [0.2, 0.3, 0.4], [0.0, 0.1, 0.2]]  # ranks: Table 2.5
NOISE = np.random.default_rng(3).normal(size=(8, 4))


def test_table_2_5():
    r = mk.compare_learners(ERRORS, greater_is_better=False)
    assert r.friedman.statistic == pytest.approx(171 / 7)
    assert r.friedman.chi2 == 7.125
    assert r.nemenyi.critical_difference == pytest.approx(1.6572, abs=5e-5)
    assert r.groups == (("A", "B"), ("B", "C"))
    assert (r.learners, r.datasets) == (("A", "B", "C"), ("D1", "D2", "D3", "D4"))
    check_working(r.working(), r.friedman.statistic)
    assert (r.statistic, r.pvalue, r.reject) == (*r.friedman, r.friedman.reject)
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
        assert ("does not reject the hypothesis" in r.report("en")) == (not r.friedman.reject)
        r.report("zh").encode("gbk")


def test_no_pair_is_compared_where_friedman_does_not_reject():
    r = mk.compare_learners(NOISE)
    assert not r.friedman.reject
    in_order = sorted("ABCD", key=lambda c: r.friedman.mean_ranks["ABCD".index(c)])
    assert r.groups == (tuple(in_order),)
    assert "better" not in r.report()
    assert "CD" not in str(r)


@pytest.mark.parametrize(("k", "advised"), [(2, False), (3, True)])
def test_the_alternative_to_nemenyi_is_named_where_other_learners_matter(k, advised):
    r = mk.compare_learners(np.arange(k) + np.arange(8)[:, np.newaxis])
    assert r.reject
    for shown in (str(r), r._repr_html_()):
        assert ("Benavoli" in shown) == advised
    assert "Benavoli" not in r.report()


# -- where the table comes from ---------------------------------------------------------------

SCORES = [[0.9, 0.8, 0.7], [0.9, 0.8, 0.8], [0.8, 0.7, 0.6], [1, 0.9, 0.8]]
ROWS = ["iris", "wine", "digits", "moons"]
COLUMNS = ["SVM", "tree", "k-NN"]
FRAME = pd.DataFrame(SCORES, ROWS, COLUMNS)


@pytest.mark.parametrize(
    ("scores", "names", "source"),
    [
        (FRAME, {}, "index"),
        (FRAME.reset_index(), {}, "first_column"),
        (SCORES, {"learners": COLUMNS, "datasets": ROWS}, "argument"),
    ],
)
def test_the_same_table_in_every_form(scores, names, source):
    r = mk.compare_learners(scores, **names)
    assert (r.learners, r.datasets) == (tuple(COLUMNS), tuple(ROWS))
    assert r.friedman.chi2 == 7.125
    assert (r.datasets_from, repr(source) in repr(r)) == (source, True)


@pytest.mark.parametrize(
    ("head", "first", "learners"),
    [
        ("", "", ("knn", "svm", "tree")),
        ("data,", "D{i},", ("knn", "svm", "tree")),
        ("openml_id,", "{i},", ("openml_id", "knn", "svm", "tree")),
    ],
)
def test_no_column_of_a_file_is_lost_without_a_word(tmp_path, head, first, learners):
    """Only words name data sets, or what is made the index."""
    path = tmp_path / "scores.csv"
    rows = [f"{first}0.9,0.8,0.{{i}}".format(i=i) for i in (7, 6, 5, 4)]
    path.write_text("\n".join([f"{head}knn,svm,tree", *rows]))
    assert mk.compare_learners(pd.read_csv(path)).learners == learners
    if head:
        r = mk.compare_learners(pd.read_csv(path, index_col=0))
        assert (r.learners, r.datasets_from) == (("knn", "svm", "tree"), "index")


def test_what_names_the_data_sets_is_said():
    frame = pd.DataFrame(SCORES, columns=COLUMNS)
    assert mk.compare_learners(frame).datasets_from == "row_number"
    assert "they are numbered" in str(mk.compare_learners(SCORES))
    with speaking("zh"):
        assert "数据集名称取自表的索引" in mk.compare_learners(FRAME)._repr_html_()


def test_rounding_errors_make_no_ranks():
    scores = [[0.1 + 0.2, 0.3, 0.2], [0.9, 0.8, 0.7]]
    assert mk.compare_learners(scores).friedman.ranks[0].tolist() == [1, 2, 3]
    rounded = mk.compare_learners(np.round(scores, 6))
    assert rounded.friedman.ranks[0].tolist() == [1.5, 1.5, 3]
