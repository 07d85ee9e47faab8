"""How long this machine takes for one head of growing length, each way through its scores, beside what T² predicts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import perf_counter

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.blocks import Chain, mixed, stage_of
from attnviz.engine.mask import Mask
from attnviz.labs.protocol import Progress, Stopped
from attnviz.labs.traffic import CAUSAL, FULL, TILED, WINDOW

WAYS = (FULL, TILED, CAUSAL, WINDOW)
SHORTEST = 128
MOST_D_K = 256
MOST_BYTES = 300_000_000  # of weights that are kept, beyond which the full way is not measured
_LEAST_SECONDS = 0.002  # that one measurement takes: short calls are made several times and shared out


@dataclass(frozen=True)
class Asked:
    """What is to be measured. longest: T at most. dtype: float32 or float64; NumPy has no fast half precision.

    window: keys that a query sees. rounds: measurements of each.
    """

    longest: int
    d_k: int
    dtype: str
    window: int
    rounds: int

    @property
    def lengths(self) -> tuple[int, ...]:
        """128, 256, 512, … and the longest."""
        doubled = [SHORTEST << step for step in range(self.longest.bit_length())]
        return (*(T for T in doubled if self.longest > T), self.longest)

    def is_too_large(self, place: int) -> bool:
        """True if the weights of that length are not to be kept."""
        return self.lengths[place] ** 2 * np.dtype(self.dtype).itemsize > MOST_BYTES

    @property
    def width(self) -> int:
        """d_k as it is measured."""
        return min(self.d_k, MOST_D_K)


@dataclass(frozen=True)
class Timing:
    """Seconds for each length and way, (lengths, ways): the median, least and most of all rounds; NaN: not measured.

    predicted: (lengths,), from the full way's longest by T². rounds: how many are measured, the present one with them.
    """

    lengths: Array
    seconds: Array
    low: Array
    high: Array
    predicted: Array
    rounds: int


def timing(asked: Asked, progress: Progress, so_far: Callable[[Timing], None] = lambda _found: None) -> Timing:
    """The times of the engine's own ways, rounds of all of them one after the other so that a busy moment hits each.

    so_far: is told what is known after each length of the first round, and after each later one. Raises Stopped when
    `progress` says so; no time is measured while either is told.
    """
    tasks = [(place, way, call) for place in range(len(asked.lengths)) for way, call in _calls(asked, place)]
    found: dict[tuple[int, str], list[float]] = {(place, way): [] for place, way, _ in tasks}
    counts: list[int] = []
    whole = float(sum(asked.lengths[place] ** 2 for place, _, _ in tasks) * (asked.rounds + 1))
    done = 0.0
    for number in range(asked.rounds + 1):
        for task, (place, way, call) in enumerate(tasks):
            if not progress(done / whole):
                raise Stopped
            if number == 0:  # pays for what later ones find ready, and is not counted
                counts.append(_calls_at_once(call))
            else:
                found[place, way].append(_seconds(call, counts[task]))
            done += asked.lengths[place] ** 2
            last_of_length = task + 1 == len(tasks) or tasks[task + 1][0] != place
            if (number == 1 and last_of_length) or (number > 1 and task + 1 == len(tasks)):
                so_far(_summed_up(asked, found))
    return _summed_up(asked, found)


def _summed_up(asked: Asked, found: dict[tuple[int, str], list[float]]) -> Timing:
    """Medians and ends of what was measured; what T² predicts goes through the longest that was."""
    lengths = np.array(asked.lengths, dtype=np.float64)
    seconds = _table(asked, found, median)
    full = seconds[:, WAYS.index(FULL)]
    last = int(np.flatnonzero(np.isfinite(full))[-1])
    predicted = full[last] * (lengths / lengths[last]) ** 2
    rounds = max(map(len, found.values()))
    return Timing(lengths, seconds, _table(asked, found, min), _table(asked, found, max), predicted, rounds)


def _calls(asked: Asked, place: int) -> list[tuple[str, Callable[[], object]]]:
    """Each way at one length as a call without arguments, on seeded numbers."""
    T = asked.lengths[place]
    number = np.dtype(asked.dtype)
    random = np.random.default_rng(T)
    q, k, v = random.standard_normal((3, T, asked.width)).astype(number)
    masks = {TILED: Mask(), CAUSAL: Mask(causal=True), WINDOW: Mask(window=(asked.window - 1, 0))}
    scale = float(asked.width**-0.5)
    calls: list[tuple[str, Callable[[], object]]] = [
        (way, partial(mixed, Chain(q, k, scale, mask=mask), v)) for way, mask in masks.items()
    ]
    return [*([] if asked.is_too_large(place) else [(FULL, partial(_full, Chain(q, k, scale), v))]), *calls]


def _full(chain: Chain, values: Array) -> tuple[Array, Array]:
    """The ordinary way: the weights are made and kept, then mixed with the values."""
    weights = stage_of(chain, "weights")
    return weights @ values, weights


def _calls_at_once(call: Callable[[], object]) -> int:
    """How many calls one measurement takes."""
    first = _seconds(call, 1)
    if first < _LEAST_SECONDS:
        first = _seconds(call, 1)
    return max(1, round(_LEAST_SECONDS / max(first, 1e-6)))


def _seconds(call: Callable[[], object], count: int) -> float:
    start = perf_counter()
    for _ in range(count):
        call()
    return (perf_counter() - start) / count


def _table(asked: Asked, found: dict[tuple[int, str], list[float]], chosen: Callable[[list[float]], float]) -> Array:
    """(lengths, ways): one number of each list, NaN where nothing was measured."""
    rows = [
        [chosen(found[place, way]) if found.get((place, way)) else np.nan for way in WAYS]
        for place in range(len(asked.lengths))
    ]
    return np.array(rows)
