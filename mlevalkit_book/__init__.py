"""What makes the book: tools for its authors, Sphinx extension, theme, live pages, print."""
