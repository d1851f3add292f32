"""The built book as PDF, and a page as slides."""
