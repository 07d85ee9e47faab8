"""How long a call takes: the middle of several, and the spread of what several processes found."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

_LEAST, _MOST = 3, 25  # calls of which the middle is taken


@dataclass(frozen=True)
class Spread:
    """What the rounds of one variant found, each in a process of its own."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle of the rounds."""
        return statistics.median(self.values)

    @property
    def quartiles(self) -> tuple[float, float]:
        """A quarter of the rounds found less than the first, a quarter more than the second."""
        if len(self.values) < 2:
            return self.median, self.median
        low, _, high = statistics.quantiles(self.values, n=4, method="inclusive")
        return low, high

    def times(self, factor: float) -> Spread:
        """The same in another unit."""
        return Spread(tuple(value * factor for value in self.values))

    def over(self, other: Spread) -> Spread:
        """Round by round how many times the other one's."""
        return Spread(tuple(own / theirs for own, theirs in zip(self.values, other.values, strict=True)))


def middle(call: Callable[[int], object], *, seconds: float = 0.4, warm_up: int = 1) -> float:
    """The median time of a call in seconds, of at least three calls and of as many as fit into `seconds`.

    The call is given a number that grows, so that it can change something each time.
    """
    for number in range(warm_up):
        call(number)
    took: list[float] = []
    end = time.perf_counter() + seconds
    while len(took) < _LEAST or (time.perf_counter() < end and len(took) < _MOST):
        begin = time.perf_counter()
        call(warm_up + len(took))
        took.append(time.perf_counter() - begin)
    return statistics.median(took)
