"""A problem: its question, its solution, and what is said of an answer."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any, ClassVar

from .._optional import request
from ..display.language import language
from ..display.workings import Line, Messages, Sentence, Step, Table, Working, filled
from ..display.workings.writers import MathML, Plain
from .answers import flat
from .draw import Draw
from .forms import Choice, Form, Number, Numbers, as_fraction
from .judging import verdict_on
from .quantities import aligned, texts
from .questions import Kind, Question, Values, in_all, plain_value
from .symbols import translated
from .verdict import Verdict

_MARGIN = 0.05  # how far a statistic stays away from its critical value

_say = Messages(__package__)


@dataclass(frozen=True)
class Formula:
    """The formula of a line, without its numbers."""

    line: Line

    def plain(self) -> str:
        """Return it as plain text."""
        number = f"({self.line.number}) " if self.line.number else ""
        return f"{number}{self._in(Plain())}"

    def inline(self) -> str:
        """Return it as HTML within a line."""
        number = f" ({self.line.number})" if self.line.number else ""
        return f"<math>{self._in(MathML())}</math>{number}"

    def _in(self, writer: Plain) -> str:
        sign, formula = self.line.chain(writer)[0]
        return f"{writer.name(self.line.symbol)} {writer.sign(sign)} {formula}"


class Problem:
    """One problem, made by a template and a seed: a question, its solution, and its mistakes.

    A notebook shows the question. Answers are numbers, or text as people write it: "8/11",
    "0.727", "72.7 %", "0,727"; several of them in a list, or in a mapping by the names of the
    steps.

    Attributes
    ----------
    kind, section, difficulty, title, table
        Those of its template.
    seed : int
        The same kind and seed, the same problem.
    guided : bool
        Whether the steps in between are asked too.
    values : mapping
        The numbers of the question by name.
    asked : list
        The steps that are asked, each with its ``name``.
    right : mapping
        The value of every step by name, and the numbers of the question.
    shows : mapping
        For each step that is asked, the names of the mistakes that show in its answer.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> problem = mk.exercises.problem(kind="f1_from_counts", seed=7)
    >>> problem.answer
    {'P': Fraction(69, 116), 'R': Fraction(69, 83), 'F1': Fraction(138, 199)}
    >>> problem.check(["59.5 %", "0,83", "69/199"])
    (a) Right. (b) Right as far as it goes, but please give 3 significant digits.
    (c) Not yet. The product of P and R has to be doubled.
    >>> problem.check({"P": 0.595}).steps["P"].verdict
    'right'
    """

    controls: ClassVar[Callable[[Problem], Any] | None] = None  # what makes a box of widgets

    def __init__(self, template: Kind, seed: int, data: Values, *, guided: bool) -> None:
        self.kind = template.kind
        self.section = template.section
        self.difficulty = template.difficulty
        self.title = template.title
        self.table = template.table
        self.seed = seed
        self.guided = guided
        self.values = data
        self.asked = [q for q in template.questions if guided or not q.helps]
        self._template = template
        self.right = template.values(data)
        self._options = {q.name: self._shuffled(q) for q in template.questions if q.options}
        self.shows = self._where_mistakes_show()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self._template, self.seed, self.guided, dict(self.values))

    def _shuffled(self, q: Question) -> tuple[str, ...]:
        names = self.values.get("options", list(q.options))
        return tuple(Draw(f"{self.kind} options", self.seed).sample(names))

    def _where_mistakes_show(self) -> dict[str, list[str]]:
        """Return, for each step that is asked, the mistakes that show there first."""
        shows: dict[str, list[str]] = {q.name: [] for q in self.asked}
        times = Counter(name for q in self._template.questions for name in q.mistakes)
        for q in self._template.questions:
            names = self._options.get(q.name, tuple(q.mistakes))
            for mistake in (name for name in names if name != self.right[q.name]):
                at = self._first_wrong(q, mistake)
                if at is not None and mistake not in shows[at]:
                    shows[at].append(mistake)
        for found in shows.values():  # what shows in several steps is looked for first
            found.sort(key=lambda name: times[name] == 1)
        return shows

    def _does_not_arise(self, q: Question, mistake: str) -> bool:
        """Return whether a mistake in code says by None that these numbers do not lead to it."""
        solver = q.mistakes.get(mistake)
        return solver is not None and solver.formula is None and solver(self.right) is None

    def _first_wrong(self, q: Question, mistake: str) -> str | None:
        """Return the first step that is asked and goes wrong by a mistake; None if none does."""
        if self._does_not_arise(q, mistake):
            return None
        if q in self.asked:
            return q.name
        found = self.outcome(mistake)
        return next((a.name for a in self.asked if found[a.name] != self.right[a.name]), None)

    @property
    def needs(self) -> dict[str, list[str]]:
        """For each step that is asked, the others that are asked and from which it follows."""
        names = [q.name for q in self.asked]
        needed: dict[str, set[str]] = {}
        for q in self._template.questions:
            steps = q.solve.names & needed.keys()
            sources = ({name} if name in names else needed[name] for name in steps)
            needed[q.name] = set().union(*sources)
        return {name: [n for n in names if n in needed[name]] for name in names}

    def form(self, name: str) -> Form:
        """Return the form of the answers to a step: how they are read and compared."""
        q = next(q for q in self._template.questions if q.name == name)
        texts = {n: filled(q.options[n], **self._places) for n in self._options.get(name, ())}
        return q.form(self.right[name], texts, self.values)

    # -- what is asked ------------------------------------------------------------------------

    @property
    def question(self) -> tuple[Step, ...]:
        """The question: sentences, tables, and what is asked with its options."""
        asks = chain.from_iterable(map(self.ask, self.shows))
        digits = (_say("problem.digits", n=self.digits),) if self.digits else ()
        return (*self.story, *asks, *digits)

    @property
    def story(self) -> tuple[Step, ...]:
        """What is told and given, before anything is asked."""
        tables = [_aligned(v) for v in self.values.values() if isinstance(v, Table)]
        return (filled(self._template.text, **self._places), *tables)

    @property
    def _places(self) -> dict[str, Any]:
        """The numbers of the question as its texts show them."""
        return texts(self.values, self._template.numbers)

    def ask(self, name: str) -> tuple[Sentence, ...]:
        """Return what a step asks, and its options."""
        q = next(q for q in self.asked if q.name == name)
        ask = _say("problem.part", label=self.label(name), ask=filled(q.ask, **self._places))
        form = self.form(name)
        options = map(form.line, form.names) if isinstance(form, Choice) else ()
        return (ask, *options)

    @property
    def digits(self) -> int:
        """How many significant digits an answer needs; 0 if all of them are whole."""
        forms = [self.form(q.name) for q in self.asked]
        each = [f.each if isinstance(f, Numbers) else f for f in forms]
        return max((f.digits for f in each if isinstance(f, Number) and not f.whole), default=0)

    def label(self, name: str) -> str:
        """Return "(a) " for the first of several steps, nothing for the only one."""
        place = [q.name for q in self.asked].index(name)
        return f"({chr(ord('a') + place)}) " if len(self.asked) > 1 else ""

    @property
    def origin(self) -> str:
        """The kind and the seed, by which the problem can be made again."""
        alone = "" if self.guided else ", guided=False"
        return f'kind="{self.kind}", seed={self.seed}{alone}'

    def __repr__(self) -> str:
        return "\n".join([*(step.plain() for step in self.question), f"[{self.origin}]"])

    def _repr_html_(self) -> str:
        steps = "".join(step.html() for step in self.question)
        label = f'<p class="mk-note">{self.origin}</p>'
        return f'<div class="mk mk-problem" lang="{language()}">{steps}{label}</div>'

    def box(self) -> Any:
        """Return the problem with a place to answer, as ipywidgets.

        Raises
        ------
        ImportError
            If ipywidgets is not installed.
        """
        make = type(self).controls
        if make is None:
            raise ImportError("import mlevalkit.exercises first")
        return make(self)

    def _repr_mimebundle_(self, **_: Any) -> Mapping[str, Any]:
        bundle: dict[str, Any] = {"text/plain": repr(self), "text/html": self._repr_html_()}
        if not request().get("allow_stdin"):  # nobody is there to answer
            return bundle
        try:
            return {**self.box()._repr_mimebundle_(), **bundle}
        except ImportError:
            return bundle

    # -- the key ------------------------------------------------------------------------------

    @property
    def answer(self) -> Any:
        """The right answer; of several steps, a mapping by their names."""
        return self._only(self.right)

    @property
    def mistakes(self) -> dict[str, Any]:
        """The wrong answer that each mistake leads to, by the name of the mistake."""
        names = [name for shown in self.shows.values() for name in shown]
        return {name: self._only(self.outcome(name)) for name in names}

    def outcome(self, mistake: str) -> Values:
        """Return the value of every step by name, after one mistake and no other."""
        return self._template.values(self.values, mistake)

    def _only(self, values: Values) -> Any:
        found = {q.name: values[q.name] for q in self.asked}
        return found if len(found) > 1 else found[self.asked[0].name]

    def explain(self, name: str) -> Sentence:
        """Return what there is to say about a mistake, in words."""
        return self._template.mistake(name).said

    def page(self, name: str) -> str | None:
        """Return where the book explains a mistake, such as "precision-recall#f1"."""
        return self._template.mistake(name).page

    @property
    def solution(self) -> Working:
        """The worked solution, with the numbers of this problem."""
        return Working(self.answer, tuple(chain.from_iterable(self.solved.values())))

    @property
    def solved(self) -> dict[str, list[Step]]:
        """The worked solution of each step that is asked, by its name."""
        known = dict(self.values)
        parts: dict[str, list[Step]] = {}
        steps: list[Step] = []
        for q in self._template.questions:
            made = q.solve(known)
            known[q.name] = plain_value(made)
            if isinstance(made, Line):
                steps.append(made)
            elif isinstance(made, Working):
                steps += made.steps
            if q.exceeds:
                steps.append(self._compared(q))
            if q in self.asked:
                parts[q.name] = [*map(translated, steps), *self._answer_lines(q.name)]
                steps = []
        return parts

    def _compared(self, q: Question) -> Sentence:
        """Return how a statistic compares with its critical value, in numbers."""
        statistic, critical = (self.right[name] for name in q.exceeds)
        size = Number().text(abs(statistic)).split()[-1]
        sign = ">" if self.right[q.name] else "≤"
        return filled(in_all(f"{size} {sign} {Number().text(critical).split()[-1]}"))

    def _answer_lines(self, name: str) -> Iterator[Sentence]:
        """Yield the answer to a step; of a choice, also why it is none of the others."""
        form = self.form(name)
        right = self.right[name]
        yield _say("problem.found", label=self.label(name), value=form.text(right))
        if isinstance(form, Choice):
            for option in form.names:
                if option != right:
                    yield form.line(option, self.explain(option))

    def hint(self, name: str) -> Sentence | Formula | None:
        """Return a first hint to a step: the formula, or what to compare; None if there is none."""
        q = next(q for q in self.asked if q.name == name)
        if q.hint:
            return filled(q.hint, **self._places)
        if q.exceeds:
            return _say("problem.compare")
        made = q.solve(self.right)
        steps = made.steps if isinstance(made, Working) else [made]
        first = next((step for step in steps if isinstance(step, Line) and step.values), None)
        return Formula(translated(first)) if first else None

    def text(self, name: str) -> Any:
        """Return the right answer to a step as the key shows it."""
        return self.form(name).text(self.right[name])

    # -- an answer ----------------------------------------------------------------------------

    def check(self, answer: Any) -> Verdict:
        """Tell whether an answer is right, or which mistake it looks like.

        A later step is judged by the student's own earlier values.

        Parameters
        ----------
        answer : object
            One value; of several steps, a list of them in order or a mapping by name. What is
            missing, None or ``...`` is not answered yet.

        Returns
        -------
        Verdict
            True if all is right.
        """
        return verdict_on(self, answer)

    def expected(self, known: Values, name: str, wrong: str | None = None) -> Any:
        """Return the value of a step that follows from what is known, with one mistake if named.

        OverflowError if it is beyond a float, as what follows from 10^9999 may be.
        """
        value = self._template.values(known, wrong, until=name)[name]
        if any(isinstance(each, float) and not math.isfinite(each) for each in flat(value)):
            raise OverflowError(f"step {name!r}: {value}")
        return value

    # -- whether the numbers will do ----------------------------------------------------------

    def is_fair(self) -> bool:
        """Return whether right answer and mistakes can be told apart, and no decision is narrow."""
        narrow = any(map(self._is_narrow, self._template.questions))
        return not narrow and all(map(self._are_apart, self.asked))

    def _is_narrow(self, q: Question) -> bool:
        if not q.exceeds:
            return False
        statistic, critical = (as_fraction(self.right[name]) for name in q.exceeds)
        return abs(abs(statistic) - critical) <= _MARGIN * abs(critical)

    def _are_apart(self, q: Question) -> bool:
        form = self.form(q.name)
        wrong = [self.expected(self.values, q.name, name) for name in self.shows[q.name]]
        return all(form.apart(a, b) for a, b in combinations([self.right[q.name], *wrong], 2))


def _aligned(table: Table) -> Table:
    """Return a table with the same number of decimals all down a column."""
    columns = map(aligned, zip(*table.rows, strict=True))
    return Table(table.header, [*zip(*columns, strict=True)])


def _unpickled(template: Any, seed: int, guided: bool, values: Values) -> Problem:
    """Return the problem that was pickled: its template makes it once more."""
    problem: Problem = template.problem(seed, guided=guided)
    if repr(dict(problem.values)) != repr(values):
        raise ValueError(
            f"the template {template.kind!r} has changed: seed {seed} now gives "
            f"{dict(problem.values)}, and gave {values} when the problem was pickled"
        )
    return problem
