"""How a picture follows the hand: ``python benchmarks/dragging.py [BOOK]``, for the built book.

In Chromium a live page shows each explorer that takes a reader's own data. Its longest slider is
moved from place to place, at each frame by one, for two seconds, and Python draws what the page
asks for. Printed are the pictures a second, and milliseconds from the question for a picture to
its answer: the median, and what 95 % stay below. Imports for later visits are put off meanwhile.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import quantiles

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "browser")]

from live_page import FIRST, LivePage, served  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from mlevalkit_book.live.tables import EDITORS  # noqa: E402
from teaching.papers.browser import find_browser  # noqa: E402

SECONDS = 2
DRAG = """
async (box, seconds) => {
  const sliders = [...box.querySelectorAll("input[type=range]")];
  const [slider] = sliders.sort((a, b) => b.max - a.max);
  if (!slider) return null;
  const { session } = liveBook;
  const times = [];
  let pictures = 0;
  const seen = new MutationObserver(() => pictures++); // once for all changes of a picture
  const all = { childList: true, attributes: true, characterData: true, subtree: true };
  seen.observe(box.querySelector(".mk-picture"), all);
  session.askExplorer = async (...asked) => {
    const sent = performance.now();
    const answer = await Object.getPrototypeOf(session).askExplorer.apply(session, asked);
    times.push(performance.now() - sent);
    return answer;
  };
  const began = performance.now();
  for (let step = 1; performance.now() - began < 1000 * seconds; ) {
    if (Number(slider.value) + step > slider.max || Number(slider.value) + step < 0) step = -step;
    slider.value = Number(slider.value) + step;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
  }
  seen.disconnect();
  delete session.askExplorer;
  return [pictures / seconds, times];
}
"""


def line(pictures: float, times: list[float]) -> str:
    """Return what is printed of one explorer."""
    middle, most = quantiles(times, n=20)[9::9]
    return f"{pictures:5.1f} a second {middle:6.1f} ms, 95 % below {most:6.1f}"


def main() -> None:
    """Print a line for each explorer."""
    book = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "_build" / "html"
    with served(book) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        page = LivePage(browser.new_context(bypass_csp=True), address)
        page.open("book/en/roc-auc.html")
        page.tab.evaluate("liveBook.session.rest = async () => {}")
        for name in EDITORS:
            page.run(FIRST, f"import mlevalkit as mk\nmk.explorers.{name}()")
            box = page.output(FIRST).locator("[data-live-explorer]")
            if (skip := box.locator("[data-skip]:visible")).count():
                skip.click()
            found = box.evaluate(DRAG, SECONDS)
            print(f"{name:16} {line(*found) if found else 'no slider'}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
