"""Why is a learner wrong: bias, variance or noise? Section 2.5, (2.37)-(2.42)."""
