"""What live pages ask of Python: explorers with their controls, and tables of a reader's data."""
