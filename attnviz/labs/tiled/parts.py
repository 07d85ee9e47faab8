"""Which queries, keys and numbers of a step are shown where there are too many: those in which something happens."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.labs.exhibits import Ints
from attnviz.labs.tiled.passing import Found
from attnviz.labs.tiled.program import Moment

_SHARE, _SUM = 0.888888888, 88.888888888  # as wide as numbers of a step become
_ADDED = 4.0  # so many times the largest value a sum of values comes to, as a rule
_WIDEST = 1e307  # beyond it numbers take no more room


@dataclass(frozen=True)
class Size:
    """How many queries, keys and dimensions of an output are shown at most, and with how many words.

    values: whether rows of V are. brief: without what is said elsewhere, such as names of rows beside named ones.
    low: in two lines, for a wide page. heart: what is kept and the outputs alone.
    """

    rows: int
    keys: int
    dims: int
    values: bool = False
    brief: bool = False
    low: bool = False
    heart: bool = False


# Of a step, the largest first: few enough to be read from the back of a room.
STEP_SIZES = (
    Size(4, 5, 4, values=True), Size(4, 4, 3, values=True), Size(3, 4, 3, values=True), Size(3, 4, 3),
    Size(3, 3, 2, values=True, brief=True), Size(2, 3, 2, values=True, brief=True),
    Size(3, 3, 2, brief=True), Size(2, 3, 2, brief=True), Size(2, 2, 2, brief=True), Size(2, 2, 1, brief=True),
    Size(3, 3, 2, brief=True, low=True), Size(2, 2, 2, brief=True, low=True),
    Size(2, 2, 2, brief=True, heart=True), Size(1, 2, 2, brief=True, heart=True),
)  # fmt: skip
END_SIZES = (Size(6, 0, 7), Size(5, 0, 4), Size(4, 0, 3), Size(4, 0, 2, brief=True), Size(3, 0, 2, brief=True))


@dataclass(frozen=True)
class Shown:
    """A moment of some queries and keys with their labels. of: how many queries and keys there are in all.

    values: the tile's rows of V for these keys. hidden: which scores are masked away. dims: the places of the
    dimensions. done: whether the block's last tile has been seen. longest: a query's label as long as in any step.
    """

    way: str
    moment: Moment
    values: Array
    queries: tuple[str, ...]
    keys: tuple[str, ...]
    of: tuple[int, int]
    dims: Ints
    done: bool
    size: Size
    longest: str

    @property
    def rows_words(self) -> str:
        """Which queries are shown, "" for all."""
        return f"{len(self.queries)} of {self.of[0]} queries" if len(self.queries) < self.of[0] else ""

    @property
    def keys_words(self) -> str:
        """Which keys are shown, "" for all."""
        return f"{len(self.keys)} of {self.of[1]} keys" if len(self.keys) < self.of[1] else ""

    @property
    def words(self) -> str:
        """Which queries and keys are shown, "" for all."""
        return ", ".join(words for words in (self.rows_words, self.keys_words) if words)


def shown_part(found: Found, size: Size) -> Shown:
    """The present step with the queries and keys that take the largest shares in it, in their order.

    Queries whose maximum grows come before others: there the state before is rescaled.
    """
    moment, visit = found.moment, found.visit
    shares = moment.exponentials
    rows = largest(shares.max(axis=1) + grows(moment), size.rows)
    keys = largest(shares[rows].max(axis=0), size.keys)
    part = Moment(
        moment.scores[np.ix_(rows, keys)], shares[np.ix_(rows, keys)], moment.maximum_before[rows],
        moment.maximum[rows], moment.factor[rows], moment.sum_before[rows], moment.sum[rows],
        moment.output_before[rows], moment.output[rows],
    )  # fmt: skip
    scenario = found.scenario
    return Shown(
        found.way,
        part,
        found.followed.names["V"][slice(*visit.keys)][keys],
        labelled(scenario.query_labels, rows + visit.rows[0], numbered=len(rows) < len(shares)),
        _keys(scenario.key_labels, keys + visit.keys[0], numbered=len(keys) < shares.shape[1]),
        (shares.shape[0], shares.shape[1]),
        dims_of(found.output.shape[1], size),
        found.is_last,
        size,
        _longest(scenario.query_labels, numbered=min(found.plan.height, size.rows) < found.plan.height),
    )


def widest_part(found: Found, size: Size) -> Shown:
    """A stand-in that is as large as any step of this way: what a page is arranged for, so that nothing jumps."""
    visits, scenario = found.plan.visits, found.scenario
    height = found.plan.height
    width = max(visit.keys[1] - visit.keys[0] for visit in visits)
    r, c = min(height, size.rows), min(width, size.keys)
    d_v = found.output.shape[1]
    V = float(np.abs(found.followed.names["V"]).max())
    score, value, added = (_as_wide(reach) for reach in (found.followed.reach, V, _ADDED * V))
    scores, shares = np.full((r, c), score), np.full((r, c), _SHARE)
    maximum, total, output = np.full(r, score), np.full(r, _SUM), np.full((r, d_v), added)
    moment = Moment(scores, shares, maximum, maximum, shares[:, 0], total, total, output, output)
    queries = _longest(scenario.query_labels, numbered=r < height)
    keys = str(len(scenario.key_labels)) if c < width else _longest(scenario.key_labels, numbered=False)
    values = np.full((c, d_v), value)
    labels = (queries,) * r, (keys,) * c
    return Shown(found.way, moment, values, *labels, (height, width), dims_of(d_v, size), True, size, queries)


def _as_wide(reach: float) -> float:
    """A negative number that takes as much room as any between that and its negative."""
    return -0.888888888 * 10.0 ** len(str(int(min(reach, _WIDEST))))


def grows(moment: Moment) -> Array:
    """1 for each query whose maximum grows in the step and was one before, else 0."""
    grown = np.isfinite(moment.maximum_before) & (moment.maximum > moment.maximum_before)
    return grown.astype(np.float64)


def largest(strengths: Array, most: int) -> Ints:
    """The places of all numbers, or of so many of the largest, in their order."""
    if len(strengths) <= most:
        return np.arange(len(strengths))
    return np.sort(np.argsort(-strengths, kind="stable")[:most])


def dims_of(width: int, size: Size) -> Ints:
    """The places of the dimensions of an output that are shown: all, or the first ones and the last."""
    last = [] if size.dims == 1 else [width - 1]
    return np.arange(width) if width <= size.dims else np.array([*range(size.dims - len(last)), *last])


def dim_labels(dims: Ints) -> tuple[str, ...]:
    """Their numbers from 1, the last one after a gap where some are left out."""
    last = int(dims[-1])
    names = [str(dim + 1) for dim in dims.tolist()]
    return (*names[:-1], f"… {last + 1}") if last >= len(dims) else tuple(names)


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
