"""The live cells of a page, tried as a reader tries them."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from live_page import LivePage, served
from test_pages import AXE

ROC, MCNEMAR = "book/en/roc-auc.html", "book/zh/mcnemar.html"
FIRST = "ten-data"  # a cell near the top of the page on ROC, which shows nothing
ENDLESS = "while True:\n    pass"


@pytest.fixture(scope="session")
def site(book):
    if not (book.html / "_static/live/python/runtime.js").is_file():
        pytest.fail("the book was built without live cells")
    with served(book.html) as address:
        yield address


@pytest.fixture(scope="session")
def browsers(chromium, site):
    """Return what opens a page in a browser of its own: nothing is stored there yet."""
    contexts = []

    def opened(page=ROC, **options):
        contexts.append(chromium.new_context(viewport={"width": 1280, "height": 900}, **options))
        return LivePage(contexts[-1], site).open(page)

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def fresh(browsers):
    page = browsers()
    yield page
    assert page.faults == []
    page.tab.context.close()


@pytest.fixture(scope="module")
def started(browsers):
    """Return the page on ROC with Python started; tests leave it usable for the next one."""
    page = browsers()
    page.run(FIRST)
    yield page
    assert page.faults == []


@pytest.fixture
def live(started):
    started.tab.evaluate("liveBook.cells.forEach((cell) => cell.restore())")
    return started


# -- before the first click ---------------------------------------------------------------------


def test_a_cell_says_what_it_is(fresh):
    names = fresh.tab.locator("[data-live-cell]").evaluate_all(
        "all => all.map(e => e.dataset.liveCell)"
    )
    source = fresh.tab.context.request.get(f"{fresh.address}/_sources/{ROC[:-5]}.ipynb").json()
    assert names == [c["id"] for c in source["cells"] if c["cell_type"] == "code"]
    for cell in fresh.tab.locator("[data-live-cell]").all():
        assert cell.get_attribute("data-state") == "stored"
        for part in ("editor", "run", "output"):
            assert cell.locator(f"[data-live={part}]").count() == 1
    for part in ("confirm", "stop", "restart", "run-all", "status"):
        assert fresh.part(part).count() <= 1
    assert fresh.part("run-all").is_visible()
    assert fresh.part("status").get_attribute("role") == "status"


def test_the_code_is_that_of_the_notebook(fresh):
    source = fresh.tab.context.request.get(f"{fresh.address}/_sources/{ROC[:-5]}.ipynb").json()
    for cell in source["cells"]:
        if cell["cell_type"] == "code":
            assert fresh.editor(cell["id"]).input_value() == "".join(cell["source"])


def test_nothing_of_python_is_loaded_before_the_yes(fresh):
    assert not [url for url in fresh.loaded if "/live/python/" in url]
    fresh.cell(FIRST).locator("[data-live=run]").click()
    fresh.part("confirm").wait_for()
    parts = [url for url in fresh.loaded if "/live/python/" in url]
    assert [url.rpartition("/")[2] for url in parts] == ["runtime.js"]
    question = fresh.tab.locator("dialog").inner_text()
    assert "47 MB" in question or "MB, once" in question
    assert "your data stay on this computer" in question
    fresh.tab.get_by_role("button", name="Not now").click()
    assert fresh.state(FIRST) == "stored"
    assert (
        fresh.cell(FIRST)
        .locator("[data-live=run]")
        .evaluate("button => button === document.activeElement")
    )


def test_the_stored_output_stays_until_the_cell_has_run(fresh):
    stored = fresh.shown("auc-code")
    fresh.write("auc-code", "print('mine')")
    assert fresh.shown("auc-code") == stored
    assert "mine" in fresh.run("auc-code")
    fresh.cell("auc-code").locator("[data-live=original]").click()
    assert fresh.shown("auc-code") == stored
    assert fresh.state("auc-code") == "stored"
    assert fresh.editor("auc-code").input_value().startswith("fpr, tpr, thresholds")


# -- running ------------------------------------------------------------------------------------


def test_what_stands_above_runs_first_and_the_page_says_so(fresh):
    shown = fresh.run("pairs-code")
    assert "[5, 5, 4, 4, 3] -> 21 of 25 = 0.84" in shown
    assert "the cells above that had not run yet ran first (5)" in shown
    assert [fresh.state(c) for c in ("setup", FIRST, "auc-code")] == ["done"] * 3
    assert fresh.state("loss-working") == "stored"


def test_shift_enter_runs_and_the_focus_stays(live):
    editor = live.editor(FIRST)
    editor.fill("print(6 * 7)")
    editor.press("Shift+Enter")
    live.wait(FIRST)
    live.tab.wait_for_function("document.activeElement.dataset.live === 'editor'")
    assert "42" in live.shown(FIRST)
    assert live.status().startswith("Cell 2 is done.")


def test_a_result_is_marked_as_the_readers_own(live):
    assert "Your result" in live.run(FIRST, "1 + 1")
    live.write(FIRST, "1 + 2")
    assert "the code has been changed since" in live.shown(FIRST)


def test_a_working_is_typeset(live):
    live.run(FIRST, "import mlevalkit as mk\nmk.roc_auc_score.working([1, 0, 1], [0.9, 0.5, 0.2])")
    output = live.output(FIRST)
    output.locator("mjx-container").first.wait_for()
    assert "\\frac" not in output.inner_text()
    assert output.locator("mjx-merror").count() == 0


def test_a_figure_is_drawn_and_has_words(live):
    live.run(FIRST, "import matplotlib.pyplot as plt\n_ = plt.plot([1, 3, 2])")
    figure = live.output(FIRST).locator("img, [role=img]")
    assert figure.count() == 1
    assert figure.bounding_box()["height"] > 150
    assert figure.evaluate("e => e.alt || e.getAttribute('aria-label')") == "Figure of cell 2"


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
    live.tab.evaluate("liveBook.session.epoch += 1")  # as if nothing had run yet
    live.write("setup", "1 / 0")
    live.click_run("auc-code")
    live.wait("setup")
    live.tab.wait_for_function(
        "document.querySelector('[data-live-cell=auc-code]').dataset.state !== 'running'"
    )
    assert live.state("auc-code") == "stored"
    assert "cell 1 above ended with an error" in live.cell("auc-code").inner_text()


def test_an_exercise_says_why_an_answer_is_wrong(live):
    shown = live.run(FIRST, 'import mlevalkit as mk\nmk.exercises.check("2.9", 0.5)')
    assert live.state(FIRST) == "done"
    assert len(shown.splitlines()) > 2


# -- the editor ---------------------------------------------------------------------------------


def test_the_editor_indents_and_undoes(live):
    editor = live.editor(FIRST)
    editor.fill("")
    editor.click()
    live.tab.keyboard.type("for i in range(3):")
    live.tab.keyboard.press("Enter")
    live.tab.keyboard.type("print(i)")
    assert editor.input_value() == "for i in range(3):\n    print(i)"
    live.tab.keyboard.press("Tab")
    assert editor.input_value().endswith("print(i)    ")
    live.tab.keyboard.press("Control+z")
    assert editor.input_value().endswith("print(i)")
    live.tab.keyboard.press("Control+a")
    live.tab.keyboard.press("Tab")
    assert editor.input_value() == "    for i in range(3):\n        print(i)"
    live.tab.keyboard.press("Shift+Tab")
    assert editor.input_value() == "for i in range(3):\n    print(i)"
    assert live.cell(FIRST).locator("pre").first.inner_text().rstrip() == editor.input_value()


def test_escape_then_tab_leaves_the_editor(live):
    editor = live.editor(FIRST)
    editor.click()
    before = editor.input_value()
    live.tab.keyboard.press("Escape")
    live.tab.keyboard.press("Tab")
    assert editor.input_value() == before
    assert not editor.evaluate("e => e === document.activeElement")


def test_who_passes_through_with_tab_changes_nothing(live):
    editors = [live.editor(name) for name in (FIRST, "walk-code")]
    before = [editor.input_value() for editor in editors]
    live.cell("setup").locator("summary").focus()
    for _ in range(20):
        live.tab.keyboard.press("Tab")
    assert [editor.input_value() for editor in editors] == before


def test_a_reload_keeps_what_was_typed(fresh):
    fresh.write(FIRST, "print('kept')")
    fresh.tab.reload()
    fresh.tab.wait_for_function("window.liveBook?.cells?.length")
    assert fresh.editor(FIRST).input_value() == "print('kept')"
    fresh.cell(FIRST).locator("[data-live=original]").click()
    fresh.tab.reload()
    fresh.tab.wait_for_function("window.liveBook?.cells?.length")
    assert fresh.editor(FIRST).input_value().startswith("ripe = ")


def test_a_hundred_thousand_rows_can_be_pasted(live):
    rows = "\n".join(f"{i},{i % 2},{i / 1e5}" for i in range(100_000))
    code = f'rows = """\n{rows}\n"""\nprint(len(rows.split()))'
    live.editor(FIRST).focus()
    live.tab.keyboard.press("Control+a")
    live.tab.keyboard.insert_text(code)
    assert "100000" in live.run(FIRST)


# -- stop, crash, restart -----------------------------------------------------------------------


def test_an_endless_loop_is_stopped_within_a_second(live):
    live.write(FIRST, ENDLESS)
    live.click_run(FIRST)
    live.tab.wait_for_function("liveBook.session.python.state === 'running'")
    live.tab.wait_for_timeout(300)
    live.part("stop").click()
    live.wait(FIRST, timeout=1000)
    assert live.editor(FIRST).input_value() == ENDLESS
    assert "Stopped after" in live.shown(FIRST)
    assert "what you typed is kept" in live.shown(FIRST)
    live.write(FIRST, "print('on we go')")
    live.output(FIRST).get_by_role("button", name="Run again from the top to here").click()
    live.wait(FIRST)
    live.tab.wait_for_function("document.body.innerText.includes('on we go')")
    assert live.state("setup") == "done"


def test_a_crash_is_survived(live):
    nest = "x = []\nfor _ in range(100_000):\n    x = [x]\nrepr(x)"
    shown = live.run(FIRST, nest)
    assert live.state(FIRST) == "error"
    assert "Python has crashed" in shown
    assert "what you typed is kept" in shown
    assert "7" in live.run(FIRST, "print(3 + 4)")


def test_a_restart_forgets_variables_and_says_so(live):
    live.run(FIRST, "kept = 1")
    live.part("restart").click()
    live.tab.wait_for_function("liveBook.session.python.state === 'ready'", timeout=120_000)
    assert "from before the restart" in live.shown(FIRST)
    assert "NameError" in live.run(FIRST, "kept")


def test_ten_megabytes_of_output_are_shortened(live):
    shown = live.run(
        FIRST,
        "print('x' * 99 + '\\n', end='') or [print('x' * 99) for _ in range(100_000)] and None",
    )
    assert "Shortened" in shown
    assert len(shown) < 1_000_000


def test_while_python_works_the_page_answers(live):
    live.write(FIRST, ENDLESS)
    live.click_run(FIRST)
    live.tab.wait_for_function("liveBook.session.python.state === 'running'")
    longest = live.tab.evaluate("""async () => {
      let longest = 0, last = performance.now();
      for (let i = 0; i < 30; i++) {
        await new Promise(requestAnimationFrame);
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
      return longest;
    }""")
    live.part("stop").click()
    live.wait(FIRST)
    assert longest < 1000


# -- several tabs, leaving, no network ------------------------------------------------------------


def test_two_tabs_have_a_python_each(live):
    other = LivePage(live.tab.context, live.address).open(ROC)
    assert "from here" in live.run(FIRST, "mine = 'from here'\nprint(mine)")
    assert "NameError" in other.run("walk-code", "print(mine)")
    assert other.faults == []
    other.tab.close()
    assert "from here" in live.run(FIRST, "print(mine)")


def test_what_is_typed_in_one_tab_is_seen_in_the_other(live):
    other = LivePage(live.tab.context, live.address).open(ROC)
    other.write("walk-code", "print('the same')")
    live.tab.wait_for_function(
        "document.querySelector('[data-live-cell=walk-code] textarea').value.includes('same')"
    )
    other.tab.close()


def test_a_page_left_while_python_runs(browsers):
    page = browsers()
    page.run(FIRST)
    page.write(FIRST, ENDLESS)
    page.click_run(FIRST)
    page.open("book/en/hold-out.html")
    page.tab.go_back()
    page.tab.wait_for_function("window.liveBook?.cells?.length")
    assert page.editor(FIRST).input_value() == ENDLESS
    assert "again" in page.run(FIRST, "print('again')")
    assert page.faults == []


def test_without_network_after_loading(live):
    live.tab.context.set_offline(True)
    try:
        live.part("restart").click()
        live.tab.wait_for_function("liveBook.session.python.state === 'ready'", timeout=120_000)
        assert "0.8" in live.run(
            FIRST,
            "from sklearn.metrics import f1_score\nround(f1_score([1, 1, 1, 0], [1, 1, 0, 0]), 1)",
        )
    finally:
        live.tab.context.set_offline(False)


# -- files ----------------------------------------------------------------------------------------

MARKS = '姓名,成绩\n王一,88\n李二,"9,5"\n'
DROP = """
([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File(["\\ufeff" + text], name));
  const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
}
"""


def test_a_csv_with_a_byte_order_mark_and_chinese_columns(live):
    live.tab.evaluate(DROP, ["成绩.csv", MARKS])
    live.tab.wait_for_function(
        "document.querySelector('[data-live=status]').innerText.includes('成绩.csv')"
    )
    shown = live.run(
        FIRST, 'import pandas as pd\nt = pd.read_csv("成绩.csv")\nprint(list(t.columns), t.shape)'
    )
    assert "['姓名', '成绩'] (2, 2)" in shown


def test_a_file_by_the_button_and_after_a_restart(live):
    live.part("file").set_input_files(
        [{"name": "a.txt", "mimeType": "text/plain", "buffer": b"from my computer"}]
    )
    live.tab.wait_for_function("document.querySelector('.live-files').innerText.includes('a.txt')")
    live.part("restart").click()
    assert "from my computer" in live.run(FIRST, 'print(open("a.txt").read())')


def test_what_a_cell_writes_can_be_downloaded(live):
    live.run(FIRST, 'with open("result.csv", "w") as f:\n    print("a,b\\n1,2", file=f)')
    link = live.output(FIRST).get_by_role("button", name="Download result.csv")
    with live.tab.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == "result.csv"
    assert download.value.path().read_text() == "a,b\n1,2\n"


def test_the_notebook_with_the_readers_changes(live):
    assert live.part("download").is_hidden()
    live.write(FIRST, "print('changed')")
    with live.tab.expect_download() as download:
        live.part("download").click()
    assert download.value.suggested_filename == "roc-auc.ipynb"
    book = json.loads(download.value.path().read_text(encoding="utf-8"))
    cells = {cell["id"]: cell for cell in book["cells"]}
    assert "".join(cells[FIRST]["source"]) == "print('changed')"
    assert cells["title"]["cell_type"] == "markdown"
    assert "".join(cells["walk-code"]["source"]) == "mk.roc_curve.working(ripe, score)"


# -- explorers --------------------------------------------------------------------------------------

OWN = "import mlevalkit as mk\nmk.explorers."


def explorer(page, call):
    page.run(FIRST, OWN + call)
    return page.output(FIRST).locator(".mk-explorer")


def test_an_explorer_on_own_scores_is_redrawn_by_python(live):
    box = explorer(live, "threshold([1, 0, 1, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.1])")
    before = box.locator(".mk-picture").inner_html()
    box.locator("input[type=range]").fill("1")
    live.tab.wait_for_function(
        "before => document.querySelector('[data-live-cell=ten-data] .mk-picture').innerHTML !== before",
        arg=before,
    )
    numbers = dict(
        zip(box.locator("dt").all_inner_texts(), box.locator("dd").all_inner_texts(), strict=True)
    )
    assert (numbers["TP"], numbers["FN"], numbers["FP"], numbers["TN"]) == ("1", "2", "0", "2")
    assert box.locator("output").inner_text() == "0.9"
    assert box.locator(".mk-picture").get_attribute("aria-label").startswith("Threshold 0.9")


def test_the_table_of_mcnemar_can_be_ones_own(live):
    box = explorer(live, "mcnemar()")
    box.locator(".mk-editor summary").click()
    table = box.locator(".mk-editor textarea")
    table.fill(", A right, A wrong\nB right, 50, 3\nB wrong, 12, 5")
    box.locator('[data-do="edit"]').click()
    live.tab.wait_for_function(
        "document.querySelector('[data-live-cell=ten-data] output')?.textContent === '3'"
    )
    assert box.locator(".mk-editor").get_attribute("open") is not None
    box.locator(".mk-editor textarea").fill("nonsense")
    box.locator('[data-do="edit"]').click()
    box.locator(".mk-message:not(:empty)").wait_for()
    assert "table" in box.locator(".mk-message").inner_text()
    box.locator('[data-do="again"]').click()
    live.tab.wait_for_function(
        "document.querySelector('[data-live-cell=ten-data] output')?.textContent === '10'"
    )


def test_a_table_of_ranks_can_be_ones_own(live):
    box = explorer(live, "friedman()")
    box.locator(".mk-editor summary").click()
    box.locator(".mk-editor textarea").fill(", mine, yours\nD1, 1, 2\nD2, 1, 2\nD3, 2, 1")
    box.locator('[data-do="edit"]').click()
    live.tab.wait_for_function(
        "document.querySelector('[data-live-cell=ten-data] .mk-picture').innerHTML.includes('yours')"
    )


def test_an_explorer_from_before_a_restart_says_so(live):
    box = explorer(live, "threshold([1, 0, 1], [0.9, 0.8, 0.7])")
    live.part("restart").click()
    box.locator("input[type=range]").fill("1")
    box.locator(".mk-message:not(:empty)").wait_for()
    assert "run the cell again" in box.locator(".mk-message").inner_text()


# -- phones, readers of screens, browsers that cannot -------------------------------------------------


def test_on_a_telephone(browsers):
    page = browsers(MCNEMAR, has_touch=True, is_mobile=True, device_scale_factor=2)
    page.tab.set_viewport_size({"width": 375, "height": 740})
    assert "Wi-Fi" in page.tab.locator(".live-page").inner_text()
    name = page.tab.locator("[data-live-cell]").nth(1).get_attribute("data-live-cell")
    page.tab.locator(f'[data-live-cell="{name}"] [data-live=run]').tap()
    page.part("confirm").tap()
    page.wait(name)
    assert page.state(name) == "done"
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= 375
    assert page.faults == []


def test_axe_finds_no_barrier_in_a_live_page(live):
    live.run(FIRST, OWN + "mcnemar()")
    live.run("walk-code", "1 / 0")
    live.run("auc-code", "print('fine')")
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


def test_without_javascript_nothing_changes(browsers, chromium, site):
    context = chromium.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(f"{site}/{ROC}")
    assert tab.locator("textarea, dialog, [data-live]").count() == 0
    assert "ripe = np.array" in tab.locator(".cell pre").nth(1).inner_text()
    context.close()


# -- done when ------------------------------------------------------------------------------------------


def test_ten_scores_of_ones_own(fresh):
    """The page on ROC: own scores, the working of their AUC, their curve, a wrong answer."""
    labels, scores = (
        [1, 1, 1, 0, 1, 0, 0, 1, 0, 0],
        [0.99, 0.9, 0.8, 0.75, 0.6, 0.5, 0.4, 0.35, 0.2, 0.1],
    )
    fresh.write(FIRST, f"ripe = np.array({labels})\nscore = np.array({scores})")
    fresh.run("walk-figure")
    assert fresh.output("walk-figure").locator("img, [role=img]").count() == 1
    assert "0.84" in fresh.run("loss-working") or "21/25" in fresh.shown("loss-working")
    why = fresh.run("half-code", 'mk.exercises.check("2.9", 0.5)')
    assert fresh.state("half-code") == "done"
    assert len(why) > 40
