"""Every setting of an explorer, drawn once and kept until something that it depends on changes.

Pictures are drawn with English words. Those that were said in the course are known in every
language, and a page puts its own into the picture: their places do not depend on their length.

A picture is cut into pieces, and each is kept once. Places are in tenths of a point, which is less
than a screen shows.

The drawings of an explorer are kept in ``_build/drawings`` under a digest of what they are made
from: the modules that its code imports, the two files that draw them here, and the versions of the
packages underneath.
"""

import ast
import gc
import json
import re
import sys
from functools import cache
from html import escape, unescape
from importlib.metadata import version
from operator import itemgetter
from pathlib import Path

import grimp
from joblib import Parallel, delayed

import mlevalkit
from mlevalkit import explorers
from mlevalkit.explorers.picture import svg
from mlevalkit.explorers.words import LANGUAGES, listening, speaking
from mlevalkit_book.live import panels
from mlevalkit_book.paths import ROOT, digest_of

PACKAGE = Path(mlevalkit.__file__).parent
STORE = ROOT / "_build" / "drawings"
BELOW = ("numpy", "scipy", "matplotlib", "scikit-learn", "pandas")


@cache
def _imports():
    return grimp.build_graph("mlevalkit", exclude_type_checking_imports=True, cache_dir=None)


def sources(module):
    """Return the files that decide what a module of the library does, itself first.

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


TEXT = re.compile(r"(<?[^<>]*>)([^<]*)(</text>)")


def draw_one(key, setting):
    """Return what one setting shows, as texts: picture, numbers, words, and what can be dragged.

    The picture is in pieces.

    What differs between languages is a dict of them.
    """
    with listening() as heard, speaking(LANGUAGES[0]):
        explorer = panels.explorer_of(key)
        view = explorer.draw(**setting)
        lines = svg(view.figure).split("\n")
        numbers = [v.text for v in view.numbers]
    own = in_pieces(heard)
    return (
        [drawn(piece, own) for piece in pieces(lines)],
        [own.get(number, number) for number in numbers],
        dict(view.alt.texts),
        [json.dumps(panels.shares(h, explorer.parameters)) for h in view.handles],
    )


def drawn_each(key, settings):
    """Yield what each setting shows.

    A figure is full of cycles. It is thrown away at once, in a search for garbage that passes over
    all that was there before: searches in their usual course take a fifth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        for setting in settings:
            yield draw_one(key, setting)
            gc.collect()
    finally:
        gc.enable()
        gc.unfreeze()


def in_pieces(heard):
    """Return what was said by its English words, line by line, as a picture has it."""
    own = {}
    for texts in heard:
        parts = zip(*(texts[k].split("\n") for k in LANGUAGES), strict=True)
        own |= {part[0]: dict(zip(LANGUAGES, part, strict=True)) for part in parts}
    return own


def drawn(piece, own):
    """Return a piece of the picture; one with words, in every language."""
    found = TEXT.fullmatch(piece)
    texts = found and own.get(unescape(found[2]))
    if not texts:
        return piece
    return {k: f"{found[1]}{escape(text, quote=False)}{found[3]}" for k, text in texts.items()}


def draw_all(key):
    """Return all settings of an explorer: a table of distinct texts, and where each one is used.

    `own` has what stands in the place of a text, by its index, in another language; `packed` has
    the pictures of the states in a form that repeats little.
    """
    settings = panels.explorer_of(key).settings()
    table, own = {}, {k: {} for k in LANGUAGES[1:]}

    def put(text):
        texts = text if isinstance(text, dict) else {LANGUAGES[0]: text}
        i = table.setdefault(texts[LANGUAGES[0]], len(table))
        for k in LANGUAGES[1:]:
            said = own[k].setdefault(str(i), texts.get(k, texts[LANGUAGES[0]]))
            if said != texts.get(k, said):
                raise ValueError(f"{key}: {texts} is said as {said!r} elsewhere")
        return i

    states = [
        {
            "picture": [*map(put, lines)],
            "numbers": [*map(put, numbers)],
            "alt": put(alt),
            "handles": [*map(put, handles)],
        }
        for lines, numbers, alt, handles in drawn_each(key, settings)
    ]
    texts = list(table)
    changed = {k: {i: t for i, t in own[k].items() if t != texts[int(i)]} for k in own}
    pictures = packed([state["picture"] for state in states], len(texts))
    return {"texts": texts, "own": changed, "states": states, "packed": pictures}


def texts_in(data, lang):
    """Return the table of texts in a language."""
    own = data["own"].get(lang, {})
    return [own.get(str(i), text) for i, text in enumerate(data["texts"])]


# -- short pictures ---------------------------------------------------------------------------

PLACES = re.compile(r'^[MLCQ] [^"<]*|(?<= [dxy]=")[^"]*|(?<=rotate\()[^)]*')
NUMBER = re.compile(r"-?\d+\.\d+")
POINT = re.compile(r'(.*d="|)([ML]) (\S+) (\S+) ')  # a line of a path
CUT = re.compile(r'(?= x=")|(?<=\d")(?= style=")')  # before and after places


def pieces(lines):
    """Return the pieces of a picture: a step of a path, a mark's kind, its place, its style."""
    return [piece for line in relative(map(rounded, lines)) for piece in CUT.split(line)]


def rounded(line):
    """Return a line of a picture with its places in tenths of a point."""
    return PLACES.sub(lambda places: NUMBER.sub(tenth, places[0]), line)


def tenth(number):
    return in_short(tenths(number[0]))


def tenths(text):
    return round(10 * float(text))


def in_short(number):
    """Return a number of tenths as a path may have it: -5 is -.5."""
    text = f"{number / 10:g}"
    return text.replace("0.", ".", 1) if abs(number) < 10 else text


def relative(lines):
    """Return the lines of a picture with paths that go from point to point.

    Steps are shorter than places, and many are the same. A step of no length is left out of a line
    that has one.
    """
    result = []
    before = None  # where the path is, after M or L
    command = ""
    is_drawn = False  # since the last M
    for line in lines:
        point = POINT.fullmatch(line)
        if not point:
            result.append(line)
            before = None
            continue
        here = tenths(point[3]), tenths(point[4])
        if before is None or point[1]:
            result.append(f"{point[1]}{point[2]}{point[3]} {point[4]}")
        elif is_drawn and point[2] == "L" and here == before:
            continue
        else:
            drawn = step(point[2], here[0] - before[0], here[1] - before[1])
            if (command, point[2]) == ("m", "L"):
                result[-1] += drawn  # a line of many single strokes
            else:
                result.append(drawn)
        is_drawn = point[2] == "L" and (is_drawn or here != before)
        command = result[-1][0]
        before = here
    return result


def step(command, dx, dy):
    """Return a step of a path in its shortest form."""
    if command == "L" and not dx:
        return f"v{in_short(dy)}"
    if command == "L" and not dy:
        return f"h{in_short(dx)}"
    between = "" if dy < 0 else " "
    return f"{command.lower()}{in_short(dx)}{between}{in_short(dy)}"


def packed(pictures, count):
    """Return lists of numbers below ``count`` as texts, which repeat little of one another.

    All numbers in their order stand in one list, behind 0, 1, ..., count - 1. "7+3" says: what
    stands there from place 7 on, three numbers; "7" is one. book-explorers.js reads it.
    """
    stream = list(range(count))
    seen = {}  # where the list had four numbers in a row
    result = []
    for picture in pictures:
        tokens = []
        i = 0
        while i < len(picture):
            places = [picture[i], *seen.get(tuple(picture[i : i + 4]), ())[-6:]]
            at, length = max(((p, equal(stream, p, picture, i)) for p in places), key=itemgetter(1))
            tokens.append(f"{at}+{length}" if length > 1 else f"{at}")
            for number in picture[i : i + length]:
                stream.append(number)
                seen.setdefault(tuple(stream[-4:]), []).append(len(stream) - 4)
            i += length
        result.append(" ".join(tokens))
    return result


def equal(stream, place, picture, i):
    """Return how many numbers are the same from a place on, before the list ends."""
    most = min(len(stream) - place, len(picture) - i)
    return next((k for k in range(most) if stream[place + k] != picture[i + k]), most)


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
    path.parent.mkdir(parents=True, exist_ok=True)
    for old in path.parent.glob(f"{key}-{'[0-9a-f]' * 16}.json"):
        old.unlink(missing_ok=True)
    part = path.with_suffix(".part")  # an interrupted build leaves no half of a file
    part.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    part.replace(path)
    return key
