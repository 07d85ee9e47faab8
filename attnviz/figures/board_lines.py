"""Which panels of a board share a line: every way to let one line of thought continue the one before."""

from __future__ import annotations

from functools import lru_cache
from itertools import product


@lru_cache(maxsize=64)
def merges(groups: tuple[int, ...], joins: frozenset[int], merging: bool) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Panel numbers by line, for each way to let lines continue the one before, fewest first."""
    names = sorted(set(groups))
    members = [tuple(index for index, own in enumerate(groups) if own == name) for name in names]
    choices = [(False, True) if merging or name in joins else (False,) for name in names[1:]]
    found = []
    for merged in sorted(product(*choices), key=sum):
        lines = [members[0]]
        for line, joined in zip(members[1:], merged, strict=True):
            if joined:
                lines[-1] = lines[-1] + line
            else:
                lines.append(line)
        found.append(tuple(lines))
    return tuple(found)
