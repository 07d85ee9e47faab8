"""A process beside the measured one that touches the same memory over and over: where it halts, the machine does.

On a virtual machine whose pages are mapped anew, all that touches memory takes a hundred times as long for a moment,
and the processor time that this takes is counted as the process's own.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

_PAGES, _PAGE = 1000, 4096
_PAUSE = 0.02  # seconds between two touches: more often it would slow what it watches
_HALT = 20  # times the middle of all touches: shared caches make one three times as long, never twenty times
_FEW = 25  # touches before one can be called long


class Span(NamedTuple):
    """From when to when, in seconds of `time.monotonic`, which all processes share."""

    begin: float
    end: float

    def meets(self, other: Span) -> bool:
        """True if they have a moment in common."""
        return self.begin <= other.end and other.begin <= self.end


class Touch(NamedTuple):
    """All pages touched once: when, and the seconds of its own processor time that it took."""

    at: Span
    took: float


def halts(touches: Sequence[Touch]) -> list[Span]:
    """When the machine halted: the touches that took many times what they usually do, each from the one before."""
    if len(touches) < _FEW:
        return []
    usual = statistics.median(touch.took for touch in touches)
    return [Span(last.at.end, touch.at.end) for last, touch in pairwise(touches) if touch.took > _HALT * usual]


class Witness:
    """The process, for as long as the block lasts; afterwards `halts` has what it saw."""

    def __init__(self) -> None:
        self.halts: list[Span] = []

    def __enter__(self) -> Witness:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tools.bench.witness"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self._process.stdout.readline()  # it has begun
        return self

    def __exit__(self, *failure: object) -> None:
        told, _ = self._process.communicate()
        self.halts = [Span(begin, end) for begin, end in json.loads(told)]


def _watch(over: threading.Event) -> list[Touch]:
    memory = np.ones(_PAGES * _PAGE, np.uint8)[::_PAGE]
    order = np.random.default_rng(0).permutation(_PAGES)  # as programs touch memory, not as it lies
    touches: list[Touch] = []
    while not over.wait(_PAUSE):
        begin, before = time.monotonic(), time.thread_time()
        memory[order].sum()
        took = time.thread_time() - before
        touches.append(Touch(Span(begin, time.monotonic()), took))
    return touches


def _wait(over: threading.Event) -> None:
    sys.stdin.read()
    over.set()


def main() -> int:
    """Touches until its input ends; then prints the halts as JSON."""
    over = threading.Event()
    threading.Thread(target=_wait, args=(over,), daemon=True).start()
    print("watching", flush=True)
    print(json.dumps(halts(_watch(over))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
