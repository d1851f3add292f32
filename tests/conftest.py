"""No test depends on the clock or opens a window; properties are tried on 50 examples."""

import matplotlib
from hypothesis import settings

matplotlib.use("agg")
settings.register_profile("no clock", deadline=None, max_examples=50)
settings.load_profile("no clock")
