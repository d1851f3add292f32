"""Problems of seeds 0 to 99 are as on file, in both languages, and JavaScript draws their numbers.

`python tests/test_golden_problems.py` writes `tests/golden/` anew: a file for each section, a part
for each template. It begins with the problem of seed 0 in full; then each seed has a line with a
digest of all that is said in either language, and with the answers. Where a digest alone changed,
only words did.
"""

import hashlib
import json
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mlevalkit as mk
from mlevalkit.display.language import LANGUAGES, speaking
from mlevalkit.exercises import Draw, Problem, kinds, problem
from mlevalkit.exercises.answers import flat
from mlevalkit.exercises.forms import as_fraction

FOLDER = Path(__file__).with_name("golden")
SEEDS = range(100)
FEW = range(8)  # in the default run
HEAD = "==== "
KINDS = list(kinds())  # of the package: tests that add their own come later


def said(given: Problem) -> str:
    """Return all that a problem says in the chosen language: question, solution, mistakes."""
    mistakes = (f"{name}: {given.explain(name).plain()}" for name in given.mistakes)
    return "\n".join([repr(given), str(given.solution), *mistakes])


def brief(value: Any) -> str:
    """Return an answer as it stands in a file: to the digits that no platform changes."""
    if isinstance(value, dict):
        return "; ".join(map(brief, value.values()))
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(value)) + "}"
    if isinstance(value, (bool, str)):
        return str(value)
    numbers = [as_fraction(part) for part in flat(value)]
    return ", ".join(str(n) if n.denominator < 1000 else f"{float(n):.8g}" for n in numbers)


def entry(kind: str, seed: int) -> str:
    """Return the line of one problem."""
    given = problem(kind=kind, seed=seed)
    texts = []
    for language in LANGUAGES:
        with speaking(language):
            texts.append(said(given))
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8]
    return f"{seed} {digest} {brief(given.answer)}"


def in_full(kind: str) -> Iterator[str]:
    """Yield what the problem of seed 0 says in each language."""
    for language in LANGUAGES:
        with speaking(language):
            yield said(problem(kind=kind, seed=0))


def stored() -> dict[str, list[str]]:
    """Return the lines on file by template."""
    parts = {}
    for path in FOLDER.glob("*.txt"):
        for part in path.read_text("utf-8").split(HEAD)[1:]:
            kind, _, text = part.partition("\n")
            parts[kind] = re.findall(r"^\d+ [0-9a-f]{8} .*$", text, re.MULTILINE)
    return parts


STORED = stored()


def test_every_template_is_on_file() -> None:
    assert STORED.keys() == {*KINDS}
    assert {len(lines) for lines in STORED.values()} == {len(SEEDS)}


def _agree(kind: str, seeds: range) -> None:
    lines = STORED[kind]
    assert [entry(kind, seed) for seed in seeds] == [lines[seed] for seed in seeds]


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_problems_are_as_on_file(kind: str) -> None:
    _agree(kind, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_all_problems_are_as_on_file(kind: str) -> None:
    _agree(kind, SEEDS)


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
@pytest.mark.parametrize("seeds", [FEW, pytest.param(SEEDS, marks=pytest.mark.slow)])
def test_javascript_draws_the_numbers_of_every_problem(
    seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each stream of draws that made a problem is drawn again by draw.js."""
    streams: dict[int, list[list[int]]] = defaultdict(list)
    started = {}

    class Recorded(Draw):
        def __init__(self, name: str, seed: int) -> None:
            super().__init__(name, seed)
            started[id(self)] = (self, name, seed)

        def _below(self, n: int) -> int:
            streams[id(self)].append([n, drawn := super()._below(n)])
            return drawn

    for module in ("templates", "problems"):
        monkeypatch.setattr(f"mlevalkit.exercises.{module}.Draw", Recorded)
    for kind in KINDS:
        for seed in seeds:
            problem(kind=kind, seed=seed)
    asked = [[name, seed, [n for n, _ in streams[key]]] for key, (_, name, seed) in started.items()]
    script = Path(mk.exercises.__file__).with_name("draw.js")
    code = f"""
        const {{ Draw }} = require({json.dumps(str(script))});
        const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
        const drawn = ([name, seed, ends]) => {{
            const draw = new Draw(name, seed);
            return ends.map((n) => draw.below(n));
        }};
        console.log(JSON.stringify(asked.map(drawn)));"""
    ran = subprocess.run(
        ["node", "-e", code], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    assert json.loads(ran.stdout) == [[drawn for _, drawn in streams[key]] for key in started]


if __name__ == "__main__":
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    sections = defaultdict(list)
    for kind in KINDS:
        sections[kinds()[kind].section].append(kind)
    for section, found in sections.items():
        parts = [
            "\n".join([HEAD + kind, *in_full(kind), *(entry(kind, seed) for seed in SEEDS)])
            for kind in found
        ]
        (FOLDER / f"{section}.txt").write_text("\n\n".join(parts) + "\n", "utf-8")
