"""Is one learner's error rate what it should be? Section 2.4.1, (2.26)-(2.30)."""
