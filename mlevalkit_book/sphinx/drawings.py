"""Every setting of an explorer, drawn once and kept until something that it depends on changes.

Most tags of a picture are the same from setting to setting: each is kept once.

The drawings of an explorer are kept in ``_build/drawings`` under a digest of what they are made
from: the modules that its code imports, the two files that draw them here, and the versions of the
packages underneath.
"""

import ast
import hashlib
import json
import os
import re
import sys
from functools import cache
from importlib import metadata
from pathlib import Path

from joblib import Parallel, delayed

import mlevalkit
from mlevalkit import explorers
from mlevalkit.explorers.words import LANGUAGES, speaking
from mlevalkit_book.live import panels
from mlevalkit_book.paths import ROOT, digest_of

PACKAGE = Path(mlevalkit.__file__).parent
STORE = ROOT / "_build" / "drawings"
SOURCES = ROOT / "_build" / "sources.json"
TAG = re.compile("<[^<]*")
BELOW = ("numpy", "scipy")

version = cache(metadata.version)


@cache
def _imports():
    import grimp  # for the few builds before which the library has changed

    return grimp.build_graph("mlevalkit", exclude_type_checking_imports=True, cache_dir=None)


def sources(module):
    """Return the files that decide what a module of the library does, itself first.

    What imports what is kept until a file of the library changes, by its time or its size.
    """
    now = state_of_files()
    kept = json.loads(SOURCES.read_text(encoding="utf-8")) if SOURCES.exists() else {}
    if kept.get("of") != now:
        kept = {"of": now}
    if module not in kept:
        kept[module] = [path.relative_to(PACKAGE).as_posix() for path in found_sources(module)]
        replace(SOURCES, json.dumps(kept))
    return [PACKAGE / path for path in kept[module]]


@cache
def state_of_files():
    """Return a digest of names, times and sizes of the library's files, and of this one."""
    files = [Path(__file__), *(path for path in PACKAGE.rglob("*.*") if path.suffix != ".pyc")]
    states = sorted((str(p), p.stat().st_mtime_ns, p.stat().st_size) for p in files)
    return hashlib.sha256(repr(states).encode()).hexdigest()


def replace(path, text):
    """Write a file in one step: an interrupted build leaves no half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def found_sources(module):
    """Follow the imports of a module.

    Files beside its modules that are not Python (tables, messages) count as well.
    """
    found, left = {module}, [module]
    while left:
        new = imported(left.pop()) - found
        found |= new
        left += new
    paths = {}  # in order, each once
    for name in [module, *sorted(found - {module})]:
        base = PACKAGE.joinpath(*name.split(".")[1:])
        folder = base if base.is_dir() else base.parent
        paths[base / "__init__.py" if base.is_dir() else base.with_suffix(".py")] = None
        paths |= dict.fromkeys(sorted(p for p in folder.glob("*.*") if p.suffix[:3] != ".py"))
    return list(paths)


@cache
def imported(module):
    """Return the modules that a module imports, and those whose names it uses as ``mk.NAME``."""
    found = _imports().find_modules_directly_imported_by(module)
    if "mlevalkit" not in found:
        return found
    base = PACKAGE.joinpath(*module.split(".")[1:])
    path = base / "__init__.py" if base.is_dir() else base.with_suffix(".py")
    used = {
        node.attr
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "mk"
    }
    homes = (getattr(mlevalkit, name) for name in used)
    return {getattr(home, "__module__", None) or home.__name__ for home in homes} | found


def explorer_sources(key):
    return sources(getattr(explorers, key.partition("-")[0]).__module__)


@cache
def digest(key):
    """Return a digest of all that an explorer's drawings depend on."""
    below = [f"{package} {version(package)}" for package in BELOW]
    own = [Path(__file__), Path(panels.__file__), *explorer_sources(key)]
    return digest_of(own, sys.version, *below)[:16]


def draw_all(key):
    """Return all settings of an explorer, by language."""
    return {lang: drawn_in(lang, key) for lang in LANGUAGES}


def drawn_in(lang, key):
    """Return what an explorer shows: a table of distinct texts, and where each one is used."""
    table = {}

    def put(text):
        return table.setdefault(text, len(table))

    with speaking(lang):
        explorer = panels.explorer_of(key)
        states = [state_of(explorer, explorer.draw(**s), put) for s in explorer.settings()]
        labels = [str(v.label) for v in explorer.first.numbers]
    return {"labels": labels, "texts": list(table), "states": states}


def state_of(explorer, view, put):
    """Return what a view shows, each text as what `put` returns for it; the picture tag by tag."""
    handles = (panels.shares(handle, explorer.parameters) for handle in view.handles)
    return {
        "picture": [put(tag) for tag in TAG.findall(view.figure.svg())],
        "numbers": [put(v.text) for v in view.numbers],
        "alt": put(str(view.alt)),
        "handles": [put(json.dumps(handle)) for handle in handles],
    }


# -- the store --------------------------------------------------------------------------------


def path_of(key, store):
    return store / f"{key}-{digest(key)}.json"


def drawings(key, coming=(), store=STORE):
    """Return all settings of an explorer, from the store if nothing below them has changed.

    Of those that `begin` has under way, it waits for the next until this one is there.
    """
    path = path_of(key, store)
    others = iter(coming)
    while not path.exists() and next(others, None):
        pass
    if not path.exists():
        keep(key, path)
    return json.loads(path.read_text(encoding="utf-8"))


def begin(keys, store=STORE):
    """Begin to draw what the store lacks, in this order, on all cores, while others go on.

    Returns a generator of their names, each when it is drawn.
    """
    missing = {key: path_of(key, store) for key in keys if not path_of(key, store).exists()}
    if not missing:
        return (key for key in ())
    pool = Parallel(n_jobs=-1, return_as="generator", batch_size=1, pre_dispatch="all")
    return pool(delayed(keep)(key, path) for key, path in missing.items())


def keep(key, path):
    """Draw an explorer into its file."""
    data = draw_all(key)
    for old in path.parent.glob(f"{key}-{'[0-9a-f]' * 16}.json"):
        old.unlink(missing_ok=True)
    replace(path, json.dumps(data, ensure_ascii=False))
    return key
