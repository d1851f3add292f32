"""A page that holds nothing but the runtime, over http and as a file."""

from pathlib import Path

from built_book import ROOT

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
