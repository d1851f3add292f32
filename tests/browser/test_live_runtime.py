"""Python in the page, without the book: cells, files, errors, the end of the interpreter."""

import os
import re
import subprocess
import sys
from ast import literal_eval
from pathlib import Path

import pytest
from built_book import ROOT
from live_page import served

from teaching.papers.browser import find_browser

PAGE = """<!doctype html><meta charset="utf-8"><title>runtime</title>
<link rel="icon" href="data:,"><script src="runtime.js"></script>"""
# run() with its messages, as one value that JSON can hold.
SCRIPT = """(options) => {
  window.python = new LivePython({ base: ".", ...options });
  window.cell = async (code, name = null) => {
    const messages = [];
    const result = await python.run(code, { name, onoutput: (message) => messages.push(message) });
    return [result, messages];
  };
}"""


def ship(folder, pack):
    """Write the runtime and the page into a folder; return the manifest."""
    manifest = pack.ship(folder, ROOT / "mlevalkit")
    Path(folder, "index.html").write_text(PAGE, encoding="utf-8")
    return manifest


class Cells:
    """Runs cells in a tab: of playwright, or of firefox.Firefox."""

    def __init__(self, tab, address, **options):
        self.tab = tab
        self.address = address
        tab.goto(f"{address}/index.html")
        tab.evaluate(SCRIPT, options)

    def run(self, code, name=None):
        """Return the result and the messages."""
        return self.tab.evaluate("([code, name]) => cell(code, name)", [code, name])

    def printed(self, code):
        """Return what a cell prints that ends well."""
        result, messages = self.run(code)
        assert result["status"] == "ok", result["error"]
        return "".join(m["text"] for m in messages if m["type"] == "stream")

    def shown(self, code):
        """Return the bundles that a cell displays that ends well."""
        result, messages = self.run(code)
        assert result["status"] == "ok", result["error"]
        return [m["data"] for m in messages if m["type"] == "display"]

    def error(self, code):
        """Return the error of a cell that fails."""
        result, _ = self.run(code)
        assert result["status"] == "error", result
        return result["error"]


# The text of a list in a list in a list... is made by C code, which has no limit of its own.
OVERFLOW = "a = []\nfor i in range(100_000):\n    a = [a]\nrepr(a)"

STORED = """new Promise((done) => {
  const asked = indexedDB.open("live-python");
  asked.onsuccess = () => {
    const shelf = asked.result.transaction("parts", "readwrite").objectStore("parts");
    shelf.getAllKeys().onsuccess = ({ target }) => {
      const names = target.result.filter((key) => key.startsWith("PREFIX"));
      USE
    };
  };
})"""
SPOIL = """
  const part = new Blob(["x"]);
  const value = "PREFIX" === "image-en-" ? { memory: part, files: [], warmed: [] } : part;
  shelf.put(value, names[0]).onsuccess = () => done();
"""
REMOVE = "for (const name of names) shelf.delete(name); done(names.length);"


def in_store(prefix, use):
    return STORED.replace("USE", use).replace("PREFIX", prefix)


def is_kept(prefix):
    return in_store(prefix, "done(names.length > 0);")


@pytest.fixture(scope="module")
def folder(tmp_path_factory, runtime):
    path = tmp_path_factory.mktemp("live")
    path.joinpath("old-00.js").write_text("of an earlier build")
    ship(path, runtime)
    return path


@pytest.fixture(scope="module")
def site(folder):
    asked = []
    with served(folder, asked) as address:
        yield address, asked


@pytest.fixture(scope="module")
def context(chromium):
    context = chromium.new_context()
    yield context
    context.close()


@pytest.fixture(scope="module")
def cells(context, site):
    return Cells(context.new_page(), site[0])


def test_the_first_start_fetches_and_the_next_does_not(cells, context, site):
    address, asked = site
    size = cells.tab.evaluate("() => python.size()")
    assert size["bytes"] < 50e6
    assert not size["kept"]
    assert cells.printed("print(1)") == "1\n"
    parts = [name for name in asked if "-" in name]
    assert len(parts) == len(set(parts)) > 10

    second = Cells(context.new_page(), address)  # a second tab, while the first one lives
    assert second.tab.evaluate("() => python.size()")["kept"]
    assert second.printed("print(2)") == "2\n"
    assert [name for name in asked if "-" in name] == parts
    second.tab.close()


def test_a_later_start_goes_on_from_an_image(cells, context, site):
    drawn = []
    for _ in range(3):
        page = Cells(context.new_page(), site[0])
        page.tab.evaluate("() => python.warm('import numpy')")
        began = page.tab.evaluate("() => performance.now()")
        loaded = "import sys\nprint('numpy' in sys.modules, 'x' in vars())"
        assert page.printed(loaded) == "True False\n"  # what was imported, no name of a reader
        assert page.tab.evaluate("() => performance.now()") - began < 30_000
        draw = "import random\nimport numpy\nprint(random.random(), numpy.random.rand())\nx = 1"
        drawn += page.printed(draw).split()
        page.tab.wait_for_function(is_kept("image-en-"))
        page.tab.close()
    assert len(set(drawn)) == 6


KEEP = """async (name) => {
  await python.warm(`import ${name}`);
  await python.keep();
  await python.stop();
}"""


def test_what_is_kept_is_written_before_python_ends(chromium, site, tmp_path):
    use = chromium.browser_type.launch_persistent_context  # as for a reader, on a disk
    with use(tmp_path, executable_path=find_browser(), args=["--no-sandbox"]) as context:
        page = Cells(context.new_page(), site[0])
        page.tab.evaluate(KEEP, "numpy")
        assert page.tab.evaluate(is_kept("image-en-"))
        assert page.tab.evaluate(is_kept("unpacked-library-"))
        page.tab.evaluate(KEEP, "colorsys")  # the second start has time for the interpreter
        assert page.tab.evaluate(is_kept("unpacked-python-"))

        page.tab.evaluate("() => python.start()")
        assert page.tab.evaluate("() => python.restored") == ["import numpy", "import colorsys"]
        page.tab.evaluate("() => python.stop()")
        page.tab.evaluate(in_store("unpacked-python-", SPOIL))
        later = Cells(context.new_page(), site[0])
        assert later.printed("print(3)") == "3\n"


def test_a_later_start_reads_of_the_library_what_it_needs(context, site):
    address, asked = site
    page = Cells(context.new_page(), address)
    page.tab.wait_for_function(is_kept("unpacked-"))
    assert page.tab.evaluate(in_store("library-", REMOVE)) > 1
    asked.clear()
    assert page.printed("import colorsys\nprint(colorsys.rgb_to_hsv(0, 0, 1)[2])") == "1\n"
    assert not [name for name in asked if "library-" in name]
    page.tab.close()


@pytest.mark.parametrize("kept", ["unpacked-", "image-en-"])
def test_what_is_kept_and_cannot_be_read_does_not_keep_python_from_starting(context, site, kept):
    page = Cells(context.new_page(), site[0])
    page.tab.evaluate(in_store(kept, SPOIL))
    assert page.printed("print(3)") == "3\n"
    page.tab.close()


ENDLESS = {
    "loop": "x = 7\nwhile True:\n    pass",
    "calls": "x = 7\ndef f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\nf(60)",
    "caught": "x = 7\nwhile True:\n    try:\n        1 / 0\n    except Exception:\n        pass",
}


@pytest.mark.parametrize("code", ENDLESS.values(), ids=ENDLESS)
def test_an_endless_cell_is_interrupted_and_variables_stay(cells, code):
    result = cells.tab.evaluate(
        """async (code) => {
          const asked = python.run(code);
          const until = async (ready) => {
            while (!ready()) await new Promise((done) => setTimeout(done, 20));
          };
          await until(() => python.interruptible);
          const could = python.interrupt();
          return [could, python.interrupt(), (await asked).status];
        }""",
        code,
    )
    assert result == [True, False, "interrupted"]
    assert cells.printed("print(x)") == "7\n"


def test_names_live_on(cells):
    cells.run("x = 40")
    assert cells.shown("x + 2") == [{"text/plain": "42"}]


def test_the_last_expression_is_shown_unless_a_semicolon_ends_it(cells):
    assert cells.shown("None") == cells.shown("3;") == cells.shown("3;  # no") == []
    assert cells.shown("1; 2") == [{"text/plain": "2"}]
    assert cells.shown("'列'; '列'") == [{"text/plain": "'列'"}]


def test_outputs_come_in_order(cells):
    _, messages = cells.run("""
import sys
from IPython.display import HTML, display
print("before")
display(HTML("<b>here</b>"), display_id="a")
print("after", file=sys.stderr)
"last"
""")
    kinds = [m.get("name") or m["data"].get("text/html", "plain") for m in messages]
    assert kinds == ["stdout", "<b>here</b>", "stderr", "plain"]
    assert messages[1]["id"] == "a"


def test_a_display_is_replaced_and_cleared(cells):
    _, messages = cells.run("""
from IPython.display import clear_output, display
handle = display(1, display_id=True)
handle.update(2)
clear_output(wait=True)
""")
    shown, update, clear = messages
    assert (update["type"], update["id"]) == ("update", shown["id"])
    assert clear == {"type": "clear", "wait": True}


def test_what_is_printed_arrives_while_the_cell_runs(cells):
    times = cells.tab.evaluate("""async () => {
      const times = [], code = "import time\\nprint(1)\\ntime.sleep(0.5)\\nprint(2)";
      await python.run(code, { onoutput: () => times.push(performance.now()) });
      return times;
    }""")
    assert times[1] - times[0] > 300


def test_figures_are_drawn_with_their_text(cells):
    [data] = cells.shown("""
from matplotlib import pyplot as plt
plt.plot([1, 2], [3, 4])
_ = plt.title("查准率")
""")
    assert "查准率" in data["image/svg+xml"]
    assert data["image/svg+xml"].startswith("<svg")
    assert "<style" not in data["image/svg+xml"]  # it would hold for the whole page


def test_an_error_is_told_without_our_own_frames(cells):
    error = cells.error("def f():\n    return 1 / 0\nf()")
    assert error["ename"] == "ZeroDivisionError"
    assert error["last"] == "ZeroDivisionError: division by zero"
    assert error["traceback"].count("File") == 2
    assert "return 1 / 0" in error["traceback"]
    assert "_live" not in error["traceback"]
    assert "line 1" in cells.error("x = (")["traceback"]


def test_warnings_are_shown_each_time(cells):
    code = "import warnings\nwarnings.warn('careful')"
    assert "UserWarning: careful" in cells.printed(code)
    assert "UserWarning: careful" in cells.printed(code)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("import torch", "torch is not part of the Python of this page. There are"),
        ("import statsmodels.api", "statsmodels is not part"),
        ("'瓜'.encode('gbk').decode()", "encoding='gb18030'"),
        ("input('?')", "input() cannot wait"),
        ("!ls", "is a command of IPython"),
        ("%pip install torch", "Nothing can be installed"),
        ("import threading\nthreading.Thread(target=print).start()", "one thread"),
        ("import urllib.request as u\nu.urlopen('http://example.org')", "no network"),
        ("import subprocess\nsubprocess.run(['ls'])", "No other program"),
        ("import os\nos.symlink('a', 'b')", "Not supported"),
    ],
)
def test_what_a_page_cannot_do_is_said(cells, code, sentence):
    assert sentence in cells.error(code)["last"]
    assert cells.shown("'still here'") == [{"text/plain": "'still here'"}]


def test_libraries_run_serially(cells):
    assert cells.shown("""
from joblib import Parallel, delayed
from tqdm.auto import tqdm
Parallel(n_jobs=-1)(delayed(abs)(i) for i in tqdm(range(-2, 1)))
""") == [{"text/plain": "[2, 1, 0]"}]


def test_a_full_memory_is_said_and_survived(cells):
    error = cells.error("x = [bytearray(2**30) for _ in range(8)]")
    assert error["ename"] == "MemoryError"
    assert "The memory that the browser gives to this page is full" in error["last"]
    assert cells.shown("'still here'") == [{"text/plain": "'still here'"}]


def test_leaving_does_not_end_the_interpreter(cells):
    result, _ = cells.run("kept = 5\nimport sys\nsys.exit(1)")
    assert result["status"] == "exit"
    assert cells.shown("kept") == [{"text/plain": "5"}]


def test_a_cell_cannot_break_the_page(cells):
    cells.run("import sys, os\nsys.stdout = sys.displayhook = None\nos.chdir('/tmp')")
    cells.run("print = json = _live = 1")
    cells.run("import json\njson.dumps = None\ndel print")
    assert cells.shown("7") == [{"text/plain": "7"}]
    assert cells.printed("print('heard')") == "heard\n"
    cells.run("import importlib\nimportlib.reload(json)")


def test_a_csv_with_a_mark_and_chinese_columns(cells):
    cells.tab.evaluate("() => python.put('成绩.csv', '\\ufeff学号,分数\\n1,90\\n2,85\\n')")
    told = cells.printed("""
import pandas as pd
table = pd.read_csv("/home/reader/成绩.csv")
print(list(table.columns), table["分数"].mean())
""")
    assert told == "['学号', '分数'] 87.5\n"


def test_counts_do_not_overflow(cells):
    # numpy's own integers have 32 bits in a browser; ten thousand million pairs need more.
    told = cells.printed("""
import numpy as np
import mlevalkit as mk
y, score = np.arange(200_000) >= 100_000, np.arange(200_000)
far = np.array([0, 1, 1]) + np.int64(10**10)
print(mk.roc_auc_score(y, score), float(mk.roc_auc_score.working(y, score)))
print(mk.auc_confidence_interval(y, score).estimate, mk.f1_score(far, far, pos_label=10**10))
""")
    assert told == "1.0 1.0\n1.0 1.0\n"


NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
# What depends on the version of numpy, or on the clock.
FORM = re.compile(r",?\s*(?:dtype=\w+|shape=\([\d, ]*\))|0x[0-9a-f]+|np\.\w+\(|[\s()]+")


def numbers(told):
    """Return what `live_numbers.py` has printed: for each call the words and the numbers."""
    found = {}
    for line in told.splitlines():
        if line.startswith("["):
            name, size, text = literal_eval(line)
            text = FORM.sub("", text)
            call = (name, size, sum(key[:2] == (name, size) for key in found))
            found[call] = NUMBER.sub("#", text), [float(x) for x in NUMBER.findall(text)]
    return found


@pytest.mark.slow
def test_every_function_gives_the_numbers_of_the_computer(cells):
    script = ROOT / "tests/browser/live_numbers.py"
    cells.tab.set_default_timeout(300_000)
    for path in (ROOT / "tests/learners.py", ROOT / "tests/trust/recipes.py"):
        named = [path.name, path.read_text(encoding="utf-8")]
        cells.tab.evaluate("([name, text]) => python.put(name, text)", named)
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests"), str(ROOT / "tests/trust")])
    here = subprocess.run(
        [sys.executable, script],
        env={**os.environ, "PYTHONPATH": paths, "MPLBACKEND": "agg"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    ours = numbers(here.stdout)
    theirs = numbers(cells.printed(script.read_text(encoding="utf-8")))
    assert len(ours) > 400
    assert list(theirs) == list(ours)
    for call, (words, values) in ours.items():
        if call[0] != "cross_validate":  # which tells how long it took
            assert theirs[call][0] == words, call
            assert theirs[call][1] == pytest.approx(values, rel=1e-8, abs=1e-11), call


def test_files_are_those_of_a_computer(cells, tmp_path):
    script = ROOT / "tests/browser/live_files.py"
    here = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, check=True)
    cells.run("import os\nos.chdir(os.environ['HOME'])")
    assert cells.printed(script.read_text(encoding="utf-8")) == here.stdout.decode()


def test_a_module_of_the_readers_can_be_imported(cells):
    cells.run("import os\nos.chdir(os.environ['HOME'])")
    cells.error("import helpers")  # so that Python has looked into the folder before
    cells.tab.evaluate("() => python.put('helpers.py', 'answer = 42')")
    assert cells.printed("import helpers\nprint(helpers.answer)") == "42\n"


def test_files_come_back(cells):
    cells.run("""
import pathlib
pathlib.Path("/home/reader/out").mkdir(exist_ok=True)
_ = pathlib.Path("/home/reader/out/a.txt").write_text("written")
""")
    listed, got, none, gone = cells.tab.evaluate("""async () => [
      await python.list(), new TextDecoder().decode(await python.get("out/a.txt")),
      await python.get("nothing"), [await python.remove("out/a.txt"), await python.remove("x/y")],
    ]""")
    assert {"name": "out/a.txt", "size": 7} in listed
    assert (got, none, gone) == ("written", None, [True, False])


def test_the_page_calls_python(cells):
    _, value, error = cells.tab.evaluate("""async () => [
      await python.call("import __main__"),
      await python.call("[args * 2, float('nan'), __main__.kept]", { args: 4 }),
      await python.call("undefined"),
    ]""")
    assert (value["status"], value["value"]) == ("ok", [8, None, 5])
    assert error["error"]["ename"] == "NameError"
    assert cells.error("args")["ename"] == "NameError"  # the page's names are its own


def test_ten_megabytes_are_shortened(cells):
    result, messages = cells.run("for i in range(100_000):\n    print('x' * 99)")
    assert result["status"] == "ok"
    assert messages[-1] == {"type": "truncated", "shown": 500_000, "total": 10_000_000}
    assert sum(len(m["text"]) for m in messages[:-1]) == 500_000
    [data] = cells.shown("from IPython.display import HTML\nHTML('y' * 20_000_000)")
    assert "at most 10,000,000" in data["text/plain"]


def test_an_endless_loop_is_stopped(cells):
    status, waited, state = cells.tab.evaluate("""async () => {
      const running = cell("while True: pass"), queued = cell("1");
      await new Promise((done) => setTimeout(done, 300));
      const began = performance.now();
      await python.stop();
      const [[result], [next]] = await Promise.all([running, queued]);
      return [[result.status, next.status], performance.now() - began, python.state];
    }""")
    assert (status, state) == (["stopped", "stopped"], "off")
    assert waited < 1000
    assert cells.error("kept")["ename"] == "NameError"  # a new interpreter
    told = cells.printed("print(open('成绩.csv', encoding='utf-8-sig').readline())")
    assert told == "学号,分数\n\n"


@pytest.mark.parametrize(
    ("code", "reason"), [(OVERFLOW, "stack"), ("import os\nos._exit(3)", "exit")]
)
def test_a_crash_is_told_and_survived(cells, code, reason):
    result, _ = cells.run(code)
    assert (result["status"], result["error"]["reason"]) == ("crash", reason)
    assert cells.tab.evaluate("() => python.state") == "crashed"
    assert cells.printed("print('again')") == "again\n"


def test_a_missing_file_is_told(context, folder):
    with served(folder) as address:
        found = Cells(context.new_page(), address)
        start = "() => python.start().then(() => python.state, (error) => error.code)"
        hidden = next(folder.glob("library-*-03.js"))
        hidden.rename(folder / "hidden")
        assert found.tab.evaluate(start) == "fetch"
        (folder / "hidden").rename(hidden)
        assert found.tab.evaluate(start) == "ready"  # what had arrived is kept
    found.tab.close()


def test_chinese_sentences(context, site):
    chinese = Cells(context.new_page(), site[0], language="zh")
    assert "本页的 Python 里没有 torch" in chinese.error("import torch")["last"]
    chinese.tab.close()


def test_a_folder_will_do(chromium, folder):
    context = chromium.new_context(offline=True)
    cells = Cells(context.new_page(), folder.as_uri())
    assert cells.tab.evaluate("() => python.size()")["kept"]
    assert cells.printed("import numpy as np\nprint(np.arange(3).sum())") == "3\n"
    cells.tab.evaluate("() => python.restart()")
    assert cells.printed("print(4)") == "4\n"
    context.close()


@pytest.mark.parametrize("way", ["http", "file"])
def test_firefox(firefox, folder, site, way):
    cells = Cells(firefox, site[0] if way == "http" else folder.as_uri())
    [data] = cells.shown("import mlevalkit as mk\nmk.precision_score.working([1, 0], [1, 1])")
    assert "<mfrac>" in data["text/html"]
    result, _ = cells.run(OVERFLOW)  # the stack is deep enough for Python's own limit
    assert result["error"]["ename"] == "RecursionError"
    assert cells.printed("print('again')") == "again\n"
