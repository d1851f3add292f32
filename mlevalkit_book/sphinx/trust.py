"""What the trust suite and the benchmarks found, as tables of the page that reports it.

``{trust-table} NAME`` shows one of TABLES, ``{trust-report} KIND`` all that was compared as plain
text, and the role ``{trust}`` a number for a sentence. All of them read the CSV files that the
suite and the benchmarks store.
"""

from collections.abc import Iterator
from functools import cache

from docutils import nodes
from sphinx.util.docutils import SphinxDirective, SphinxRole

from mlevalkit_book.paths import ROOT, read_rows
from mlevalkit_book.sphinx.frame import edition, table
from mlevalkit_book.words import words

FILES = {
    "suite": "tests/trust/results.csv",
    "mutation": "tests/trust/mutation.csv",
    "speed": "benchmarks/results.csv",
    "growth": "benchmarks/growth.csv",
    "intervals": "mlevalkit/datasets/intervals.csv",
}
SIZES = ("100", "1000", "1000000")
HEADS, LIMITS = words("heads"), words("limits")
INTERVALS, DATA = words("intervals"), words("simulated")
# of the columns, in per cent
WIDTHS = {3: (50, 20, 30), 4: (34, 20, 26, 20), 5: (32, 32, 12, 12, 12)}


@cache
def rows(name):
    return read_rows(ROOT / FILES[name])


def of_kind(kind):
    return [row for row in rows("suite") if row["kind"] == kind]


def groups(found, key):
    """Return the rows by the value of a column, in the order of their first row."""
    grouped = {}
    for row in found:
        grouped.setdefault(row[key], []).append(row)
    return grouped


# -- the tables, as texts -----------------------------------------------------------------------


def published(lang) -> Iterator[tuple[str, ...]]:
    for source, group in groups(of_kind("published"), "source").items():
        values = sum(int(row["cases"]) for row in group)
        yield source, str(values), max((row["worst"] for row in group), key=float)


def mutation(lang):
    for row in rows("mutation"):
        share = f"{100 * float(row['share']):.1f}\N{NO-BREAK SPACE}%"
        yield row["module"], row["mutants"], row["killed"], share


def speed(lang):
    for (call, reference), by_size in _speeds():
        if set(by_size) >= set(SIZES):
            yield call, reference, *(short(by_size[n]["ratio"]) for n in SIZES)


def more_speed(lang):
    for (call, reference), by_size in _speeds():
        for n, row in by_size.items():
            if not set(by_size) >= set(SIZES):
                spread = f"{short(row['low'])} – {short(row['high'])}"
                yield call, reference, f"{int(n):,}" if n else "", short(row["ratio"]), spread


def _speeds():
    named = [{**row, "pair": (row["call"], row["reference"])} for row in rows("speed")]
    for pair, group in groups(named, "pair").items():
        yield pair, {row["n"]: row for row in group}


def short(number):
    value = float(number)
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def growth(lang):
    for call, group in groups(rows("growth"), "call").items():
        by_size = {row["n"]: row for row in group}
        large, last = by_size["1000000"], group[-1]
        limit = LIMITS[lang][last["limit"]]
        yield call, limit, large["limits"], last["slope"], large["bytes_per_sample"]


def coverage(lang):
    """Yield the lowest and the highest coverage of each interval and kind of data, in per cent."""
    named = [{**row, "pair": (row["interval"], row["data"])} for row in rows("intervals")]
    for (interval, data), group in groups(named, "pair").items():
        by_share = sorted(group, key=lambda row: float(row["coverage"]))
        low, high = by_share[0], by_share[-1]
        shares = (f"{100 * float(row['coverage']):.1f}" for row in (low, high))
        sizes = ", ".join(row["n"] for row in group)
        yield INTERVALS[lang][interval], DATA[lang][data], sizes, *shares


TABLES = {
    "published": published,
    "mutation": mutation,
    "speed": speed,
    "more-speed": more_speed,
    "growth": growth,
    "coverage": coverage,
}


def figure(name):
    """Return a number for a sentence."""
    kind, _, what = name.partition(" ")
    if kind == "mutation":
        if what == "mutants":
            return f"{sum(int(row['mutants']) for row in rows(kind)):,}"
        possible, killed = (
            sum(int(row[column]) * int(row["every"]) for row in rows(kind))
            for column in ("mutants", "killed")
        )
        return f"{100 * killed / possible:.1f}\N{NO-BREAK SPACE}%"
    found = of_kind(kind)
    if what == "worst":
        return max((row["worst"] for row in found), key=float)
    counts = {
        "lines": len(found),
        "cases": sum(int(row["cases"]) for row in found),
        "sources": len(groups(found, "source")),
    }
    return f"{counts[what]:,}"


def report(kind) -> str:
    """Return all lines of a kind as plain text."""
    lines = []
    for source, group in groups(of_kind(kind), "source").items():
        lines += [source] * bool(source)
        width = max(len(row["what"]) for row in group)
        for row in group:
            lines.append(f"  {row['what']:{width}}  {seen(row)}")
    return "\n".join(lines)


def seen(row):
    if row["published"]:
        return f"{row['published']} | {row['computed']}"
    worst = f", {row['worst']}" if row["kind"] in ("property", "edge") else ""
    return f"{int(row['cases']):,} x{worst}"


# -- the page -----------------------------------------------------------------------------------


class Table(SphinxDirective):
    required_arguments = 1

    def run(self):
        name, lang = self.arguments[0], edition(self.env.docname)
        for path in FILES.values():
            self.env.note_dependency(str(ROOT / path))
        head = HEADS[lang][name]
        return [table(head, TABLES[name](lang), WIDTHS[len(head)], "mk-trust")]


class Report(SphinxDirective):
    required_arguments = 1

    def run(self):
        text = report(self.arguments[0])
        return [nodes.literal_block(text, text, language="text", classes=["mk-report"])]


class Figure(SphinxRole):
    def run(self):
        return [nodes.Text(figure(self.text))], []
