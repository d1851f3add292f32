"""For teachers: examination papers, assignments and their grading. Not in the wheel."""
