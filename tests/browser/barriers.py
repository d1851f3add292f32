"""What axe looks for in a page: the criteria of WCAG 2.2, levels A and AA."""

from axe_playwright_python.sync_playwright import Axe

__all__ = ["AXE", "Axe"]

AXE = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "preload": False,  # style sheets, which a page in a folder may not ask for
    "resultTypes": ["violations"],  # what is in order need not be written down
}
