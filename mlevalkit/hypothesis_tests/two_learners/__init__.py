"""Is one learner better than another? Sections 2.4.2 and 2.4.3, (2.31)-(2.33)."""
