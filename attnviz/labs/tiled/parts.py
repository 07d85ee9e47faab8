"""Which queries, keys and numbers of a step are shown where there are too many: those in which something happens."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.labs.exhibits import Ints
from attnviz.labs.tiled.passing import Found
from attnviz.labs.tiled.program import Moment

MOST_ROWS = 6
MOST_COLUMNS, FEW_COLUMNS = 8, 7  # of a matrix that are shown; of a wider one so many
_NUMBER, _SHARE = -88.888888888, 0.888888888  # as wide as numbers of a step become


@dataclass(frozen=True)
class Shown:
    """A moment of some queries and keys with their labels. of: how many queries and keys there are in all."""

    way: str
    moment: Moment
    queries: tuple[str, ...]
    keys: tuple[str, ...]
    of: tuple[int, int]

    @property
    def rows_words(self) -> str:
        """Which queries are shown, "" for all."""
        return f"{len(self.queries)} of {self.of[0]} queries" if len(self.queries) < self.of[0] else ""

    @property
    def words(self) -> str:
        """Which queries and keys are shown, "" for all."""
        keys = f"{len(self.keys)} of {self.of[1]} keys" if len(self.keys) < self.of[1] else ""
        some = " and ".join(words for words in (self.rows_words, keys) if words)
        return f"{some}, with the largest shares" if some else ""


def shown_part(found: Found) -> Shown:
    """The present step with the queries and keys that take the largest shares in it, in their order.

    Queries whose maximum grows come before others: there the state before is rescaled.
    """
    moment, visit = found.moment, found.visit
    shares = moment.exponentials
    grown = np.isfinite(moment.maximum_before) & (moment.maximum > moment.maximum_before)
    rows = largest(shares.max(axis=1) + grown, MOST_ROWS, MOST_ROWS)
    keys = largest(shares[rows].max(axis=0), MOST_COLUMNS, FEW_COLUMNS)
    part = Moment(
        moment.scores[np.ix_(rows, keys)], shares[np.ix_(rows, keys)], moment.maximum_before[rows],
        moment.maximum[rows], moment.factor[rows], moment.sum_before[rows], moment.sum[rows],
        moment.output_before[rows], moment.output[rows],
    )  # fmt: skip
    scenario = found.scenario
    return Shown(
        found.way,
        part,
        labelled(scenario.query_labels, rows + visit.rows[0], numbered=len(rows) < len(shares)),
        _keys(scenario.key_labels, keys + visit.keys[0], numbered=len(keys) < shares.shape[1]),
        (shares.shape[0], shares.shape[1]),
    )


def widest_part(found: Found) -> Shown:
    """A stand-in that is as large as any step of this way: what a page is arranged for, so that nothing jumps."""
    visits, scenario = found.plan.visits, found.scenario
    height = max(visit.rows[1] - visit.rows[0] for visit in visits)
    width = max(visit.keys[1] - visit.keys[0] for visit in visits)
    r, c = min(height, MOST_ROWS), width if width <= MOST_COLUMNS else FEW_COLUMNS
    numbers, shares = np.full((r, c), _NUMBER), np.full((r, c), _SHARE)
    state, output = np.full(r, _NUMBER), np.full((r, found.output.shape[1]), _NUMBER)
    moment = Moment(numbers, shares, state, state, shares[:, 0], state, state, output, output)
    queries = _longest(scenario.query_labels, numbered=r < height)
    keys = str(len(scenario.key_labels)) if c < width else _longest(scenario.key_labels, numbered=False)
    return Shown(found.way, moment, (queries,) * r, (keys,) * c, (height, width))


def largest(strengths: Array, most: int, few: int) -> Ints:
    """The places of all numbers, or of the `few` largest of more than `most`, in their order."""
    if len(strengths) <= most:
        return np.arange(len(strengths))
    return np.sort(np.argsort(-strengths, kind="stable")[:few])


def labelled(labels: tuple[str, ...], places: Ints, *, numbered: bool) -> tuple[str, ...]:
    """The labels at those places; numbered: with their numbers, as those of some of many need it."""
    return tuple(_label(labels[place], int(place), numbered=numbered) for place in places)


def _keys(labels: tuple[str, ...], places: Ints, *, numbered: bool) -> tuple[str, ...]:
    """The labels over columns, of some of many their numbers alone: words with numbers would have to stand upright."""
    return tuple(str(place + 1) if numbered else labels[place] for place in places)


def _label(label: str, place: int, *, numbered: bool) -> str:
    number = str(place + 1)
    return f"{number} {label}" if numbered and label != number else label


def _longest(labels: tuple[str, ...], *, numbered: bool) -> str:
    longest = max(range(len(labels)), key=lambda place: len(labels[place]))
    return _label(labels[longest], len(labels) - 1, numbered=numbered)
