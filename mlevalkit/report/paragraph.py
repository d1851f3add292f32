"""The paragraph for a paper: effect, interval, statistic, p, and the convention named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._workings import Messages, Sentence, digits, word
from ..results import p_text
from .calls import Call, Number
from .measures import interval_methods
from .score_table import paper

if TYPE_CHECKING:
    from .result import Evaluation

_say = Messages(__package__)

_MOST = 5


def of(result: Evaluation) -> str:
    """Return the paragraph in the chosen language."""
    if result._scores is not None:
        return str(paper(result._scores))
    case = result._case
    assert case is not None
    n = case.n_samples
    k = len(case.predictions.labels)
    sentences = [_say(f"paper.{case.kind}", n=n, k=k, label=str(case.pos_label))]
    level = f"{100 * case.options.confidence_level:g}"
    measured = result.section("measures").parts
    tables = [part for part in measured if isinstance(part, tuple)]
    shown: list[Number] = []
    for model, numbers in zip(case.models, tables, strict=False):
        chosen = ([n for n in numbers if n.recommended] or list(numbers))[:_MOST]
        if not chosen:
            continue
        shown += chosen
        said = word("semicolon").join([_estimate(number, level) for number in chosen])
        key = "paper.model" if len(case.models) > 1 else "paper.measures"
        sentences.append(_say(key, name=model.name, said=said))
    sentences += interval_methods(case, shown)
    sentences += _difference(result, level)
    return str(word("between_sentences").join(sentences))


def _estimate(number: Number, level: str) -> Sentence:
    places = {"title": number.title, "value": digits(number.value), "level": level}
    if number.interval is None:
        return _say("paper.value", **places)
    return _say("paper.estimate", low=digits(number.low), high=digits(number.high), **places)


def _difference(result: Evaluation, level: str) -> list[Sentence]:
    numbers = result.numbers
    if "difference" not in numbers or result._case is None:
        return []
    number = numbers["difference"]
    said = [_say("paper.difference", said=_estimate(number, level))]
    if "difference.pvalue" in numbers:
        p = numbers["difference.pvalue"]
        name = _say(f"test.{p.call.function}")
        statistic = digits(numbers["difference.statistic"].value)
        df = getattr(p.call.result, "df", None)
        df = "" if df is None else _say("paper.df", df=df)
        said.append(_say("paper.test", test=name, statistic=statistic, df=df, p=p_text(p.value)))
        margin = result._case.options.margin
        if margin is not None:
            said.append(Call("equivalence_test", p.call, margin).result.meaning)
    return said
