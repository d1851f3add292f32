"""Small tables for the board: melons made up for it, and counts from eight cities."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._validation import NDArray
from ..display.language import language
from ..display.workings import data_of

_SEED = 203  # with it a rule and the nearest neighbour are wrong for some melons, not for many
_ATTRIBUTES = ("colour", "root", "sound")
_OFTEN = (0.6, 0.3, 0.1)  # of the values of an attribute, for a ripe melon; reversed for another
_MEANS = {"density": (0.62, 0.50), "sugar": (0.30, 0.18)}  # of ripe melons and of others
_SPREAD = 0.08


def melons() -> dict[str, NDArray[Any]]:
    """Return 17 melons, made up in the manner of the textbook's watermelons: 8 ripe, 9 not.

    The numbers are not the textbook's: they are drawn with a fixed seed, so that folds,
    leave-one-out and a confusion matrix can be done by hand. The words are in the language that
    was set.

    Returns
    -------
    dict of str to ndarray of shape (17,)
        ``colour``, ``root`` and ``sound`` are words, ``density`` and ``sugar`` numbers of three
        decimals, ``ripe`` is 1 or 0.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> table = mk.datasets.melons()
    >>> [column[0].item() for column in table.values()]
    ['black', 'slightly curled', 'dull', 0.575, 0.155, 1]

    Source
    ------
    No equation of the textbook.
    """
    rng = np.random.RandomState(_SEED)
    ripe = np.repeat([1, 0], [8, 9])
    said = data_of(__package__, "classroom.toml")["melons"]
    table: dict[str, NDArray[Any]] = {}
    for name in _ATTRIBUTES:
        words = np.array(said[name][language()].split(" / "))
        places = rng.choice(3, size=ripe.size, p=_OFTEN)
        table[name] = words[np.where(ripe == 1, places, 2 - places)]
    for name, (of_ripe, of_others) in _MEANS.items():
        drawn = rng.normal(np.where(ripe == 1, of_ripe, of_others), _SPREAD)
        table[name] = np.clip(drawn.round(3), 0.01, 0.99)
    return table | {"ripe": ripe}


def eight_cities() -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Return how many of the ill and of the well smoke, in eight Chinese cities.

    Persons with lung cancer and others without were asked in each city. "Who smokes is ill" is a
    prediction, so each city has a confusion matrix: for macro and micro averages. The shares of
    the ill are those of the study, not of the cities, so precision says nothing of a city.

    Returns
    -------
    cities : tuple of 8 str
        Their names, in the language that was set.
    counts : ndarray of shape (8, 2, 2)
        For each city ``[[TP, FN], [FP, TN]]``: the ill, then the well; who smokes, then who does
        not.

    Examples
    --------
    >>> import mlevalkit as mk
    >>> cities, counts = mk.datasets.eight_cities()
    >>> cities[0], counts[0].tolist()
    ('Beijing', [[126, 35], [100, 61]])

    Source
    ------
    No equation of the textbook. Liu (1992), Smoking and lung cancer in China: combined analysis of
    eight case-control studies, International Journal of Epidemiology 21, 197-201; the counts as
    statsmodels has them in ``china_smoking``.
    """
    found = data_of(__package__, "classroom.toml")["eight_cities"]
    return tuple(found["cities"][language()].split(" / ")), np.array(found["counts"])
