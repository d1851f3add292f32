"""Imports every module of mlevalkit whose names are public, while a reader reads."""

import mlevalkit as mk

for name in dir(mk):
    getattr(mk, name)
