"""The geometry of painted bars: the lines of a figure, with their labels, tracks and numbers."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from attnviz.figures.theme import Theme


@dataclass(frozen=True)
class BarRow:
    """One line of the figure. indices: the bars it stands for, several in the last line of a long list."""

    indices: tuple[int, ...]
    label: str
    value: float
    text: str
    hidden: bool
    label_rect: QRectF
    track: QRectF
    bar: QRectF
    text_rect: QRectF


@dataclass(frozen=True)
class BarGrid:
    """The geometry of painted bars. label_step: every how-manieth label is drawn. number_px: 0 where none fits.

    axis: the ends of the scale stand over them.
    """

    theme: Theme
    number_px: int
    title: QRectF
    rows: tuple[BarRow, ...]
    zero: float  # x of 0
    body: QRectF
    label_step: int
    numbers_end: float  # x where the numbers end, so that their decimals stand under each other
    axis: bool

    def row_at(self, point: QPointF) -> BarRow | None:
        """The line under a point."""
        if not self.body.contains(point):
            return None
        return next((row for row in self.rows if row.label_rect.top() <= point.y() < row.label_rect.bottom()), None)


def title_place(rect: QRectF, left: float, height: float, width: float) -> QRectF:
    """Where a title of that width stands: over the tracks, or from the names on, which reach to the page's edge."""
    begins = left if left + width + 1 <= rect.right() else rect.left()
    return QRectF(begins, rect.top(), max(rect.right() - begins, 0.0), height)
