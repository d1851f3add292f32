"""Which columns are the labels, scores or numbers of which model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NoReturn

from ..._tables import is_number
from .names import A_RUN, WORDS, name_of, polarity
from .proposal import MOST_CLASSES, Proposal, Role, mostly_numbers
from .sentences import choice, quoted
from .values import is_date, is_fractional, same_label, value_of

_PARTS = frozenset(WORDS["values"]["parts"])


def find_models(p: Proposal) -> None:
    """Give labels and scores to models: by the names of their columns, or ask."""
    for name in p.with_role("y_pred", "y_score", "confidence"):
        _settle_given(p, name)
    if p.task is None:
        p.task = "regression" if _are_numbers(p) else "classification"
    if p.task == "regression":
        _find_numbers(p)
        return
    _ask_about_arrays(p)
    _find_class_columns(p)
    _ignore_other_targets(p)
    for name in p.of("pred", "learner"):
        _find_label_column(p, name)
    for name in [n for n in p.of("score", "p", "value", "confidence") if _can_be_score(p, n)]:
        rest = p.names[name].rest
        found = _score_role(p, "" if rest in _of_truth(p) else rest)
        if found.label or p.names[name].kind in ("score", "value"):
            p.roles[name] = found
    _ask_about_p(p)
    _ask_about_neighbours(p)
    _drop_unmatched(p)
    _ask_about_labels(p)
    _ask_about_confidence(p)
    _ask_about_runs(p)
    _one_model(p)
    if not p.with_role("y_pred", "y_score"):
        _ask_for_models(p)


def _ask_about_arrays(p: Proposal) -> None:
    """Ask about columns of lists of numbers, which do not say what each number belongs to."""
    named = [*p.of("pred", "score", "p", "confidence"), *p.with_role("y_score")]
    is_list = re.compile(r"\s*\[[\s\[{]*[-+.\d\"]").match
    if columns := [n for n in dict.fromkeys(named) if is_list(p.table[n][0])]:
        without = dict.fromkeys(columns, "ignored")
        p.ask("arrays", [without], line=p.table.lines[0], column=columns)


def _ignore_other_targets(p: Proposal) -> None:
    """Leave out predictions of something that has a truth of its own."""
    others = {p.names[n].rest for n in p.of("truth")} - {""}
    rests = {p.names[n].rest for n in p.of("pred", "score")}
    if p.truth() in rests:  # Edema beside Edema_pred: so does what Pneumonia_pred is of
        others |= rests & set(p.table.names) - {p.truth()}
    names = [n for n in p.of("pred", "score") if p.names[n].rest in others]
    p.roles |= dict.fromkeys(names, Role("ignored"))


def _settle_given(p: Proposal, name: str) -> None:
    """Let a column that was named say whose it is, if its role does not."""
    found = p.roles[name]
    others = p[name].values - p.labels
    stated = found.kind == "y_pred" and name not in p.given and p.task != "regression"
    if stated and is_fractional(others) and not p[p.truth()].fractional:
        p.roles[name] = found._replace(kind="y_score")
    if found.model or found.label or name not in p.given:
        return
    said = name_of(name)
    rest = said.rest if said.kind in ("pred", "score", "confidence", "value") else name
    if found.kind == "confidence":
        p.roles[name] = Role("y_score", rest)
        p.of_predicted.add(name)
    elif found.kind == "y_score":
        p.roles[name] = _score_role(p, rest)
    else:
        p.roles[name] = Role(found.kind, rest)


# -- classes or numbers ----------------------------------------------------------------------------

_TASKS = "regression", "classification"


def _are_numbers(p: Proposal) -> bool:
    """Tell numbers from classes; where both could be meant, ask."""
    truth = p.truth()
    n = len(p.labels)
    _ask_about_texts(p, truth)
    if not p[truth].numeric:
        if n > MOST_CLASSES:
            key = "date" if is_date(p.table[truth]) else "many_classes"
            places = {"line": p.table.lines[0], "cell": p.table[truth][0]}
            p.refuse(key, column=truth, count=n, **places)
        return False
    preds = [*p.of("pred"), *p.with_role("y_pred")]
    if p[truth].fractional:
        _ask_about_codes_of_missing(p, [truth, *preds], _TASKS[:1])
        return True
    numbers = any(p[n].fractional and not p.roles.get(n, Role("")).label for n in preds)
    if n <= 2:
        return False
    many = n > MOST_CLASSES or not _are_codes(p.labels) or _is_graded(truth)
    if many or numbers:
        _ask_about_codes_of_missing(p, [truth, *preds], _TASKS)
    if (many and not numbers) or (numbers and all(p[n].shares for n in preds)):
        options = [choice(task, "task", task) for task in reversed(_TASKS)]
        p.ask("many_values", options, column=truth, count=n)
    return numbers


# -99, -999.0, 9999: what instruments and surveys write where there is no value
_CODE_OF_MISSING = re.compile(r"(-9{2,}|9{3,})([.,]0*)?")


def _ask_about_codes_of_missing(p: Proposal, names: list[str], tasks: Iterable[str]) -> None:
    """Ask whether a code far from all other numbers is a number."""
    for name in names:
        codes = {c for c in p[name].values if _CODE_OF_MISSING.fullmatch(c)}
        values = [v for c in p[name].values - codes if (v := value_of(c)) is not None]
        at = next((i for i, c in enumerate(p.table[name]) if c.strip() in codes), None)
        if at is None or not values:
            continue
        cell = p.table[name][at].strip()
        code = value_of(cell) or 0
        if code < 0 <= min(values) or abs(code) > 2 * max(map(abs, values)):
            options = [choice(task, "task", task) for task in tasks]
            place = {"column": name, "line": p.table.lines[at], "cell": cell}
            p.ask("code_of_missing", options, **place)


# a number with a currency, groups of digits, or a unit: $5, 1 234,5, 1'234.5, 1.5k
_AMOUNT = re.compile(
    r"[+-]?[$€£¥]\s?\d[\d.,]*|[+-]?\d{1,3}(['’ \u00a0\u202f]\d{3})+([.,]\d+)?"
    r"|[+-]?\d[\d.,]*\s?[$€£¥]|[+-]?\d+[.,]\d+ ?[a-zA-Zµ°℃/]{1,6}"
)


def _ask_about_texts(p: Proposal, truth: str) -> None:
    """Refuse a text among fractions, such as a unit; ask of one among whole numbers."""
    cells = p.labels
    texts = {cell for cell in cells if not is_number(cell)}
    amounts = bool(texts) and all(map(_AMOUNT.fullmatch, cells))
    if not texts or (texts == cells and not amounts):
        return
    at = next(i for i, cell in enumerate(p.table[truth]) if cell.strip() in texts)
    place = {"column": truth, "line": p.table.lines[at], "cell": p.table[truth][at]}
    if amounts or is_fractional(cells - texts):
        p.refuse("decorated" if amounts else "number", **place)
    if len(texts) == 1:
        p.ask("text", [choice("classification", "task", "classification")], **place)


def _are_codes(cells: set[str]) -> bool:
    """Tell whether whole numbers look like the codes of classes: 0, 1, 2, ..."""
    values = sorted(float(cell.replace(",", ".")) for cell in cells)
    return values[0] in (-1, 0, 1) and values[-1] - values[0] < 1.5 * len(values) + 1


def _is_graded(truth: str) -> bool:
    """Tell whether the name of a truth says that it holds grades, such as human_score."""
    return bool(re.search("score|rating|grade|评分|分数|得分", truth, re.IGNORECASE))


_SCALES = {"log", "log1p", "ln", "sqrt", "scaled", "norm", "normalized", "standardized", "z"}


def _find_numbers(p: Proposal) -> None:
    """Give the role of predicted numbers to the columns that are by name predictions."""
    rests = {p.names[n].rest for n in p.of("pred")} - {""}
    targets = [p.truth(), *(n for n in p.of("truth") if p.names[n].rest in rests)]
    if len(targets) > 1 and p.truth() not in p.given:
        p.ask("two_truths", [{n: "y_true"} for n in targets], columns=targets)
    _ignore_other_targets(p)
    for name in p.of("pred", "learner"):
        said = p.names[name].rest
        if said.lower() in _SCALES:
            options = [{name: f"y_pred:{said}"}, {name: "ignored"}]
            p.ask("scale", options, column=name, truth=p.truth())
        if p[name].numeric:
            p.roles[name] = Role("y_pred", said)
    for name in p.with_role("y_pred", "y_score"):
        model = "" if p.roles[name].model in _of_truth(p) else p.roles[name].model
        p.roles[name] = p.roles[name]._replace(kind="y_pred", model=model)
    _ask_about_neighbours(p)
    _refuse_second(p)
    _ask_about_runs(p)
    if not p.with_role("y_pred"):
        numeric = [n for n in _free(p) if p[n].numeric]
        _ask_for_predictions(p, numeric, "y_pred")


# -- which class, which model ----------------------------------------------------------------------


def _of_truth(p: Proposal) -> set[str]:
    """Return what the truth is called: a prediction called so is no model's name."""
    return {p.truth(), name_of(p.truth()).rest} - {""}


def _find_class_columns(p: Proposal) -> None:
    """Give the role of class scores to columns that are called as the classes.

    All classes of the truth are there, or one of two; a further class, which is never true, is
    known by its label being predicted, or because only with it the scores add up to 1.
    """
    free = [n for n in p.names if n not in p.roles and n != p.truth() and p[n].shares]
    _find_columns_of_orange(p, free)
    named = {n: label for n in free for label in p.labels if same_label(n, label)}
    if not named or p.with_role("y_score"):
        return
    predicted = [*p.of("pred"), *p.with_role("y_pred")]
    never_true = set().union(*(p[n].values for n in predicted)) - p.labels
    for name in free:
        own = next((label for label in never_true if same_label(name, label)), None)
        if own is not None and p.names[name].kind in ("", "id", "learner"):
            named.setdefault(name, own)
    if p.labels <= set(named.values()):
        rest = [n for n in free if n not in named and p.names[n].kind == ""]
        if rest and not _add_up(p, list(named)) and _add_up(p, [*named, *rest]):
            named |= {name: name for name in rest}
    elif len(p.labels) != 2 or not any(p[n].fractional for n in named):
        return
    p.roles |= {name: Role("y_score", "", label) for name, label in named.items()}


def _find_columns_of_orange(p: Proposal, free: list[str]) -> None:
    """Give roles to columns called "model (class)", and to that of the labels, "model"."""
    for name in free:
        match = re.fullmatch(r"(.+) \((.+)\)", name)
        label = next((x for x in p.labels if match and same_label(match[2], x)), None)
        if match and label is not None and p.names[name].kind in ("", "learner"):
            p.roles[name] = Role("y_score", match[1], label)
            if match[1] in p.names and p[match[1]].values <= p.labels:
                p.roles[match[1]] = Role("y_pred", match[1])


def _add_up(p: Proposal, names: list[str]) -> bool:
    """Tell whether the columns add up to 1 in each of the first rows, as far as their digits go."""
    rows = zip(*(p.table[name][:200] for name in names), strict=True)
    return all(abs(sum(value_of(c) or 0 for c in row) - 1) <= 0.02 for row in rows)


def _find_label_column(p: Proposal, name: str) -> None:
    """Take a column for labels of a model, or for its scores if it holds fractions."""
    said = p.names[name]
    cells = p[name].values
    rest = "" if polarity(said.rest) or said.rest in _of_truth(p) else said.rest
    if p[name].numeric and is_fractional(cells - p.labels):
        found = _score_role(p, rest)
        p.roles[name] = Role("y_score", name) if said.kind == "learner" else found
    elif said.kind == "pred" or cells <= p.labels:
        rests = {x.rest for x in p.names.values() if x.kind == "pred" and x.rest}
        if rest in rests and all(any(same_label(r, label) for label in p.labels) for r in rests):
            options = [{name: f"y_pred:{rest}"}, {name: "ignored"}]
            p.ask("class_or_model", options, column=name, label=rest)
        p.roles[name] = Role("y_pred", rest)


def _can_be_score(p: Proposal, name: str) -> bool:
    if p.names[name].kind == "value" and name_of(f"y_{name}").kind != "score":
        return False
    return mostly_numbers(p.table[name][:200])


def _score_role(p: Proposal, rest: str) -> Role:
    """Return the role of scores: what is left of the name is a class, a model, or both."""
    sign = polarity(rest)
    for label in sorted(p.labels, key=len, reverse=True):
        if same_label(rest, label):
            return Role("y_score", "", label)
        if end := re.search(rf"(?:^|[\s_.\-]){re.escape(label)}$", rest):
            return Role("y_score", rest[: end.start()].rstrip("_ .-"), label)
    if sign and len(p.labels) == 2:
        known = [x for x in sorted(p.labels) if x.lower() in WORDS["values"][sign]]
        return Role("y_score", "", known[0] if len(known) == 1 else "")
    return Role("y_score", "" if sign else rest)


def _drop_unmatched(p: Proposal) -> None:
    """Refuse predicted labels that no truth has; of two columns of one model one may have them."""
    for name in p.with_role("y_pred"):
        said = p[name].values
        if said & p.labels or any(same_label(a, b) for a in said for b in p.labels):
            continue
        own = p.roles[name].model
        others = [n for n in p.with_role("y_pred") if n != name and p.roles[n].model == own]
        alike = any(_renames(p, n, name) and p[n].values <= p.labels for n in others)
        if alike and name not in p.given:
            p.roles[name] = Role("ignored")
            continue
        texts = {"labels": sorted(p.labels), "found": sorted(said)}
        p.refuse("no_common_label", truth=p.truth(), column=name, **texts)


def _renames(p: Proposal, one: str, other: str) -> bool:
    """Tell whether the second column says the same as the first in other words."""
    pairs = set(zip(p.table[one], p.table[other], strict=True))
    return len(pairs) == len(p[one].values) == len(p[other].values)


def _one_model(p: Proposal) -> None:
    """Put labels and scores of one model together, or ask which belong together."""
    for name in p.with_role("y_pred", "y_score"):
        if name not in p.given and p.roles[name].model in _of_truth(p):
            p.roles[name] = p.roles[name]._replace(model="")
    preds = {n: p.roles[n].model for n in p.with_role("y_pred")}
    scores = {n: p.roles[n].model for n in p.with_role("y_score")}
    _refuse_second(p)
    of_classes = any(p.roles[n].label and not model for n, model in scores.items())
    for name, model in scores.items():
        if of_classes and model and name not in p.given:
            options = [{name: f"y_score:{model}"}, {name: "ignored"}]
            p.ask("class_or_model", options, column=name, label=model)
    _ask_about_properties(p, scores)
    of_preds = set(preds.values())
    of_scores = set(scores.values())
    if len(of_preds) == len(of_scores) == 1:
        (a,) = of_preds
        (b,) = of_scores
        known = _says_score(p, scores)
        if not a.lower().startswith(b.lower()) if a else b and not known:
            _ask_which(p, preds, scores)
        for name in (*preds, *scores):
            p.roles[name] = p.roles[name]._replace(model=a or b)
    elif of_preds and of_scores:
        nested = of_scores <= of_preds or of_preds <= of_scores
        if not nested or (of_scores != of_preds and "" in of_preds | of_scores):
            _ask_which(p, preds, scores)


def _says_score(p: Proposal, scores: Iterable[str]) -> bool:
    """Tell whether the names say probability, or the user does; any "score" may be a property."""
    words = re.compile(r"prob|logit|概率|decision|pred|^p(_|\d|\(|$)", re.IGNORECASE)
    return all(n in p.stated or words.search(n) or len(p.roles[n].label) for n in scores)


# -- where more than one reading is possible -------------------------------------------------------


_LEADING = re.compile("score|评分|得分|分数", re.IGNORECASE)  # score_ours is a model's


def _ask_if_models(p: Proposal, doubtful: Iterable[str], models: Mapping[str, str]) -> NoReturn:
    """Ask whether columns are of these models as well, or left out."""
    options = [models, dict.fromkeys(doubtful, "ignored")]
    p.ask("also_models", options, columns=quoted(doubtful))


def _ask_about_p(p: Proposal) -> None:
    """Ask whether p1 and p2 are two models, where p1 may be the probability of class 1 as well."""
    free = [n for n in p.of("p") if _can_be_score(p, n)]
    named = [n for n in p.with_role("y_score") if name_of(n).kind == "p" and n not in p.given]
    if free and named:
        _ask_if_models(p, free, {n: f"y_score:{n}" for n in (*named, *free)})


def _ask_about_properties(p: Proposal, scores: Mapping[str, str]) -> None:
    """Ask about credit_score, alone or beside probabilities: a model's, or a property."""
    doubtful = {n: m for n, m in scores.items() if m and not _says_score(p, [n])}
    named = [n for n, m in doubtful.items() if _LEADING.match(n) or name_of(m).kind == "learner"]
    alone = len(doubtful) == len(scores) and (named or p.with_role("y_pred"))
    if doubtful and not alone:
        models = {n: f"y_score:{model}" for n, model in doubtful.items()}
        options = [dict.fromkeys(doubtful, "ignored"), models]
        p.ask("also_models", options, columns=quoted(doubtful))


def _ask_about_neighbours(p: Proposal) -> None:
    """Ask where columns are models by the name of a learner alone, and others could be, too."""
    known = [n for n in p.names if p.names[n].kind == "learner" and n in p.roles]
    if not known:
        return
    kind = p.roles[known[0]].kind
    free = p.of("", "repeat")  # lr is a learning rate, or logistic regression
    if kind == "y_pred" and p.task == "classification":
        fits = [n for n in free if len(p[n].values) > 1 and p[n].values <= p.labels]
    else:
        fits = [n for n in free if p[n].fractional]
    named = [n for n in p.with_role("y_pred", "y_score") if n not in known and not p.roles[n].label]
    if fits or named:
        every = {n: str(p.roles.get(n, Role(kind))) for n in [*known, *fits]}
        _ask_if_models(p, fits or known, every)


def _ask_about_labels(p: Proposal) -> None:
    """Ask about a column that holds just the classes, in words, where there are scores alone."""
    scores = p.with_role("y_score")
    if p.with_role("y_pred") or not scores:
        return
    for name in [n for n in scores if n not in p.given and not _says_score(p, [n])]:
        if p[name].values <= {"0", "1", "0.0", "1.0"}:
            p.ask("marks", [{name: k} for k in ("y_pred", "ignored", "y_score")], column=name)
    if any(map(is_number, p.labels)):
        return
    if fits := [n for n in p.of("", "repeat", "pred?") if p[n].values == p.labels]:
        options = [*({n: "y_pred"} for n in fits), dict.fromkeys(fits, "ignored")]
        p.ask("also_models", options, columns=quoted(fits))


def _ask_about_confidence(p: Proposal) -> None:
    """Ask of a confidence whose it is, unless there are other scores."""
    for name in p.of("confidence")[:1]:
        if len(p.labels) == 2 and not p.with_role("y_score"):
            p.ask_about_confidence(name, bool(p.with_role("y_pred")))


# of a forecast: quantiles, bounds and horizons; of a classifier: the first guess, the second, ...
_QUANTILE = re.compile(
    r"[qp]?_?(0?\.\d+|\d\d)|min|max|(h|t|horizon|lead|lag|step|day|week|month)[\s_+.-]*\d+",
    re.IGNORECASE,
)
_GUESS = re.compile(r"(top)?[\s_-]*\d+", re.IGNORECASE)


def _ask_about_runs(p: Proposal) -> None:
    """Ask about pred_0.1 and pred_0.9, seed0 and seed1, top1 and top2: models, or of one model."""
    found = {n: p.roles[n].model for n in p.with_role("y_pred", "y_score") if n not in p.given}
    if not found and p.task == "regression":
        found = {n: n for n in p.of("", "p") if _QUANTILE.fullmatch(n)}
    patterns = [A_RUN, *([_QUANTILE] if p.task == "regression" else ())]
    runs = [n for n, model in found.items() if any(one.fullmatch(model) for one in patterns)]
    if len(runs) < 2 and not _are_guesses(p, [n for n in found if _GUESS.fullmatch(found[n])]):
        return
    kinds = {n: p.roles.get(n, Role("y_pred")).kind for n in found}
    one = [{n: kinds[n] if n == name else "ignored" for n in found} for name in found]
    two = {n: str(Role(kinds[n], model)) for n, model in found.items()}
    p.ask("two_columns", [*one, two], columns=quoted(found))


def _are_guesses(p: Proposal, names: list[str]) -> bool:
    """Tell whether columns of labels differ in every row, as a first and a second guess do."""
    columns = [p.table[n] for n in names if p.roles.get(n, Role("")).kind == "y_pred"]
    rows = zip(*columns, strict=True)
    return len(columns) > 1 and len(p.labels) > 2 and all(len({*r}) == len(r) for r in rows)


def _ask_which(p: Proposal, preds: Mapping[str, str], scores: Mapping[str, str]) -> None:
    first = next(iter(preds))
    model = preds[first] or "model"
    own = [n for n in scores if p.roles[n].label]
    own = own if len(own) == len(scores) else list(scores)[:1]
    one = {first: f"y_pred:{model}"}
    one |= {n: str(Role("y_score", model, p.roles[n].label)) for n in own}
    one |= dict.fromkeys((n for n in scores if n not in own), "ignored")
    either = (dict.fromkeys(names, "ignored") for names in (scores, preds))
    p.ask("whose", [one, *either], labels=list(preds), scores=list(scores))


def _refuse_second(p: Proposal) -> None:
    """Ask about two columns of labels, or of scores for one class, of one model."""
    of_parts = [n for n, r in p.roles.items() if r.model.lower() in _PARTS and n not in p.given]
    of_parts += p.of("train")
    if of_parts:
        p.ask("parts_of_models", [{n: "ignored"} for n in of_parts], columns=quoted(of_parts))
    for (a, one), (b, other) in combinations(p.roles.items(), 2):
        if one == other and one.kind in ("y_pred", "y_score"):
            options = [{b: "ignored"}, {a: "ignored"}]
            if one.kind == "y_pred" or not one.label:
                options.append({n: str(one._replace(model=n)) for n in (a, b)})
            p.ask("two_columns", options, columns=quoted([a, b]))


_BESIDE = "id", "ids", "about", "fold", "group", "item", "dataset", "model", "time", "size", "count"


def _free(p: Proposal) -> list[str]:
    """Return the columns that may be predictions, though their names do not say so."""
    free = [n for n in p.names if n not in p.roles and p.names[n].kind not in _BESIDE]
    return [n for n in free if len(p[n].values) > 1]


def _ask_for_models(p: Proposal) -> None:
    free = _free(p)
    same = [n for n in free if p[n].values <= p.labels]
    some = [n for n in free if any(same_label(a, b) for a in p[n].values for b in p.labels)]
    numbers = [n for n in free if p[n].numeric and len(p[n].values) > 2]
    if len(p.labels) == 2 and not same and numbers:
        fine = [n for n in numbers if p[n].fractional]
        _ask_for_predictions(p, fine or numbers, "y_score")
    _ask_for_predictions(p, same or some, "y_pred")


def _ask_for_predictions(p: Proposal, columns: list[str], kind: str) -> None:
    options = [{name: kind} for name in columns[:6]]
    if 1 < len(columns) <= MOST_CLASSES:
        options.insert(0, dict.fromkeys(columns, kind))
    key = "no_model" if columns else "no_prediction"
    p.ask(key, options, columns=quoted(p.table.names, 30), truth=p.truth())
