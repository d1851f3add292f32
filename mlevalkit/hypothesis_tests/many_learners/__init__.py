"""Do several learners differ over several data sets? Section 2.4.4, (2.34)-(2.36)."""
