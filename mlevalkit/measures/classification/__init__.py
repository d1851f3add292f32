"""Error rate, accuracy, precision, recall and F: sections 2.3.1 and 2.3.2, (2.4)-(2.17)."""
