"""When one mistake is dearer than another: section 2.3.4, (2.23)-(2.25)."""
