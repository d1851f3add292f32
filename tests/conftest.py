"""No test depends on the clock; properties are tried on 50 examples, the trust suite's on 500."""

from hypothesis import settings

settings.register_profile("no clock", deadline=None, max_examples=50)
settings.load_profile("no clock")
