"""Links to a page as it was before it was split lead to where their places are now."""

import re

import pytest
from book_moved import SPLIT

# the headings and equations that each page had when it was one
ONCE = {
    "precision-recall": "ten pr eq-2-8 eq-2-9 trade f1 eq-2-10 fbeta eq-2-11 curve bep enclose many"
    " eq-2-12 eq-2-13 eq-2-14 eq-2-15 eq-2-16 eq-2-17 weigh ex212 report real zero away ex quiz",
    "cost-curves": "patients eq-2-23 ratio threshold plane eq-2-24 eq-2-25 segment curve hands area"
    " forget real two wrong many advice away ex quiz",
    "one-learner-tests": "why like eq-2-26 peak unbiased test eq-2-27 rule forms power pvalue"
    " interval several eq-2-28 eq-2-29 eq-2-30 law table break real away ex quiz",
    "decisions": "measure rare threshold curve average outlier split once methods unstratified leak"
    " group time test one two folds wilcoxon many holm never away ex quiz",
    "friedman-nemenyi": "explorer ranks null chi eq-2-34 eq-2-35 ties size table26 nemenyi eq-2-36"
    " table27 figure agree real breaking pairs away ex quiz",
    "roc-auc": "explorer rates eq-2-18 eq-2-19 walk auc eq-2-20 loss eq-2-21 eq-2-22 ties proof"
    " ex213 real real-delong multi balance cross away ex quiz",
    "two-learner-tests": "explorer pairs eq-2-31 unpaired overlap repeat five eq-2-32 law sizes all"
    " pvalue digits breaking away ex quiz",
    "cross-validation": "explorer turn fair ex22 ex23 ex25 repeat k target loo fail jobs away ex"
    " quiz",
    "mcnemar": "explorer table coin half chi eq-2-33 continuity exact equal size real plan paired"
    " breaking away ex quiz",
}


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("page", SPLIT)
def test_every_old_place_is_on_one_of_the_pages(book, page, lang):
    parts = [(book.html / f"book/{lang}/{n}.html").read_text() for n in (page, *SPLIT[page])]
    for anchor in ONCE[page].split():
        has = [f'id="{anchor}"' in text for text in parts]
        assert any(has), anchor
        told = re.search(rf'"{anchor}": "([\w-]+)\.html"', parts[0])
        assert has[0] or told[1] in SPLIT[page], anchor


@pytest.mark.parametrize(
    ("page", "anchor", "now"),
    [
        ("precision-recall", "eq-2-14", "multi-class"),
        ("precision-recall", "bep", "pr-curves"),
        ("precision-recall", "f1", "precision-recall"),
        ("cost-curves", "ratio", "unequal-costs"),
        ("one-learner-tests", "interval", "power-intervals"),
        ("one-learner-tests", "table", "t-test"),
        ("decisions", "test", "which-test"),
        ("friedman-nemenyi", "pairs", "pairwise-tests"),
        ("roc-auc", "real-delong", "roc-compare"),
        ("two-learner-tests", "eq-2-32", "five-by-two"),
        ("cross-validation", "target", "cv-estimates"),
        ("mcnemar", "plan", "mcnemar-in-use"),
    ],
)
def test_an_old_address_leads_there(reader, page, anchor, now):
    tab = reader.open(f"book/en/{page}.html", f"#{anchor}")
    tab.wait_for_url(f"**/book/en/{now}.html#{anchor}")
    assert tab.locator(f"#{anchor}").count() == 1
    switch = tab.locator("#switch").get_attribute("href")
    assert switch.endswith(f"/zh/{now}.html")
    assert reader.faults == []


def test_the_back_button_does_not_lead_back_to_the_old_address(reader):
    tab = reader.open("book/zh/mcnemar.html")
    tab.evaluate("location.href = 'decisions.html#test'")
    tab.wait_for_url("**/book/zh/which-test.html#test")
    tab.go_back()
    assert tab.url.endswith("/book/zh/mcnemar.html")
