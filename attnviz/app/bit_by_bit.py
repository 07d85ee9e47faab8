"""Long work in small bits hands over whenever something else may come in between: keys and clicks would wait for it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

A_TURN = 0.008  # seconds of work in one go


def in_turns(bits: Iterable[object]) -> Iterator[None]:
    """Does one bit after the other, each as it is asked for, and comes back after as many as have time in one go."""
    end = time.thread_time() + A_TURN
    for _ in bits:
        if time.thread_time() >= end:
            yield
            end = time.thread_time() + A_TURN
