"""Examination papers of problems: sheets, key, exports, and which mistakes a class made."""
