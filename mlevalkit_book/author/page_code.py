"""Code cells of a page pair: the same program up to comments and strings, the same numbers."""

import ast
import io
import itertools
import re
import tokenize
from collections import Counter
from collections.abc import Iterator

NUMBER = re.compile(r"(?<![A-Za-z0-9_.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
LAYOUT = {tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER}
F_START = getattr(tokenize, "FSTRING_START", None)  # f-strings are one token before Python 3.12
F_END = getattr(tokenize, "FSTRING_END", None)


def pieces(code: str) -> Iterator[tuple[str, str]]:
    """Yield (kind, text) for each token: "comment", "string" or "code", without layout."""
    starts = [0, *itertools.accumulate(map(len, code.splitlines(keepends=True)))]
    depth = opened = 0
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        begin = starts[token.start[0] - 1] + token.start[1]
        if token.type == F_START:
            opened = opened if depth else begin
            depth += 1
        elif token.type == F_END:
            depth -= 1
            if not depth:
                yield "string", code[opened : starts[token.end[0] - 1] + token.end[1]]
        elif depth or token.type in LAYOUT:
            continue
        elif token.type in {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}:
            yield "code", tokenize.tok_name[token.type]
        else:
            kind = {tokenize.COMMENT: "comment", tokenize.STRING: "string"}.get(token.type, "code")
            yield kind, token.string


def fields(string: str) -> tuple[str, ...]:
    """Return what an f-string puts in, in the order of the alphabet; languages order it freely.

    Fill and width are left out: a Chinese column is filled with spaces as wide as a character.
    """
    if "f" not in re.match(r"\w*", string)[0].lower():
        return ()
    tree = ast.parse(string, mode="eval")
    return tuple(sorted(map(field, (v for v in ast.walk(tree) if type(v) is ast.FormattedValue))))


def field(node: ast.FormattedValue) -> str:
    spec = node.format_spec.values if node.format_spec else []
    said = "".join(v.value for v in spec if isinstance(v, ast.Constant))
    return f"{ast.unparse(node.value)}:{re.sub('^(.?[<>^])?[0-9]*', '', said)}"


def program(code: str) -> list[object]:
    """Return the code with nothing said of its comments and of what its strings say."""
    try:
        found: list[object] = []
        for kind, text in pieces(code):
            if kind == "code":
                found.append(text)
            elif kind == "string" and found and isinstance(found[-1], tuple):
                found[-1] = tuple(sorted(found[-1] + fields(text)))  # strings side by side are one
            elif kind == "string":
                found.append(fields(text))
        return found
    except (SyntaxError, tokenize.TokenError):  # a command of IPython's: %pip, !ls
        return list(code.splitlines())


def same_program(a: str, b: str) -> bool:
    """Tell whether two cells are the same code up to comments and strings."""
    return a == b or program(a) == program(b)


def words(code: str) -> list[str]:
    """Return the comments and strings of a cell."""
    try:
        return [text for kind, text in pieces(code) if kind != "code"]
    except (SyntaxError, tokenize.TokenError):
        return []


def translated(code: str, old: str, partner: str) -> tuple[str, list[str]]:
    """Return new code with the partner page's comments and strings, and what has none yet.

    Parameters
    ----------
    code, old : str
        The cell as it is now and as it was.
    partner : str
        The same cell of the other edition, which belongs to `old`.
    """
    before, after = words(old), words(partner)
    known = dict(zip(before, after, strict=True)) if len(before) == len(after) else {}
    new, end = [], 0
    for text in words(code):
        place = code.index(text, end)
        new += [code[end:place], known.get(text, text)]
        end = place + len(text)
    code = "".join([*new, code[end:]])
    kept = {*known.values(), *before}
    return code, [text for text in words(code) if text not in kept and is_prose(text)]


def is_prose(text: str) -> bool:
    """Tell whether a comment or string says something, rather than naming an option."""
    return bool(re.search(r"[一-鿿]", text)) or len(re.findall(r"[A-Za-z]{2,}", text)) > 2


def numbers(outputs: list[dict]) -> Counter[str]:
    """Return the numbers that a cell prints, each with how often."""
    texts = [o.get("text") or o.get("data", {}).get("text/plain", "") for o in outputs]
    texts = [text for text in texts if not text.startswith("<Figure size")]  # longer words, wider
    return Counter(number for text in texts for number in NUMBER.findall(text))
