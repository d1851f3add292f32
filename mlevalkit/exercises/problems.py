"""A problem: its question, its solution, and what is said of an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar

from .._optional import request
from ..display.language import language
from ..display.workings import Line, Messages, Sentence, Step, Table, Working, filled
from ..display.workings.writers import MathML, Plain
from .forms import Choice, Number, Numbers
from .judging import verdict_on
from .key import Key
from .quantities import aligned
from .questions import Question, Values, in_all, plain_value, steps_of
from .symbols import translated
from .verdict import Verdict

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


class Problem(Key):
    """One problem, made by a template and a seed: a question, its solution, and its mistakes.

    A notebook shows the question. Answers are numbers, or text as people write it: "8/11",
    "0.727", "72.7 %", "0,727"; several of them in a list, or in a mapping by the names of the
    steps.

    Attributes
    ----------
    kind, section, difficulty, title, table
        Those of its template, which is its `template`.
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

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.template, self.seed, self.guided, dict(self.values))

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
        return (filled(self.template.text, **self.places), *tables)

    def ask(self, name: str) -> tuple[Sentence, ...]:
        """Return what a step asks, and its options."""
        ask = filled(self.step(name).ask, **self.places)
        said = _say("problem.part", label=self.label(name), ask=ask)
        form = self.form(name)
        options = map(form.line, form.names) if isinstance(form, Choice) else ()
        return (said, *options)

    @property
    def digits(self) -> int:
        """How many significant digits an answer needs; 0 if all of them are whole."""
        forms = [self.form(q.name) for q in self.asked]
        each = [f.each if isinstance(f, Numbers) else f for f in forms]
        return max((f.digits for f in each if isinstance(f, Number) and not f.whole), default=0)

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

    def _only(self, values: Values) -> Any:
        found = {q.name: values[q.name] for q in self.asked}
        return found if len(found) > 1 else found[self.asked[0].name]

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
        for q in self.template.questions:
            made = q.solve(known)
            known[q.name] = plain_value(made)
            steps += steps_of(made)
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
        q = self.step(name)
        if q.hint:
            return filled(q.hint, **self.places)
        if q.exceeds:
            return _say("problem.compare")
        lines = (step for step in steps_of(q.solve(self.right)) if isinstance(step, Line))
        first = next((line for line in lines if line.values), None)
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
