"""The built book as PDF."""
