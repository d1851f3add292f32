"""Where things stand in the repository, and a digest of files."""

import hashlib
from pathlib import Path

PARTS = Path(__file__).resolve().parent
ROOT = PARTS.parent
BOOK = ROOT / "book"
TABLES = BOOK / "tables"
THEME = PARTS / "theme"
LIVE = PARTS / "live"


def digest_of(paths, *texts):
    """Return a digest of files, their names among it, and of texts."""
    found = hashlib.sha256("\n".join(texts).encode())
    for path in sorted(paths):
        found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()
