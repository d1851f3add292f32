"""For all tests, docstring examples included: no figure outlives its test."""

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def close_figures() -> Iterator[None]:
    """Close what pyplot keeps open; twenty open figures are a warning, and here an error."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
