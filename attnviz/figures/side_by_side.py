"""Many maps of one shape in a lattice that fills its rectangle: labels at its edges only, small titles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, floor, sqrt

from PySide6.QtCore import QRectF

from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.labels import ruler
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
_MANY, _SHAPED = 24, 4.0  # maps; times as high as wide or as wide as high
_LEAST_MAP = 12.0  # pixels
_DENSE, _LEAST_DENSE = (3.0, 3.0), 2.0  # the same where hundreds of maps stand without titles
_APART = 3.0  # pixels between the numbers over two maps


@dataclass(frozen=True)
class _Lattice:
    """Maps in so many columns. first: the room around the map in the corner, which has labels; other: around others.

    gaps: across and down between maps. titled: these have titles.
    """

    columns: int
    fit: Fit
    first: Margins
    other: Margins
    gaps: tuple[float, float]
    titled: bool = True

    @property
    def worth(self) -> float:
        """The room of a cell, that of a flat one less: in a flattened map no diagonal is one."""
        sides = self.fit.cell_width, self.fit.cell_height
        return sides[0] * sides[1] * sqrt(min(sides) / max(sides))


def side_by_side(maps: tuple[Heatmap, ...], rect: QRectF, theme: Theme) -> tuple[tuple[QRectF, Heatmap], ...] | None:
    """Each map with its rectangle, cells as large as fit, all the same, without numbers; None where nothing fits.

    Where names such as "Head 12" have no room over the maps, their numbers stand there; where not even these have,
    nothing does.
    """
    look = theme.grown(min(1.0, max(_TITLE_PX, TITLE_PX, _FAR * theme.least_number) / theme.title_px))
    names = tuple(dict.fromkeys((model.title, model.head) for model in maps))
    asked = maps[0].measures_of_colours, len(maps), names, rect.getRect(), theme
    known = _known.get(asked)
    if known is None:
        if len(_known) >= _MOST_KNOWN:
            _known.pop(next(iter(list(_known)), ()), None)  # another thread may be here too
        known = _known[asked] = _named(maps, rect, look, look.factor / theme.factor)
    lattice, titles = known
    if lattice is None:
        return None
    fits = {(over, beside): replace(lattice.fit, over=over, beside=beside) for over in _BOTH for beside in _BOTH}
    return tuple(_placed(lattice, fits, index, model, titles, rect) for index, model in enumerate(maps))


_BOTH = (False, True)
_known: dict[tuple[object, ...], tuple[_Lattice | None, tuple[str, ...]]] = {}  # an edit moves no map
_MOST_KNOWN = 32


def _named(
    maps: tuple[Heatmap, ...], rect: QRectF, look: Theme, letters: float
) -> tuple[_Lattice | None, tuple[str, ...]]:
    """The lattice, and what stands over its maps in place of their titles; nothing where these have room."""
    best = _best(maps, rect, look, letters, (_ACROSS, _DOWN)) if maps[0].show_title else None
    if best is None:
        bare = tuple(model.but(show_title=False) for model in maps[:1]) + maps[1:]
        return _best(bare, rect, look, letters, _DENSE), ()
    measure, wide = ruler(look.title_font), best.fit.cell_width * maps[0].shape[1]
    if measure.widest(tuple(model.title for model in maps)) <= wide:
        return best, ()
    numbers = tuple(model.title if model.head is None else str(model.head + 1) for model in maps)
    if measure.widest(numbers) <= wide + _ACROSS + best.other.left - _APART:
        return best, numbers
    bare = tuple(model.but(show_title=False) for model in maps[:1]) + maps[1:]
    return _best(bare, rect, look, letters, _DENSE), ()


def _best(
    maps: tuple[Heatmap, ...], rect: QRectF, look: Theme, letters: float, gaps: tuple[float, float]
) -> _Lattice | None:
    """The lattice with the largest cells; labels and legends stand where they cost little of these."""
    best: tuple[_Lattice, bool] | None = None
    legends = (True, False) if maps[0].legend and maps[0].legend_texts else (False,)
    for (over, beside), legend in ((labels, legend) for legend in legends for labels in _LABELS):
        asked = Fit(0, 1.0, 1.0, legend, over=over, beside=beside, letters=letters, words=_NO_WORDS, far=True)
        found = max(
            (_lattice(maps, rect, look, columns, asked, gaps) for columns in _choices(maps, rect)),
            key=lambda lattice: lattice.worth if lattice else 0.0,
        )
        worth = _WORTH_LABELS if best is None or best[1] else _WORTH_LEGENDS
        if found and (best is None or best[0].worth < worth * found.worth):
            best = found, beside
    return best and best[0]


def _choices(maps: tuple[Heatmap, ...], rect: QRectF) -> list[int]:
    """Numbers of columns that leave no row empty; of very many only those that leave maps their shape, nearly."""
    count, (down, across) = len(maps), maps[0].shape
    every = sorted({ceil(count / rows) for rows in range(1, count + 1)})
    if count <= _MANY:
        return every
    high = rect.height() * across / max(rect.width() * down, 1.0)  # cells in one column and row: height by width
    shaped = [own for own in every if 1 / _SHAPED <= high * own / ceil(count / own) <= _SHAPED]
    return shaped or every


def _lattice(
    maps: tuple[Heatmap, ...], rect: QRectF, look: Theme, columns: int, fit: Fit, gaps: tuple[float, float]
) -> _Lattice | None:
    """The largest cells in so many columns; None where maps, or not all labels, have room."""
    model, rows, (across, down) = maps[0], ceil(len(maps) / columns), gaps
    for _ in range(_ATTEMPTS):  # labels turn with the width of cells: this settles at once, nearly always
        first, other = _around(model, look, fit)
        wide = rect.width() - first.left - (columns - 1) * (other.left + across) - columns * other.right
        high = rect.height() - first.top - (rows - 1) * (other.top + down) - rows * 2.0
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
    if min(wide / columns, high / rows) < (_LEAST_MAP if model.show_title else _LEAST_DENSE):
        return None
    return _Lattice(columns, fit, first, other, gaps, model.show_title)


def _filling(size: float) -> float:
    """Whole pixels where cells have lines between them, else whatever fills the room."""
    return float(floor(size)) if size >= LINED else size


def _around(model: Heatmap, look: Theme, fit: Fit) -> tuple[Margins, Margins]:
    return margins(model, look, fit, None), margins(model, look, replace(fit, over=False, beside=False), None)


def _placed(
    lattice: _Lattice,
    fits: dict[tuple[bool, bool], Fit],
    index: int,
    model: Heatmap,
    titles: tuple[str, ...],
    rect: QRectF,
) -> tuple[QRectF, Heatmap]:
    """One map in its place. fits: that of the lattice by whether labels stand over and beside. titles: in place of its
    own, which may reach into the gap behind it."""
    row, column = divmod(index, lattice.columns)
    fit, first, other, (across, down) = lattice.fit, lattice.first, lattice.other, lattice.gaps
    width, height = fit.cell_width * model.shape[1] + other.right, fit.cell_height * model.shape[0] + 2.0
    left, top = rect.left(), rect.top()
    if column:
        left += first.left + width + across + (column - 1) * (other.left + width + across)
    if row:
        top += first.top + height + down + (row - 1) * (other.top + height + down)
    indent, above = (other if column else first).left, (other if row else first).top
    placed = model.fitted(fits[fit.over and row == 0, fit.beside and column == 0])
    if titles:
        placed, width = placed.but(title=titles[index]), width + across - _APART
    elif not lattice.titled:
        placed = placed.but(show_title=False)
    return QRectF(left, top, min(indent + width, rect.right() - left), above + height), placed
