"""Where do test sets come from? Hold-out, cross validation, bootstrap. Section 2.2, (2.1)."""
