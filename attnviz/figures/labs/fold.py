"""Where a page that scrolls is cut off at first: between two rows of a table, never through one."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QRectF, QSizeF

from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heights import GAP
from attnviz.figures.labs.result_page import PageLayout
from attnviz.figures.labs.table_sheet import table_layout
from attnviz.labs.exhibits import Table

_SEEN = 0.85  # of a row's height: with so much of it in sight its letters are whole


def between_rows(drawings: tuple[Drawing, ...], page: PageLayout, fold: float) -> PageLayout:
    """The page with a table that is cut off at `fold` moved down, so that it is between two of its rows.

    What stands over the table takes the room. Pages that are not cut off stay as they are.
    """
    if page.size.height() <= fold + 0.5:
        return page
    shift, top = 0.0, 0.0
    for drawing, rect in zip(drawings, page.rects, strict=True):
        if isinstance(drawing.exhibit, Table) and rect.top() < fold < rect.bottom():
            ys = table_layout(drawing, rect, page.theme).ys
            cut = [y for y, after in pairwise(ys) if y < fold < y + _SEEN * (after - y)]
            if cut and fold - cut[0] > shift:
                shift, top = fold - cut[0], rect.top()
    if not shift or not any(_is_over(rect, top) for rect in page.rects):
        return page
    return replace(
        page,
        rects=tuple(_moved(rect, top, shift) for rect in page.rects),
        size=page.size + QSizeF(0, shift),
    )


def _moved(rect: QRectF, top: float, shift: float) -> QRectF:
    """What begins at `top` or below it goes down, and what ends just above it grows."""
    if rect.top() >= top - 0.5:
        return rect.translated(0, shift)
    return rect.adjusted(0, 0, 0, shift) if _is_over(rect, top) else rect


def _is_over(rect: QRectF, top: float) -> bool:
    return abs(rect.bottom() + GAP - top) < 1.0
