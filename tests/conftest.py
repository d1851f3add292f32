"""No test depends on the clock or opens a window; properties are tried on 25 examples."""

import matplotlib
import pytest
from hypothesis import settings

matplotlib.use("agg")
settings.register_profile("no clock", deadline=None, max_examples=25)
settings.load_profile("no clock")


@pytest.fixture(params=["zh", "en"])
def lang(request: pytest.FixtureRequest) -> str:
    """Return the language of each edition of the book."""
    return request.param
