"""Many maps of one shape in a lattice that fills its rectangle: labels at its edges only, small titles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, floor, sqrt

from PySide6.QtCore import QRectF

from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.margins import LINED, Margins, margins
from attnviz.figures.theme import TITLE_PX, Theme

_ACROSS, _DOWN = 12.0, 10.0  # between maps
_TITLE_PX, _FAR = 20.0, 1.04  # titles over small maps are not larger than this, or so many least legible numbers
_BROADEST, _HIGHEST = 2.0, 1.5  # a cell, in its other side
_LABELS = ((True, True), (False, True), (False, False))  # over and beside the maps, as there is room
_EVERY = 3  # there are no names where fewer than every third row or column has room for one
_FIFTH = 5  # the same of numbers: 1, 5, 10, 15
_WORTH_LABELS = 0.6  # cells may have so much less room for the sake of labels
_WORTH_LEGENDS = 0.75
_NO_WORDS = 3  # all of `Heatmap.words`: said once for all
_ATTEMPTS = 6
_LEAST_MAP = 12.0  # pixels


@dataclass(frozen=True)
class _Lattice:
    """Maps in so many columns. first: the room around the map in the corner, which has labels; other: around others."""

    columns: int
    fit: Fit
    first: Margins
    other: Margins

    @property
    def worth(self) -> float:
        """The room of a cell, that of a flat one less: in a flattened map no diagonal is one."""
        sides = self.fit.cell_width, self.fit.cell_height
        return sides[0] * sides[1] * sqrt(min(sides) / max(sides))


def side_by_side(maps: tuple[Heatmap, ...], rect: QRectF, theme: Theme) -> tuple[tuple[QRectF, Heatmap], ...] | None:
    """Each map with its rectangle, cells as large as fit, all the same, without numbers; None where nothing fits."""
    look = theme.grown(min(1.0, max(_TITLE_PX, TITLE_PX, _FAR * theme.least_number) / theme.title_px))
    letters = look.factor / theme.factor
    best: tuple[_Lattice, bool] | None = None
    legends = (True, False) if maps[0].legend and maps[0].legend_texts else (False,)
    for (over, beside), legend in ((labels, legend) for legend in legends for labels in _LABELS):
        asked = Fit(0, 1.0, 1.0, legend, over=over, beside=beside, letters=letters, words=_NO_WORDS, far=True)
        found = max(
            (_lattice(maps, rect, look, columns, asked) for columns in _choices(len(maps))),
            key=lambda lattice: lattice.worth if lattice else 0.0,
        )
        worth = _WORTH_LABELS if best is None or best[1] else _WORTH_LEGENDS
        if found and (best is None or best[0].worth < worth * found.worth):
            best = found, beside
    if best is None:
        return None
    return tuple(_placed(best[0], index, model, rect) for index, model in enumerate(maps))


def _choices(count: int) -> list[int]:
    """Numbers of columns that leave no row empty."""
    return sorted({ceil(count / rows) for rows in range(1, count + 1)})


def _lattice(maps: tuple[Heatmap, ...], rect: QRectF, look: Theme, columns: int, fit: Fit) -> _Lattice | None:
    """The largest cells in so many columns; None where maps, or not all labels, have room."""
    model, rows = maps[0], ceil(len(maps) / columns)
    for _ in range(_ATTEMPTS):  # labels turn with the width of cells: this settles at once, nearly always
        first, other = _around(model, look, fit)
        wide = rect.width() - first.left - (columns - 1) * (other.left + _ACROSS) - columns * other.right
        high = rect.height() - first.top - (rows - 1) * (other.top + _DOWN) - rows * 2.0
        width, height = max(wide, 1.0) / columns / model.shape[1], max(high, 1.0) / rows / model.shape[0]
        width, height = min(width, _BROADEST * height), min(height, _HIGHEST * width)
        known, fit = fit, replace(fit, cell_width=_filling(width), cell_height=_filling(height))
        if fit == known:
            break
    else:
        return None
    rows_most, columns_most = (_FIFTH if one else _EVERY for one in (model.counted_rows, model.counted_columns))
    if first.row_step > rows_most or first.column_step > columns_most:
        return None
    if min(wide / columns, high / rows) < _LEAST_MAP:
        return None
    return _Lattice(columns, fit, first, other)


def _filling(size: float) -> float:
    """Whole pixels where cells have lines between them, else whatever fills the room."""
    return float(floor(size)) if size >= LINED else size


def _around(model: Heatmap, look: Theme, fit: Fit) -> tuple[Margins, Margins]:
    return margins(model, look, fit, None), margins(model, look, replace(fit, over=False, beside=False), None)


def _placed(lattice: _Lattice, index: int, model: Heatmap, rect: QRectF) -> tuple[QRectF, Heatmap]:
    row, column = divmod(index, lattice.columns)
    fit, first, other = lattice.fit, lattice.first, lattice.other
    width, height = fit.cell_width * model.shape[1] + other.right, fit.cell_height * model.shape[0] + 2.0
    left, top = rect.left(), rect.top()
    if column:
        left += first.left + width + _ACROSS + (column - 1) * (other.left + width + _ACROSS)
    if row:
        top += first.top + height + _DOWN + (row - 1) * (other.top + height + _DOWN)
    indent, above = (other if column else first).left, (other if row else first).top
    own = replace(fit, over=fit.over and row == 0, beside=fit.beside and column == 0)
    return QRectF(left, top, indent + width, above + height), replace(model, fit=own)
