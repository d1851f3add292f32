"""Says what a page cannot do, and what to do instead, when a cell tries."""

from __future__ import annotations

import re

from .words import words

IGNORED = re.compile(r"%(matplotlib|config|load_ext|autoreload)\b")
COMMAND = re.compile(r"\s*(%{1,2}\w|!)")


def commands(code: str) -> str:
    """Return a cell without IPython's commands that mean nothing here; refuse the others."""
    if "%" not in code and "!" not in code:
        return code
    try:
        compile(code, "<cell>", "exec")
    except SyntaxError:
        return "".join(_command(line) for line in code.splitlines(keepends=True))
    return code


def _command(line: str) -> str:
    if not COMMAND.match(line):
        return line
    if IGNORED.match(line):
        return "\n" if line.endswith("\n") else ""
    key = "install" if re.match(r"\s*[%!]\s*(pip|conda|mamba|uv)\b", line) else "magic"
    raise RuntimeError(words(key, line=line.strip()))


def advice(error: BaseException) -> str | None:
    """Return a sentence about an exception that this page or a reader's file causes, or None."""
    text = str(error)
    if isinstance(error, ModuleNotFoundError) and error.name:
        top = error.name.partition(".")[0]
        return words("absent", name=top)
    if isinstance(error, UnicodeDecodeError) and error.encoding == "utf-8":
        return words("encoding")
    if isinstance(error, RuntimeError) and "start new thread" in text:
        return words("threads")
    if isinstance(error, MemoryError):
        return words("memory")
    if isinstance(error, OSError | AttributeError) and re.search(r"_socket|urlopen", text):
        return words("network")
    if isinstance(error, OSError) and re.search(r"process|fork|exec", text):
        return words("processes")
    return None
