"""How the arrays of a walk are broken into lines: as few as the width allows, each about as long as the others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import inf

Lines = tuple[float, list[int]]


def balanced_lines(widths: Sequence[float], room: float) -> list[list[int]]:
    """The numbers of the pieces in each line: the fewest lines, and of those the ones whose longest is shortest.

    widths: what each takes with the gap after it.
    """
    ends = [0.0, *accumulate(widths)]
    count = len(_filled(widths, room))
    if count < 2:
        return [list(range(len(widths)))] if widths else []
    # best[k]: the longest of the lines that the first k pieces take, and where each of them begins.
    best: list[Lines] = [(0.0, [])] + [(end, [0]) for end in ends[1:]]
    for _ in range(count - 2):
        best = [best[0], *(_one_more(best, ends, stop) for stop in range(1, len(ends)))]
    starts = [*_one_more(best, ends, len(widths))[1], len(widths)]
    return [list(range(start, stop)) for start, stop in pairwise(starts) if stop > start]


def _one_more(best: Sequence[Lines], ends: Sequence[float], stop: int) -> Lines:
    """The first pieces in one line more: the last line may begin with any of them."""
    found: Lines = (inf, [])
    for start in reversed(range(stop)):
        last = ends[stop] - ends[start]
        if last > found[0]:  # and the lines that begin before are longer still
            break
        found = min(found, (max(best[start][0], last), [*best[start][1], start]))
    return found


def _filled(widths: Sequence[float], room: float) -> list[float]:
    """The lengths of the lines where each is filled before the next begins."""
    lines: list[float] = []
    for width in widths:
        if lines and lines[-1] + width <= room:
            lines[-1] += width
        else:
            lines.append(width)
    return lines
