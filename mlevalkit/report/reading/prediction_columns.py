"""Which columns are the labels, scores or numbers of which model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import combinations

from ..._tables import is_number
from .names import A_RUN, WORDS, name_of, polarity
from .proposal import MOST_CLASSES, Proposal, Role, mostly_numbers
from .sentences import assigned, choice, role, shown_cells
from .values import are_shares, is_date, is_fractional, same_label, value_of

_PARTS = frozenset(WORDS["values"]["parts"])


def find_models(p: Proposal) -> None:
    """Give labels and scores to models: by the names of their columns, or ask."""
    truth = p.truth()
    labels = p.cells(truth)
    for name in p.with_role("y_pred", "y_score", "confidence"):
        _settle_given(p, name, labels)
    if p.task == "regression" or (p.task is None and _are_numbers(p, truth)):
        p.task = "regression"
        _find_numbers(p)
        return
    p.task = "classification"
    _ask_about_arrays(p)
    _find_class_columns(p, truth, labels)
    _ignore_other_targets(p)
    for name in p.of("pred", "learner"):
        _find_label_column(p, name, labels)
    for name in [n for n in p.of("score", "p", "value", "confidence") if _can_be_score(p, n)]:
        rest = p.names[name].rest
        found = _score_role("" if rest in _of_truth(p) else rest, labels)
        if found.label or p.names[name].kind in ("score", "value"):
            p.roles[name] = found
    _ask_about_p(p)
    _ask_about_neighbours(p, labels)
    _drop_unmatched(p, truth, labels)
    _ask_about_labels(p, labels)
    _of_predicted_class(p)
    _ask_about_runs(p)
    _one_model(p)
    if not p.with_role("y_pred", "y_score"):
        _ask_for_models(p, labels)


def _ask_about_arrays(p: Proposal) -> None:
    """Ask about columns of lists of numbers, which do not say what each number belongs to."""
    named = [*p.of("pred", "score", "p", "confidence"), *p.with_role("y_score")]
    columns = [n for n in dict.fromkeys(named) if _holds_lists(p.table[n][0])]
    if columns:
        options = [assigned(dict.fromkeys(columns, "ignored"))]
        p.ask("arrays", options, line=p.table.lines[0], column=shown_cells(columns))


def _holds_lists(cell: str) -> bool:
    return bool(re.match(r"\s*\[[\s\[{]*[-+.\d\"]", cell))


def _ignore_other_targets(p: Proposal) -> None:
    """Leave out predictions of something that has a truth of its own."""
    others = {p.names[n].rest for n in p.of("truth")} - {""}
    rests = {p.names[n].rest for n in p.of("pred", "score")}
    if p.truth() in rests:  # Edema beside Edema_pred: so does what Pneumonia_pred is of
        others |= rests & set(p.table.names) - {p.truth()}
    names = [n for n in p.of("pred", "score") if p.names[n].rest in others]
    p.roles |= dict.fromkeys(names, Role("ignored"))


def _ask_about_p(p: Proposal) -> None:
    """Ask whether p1 and p2 are two models, where p1 may be the probability of class 1 as well."""
    free = [n for n in p.of("p") if _can_be_score(p, n)]
    named = [n for n in p.with_role("y_score") if name_of(n).kind == "p" and n not in p.given]
    if free and named:
        models = {n: f"y_score:{n}" for n in (*named, *free)}
        options = map(assigned, (models, dict.fromkeys(free, "ignored")))
        p.ask("also_models", options, columns=shown_cells(f"“{n}”" for n in free))


def _settle_given(p: Proposal, name: str, labels: set[str]) -> None:
    """Let a column that was named say whose it is, if its role does not."""
    found = p.roles[name]
    cells = p.cells(name)
    stated = found.kind == "y_pred" and name not in p.given and p.task != "regression"
    if stated and is_fractional(cells - labels) and not is_fractional(labels):
        p.roles[name] = found._replace(kind="y_score")
    if found.model or found.label or name not in p.given:
        return
    said = name_of(name)
    rest = said.rest if said.kind in ("pred", "score", "confidence", "value") else name
    if found.kind == "confidence":
        p.roles[name] = Role("y_score", rest)
        p.of_predicted.add(name)
    elif found.kind == "y_score":
        p.roles[name] = _score_role(rest, labels)
    else:
        p.roles[name] = Role(found.kind, rest)


def _are_numbers(p: Proposal, truth: str) -> bool:
    """Tell numbers from classes; where both could be meant, ask."""
    cells = p.cells(truth)
    _ask_about_texts(p, truth, cells)
    if not all(map(is_number, cells)):
        if len(cells) > MOST_CLASSES:
            key = "date" if is_date(p.table[truth]) else "many_classes"
            places = {"count": len(cells), "line": p.table.lines[0], "cell": p.table[truth][0]}
            p.refuse(key, column=truth, **places)
        return False
    preds = [*p.of("pred"), *p.with_role("y_pred")]
    if is_fractional(cells):
        _ask_about_codes_of_missing(p, [truth, *preds], ["regression"])
        return True
    numbers = any(is_fractional(p.cells(n)) and not p.roles.get(n, Role("")).label for n in preds)
    if len(cells) <= 2:
        return False
    many = len(cells) > MOST_CLASSES or not _are_codes(cells) or _is_graded(truth)
    shares = numbers and all(are_shares(p.cells(n)) for n in preds)
    if many or numbers:
        _ask_about_codes_of_missing(p, [truth, *preds], ["regression", "classification"])
    if (many and not numbers) or (numbers and shares):
        tasks = ("classification", "regression")
        options = [choice(task, {"task": task}) for task in tasks]
        p.ask("many_values", options, column=truth, count=len(cells))
    return numbers


# -99, -999.0, 9999: what instruments and surveys write where there is no value
_CODE_OF_MISSING = re.compile(r"(-9{2,}|9{3,})([.,]0*)?")


def _ask_about_codes_of_missing(p: Proposal, names: list[str], tasks: list[str]) -> None:
    """Ask whether a code far from all other numbers is a number."""
    for name in names:
        codes = [c.strip() for c in p.table[name] if _CODE_OF_MISSING.fullmatch(c.strip())]
        values = [v for c in p.cells(name) if c not in codes and (v := value_of(c)) is not None]
        if not codes or not values:
            continue
        code = value_of(codes[0]) or 0
        below = code < 0 <= min(values)
        if below or abs(code) > 2 * max(map(abs, values)):
            line = p.table.lines[[c.strip() for c in p.table[name]].index(codes[0])]
            options = [choice(task, {"task": task}) for task in tasks]
            p.ask("code_of_missing", options, column=name, line=line, cell=codes[0])


# a number with a currency, groups of digits, or a unit: $5, 1 234,5, 1'234.5, 1.5k
_AMOUNT = re.compile(
    r"[+-]?[$€£¥]\s?\d[\d.,]*|[+-]?\d{1,3}(['’ \u00a0\u202f]\d{3})+([.,]\d+)?"
    r"|[+-]?\d[\d.,]*\s?[$€£¥]|[+-]?\d+[.,]\d+ ?[a-zA-Zµ°℃/]{1,6}"
)


def _ask_about_texts(p: Proposal, truth: str, cells: set[str]) -> None:
    """Refuse a text among fractions, such as a unit; ask of one among whole numbers."""
    texts = [i for i, c in enumerate(p.table[truth]) if c.strip() in cells and not is_number(c)]
    found = {p.table[truth][i].strip() for i in texts}
    amounts = bool(found) and all(map(_AMOUNT.fullmatch, cells))
    if not found or (len(found) == len(cells) and not amounts):
        return
    place = {"column": truth, "line": p.table.lines[texts[0]], "cell": p.table[truth][texts[0]]}
    if amounts or is_fractional(cells - found):
        p.refuse("decorated" if amounts else "number", **place)
    if len(found) == 1:
        p.ask("text", [choice("classification", {"task": "classification"})], **place)


def _are_codes(cells: set[str]) -> bool:
    """Tell whether whole numbers look like the codes of classes: 0, 1, 2, ..."""
    values = sorted(float(cell.replace(",", ".")) for cell in cells)
    return values[0] in (-1, 0, 1) and values[-1] - values[0] < 1.5 * len(values) + 1


def _is_graded(truth: str) -> bool:
    """Tell whether the name of a truth says that it holds grades, such as human_score."""
    return bool(re.search("score|rating|grade|评分|分数|得分", truth, re.IGNORECASE))


def _find_numbers(p: Proposal) -> None:
    """Give the role of predicted numbers to the columns that are by name predictions."""
    rests = {p.names[n].rest for n in p.of("pred")} - {""}
    targets = [p.truth(), *(n for n in p.of("truth") if p.names[n].rest in rests)]
    if len(targets) > 1 and p.truth() not in p.given:
        p.ask("two_truths", [role("y_true", n) for n in targets], columns=shown_cells(targets))
    _ignore_other_targets(p)
    for name in p.with_role("y_score"):
        p.roles[name] = p.roles[name]._replace(kind="y_pred")
    for name in p.of("pred", "learner"):
        if all(map(is_number, p.cells(name))):
            p.roles[name] = Role("y_pred", p.names[name].rest)
    for name in p.with_role("y_pred"):
        if p.roles[name].model in _of_truth(p):
            p.roles[name] = Role("y_pred")
    _ask_about_neighbours(p, set())
    _refuse_second(p)
    _ask_about_runs(p)
    if not p.with_role("y_pred"):
        free = [n for n in p.names if n not in p.roles and _name_fits(p, n)]
        numeric = [n for n in free if all(map(is_number, p.cells(n)))]
        _ask_for_predictions(p, numeric, "y_pred")


_QUANTILE = re.compile(r"[qp]?_?(0?\.\d+|\d\d)", re.IGNORECASE)


def _ask_about_runs(p: Proposal) -> None:
    """Ask about pred_0.1 and pred_0.9, or pred_seed0 and pred_seed1: models, or of one model."""
    found = {n: p.roles[n].model for n in p.with_role("y_pred", "y_score") if n not in p.given}
    if not found and p.task == "regression":
        found = {n: n for n in p.of("", "p") if _QUANTILE.fullmatch(n)}
    patterns = [A_RUN, *([_QUANTILE] if p.task == "regression" else ())]
    if len(found) < 2 or not any(all(map(one.fullmatch, found.values())) for one in patterns):
        return
    kinds = {n: p.roles[n].kind if n in p.roles else "y_pred" for n in found}
    one = [{n: kinds[n] if n == name else "ignored" for n in found} for name in found]
    two = {n: f"{kinds[n]}:{model}" for n, model in found.items()}
    p.ask("two_columns", map(assigned, (*one, two)), columns=shown_cells(f"“{n}”" for n in found))


def _of_truth(p: Proposal) -> set[str]:
    """Return what the truth is called: a prediction called so is no model's name."""
    return {p.truth(), name_of(p.truth()).rest} - {""}


def _find_class_columns(p: Proposal, truth: str, labels: set[str]) -> None:
    """Give the role of class scores to columns that are called as the classes.

    All classes of the truth are there, or one of two; a further class, which is never true, is
    known by its label being predicted, or because only with it the scores add up to 1.
    """
    free = [n for n in p.names if n not in p.roles and n != truth and are_shares(p.cells(n))]
    _find_columns_of_orange(p, free, labels)
    named = {n: label for n in free for label in labels if same_label(n, label)}
    if not named or p.with_role("y_score"):
        return
    predicted = [*p.of("pred"), *p.with_role("y_pred")]
    never_true = set().union(*map(p.cells, predicted)) - labels
    for name in free:
        own = next((label for label in never_true if same_label(name, label)), None)
        if own is not None and p.names[name].kind in ("", "id", "learner"):
            named.setdefault(name, own)
    if len(set(named.values()) & labels) == len(labels):
        rest = [n for n in free if n not in named and p.names[n].kind == ""]
        if rest and not _add_up(p, list(named)) and _add_up(p, [*named, *rest]):
            named |= {name: name for name in rest}
    elif len(labels) != 2 or not any(is_fractional(p.cells(n)) for n in named):
        return
    for name, label in named.items():
        p.roles[name] = Role("y_score", "", label)


def _find_columns_of_orange(p: Proposal, free: list[str], labels: set[str]) -> None:
    """Give roles to columns called "model (class)", and to that of the labels, "model"."""
    for name in free:
        match = re.fullmatch(r"(.+) \((.+)\)", name)
        label = next((x for x in labels if match and same_label(match[2], x)), None)
        if match and label is not None and p.names[name].kind in ("", "learner"):
            p.roles[name] = Role("y_score", match[1], label)
            if match[1] in p.names and p.cells(match[1]) <= labels:
                p.roles[match[1]] = Role("y_pred", match[1])


def _add_up(p: Proposal, names: list[str]) -> bool:
    """Tell whether the columns add up to 1 in each of the first rows, as far as their digits go."""
    rows = zip(*(p.table[name][:200] for name in names), strict=True)
    return all(abs(sum(value_of(c) or 0 for c in row) - 1) <= 0.02 for row in rows)


def _find_label_column(p: Proposal, name: str, labels: set[str]) -> None:
    """Take a column for labels of a model, or for its scores if it holds fractions."""
    said = p.names[name]
    cells = p.cells(name)
    rest = "" if polarity(said.rest) or said.rest in _of_truth(p) else said.rest
    if is_fractional(cells - labels) and all(map(is_number, cells)):
        p.roles[name] = _score_role(rest, labels)
        if said.kind == "learner":
            p.roles[name] = Role("y_score", name)
        return
    if said.kind == "learner" and not cells <= labels:
        return
    rests = {p.names[n].rest for n in p.names if p.names[n].kind == "pred"} - {""}
    if rest in rests and all(any(same_label(r, label) for label in labels) for r in rests):
        options = [role(f"y_pred:{rest}", name), role("ignored", name)]
        p.ask("class_or_model", options, column=name, label=rest)
    p.roles[name] = Role("y_pred", rest)


def _can_be_score(p: Proposal, name: str) -> bool:
    if p.names[name].kind == "value" and name_of(f"y_{name}").kind != "score":
        return False
    return mostly_numbers(p.table[name][:200])


def _score_role(rest: str, labels: set[str]) -> Role:
    """Return the role of scores: what is left of the name is a class, a model, or both."""
    sign = polarity(rest)
    for label in sorted(labels, key=len, reverse=True):
        if same_label(rest, label):
            return Role("y_score", "", label)
        end = re.search(rf"(?:^|[\s_.\-]){re.escape(label)}$", rest)
        if end:
            return Role("y_score", rest[: end.start()].rstrip("_ .-"), label)
    if sign and len(labels) == 2:
        known = [x for x in sorted(labels) if x.lower() in WORDS["values"][sign]]
        return Role("y_score", "", known[0] if len(known) == 1 else "")
    return Role("y_score", "" if sign else rest)


def _of_predicted_class(p: Proposal) -> None:
    """Ask of a confidence whose it is, unless there are other scores."""
    free = p.of("confidence")
    if not free or p.with_role("y_score"):
        return
    name = free[0]
    if len(p.cells(p.truth())) == 2:
        options = [role("y_score", name)]
        if p.with_role("y_pred"):
            options.append(role("confidence", name))
        p.ask("confidence", [*options, role("ignored", name)], column=name)


def _drop_unmatched(p: Proposal, truth: str, labels: set[str]) -> None:
    """Refuse predicted labels that no truth has; of two columns of one model one may have them."""
    for name in p.with_role("y_pred"):
        said = p.cells(name)
        if any(same_label(a, b) for a in said for b in labels):
            continue
        own = p.roles[name].model
        others = [n for n in p.with_role("y_pred") if n != name and p.roles[n].model == own]
        alike = any(_renames(p, n, name) and p.cells(n) <= labels for n in others)
        if alike and name not in p.given:
            p.roles[name] = Role("ignored")
            continue
        texts = {"labels": shown_cells(sorted(labels)), "found": shown_cells(sorted(said))}
        p.refuse("no_common_label", truth=truth, column=name, **texts)


def _renames(p: Proposal, one: str, other: str) -> bool:
    """Tell whether the second column says the same as the first in other words."""
    pairs = set(zip(p.table[one], p.table[other], strict=True))
    return len(pairs) == len(p.cells(one)) == len(p.cells(other))


def _one_model(p: Proposal) -> None:
    """Put labels and scores of one model together, or ask which belong together."""
    for name in p.with_role("y_pred", "y_score"):
        if name not in p.given and p.roles[name].model in _of_truth(p):
            p.roles[name] = p.roles[name]._replace(model="")
    preds = {n: p.roles[n].model for n in p.with_role("y_pred")}
    scores = {n: p.roles[n].model for n in p.with_role("y_score")}
    of_preds = set(preds.values())
    of_scores = set(scores.values())
    _refuse_second(p)
    of_classes = any(p.roles[n].label and not p.roles[n].model for n in scores)
    for name, model in scores.items():
        if of_classes and model and name not in p.given:
            options = [role(f"y_score:{model}", name), role("ignored", name)]
            p.ask("class_or_model", options, column=name, label=model)
    _ask_about_properties(p, scores)
    if not of_preds or not of_scores:
        return
    if len(of_preds) == len(of_scores) == 1:
        a = next(iter(of_preds))
        b = next(iter(of_scores))
        known = _says_score(p, scores)
        apart = not a.lower().startswith(b.lower()) if a else bool(b) and not known
        if apart:
            _ask_which(p, preds, scores)
        for name in [*preds, *scores]:
            p.roles[name] = p.roles[name]._replace(model=a or b)
        return
    nested = of_scores <= of_preds or of_preds <= of_scores
    if not nested or (of_scores != of_preds and "" in of_preds | of_scores):
        _ask_which(p, preds, scores)


def _ask_about_properties(p: Proposal, scores: Mapping[str, str]) -> None:
    """Ask about credit_score beside probabilities: a model's, or a property of the samples."""
    doubtful = {n: m for n, m in scores.items() if m and not _says_score(p, [n])}
    if doubtful and len(doubtful) < len(scores):
        models = {n: f"y_score:{model}" for n, model in doubtful.items()}
        options = map(assigned, (dict.fromkeys(doubtful, "ignored"), models))
        p.ask("also_models", options, columns=shown_cells(f"“{n}”" for n in doubtful))


def _says_score(p: Proposal, scores: Iterable[str]) -> bool:
    """Tell whether the names say probability, or the user does; any "score" may be a property."""
    words = re.compile("prob|logit|概率|decision|pred|^p_?", re.IGNORECASE)
    return all(n in p.given or words.search(n) or len(p.roles[n].label) for n in scores)


def _ask_which(p: Proposal, preds: Mapping[str, str], scores: Mapping[str, str]) -> None:
    first = next(iter(preds))
    model = preds[first] or "model"
    one = {first: f"y_pred:{model}"}
    own = [n for n in scores if p.roles[n].label]
    own = own if len(own) == len(scores) else list(scores)[:1]
    one |= {n: f"y_score:{model}:{p.roles[n].label}".rstrip(":") for n in own}
    one |= dict.fromkeys((n for n in scores if n not in own), "ignored")
    names = {"labels": shown_cells(preds), "scores": shown_cells(scores)}
    either = (dict.fromkeys(own, "ignored") for own in (scores, preds))
    p.ask("whose", map(assigned, (one, *either)), **names)


def _ask_about_labels(p: Proposal, labels: set[str]) -> None:
    """Ask about a column that holds just the classes, in words, where there are scores alone."""
    if p.with_role("y_pred") or not p.with_role("y_score") or any(map(is_number, labels)):
        return
    fits = [n for n in p.of("", "repeat", "pred?") if p.cells(n) == labels]
    if fits:
        options = [*(role("y_pred", n) for n in fits), assigned(dict.fromkeys(fits, "ignored"))]
        p.ask("also_models", options, columns=shown_cells(f"“{n}”" for n in fits))


def _refuse_second(p: Proposal) -> None:
    """Ask about two columns of labels, or of scores for one class, of one model."""
    of_parts = {n: r for n, r in p.roles.items() if r.model.lower() in _PARTS and n not in p.given}
    if of_parts:
        options = [role("ignored", n) for n in of_parts]
        p.ask("parts_of_models", options, columns=shown_cells(f"“{n}”" for n in of_parts))
    for (a, one), (b, other) in combinations(p.roles.items(), 2):
        if one == other and one.kind in ("y_pred", "y_score"):
            options = [role("ignored", b), role("ignored", a)]
            if one.kind == "y_pred" or not one.label:
                two = {n: f"{one.kind}:{n}:{one.label}".rstrip(":") for n in (a, b)}
                options.append(assigned(two))
            p.ask("two_columns", options, columns=f"“{a}”, “{b}”")


def _ask_for_models(p: Proposal, labels: set[str]) -> None:
    free = [n for n in p.names if n not in p.roles and _name_fits(p, n)]
    same = [n for n in free if p.cells(n) <= labels]
    some = [n for n in free if any(same_label(a, b) for a in p.cells(n) for b in labels)]
    numbers = [n for n in free if all(map(is_number, p.cells(n))) and len(p.cells(n)) > 2]
    fine = [n for n in numbers if is_fractional(p.cells(n))]
    if len(labels) == 2 and not same and numbers:
        _ask_for_predictions(p, fine or numbers, "y_score")
    _ask_for_predictions(p, same or some, "y_pred")


def _ask_about_neighbours(p: Proposal, labels: set[str]) -> None:
    """Ask where columns are models by the name of a learner alone, and others could be, too."""
    known = [n for n in p.names if p.names[n].kind == "learner" and n in p.roles]
    if not known:
        return
    free = p.of("", "repeat")  # lr is a learning rate, or logistic regression
    if p.roles[known[0]].kind == "y_pred" and labels:
        fits = [n for n in free if len(p.cells(n)) > 1 and p.cells(n) <= labels]
    else:
        fits = [n for n in free if all(map(is_number, p.cells(n))) and is_fractional(p.cells(n))]
    named = [n for n in p.with_role("y_pred", "y_score") if n not in known and not p.roles[n].label]
    if fits or named:
        doubtful = fits or known
        every = {n: str(p.roles.get(n, Role(p.roles[known[0]].kind))) for n in [*known, *fits]}
        options = map(assigned, (every, dict.fromkeys(doubtful, "ignored")))
        p.ask("also_models", options, columns=shown_cells(f"“{n}”" for n in doubtful))


_BESIDE = "id", "ids", "about", "fold", "group", "item", "dataset", "model", "time", "size", "count"


def _name_fits(p: Proposal, name: str) -> bool:
    return p.names[name].kind not in _BESIDE and len(p.cells(name)) > 1


def _ask_for_predictions(p: Proposal, columns: list[str], kind: str) -> None:
    options = [role(kind, name) for name in columns[:6]]
    if 1 < len(columns) <= MOST_CLASSES:
        options.insert(0, assigned(dict.fromkeys(columns, kind)))
    known = [f"“{name}”" for name in p.table.names]
    key = "no_model" if columns else "no_prediction"
    p.ask(key, options, columns=shown_cells(known, 30), truth=p.truth())
