"""A problem under a kernel: a place to answer each step, as ipywidgets."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from ..display.workings import Messages
from .forms import Choice, YesNo
from .problems import Problem
from .templates import templates

_WIDE = {"width": "auto", "max_width": "40em"}

_say = Messages(__package__)


class Box(widgets.VBox):  # type: ignore[misc]
    """A problem with a place to answer.

    Attributes
    ----------
    problem : Problem
        What is asked.
    answers : dict
        The control of each step by its name; its ``value`` is the answer.
    said : dict
        What is said of each answer, as ``widgets.HTML``.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self._show(problem)

    def _show(self, problem: Problem) -> None:
        self.problem = problem
        self.answers = {q.name: _control(problem, q.name) for q in problem.asked}
        self.said = {name: widgets.HTML() for name in self.answers}
        self._solution = widgets.HTML()
        story = widgets.HTML("".join(step.html() for step in problem.story))
        steps = [
            part
            for name, control in self.answers.items()
            for part in (widgets.HTML(problem.ask(name)[0].html()), control, self.said[name])
        ]
        acts = {
            "check": self.check,
            "hint": self._give_hints,
            "solution": self._solve,
            "another": self._another,
        }
        buttons = [widgets.Button(description=str(_say("box", key))) for key in acts]
        for button, act in zip(buttons, acts.values(), strict=True):
            button.on_click(lambda _, act=act: act())
        self.children = [story, *steps, widgets.HBox(buttons), self._solution]

    def check(self) -> None:
        """Say of each answer what it is."""
        verdict = self.problem.check({name: box.value for name, box in self.answers.items()})
        for name, each in verdict.steps.items():
            self.said[name].value = f'<div role="status">{each.said.inline()}</div>'

    def _give_hints(self) -> None:
        for name, place in self.said.items():
            if hint := self.problem.hint(name):
                place.value += f"<p>{hint.inline()}</p>"

    def _solve(self) -> None:
        self._solution.value = self.problem.solution._repr_html_()

    def _another(self) -> None:
        self._show(templates()[self.problem.kind].another(self.problem))


def _control(problem: Problem, name: str) -> Any:
    form = problem.form(name)
    if isinstance(form, YesNo):
        options: list[Any] = [(str(form.text(held)), held) for held in (True, False)]
    elif isinstance(form, Choice):
        texts = map(str, problem.ask(name)[1:])
        options = list(zip(texts, form.names, strict=True))
    else:
        return widgets.Text(placeholder=form.example, layout=_WIDE)
    return widgets.RadioButtons(options=options, value=None, layout=_WIDE)
