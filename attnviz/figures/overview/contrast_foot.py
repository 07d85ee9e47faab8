"""Where a comparison that is higher than its window may end, so that no line of it is cut."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from attnviz.figures.labels import ruler
from attnviz.figures.overview.contrast_sheet import ContrastSheet, contrast_places
from attnviz.figures.theme import Theme


def line_ends(model: ContrastSheet, rect: QRectF, theme: Theme) -> list[float]:
    """The y below each line of bars and of the tables, downward. A table's heading ends with its first row."""
    places, small = contrast_places(model, rect, theme), ruler(theme.small_font)
    ends = []
    count = max(len(bars.labels) for bars in model.bars)
    bars = places.bars[0]
    ends += [bars.top() + bars.height() * (number + 1) / count for number in range(count)]
    rows = max(len(model.contrast.apart), len(model.contrast.path))
    head = places.table.top() + ruler(theme.title_font).height + 8 + small.height
    return ends + [head + places.line * theme.number_px * (number + 1) for number in range(rows)]


def whole_lines(ends: list[float], height: float) -> float:
    """The last of those ends within that height; the height itself where not even one is."""
    return max((end for end in ends if end <= height), default=height)
