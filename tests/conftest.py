"""Makes `tests/helpers.py` importable from every test file; no test depends on the clock."""

import sys
from pathlib import Path

from hypothesis import settings

settings.register_profile("no clock", deadline=None)
settings.load_profile("no clock")
sys.path.insert(0, str(Path(__file__).parent))
