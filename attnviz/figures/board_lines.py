"""Which panels of a board may share a line, in how many rows a line stands, and that there are too many of them."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from PySide6.QtCore import QSizeF

from attnviz.figures.bars import Bars
from attnviz.figures.fitting import least_tight
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.theme import Theme

GAP = 16.0  # between panels: two steps of the 8 px lattice
_ROUNDING = 1 + 1e-9


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


def crowded(panels: tuple[Heatmap | Bars, ...], room: QSizeF, theme: Theme) -> bool:
    """Whether all are maps of one shape, as heads are, and so many that no number fits whatever it is."""
    maps = [panel for panel in panels if isinstance(panel, Heatmap)]
    if len(maps) < len(panels) or len({panel.shape for panel in maps}) != 1:
        return False
    least = least_tight(max(1, round(theme.least_number)))
    cells = len(maps) * maps[0].shape[0] * maps[0].shape[1]
    return room.width() * room.height() < cells * least.cell_width * least.cell_height


def too_much(widths: list[float], heights: list[float], room: QSizeF) -> bool:
    """True where panels of those sizes have no room in whatever rows: one of them, or all with the gaps."""
    across, down = room.width(), room.height()
    if max(widths) > across or max(heights) > down:
        return True
    taken = sum([(width + GAP) * (height + GAP) for width, height in zip(widths, heights, strict=True)])
    return taken > (across + GAP) * (down + GAP) * _ROUNDING


def rows_of(
    choices: tuple[tuple[tuple[int, ...], ...], ...],
    widths: list[float],
    heights: list[float],
    room: QSizeF,
    *,
    whole: bool,
) -> tuple[tuple[int, ...], ...] | None:
    """The rows of the first choice of lines that has room, None if none has. whole: no line may be broken."""
    known: dict[tuple[int, ...], list[tuple[int, ...]]] = {}  # a line is the same however the others are merged
    for lines in choices:
        for line in lines:
            if line not in known:
                known[line] = _wrapped(line, widths, room.width())
        rows = [row for line in lines for row in known[line]]
        if whole and len(rows) > len(lines):
            continue
        if _length([max([heights[index] for index in row]) for row in rows]) <= room.height():
            return tuple(rows)
    return None


def _wrapped(line: tuple[int, ...], widths: list[float], width: float) -> list[tuple[int, ...]]:
    """The line in as many rows as its width needs, the rows about equally long."""
    rows: list[tuple[int, ...]] = []
    begin, used = 0, 0.0
    for place, index in enumerate(line):
        own = widths[index]
        if place > begin and used + GAP + own > width:
            rows.append(line[begin:place])
            begin, used = place, 0.0
        used += own + (GAP if place > begin else 0.0)
    rows.append(line[begin:])
    if len(rows) > 1:  # 5 + 5 + 2 becomes 4 + 4 + 4 if that is no wider
        longest = -(-len(line) // len(rows))
        even = [line[start : start + longest] for start in range(0, len(line), longest)]
        if all(_length([widths[index] for index in row]) <= width for row in even):
            return even
    return rows


def _length(parts: list[float]) -> float:
    return sum(parts) + GAP * (len(parts) - 1)
