"""What the name of a column says: a kind from words.toml, and what else stands in it."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple
from unicodedata import normalize

from ...display.workings.measure import data_of

WORDS = data_of(__package__, "words.toml")
_NAMES = {name: kind for kind, names in WORDS["names"].items() for name in names}
_OF = {kind: frozenset(words) for kind, words in WORDS["words"].items()}
_MEASURES = {kind: frozenset(words) for kind, words in WORDS["measures"].items()}
_BESIDE = {kind: frozenset(words) for kind, words in WORDS["beside"].items()}
_KINDS = ("names", "words", "measures", "beside")
_CHINESE = sorted(
    {
        word
        for kind in _KINDS
        for names in WORDS[kind].values()
        for name in names
        for word in name.split()
        if re.fullmatch("[一-鿿]+", word)
    },
    key=lambda word: (-len(word), word),
)
_PIECES = re.compile(
    "|".join(_CHINESE) + r"|[一-鿿]|[A-Z]+(?![a-z])|[A-Z]?[^\W\dA-Z_一-鿿]+|\d+(?:\.\d+)?|#|ŷ"
)
_SIMPLIFIED = str.maketrans(WORDS["characters"]["traditional"], WORDS["characters"]["simplified"])
_NUMBERED = re.compile(
    r"(pred|prob|proba|score|class|label|p|model|system|method|clf|classifier|learner|judge)\d+"
)

# of several runs of one learner: svm_seed0
A_RUN = re.compile(r".*(fold|seed|run|rep|trial|split|折|种子)[\s_.-]*\d+", re.IGNORECASE)


class Name(NamedTuple):
    """What a name says: what kind of column it is, and the rest, as a model or a class."""

    kind: str
    rest: str = ""


class _Word(NamedTuple):
    text: str  # in lower case
    start: int
    end: int


@cache
def name_of(name: str) -> Name:
    """Return what a name says; the kind is "" if its meaning is not known."""
    words = _words(name)
    text = " ".join(word.text for word in words)
    if text in _NAMES:
        return Name(_NAMES[text])
    if text in _BESIDE["summary"]:
        return Name("summary")
    for direction, measures in _MEASURES.items():
        if text.replace(" ", "") in measures:
            return Name("measure", direction)
    return _by_words(name, words, text)


def _by_words(name: str, words: list[_Word], text: str) -> Name:
    """Return what the words of a name say together."""
    said = {word.text for word in words}
    if said & _OF["truth"]:
        wrong = said & (_OF["pred"] | _OF["score"] | _OF["stop"] | _OF["confidence"])
        kind = "truth?" if wrong <= _OF["stop"] else ""
        return Name(kind, _rest(name, words)) if wrong else Name("truth", _rest(name, words))
    if text in ("y test", "y true", "correct label", "correct class", "label true"):
        return Name("truth")
    if not said & _OF["pred"] and (found := _beside(said, text)):
        return found
    if words[-1].text in ("id", "ids", "编号") and len(words) > 1 and not said & _OF["pred"]:
        return Name("ids")
    if said & _OF["stop"]:
        return Name("pred?", _rest(name, words)) if said & _OF["pred"] else Name("")
    for kind in ("confidence", "score", "pred"):
        if said & _OF[kind]:
            return Name(kind, _rest(name, words))
    return _other(name, words)


def _other(name: str, words: list[_Word]) -> Name:
    if words[0].text == "p" and len(words) > 1:
        return Name("p", re.sub(r"^p[\s_.:(=]*(y\s*=\s*)?|\)$", "", name, flags=re.IGNORECASE))
    return Name("learner", name) if _names_learner([word.text for word in words]) else Name("")


def _names_learner(words: list[str]) -> bool:
    """Tell whether a name is that of a learner and nothing else: random forest, gpt-4o, model 2."""
    learners = _OF["learners"] | _OF["modelish"]
    stems = [word if word in learners else word.rstrip("0123456789.") for word in words]
    known = learners | _OF["of_learners"] | _OF["generic"]
    plain = all(stem in known or re.fullmatch(r"\d*\w?", stem) for stem in stems)
    return "".join(words) in learners or (plain and any(stem in learners for stem in stems))


def _beside(said: set[str], text: str) -> Name | None:
    """Return the kind of a measure, a time or the like."""
    for direction, words in _MEASURES.items():
        if said & words:
            return Name("train" if said & _BESIDE["train"] else "measure", direction)
    for kind in ("time", "size"):
        if said & _BESIDE[kind] and (
            kind == "time" or said <= _BESIDE["size"] | {"num", "number", "of"}
        ):
            return Name(kind)
    return Name("train") if said & _BESIDE["train"] and said & _OF["score"] else None


def closes(names: list[str]) -> bool:
    """Tell whether the last rows of a table of results, of these names, are no data sets."""
    closing = set(WORDS["beside"]["closing"])
    return all(closing & {word.text for word in _words(name)} for name in names)


def measure_in(name: str) -> str:
    """Return the measure that a name contains, "" if it is none."""
    known = _MEASURES["higher"] | _MEASURES["lower"]
    return next((word.text for word in _words(name) if word.text in known), "")


def _words(name: str) -> list[_Word]:
    text = normalize("NFKC", name)
    text = (text if len(text) == len(name) else name).translate(_SIMPLIFIED)
    found: list[_Word] = []
    for match in _PIECES.finditer(text):
        start, end = match.span()
        word = match[0].lower()
        last = found[-1] if found else None
        if last and last.end == start and (word.isdigit() or last.text.isdigit()):
            joined = _Word(last.text + word, last.start, end)  # c45, f1, v2, but not prob0
            if not _NUMBERED.fullmatch(joined.text):
                found[-1] = joined
                continue
        found.append(_Word(word, start, end))
    return found or [_Word(text.strip().lower(), 0, len(text))]


def _rest(name: str, words: list[_Word]) -> str:
    """Return what is left of a name without the words that say its kind."""
    known = _OF["truth"] | _OF["pred"] | _OF["score"] | _OF["confidence"]
    own = list(words)
    while own and own[0].text in known | _OF["generic"]:
        own.pop(0)
    while own and own[-1].text in known | _OF["generic"]:
        own.pop()
    if not own or all(word.text in _OF["modelish"] for word in own):
        return ""
    if any(word.text in known for word in own):
        return "_".join(name[w.start : w.end] for w in own if w.text not in known)
    return name[own[0].start : own[-1].end]


def polarity(rest: str) -> str:
    """Return "positive" or "negative" if what is left of a name says just that, else ""."""
    word = rest.strip().lower()
    return next((kind for kind in ("positive", "negative") if word in _OF[kind]), "")
