"""Where things stand in the repository."""

from pathlib import Path

PARTS = Path(__file__).resolve().parent
ROOT = PARTS.parent
BOOK = ROOT / "book"
TABLES = BOOK / "tables"
THEME = PARTS / "theme"
LIVE = PARTS / "live"
