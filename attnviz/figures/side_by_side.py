"""Many maps of one shape in a lattice that fills its rectangle: labels at its edges only, small titles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, floor, sqrt

from PySide6.QtCore import QRectF

from attnviz.figures.fitting import figure_theme
from attnviz.figures.grid import labelled
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.last_line import filled
from attnviz.figures.margins import LINED, Margins, margins
from attnviz.figures.theme import TITLE_PX, Theme, font

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
_CLOSE = 5.0  # and from a map to the small number under it


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

    Where names such as "Head 12" have no room over the maps, their numbers stand there, in smaller letters if need be;
    where not even these have, each line of maps begins with the number of its first.
    """
    look = theme.grown(min(1.0, max(_TITLE_PX, TITLE_PX, _FAR * theme.least_number) / theme.title_px))
    names = tuple(dict.fromkeys((model.title, model.head) for model in maps))
    asked = maps[0].measures_of_colours, len(maps), names, rect.getRect(), theme
    known = _known.get(asked)
    if known is None:
        if len(_known) >= _MOST_KNOWN:
            _known.pop(next(iter(list(_known)), ()), None)  # another thread may be here too
        known = _known[asked] = _named(maps, rect, theme, look)
    lattice, titles = known
    if lattice is None:
        return None
    fits = {(over, beside): replace(lattice.fit, over=over, beside=beside) for over in _BOTH for beside in _BOTH}
    placed = [_placed(lattice, fits, index, model, titles, rect, theme) for index, model in enumerate(maps)]
    for index, model in enumerate(maps):
        if model.named_row is not None and index % lattice.columns:  # the labels of its line say which row it is
            first = index - index % lattice.columns
            place, beginning = placed[first]
            if beginning.fit is not None:
                placed[first] = place, beginning.fitted(replace(beginning.fit, named=model.named_row))
    return tuple(placed)


_BOTH = (False, True)
_known: dict[tuple[object, ...], tuple[_Lattice | None, tuple[str, ...]]] = {}  # an edit moves no map
_MOST_KNOWN = 32


def _named(
    maps: tuple[Heatmap, ...], rect: QRectF, theme: Theme, look: Theme
) -> tuple[_Lattice | None, tuple[str, ...]]:
    """The lattice, and what stands over its maps in place of their titles, or at the beginning of each line."""
    numbers = tuple(model.title if model.head is None else str(model.head + 1) for model in maps)
    best = _best(maps, rect, look, look.factor / theme.factor, (_ACROSS, _DOWN)) if maps[0].show_title else None
    if best is not None:
        wide = best.fit.cell_width * maps[0].shape[1]
        if ruler(look.title_font).widest(tuple(model.title for model in maps)) <= wide:
            return best, ()
        if ruler(look.title_font).widest(numbers) <= wide + _ACROSS + best.other.left - _APART:
            return best, numbers
    least = TITLE_PX / look.title_px
    for part in (least**0.5, least) if maps[0].show_title else ():
        own = look.grown(part)
        wide = ruler(own.title_font).widest(numbers) + 1 - _DENSE[0]
        best = _best(maps, rect, own, own.factor / theme.factor, (_DENSE[0], _CLOSE), _LABELS[2:], wide)
        if best is not None:
            return best, numbers
    bare = (_beginning(maps[0], numbers[-1]), *maps[1:])
    return _best(bare, rect, look, look.factor / theme.factor, _DENSE, _LABELS[1:]), numbers


def _beginning(model: Heatmap, number: str) -> Heatmap:
    """The first map of a line without a title, beside it its number."""
    return model.but(show_title=False, aside=number)


def _best(
    maps: tuple[Heatmap, ...],
    rect: QRectF,
    look: Theme,
    letters: float,
    gaps: tuple[float, float],
    labelled: tuple[tuple[bool, bool], ...] = _LABELS,
    least: float = 0.0,
) -> _Lattice | None:
    """The lattice with the largest cells, maps at least so wide; labels and legends stand where they cost little."""
    best: tuple[_Lattice, bool] | None = None
    legends = (True, False) if maps[0].legend and maps[0].legend_texts else (False,)
    for (over, beside), legend in ((labels, legend) for legend in legends for labels in labelled):
        asked = Fit(0, 1.0, 1.0, legend, over=over, beside=beside, letters=letters, words=_NO_WORDS, far=True)
        found = max(
            (_lattice(maps, rect, look, columns, asked, gaps, least) for columns in _choices(maps, rect)),
            key=lambda lattice: lattice.worth * filled(len(maps), lattice.columns) if lattice else 0.0,
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
    maps: tuple[Heatmap, ...],
    rect: QRectF,
    look: Theme,
    columns: int,
    fit: Fit,
    gaps: tuple[float, float],
    least: float = 0.0,
) -> _Lattice | None:
    """The largest cells in so many columns, maps at least so wide; None where they, or not all labels, have room."""
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
    if model.show_title and (first.row_step > rows_most or first.column_step > columns_most):
        return None
    if fit.over and _meet(model, fit, first, across + other.left + other.right):
        return None
    if fit.cell_width * model.shape[1] < least or min(wide / columns, high / rows) < (
        _LEAST_MAP if model.show_title else _LEAST_DENSE
    ):
        return None
    return _Lattice(columns, fit, first, other, gaps, model.show_title)


def _meet(model: Heatmap, fit: Fit, around: Margins, gap: float) -> bool:
    """True if the last name over a map would reach into the first one over the next, `gap` pixels further on."""
    names = labelled(model.shape[1], around.column_step, counted=model.counted_columns)
    if not names:
        return False
    letters = ruler(font(around.column_px))
    shown = tuple(model.shown_column_labels[index] for index in (names[0], names[-1]))
    needed = letters.height if around.upright else sum(map(letters.width, shown)) / 2 + _APART
    return (model.shape[1] - names[-1] + names[0]) * fit.cell_width + gap < needed


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
    theme: Theme,
) -> tuple[QRectF, Heatmap]:
    """One map in its place. fits: that of the lattice by whether labels stand over and beside. titles: in place of its
    own, which may reach into the gap behind it, or beside the first map of each line."""
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
    if titles and lattice.titled:
        placed, width = placed.but(title=titles[index]), width + max(across - _APART, across / 2)
    elif titles and column == 0 and fit.beside:
        placed = _beginning(placed, titles[index])
        own = margins(placed, figure_theme(theme, 0, fit.letters), placed.fit or fit, None).left
        left, indent = left + indent - own, own  # a number of fewer digits needs less room
    elif not lattice.titled:
        placed = placed.but(show_title=False)
    return QRectF(left, top, min(indent + width, rect.right() - left), min(above + height, rect.bottom() - top)), placed
