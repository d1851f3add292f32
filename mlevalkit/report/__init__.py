"""What predictions show: a table of them in, an evaluation with its limits out."""
