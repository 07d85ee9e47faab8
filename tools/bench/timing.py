"""Fair timing: the variants take turns in one process, so that whatever slows the machine slows them all."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Turn = Callable[[int], None]


@dataclass(frozen=True)
class Times:
    """The seconds that one variant took, turn by turn."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle of the turns."""
        return statistics.median(self.seconds)

    @property
    def quartiles(self) -> tuple[float, float]:
        """A quarter of the turns were faster than the first, a quarter slower than the second."""
        low, _, high = statistics.quantiles(self.seconds, n=4, method="inclusive")
        return low, high

    def __str__(self) -> str:
        """The median and the spread between the quartiles, in milliseconds."""
        low, high = self.quartiles
        return f"{self.median * 1e3:8.2f} ms (quartiles {low * 1e3:.2f} to {high * 1e3:.2f}, {len(self.seconds)} turns)"


def take_turns(variants: Mapping[str, Turn], turns: int, burst: int = 1, warm_up: int = 2) -> dict[str, Times]:
    """Times of each variant: every round runs all of them, in an order that turns with the rounds.

    A variant is called with a number that grows, so that it can change something each time. burst: how often in a
    row, as keys are pressed; the time of a turn is their mean.
    """
    names = list(variants)
    seconds: dict[str, list[float]] = {name: [] for name in names}
    for number in range(warm_up + turns):
        shift = number % len(names)
        for name in names[shift:] + names[:shift]:
            begin = time.perf_counter()
            for step in range(burst):
                variants[name](number * burst + step)
            took = (time.perf_counter() - begin) / burst
            if number >= warm_up:
                seconds[name].append(took)
    return {name: Times(tuple(taken)) for name, taken in seconds.items()}
