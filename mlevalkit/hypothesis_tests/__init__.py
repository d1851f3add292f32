"""Comparison tests (section 2.4): one learner, two, many, and critical values."""
