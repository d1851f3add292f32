"""Commands for those who write pages."""
