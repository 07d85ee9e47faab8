"""What large maps of one stage say among each other: their shape once for all, each head the ends of its own scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QRectF

from attnviz.content.numerals import grouped
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.large.arrange import Shown
from attnviz.figures.large.large_map import LargeMap, seen_text
from attnviz.figures.large.powers import tick_text
from attnviz.figures.theme import Theme
from attnviz.figures.viewport import whole

Panel = Heatmap | LargeMap
_DIGITS = 2  # of an end


def told_once(panels: Sequence[Panel], *, shared: bool) -> tuple[list[Panel], str]:
    """The figures without what they all say, and that, with a comma after it; "" where they are no large maps.

    shared: they have one scale, whose ends one legend says.
    """
    maps = [panel for panel in panels if isinstance(panel, LargeMap)]
    if not maps or len(maps) < len(panels) or len({(model.shape, model.viewport) for model in maps}) > 1:
        return list(panels), ""
    noted = [replace(model, note="" if shared else _ends(model)) for model in maps]
    return [*noted], f"{_part(maps[0])}, "


def seen_briefly(panels: Sequence[Panel]) -> str:
    """Which rows and columns of large maps are seen, in few words; "" where they are no such maps, or all is seen."""
    model = next((panel for panel in panels if isinstance(panel, LargeMap)), None)
    if model is None or model.seen == whole(model.shape):
        return ""
    (top, bottom), (left, right) = model.seen.seen_rows, model.seen.seen_columns
    rows = f"{model.row_words} {grouped(top + 1)}–{grouped(bottom)}"
    return f"{rows}, {model.column_words} {grouped(left + 1)}–{grouped(right)}"


def in_few_letters(panels: Sequence[Shown], rects: Sequence[QRectF], theme: Theme) -> tuple[Shown, ...]:
    """Large maps of all heads under their numbers where some name is wider than its map; others as they are."""
    maps = [panel for panel in panels if isinstance(panel, LargeMap) and panel.head is not None]
    alike = len({panel.key for panel in maps}) == 1 and len({panel.head for panel in maps}) == len(panels) > 1
    if not alike or ruler(theme.title_font).widest(tuple(panel.title for panel in maps)) <= min(
        rect.width() for rect in rects
    ):
        return tuple(panels)
    return tuple(replace(panel, title=str((panel.head or 0) + 1)) for panel in maps)


def _ends(model: LargeMap) -> str:
    """How far a head's own colours go."""
    if model.picture is None or model.picture.ends is None:
        return ""
    low, high = (tick_text(end, _DIGITS) for end in model.picture.ends)
    if low == high:
        return f"all {low}"
    return f"{low} to {high}" if model.signed else f"up to {high}"


def _part(model: LargeMap) -> str:
    """Which rows and columns are seen, of all their number."""
    seen = model.seen
    if seen == whole(model.shape):
        return model.shape_text
    rows = seen_text(model.row_words, *seen.seen_rows, model.shape[0])
    return f"{rows}, {seen_text(model.column_words, *seen.seen_columns, model.shape[1])}"
