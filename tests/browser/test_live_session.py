"""A longer sitting at a live page: typing, stopping, crashing, two tabs, files."""

import json
import time

import pytest
from live_page import ENDLESS, FIRST, ROC, LivePage

LONGEST_FRAME = """async () => {
  let longest = 0, last = performance.now();
  for (let i = 0; i < 30; i++) {
    await new Promise(requestAnimationFrame);
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  return longest;
}"""

# -- the editor ----------------------------------------------------------------------------------


def test_the_editor_indents_and_undoes(live):
    live.write(FIRST, "")
    live.tab.keyboard.type("for i in range(3):")
    live.tab.keyboard.press("Enter")
    live.tab.keyboard.type("print(i)")
    assert live.text(FIRST) == "for i in range(3):\n    print(i)"
    live.tab.keyboard.press("Tab")
    assert live.text(FIRST).endswith("print(i)    ")
    live.tab.keyboard.press("Control+z")
    assert live.text(FIRST).endswith("print(i)")
    live.tab.keyboard.press("Control+a")
    live.tab.keyboard.press("Tab")
    assert live.text(FIRST) == "    for i in range(3):\n        print(i)"
    live.tab.keyboard.press("Shift+Tab")
    assert live.text(FIRST) == "for i in range(3):\n    print(i)"


def test_the_editor_knows_the_names_of_the_live_python(live):
    live.run(FIRST, "import mlevalkit as mk\nmelons = 17")
    live.write(FIRST, "print(mel")
    live.tab.locator(".cm-tooltip-autocomplete li").get_by_text("melons").wait_for()
    live.tab.wait_for_timeout(200)  # what has only just appeared is not taken by a key
    live.tab.keyboard.press("Tab")
    assert live.text(FIRST) == "print(melons"
    live.write(FIRST, "mk.roc_au")
    live.tab.locator(".cm-tooltip-autocomplete li").get_by_text("roc_auc_score").wait_for()
    live.tab.keyboard.press("Escape")
    assert live.text(FIRST) == "mk.roc_au"


def test_an_editor_that_cannot_be_fetched_is_a_textarea(browsers):
    page = browsers()
    page.tab.route("**/codemirror.js", lambda route: route.abort())
    page.editor(FIRST).click()
    page.tab.keyboard.press("Control+a")
    page.tab.keyboard.type("for i in range(3):")
    page.tab.keyboard.press("Enter")
    page.tab.keyboard.type("print(i)")
    assert page.editor(FIRST).input_value() == "for i in range(3):\n    print(i)"
    page.tab.keyboard.press("Escape")
    page.tab.keyboard.press("Tab")
    assert not page.editor(FIRST).evaluate("e => e === document.activeElement")
    page.tab.context.close()


def test_escape_then_tab_leaves_the_editor(live):
    live.editor(FIRST).click()
    before = live.text(FIRST)
    live.tab.keyboard.press("Escape")
    live.tab.keyboard.press("Tab")
    assert live.text(FIRST) == before
    assert not live.editor(FIRST).evaluate("e => e === document.activeElement")


def test_who_passes_through_with_tab_changes_nothing(live):
    names = (FIRST, "walk-code")
    before = [live.text(name) for name in names]
    live.cell("explorer-code").locator("summary").first.focus()
    for _ in range(20):
        live.tab.keyboard.press("Tab")
    assert [live.text(name) for name in names] == before


def test_a_reload_keeps_what_was_typed(fresh):
    fresh.write(FIRST, "print('kept')")
    fresh.tab.reload()
    fresh.load()
    assert fresh.text(FIRST) == "print('kept')"
    fresh.cell(FIRST).locator("[data-live=original]").click()
    fresh.tab.reload()
    fresh.load()
    assert fresh.text(FIRST).startswith("ripe = ")


def test_a_hundred_thousand_rows_can_be_pasted(live):
    rows = "\n".join(f"{i},{i % 2},{i / 1e5}" for i in range(100_000))
    code = f'rows = """\n{rows}\n"""\nprint(len(rows.split()))'
    live.tab.context.grant_permissions(["clipboard-write"], origin=live.address)
    live.tab.evaluate("text => navigator.clipboard.writeText(text)", code)
    live.editor(FIRST).focus()
    live.tab.keyboard.press("Control+a")
    live.tab.keyboard.press("Control+v")
    assert live.text(FIRST) == code
    assert "100000" in live.run(FIRST)


# -- stop, crash, restart ------------------------------------------------------------------------


def begin(live, code):
    """Run a cell that says "begun", and wait until it does."""
    live.write(FIRST, f"print('be' + 'gun')\n{code}")
    live.click_run(FIRST)
    live.tab.wait_for_function("liveBook.session.python.interruptible")
    live.wait_for_words("begun")


def test_an_endless_loop_is_stopped_within_a_second_and_nothing_is_lost(live):
    begin(live, ENDLESS)
    assert live.tab.evaluate(LONGEST_FRAME) < 1000  # the page answers meanwhile
    live.part("stop").click()
    live.wait(FIRST, timeout=1000)
    assert live.text(FIRST).endswith(ENDLESS)
    assert "Variables are kept" in live.shown(FIRST)
    assert live.run(FIRST, "print(f'{np.pi:.2f}')").strip().endswith("3.14")


def test_before_python_is_ended_the_page_says_what_is_lost(live):
    begin(live, "sum(iter(int, 1))")  # endless, and in C: it hears nothing
    live.part("stop").click()
    live.wait_for_words("all variables are lost", ".live-bar")
    assert live.state(FIRST) == "running"
    assert live.part("stop").inner_text() == "End Python"
    live.part("stop").click()
    live.wait(FIRST, timeout=1000)
    assert "what you typed is kept" in live.shown(FIRST)
    live.write(FIRST, "print('on we go')")
    live.output(FIRST).get_by_role("button", name="Run again from the top to here").click()
    live.wait(FIRST)
    live.wait_for_words("on we go")
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
    live.wait_for_python("ready")
    assert "from before the restart" in live.shown(FIRST)
    assert "NameError" in live.run(FIRST, "kept")


# -- one Python for the whole book ---------------------------------------------------------------


@pytest.fixture(params=["http", "folder"])
def turning(request, book, chromium, site):
    """Return a page on which a variable has got its value."""
    address = site if request.param == "http" else f"file://{book.html}"
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, bypass_csp=True)
    page = LivePage(context, address).open(ROC)
    page.run(FIRST, "melons = 17\nprint(melons)")
    yield page
    assert page.faults == []
    context.close()


def test_turning_a_page_does_not_start_python_again(turning, report):
    began = time.perf_counter()
    second = turning.turn("a[rel=next]").load()
    second.wait_for_words("Python goes on", "[data-live=status]")
    cell = second.tab.evaluate("liveBook.cells.find((c) => c.editor.box.checkVisibility()).id")
    assert "18" in second.run(cell, "print(melons + 1)")
    assert second.part("confirm").count() == 0
    took = time.perf_counter() - began
    report("seconds from a click to the first result on the next page", f"{took:.1f}")
    assert turning.tab.title() == second.tab.title()
    assert turning.tab.url.endswith(second.tab.url.removeprefix(turning.address))

    turning.tab.go_back()
    turning.wait_for_words("17")
    assert "before cells of another page ran" in turning.shown(FIRST)
    turning.tab.go_forward()
    assert "18" in turning.turned().shown(cell)
    turning.tab.reload()
    turning.tab.wait_for_function("document.title.includes('P-R')")
    assert turning.tab.locator("iframe").count() == 0


def test_a_turned_page_has_its_language_and_tells_of_a_restart(turning):
    second = turning.turn("#switch").load()
    assert "本页无法使用" in second.run(FIRST, "input()")
    second.part("restart").click()
    second.wait_for_python("ready")
    turning.tab.go_back()
    turning.wait_for_words("from before the restart")
    assert turning.state(FIRST) == "done"


IN_FIREFOX = """async () => {
  const ended = (cell) => ["done", "error"].includes(cell.state);
  const until = async (holds) => {
    while (!holds()) await new Promise((done) => setTimeout(done, 50));
  };
  const run = async (live, code) => {
    await live.load();
    const cell = live.cells[1];
    cell.editor.text = code;
    cell.root.querySelector("[data-live=run]").click();
    await until(() => {
      document.querySelector("dialog[open] [data-live=confirm]")?.click();
      return ended(cell);
    });
    return cell.output.body.textContent;
  };
  await run(liveBook, "melons = 17");
  document.querySelector("a[rel=next]").click();
  const shown = () => document.querySelector("iframe.shown")?.contentWindow;
  await until(() => shown()?.bookPython && shown().liveBook?.load);
  return [await run(shown().liveBook, "print(melons + 1)"), location.href, shown().location.href];
}"""


def test_python_goes_on_in_firefox(site, firefox):
    firefox.goto(f"{site}/{ROC}")
    said, address, own = firefox.evaluate(IN_FIREFOX)
    assert said.strip() == "18"
    assert address == own != f"{site}/{ROC}"


# -- several tabs, leaving, no network -----------------------------------------------------------


def test_two_tabs_have_a_python_each(live):
    other = LivePage(live.tab.context, live.address).open(ROC)
    assert "from here" in live.run(FIRST, "mine = 'from here'\nprint(mine)")
    live.write(FIRST, "pass")  # what is typed is shared, what has run is not
    assert "NameError" in other.run("walk-code", "print(mine)")
    assert live.text("walk-code") == "print(mine)"
    assert other.faults == []
    other.tab.close()
    assert "from here" in live.run(FIRST, "print(mine)")


def test_a_page_left_while_python_runs(browsers):
    page = browsers()
    page.run(FIRST)
    page.write(FIRST, ENDLESS)
    page.click_run(FIRST)
    page.open("book/en/hold-out.html")
    page.tab.go_back()
    page.load()
    assert page.text(FIRST) == ENDLESS
    assert "again" in page.run(FIRST, "print('again')")
    assert page.faults == []


def test_without_network_after_loading(live):
    live.tab.context.set_offline(True)
    try:
        live.part("restart").click()
        live.wait_for_python("ready")
        code = "from sklearn.metrics import f1_score\nf1_score([1, 1, 1, 0], [1, 1, 0, 0])"
        assert "0.8" in live.run(FIRST, code)
    finally:
        live.tab.context.set_offline(False)


# -- files ---------------------------------------------------------------------------------------

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
    live.wait_for_words("成绩.csv", "[data-live=status]")
    code = 'import pandas as pd\nt = pd.read_csv("成绩.csv")\nprint(list(t.columns), t.shape)'
    assert "['姓名', '成绩'] (2, 2)" in live.run(FIRST, code)


def test_a_file_by_the_button_and_after_a_restart(live):
    file = {"name": "a.txt", "mimeType": "text/plain", "buffer": b"from my computer"}
    live.part("file").set_input_files([file])
    live.wait_for_words("a.txt", ".live-files")
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
