"""The two faces of the runtime are what its README says: seen without the package, or a browser."""

import inspect
import re

import pytest

from mlevalkit_book.live.runtime import pack
from mlevalkit_book.paths import LIVE

RUNTIME = LIVE / "runtime"
README = (RUNTIME / "README.md").read_text(encoding="utf-8")
SCRIPT = (RUNTIME / "runtime.js").read_text(encoding="utf-8")
PAGE = "\n".join(path.read_text(encoding="utf-8") for path in sorted((LIVE / "page").glob("*.js")))
# Members of the class, at its own indentation; a # in front makes one private.
MEMBERS = set(re.findall(r"^  (?:static |async |get )*(\w+)(?= ?[(=])", SCRIPT, re.MULTILINE))


def promised() -> set[str]:
    """Return the members that the README promises to the page."""
    table = README.split("## To the page")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(?:await )?python\.(\w+)", table, re.MULTILINE)
    return {*rows, *re.findall(r"LivePython\.(\w+)\(", table)}


def test_the_page_gets_what_is_promised() -> None:
    assert len(promised()) > 12
    assert promised() <= MEMBERS
    inner = {"constructor", "part", "manifest", "if", "for", "while", "switch"}
    assert MEMBERS - promised() <= inner, "and nothing that is not"


def test_the_page_asks_for_nothing_else() -> None:
    asked = set(re.findall(r"\bpython\.(\w+)", PAGE)) | set(re.findall(r"LivePython\.(\w+)", PAGE))
    assert len(asked) > 8
    assert asked <= promised()


@pytest.mark.parametrize("option", ["base", "language", "setup", "onprogress", "onstate"])
def test_the_constructor_takes_what_is_promised(option: str) -> None:
    head = SCRIPT.split("constructor(")[1].split(";")[0]
    assert re.search(rf"\b{option}\b", head)
    assert re.search(rf"^  {option}:", README, re.MULTILINE)


def test_the_build_gets_what_is_promised() -> None:
    assert list(inspect.signature(pack.ship).parameters) == ["folder", "package", "modules"]
    assert inspect.signature(pack.available).parameters == {}
    said = set(re.findall(r"^\| `(\w+)` \|", README.split("## To the page")[0], re.MULTILINE))
    source = inspect.getsource(pack.ship)
    assert said == {"script", "bytes", "files", "versions", "licences", "left_out"}
    assert [key for key in said if f'"{key}":' not in source] == []


def test_states_and_reasons_are_those_of_the_readme() -> None:
    reasons = set(re.findall(r'return "([\w-]+)"', SCRIPT.split("static part")[0]))
    assert reasons == {"worker", "decompression", "wasm-exceptions", "memory"}
    assert all(f'"{reason}"' in README for reason in reasons)
    states = set(re.findall(r'#become\("(\w+)"\)', SCRIPT)) | {"off"}
    assert states <= {"off", "starting", "ready", "running", "crashed"}
