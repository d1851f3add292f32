"""The paragraph for a paper: effect, interval, statistic, p, and the convention named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..display.results import p_text
from ..display.workings import Messages, Sentence, digits, word
from .calls import Number
from .comparison import holm, name_of
from .figures import names_of
from .measures import interval_methods
from .score_table import paper
from .sections import MOST_MODELS

if TYPE_CHECKING:
    from .result import Evaluation

_say = Messages(__package__)

_MOST = 5


def of(result: Evaluation) -> str:
    """Return the paragraph in the chosen language."""
    if result._scores is not None:
        return str(paper(result._scores, result.numbers))
    case = result._case
    assert case is not None
    n = case.n_samples
    k = len(case.predictions.labels)
    sentences = [_say(f"paper.{case.kind}", n=n, k=k, label=str(case.pos_label))]
    models = list(case.models)
    if other := result._other:
        models += other.models
        sentences.append(_say("paper.other", name=models[-1].name, n=other.n_samples))
    if more := models[MOST_MODELS:]:
        places = {"most": MOST_MODELS, "n": len(models), "names": names_of(more)}
        sentences.append(_say("paper.models_left_out", **places))
    level = f"{100 * case.options.confidence_level:g}"
    measured = result.section("measures").parts
    tables = [
        part
        for part in measured
        if isinstance(part, tuple) and not any(n.name.endswith("]") for n in part)
    ]
    shown: list[Number] = []
    for model, numbers in zip(models, tables, strict=False):
        chosen = ([n for n in numbers if n.recommended] or list(numbers))[:_MOST]
        if not chosen:
            continue
        shown += chosen
        said = word("semicolon").join([_estimate(number, level) for number in chosen])
        key = "paper.model" if len(models) > 1 else "paper.measures"
        sentences.append(_say(key, name=model.name, said=said))
    sentences += interval_methods(case, shown)
    sentences += _difference(result, level, [model.name for model in models])
    sentences += _pairs(result, level)
    return str(word("between_sentences").join(sentences))


def _estimate(number: Number, level: str) -> Sentence:
    places = {"title": number.title, "value": digits(number.value), "level": level}
    if number.interval is None:
        return _say("paper.value", **places)
    return _say("paper.estimate", low=digits(number.low), high=digits(number.high), **places)


def _difference(result: Evaluation, level: str, names: list[str]) -> list[Sentence]:
    """Return the difference of two models, with its test, and equivalence if a margin is given."""
    numbers = result.numbers
    if "difference" not in numbers:
        return []
    number = numbers["difference"]
    said = [_say("paper.difference", said=_estimate(number, level))]
    if p := numbers.get("difference.pvalue"):
        test = name_of(p.call, number.interval)
        statistic = digits(numbers["difference.statistic"].value)
        df = getattr(p.call.result, "df", None)
        df = "" if df is None else _say("paper.df", df=df)
        said.append(_say("paper.test", test=test, statistic=statistic, df=df, p=p_text(p.value)))
    if shown := numbers.get("difference.equivalence"):
        said.append(shown.call.result.in_words(*names))
    return said


def _pairs(result: Evaluation, level: str) -> list[Sentence]:
    """Return the differences of all pairs of more than two models, with p adjusted by Holm."""
    numbers = result.numbers
    found = {name: n for name, n in numbers.items() if name.endswith(".difference")}
    if not found:
        return []
    tests = [numbers[f"{name}.pvalue"] for name in found if f"{name}.pvalue" in numbers]
    ps = [f", {p_text(p)}" for p in holm(test.value for test in tests)] or [""] * len(found)
    said = [
        _say("paper.of_pair", pair=name.removesuffix(".difference"), said=_estimate(n, level), p=p)
        for (name, n), p in zip(found.items(), ps, strict=True)
    ]
    sentences = [_say("paper.all_pairs", said=word("semicolon").join(said))]
    if tests:
        first = next(iter(found.values()))
        sentences.append(_say("paper.holm", test=name_of(tests[0].call, first.interval)))
    return sentences
