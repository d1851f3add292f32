"""The Python that live pages run, see README.md."""
