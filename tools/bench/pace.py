"""How fast the machine itself is at the moment: shared ones are twice as fast in one minute as in the next."""

from __future__ import annotations

import time
from collections.abc import Sequence

from tools.bench.words import seconds

_ADDITIONS = 1_000_000
_TIMES = 3


def pace() -> float:
    """Seconds of processor time for a million additions in a loop of plain Python, the best of three."""
    return min(_loop() for _ in range(_TIMES))


def told(paces: Sequence[float]) -> str:
    """The fastest and the slowest of them: "33.1 ms to 61.5 ms"."""
    fast, slow = seconds(min(paces)), seconds(max(paces))
    return fast if fast == slow else f"{fast} to {slow}"


def _loop() -> float:
    total, begin = 0, time.thread_time()
    for number in range(_ADDITIONS):
        total += number
    took = time.thread_time() - begin
    assert total == _ADDITIONS * (_ADDITIONS - 1) // 2
    return took
