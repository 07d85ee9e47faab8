"""How long this machine takes for one head of growing length, beside what T² predicts."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from attnviz.engine.arrays import Array, Format
from attnviz.engine.attention import attention
from attnviz.labs.protocol import Progress, Stopped

_LENGTHS = (128, 256, 512, 1024)  # T² numbers of the last are 8 MB: a fraction of a second in all
_REPEATS = 3
_MOST_D_K = 256


@dataclass(frozen=True)
class Timing:
    """Seconds for each length, measured, and predicted from the longest by T²."""

    lengths: Array
    measured: Array
    predicted: Array


def timing(d_k: int, dtype: str, progress: Progress) -> Timing:
    """The best of a few runs of the engine's own attention for each length. Raises Stopped when `progress` says so.

    NumPy has no fast half precision: float16 and the like are timed as float32. d_k is taken as 256 at most.
    """
    number: Format = np.float64 if dtype == "float64" else np.float32
    random = np.random.default_rng(0)
    seconds = []
    for length in _LENGTHS:
        shape = (3, length, min(d_k, _MOST_D_K))
        q, k, v = random.standard_normal(shape).astype(number)
        attention(q[:8], k, v)  # the first call pays for what later ones find ready
        seconds.append(min(_seconds(q, k, v) for _ in range(_REPEATS)))
        if not progress(length / _LENGTHS[-1]):
            raise Stopped
    lengths, measured = np.array(_LENGTHS, dtype=np.float64), np.array(seconds)
    return Timing(lengths, measured, measured[-1] * (lengths / lengths[-1]) ** 2)


def _seconds(q: Array, k: Array, v: Array) -> float:
    start = perf_counter()
    attention(q, k, v)
    return perf_counter() - start
