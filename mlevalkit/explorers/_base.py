"""The names that `_size_and_power` imports until it stands in `two_learner_tests`."""

from __future__ import annotations

from .engine import Explorer as Explorer, View as View, Words as Words
