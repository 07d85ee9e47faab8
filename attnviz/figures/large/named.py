"""Which rows and columns of a large map are named, and what their names are: as many as have room, each at its cell."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.content.numerals import grouped
from attnviz.figures.labels import every, ruler
from attnviz.figures.large.around import FLAT, LINE, names_at, shrunk
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import Ground
from attnviz.figures.matrix_figure import Frame

_SPARSE = 1.8  # heights of a line from one number beside rows to the next
_APART = 16.0  # pixels between numbers over columns
_BEYOND = 14.0  # pixels that such a number reaches beyond the map at most
_EVERY = 10  # heads, of which one is named at least
_FEWEST = 3  # numbers at least beside rows that are numbered as columns are
_SHIFTED = 10.0  # and that it is moved from the middle of its column, so that it ends within the figure
_READABLE = 0.9  # of the least numbers are those beside rows
_SQUARE = 1.1  # a side of a cell over the other, at most, for rows and columns to be numbered alike


@dataclass(frozen=True)
class Name:
    """The name of one row or column: its middle along the map, and the text, which is a number where `by_number`."""

    index: int
    middle: float
    text: str


@dataclass(frozen=True)
class Names:
    """The names along one side. pixels: their size. by_number: only some have one, which says their number.

    upright: they are turned to read upward. followed: the row of the query that is followed, None where it has no name.
    """

    names: tuple[Name, ...]
    pixels: int
    by_number: bool
    upright: bool = False
    followed: int | None = None


def row_names(model: LargeMap, ground: Ground) -> Names:
    """The names beside the rows."""
    pitch, pixels = ground.cell_height, shrunk(ground.theme.small_px, ground.cell_height)
    readable = pixels >= min(ground.theme.small_px, _READABLE * ground.theme.least_number)
    if pitch >= LINE * pixels and (readable or not model.counted_rows):  # of numbers rather some than all in small
        names = _each(model.shown_row_labels, ground, rows=True)
        return Names(names, pixels, by_number=False, followed=_followed_row(model))
    small = ruler(ground.theme.small_font)
    numbered = _numbered(model, ground, _SPARSE * small.height, rows=True, least=_step_of_both(model, ground))
    numbered, followed = _with_followed(model, ground, numbered, small.height)
    return Names(numbered, ground.theme.small_px, by_number=True, followed=followed)


def followed_frame(model: LargeMap) -> Frame | None:
    """The frame around the row of the query that is followed, None where there is none or the row is all there is."""
    if model.shape[0] == 1:
        return None
    return next((own for own in model.frames if not own.strong and own.rows[1] - own.rows[0] == 1), None)


def _followed_row(model: LargeMap) -> int | None:
    frame = followed_frame(model)
    return None if frame is None else frame.rows[0]


def _with_followed(
    model: LargeMap, ground: Ground, names: tuple[Name, ...], needed: float
) -> tuple[tuple[Name, ...], int | None]:
    """The numbers with that of the followed row, to which those closer than `needed` give way; and that row."""
    row = _followed_row(model)
    middle = None if row is None else ground.y_of(row + 0.5)
    if row is None or middle is None or not _inside(ground, middle, 0.0, rows=True):
        return names, None
    apart = tuple(name for name in names if abs(name.middle - middle) >= needed)
    return (*apart, Name(row, middle, grouped(row + 1))), row


def column_names(model: LargeMap, ground: Ground) -> Names:
    """The names over the columns."""
    theme, pitch = ground.theme, ground.cell_width
    small = ruler(theme.small_font)
    if model.bands and pitch < small.width(grouped(model.shape[1])) + FLAT:
        named = _bands(model, ground)
        if named:
            return Names(named, theme.small_px, by_number=False)
    if not model.counted_columns:
        flat = not names_at(model, theme, pitch, ground.cell_height).upright
        pixels = theme.small_px if flat else shrunk(theme.small_px, pitch)
        if pitch >= LINE * pixels:
            each = _each(model.shown_column_labels, ground, rows=False)
            return Names(each, pixels, by_number=False, upright=not flat)
    width = small.width(grouped(model.shape[1]))
    if model.counted_columns and pitch >= width + FLAT:
        return Names(_each(model.shown_column_labels, ground, rows=False), theme.small_px, by_number=False)
    named = _numbered(model, ground, width + _APART, rows=False)
    return Names(named, theme.small_px, by_number=True)


def _bands(model: LargeMap, ground: Ground) -> tuple[Name, ...]:
    """A name in the middle of each head's columns, or of each nth head's; none where these have no room either."""
    small, area = ruler(ground.theme.small_font), ground.map
    ends = [[min(max(ground.x_of(end), area.left()), area.right()) for end in band.columns] for band in model.bands]
    there = [(band, start, stop) for band, (start, stop) in zip(model.bands, ends, strict=True) if stop - start > 1]
    for sign in ("H", ""):
        names = [Name(band.columns[0], (start + stop) / 2, sign + band.brief) for band, start, stop in there]
        if all(small.width(own.text) + 2 <= stop - start for own, (_, start, stop) in zip(names, there, strict=True)):
            return tuple(names)
    share = (model.bands[0].columns[1] - model.bands[0].columns[0]) * ground.cell_width
    whole = [own for own in there if own[2] - own[1] > share / 2]
    for step in range(2, _EVERY + 1):
        names = [Name(band.columns[0], (start + stop) / 2, f"H{band.brief}") for band, start, stop in whole[::step]]
        if all(small.width(own.text) + _APART / 2 <= step * share for own in names):
            return tuple(names)
    return ()


def _each(labels: tuple[str, ...], ground: Ground, *, rows: bool) -> tuple[Name, ...]:
    """A name for each row or column whose middle is seen."""
    start, stop = ground.viewport.seen_rows if rows else ground.viewport.seen_columns
    found = []
    for index in range(start, stop):
        middle = ground.y_of(index + 0.5) if rows else ground.x_of(index + 0.5)
        if _inside(ground, middle, 0.0, rows=rows):
            found.append(Name(index, middle, labels[index] if labels else grouped(index + 1)))
    return tuple(found)


def _step_of_both(model: LargeMap, ground: Ground) -> int:
    """The step from number to number where rows and columns have the same: square cells of queries and keys.

    It is that of the columns, whose numbers need more room. 1 where rows have a step of their own.
    """
    square = 1 / _SQUARE <= ground.cell_width / ground.cell_height <= _SQUARE
    if model.follows != ("rows", "columns") or not square:
        return 1
    needed = ruler(ground.theme.small_font).width(grouped(model.shape[1])) + _APART
    step = every(model.shape[1], ground.cell_width, needed)
    return step if ground.viewport.rows >= _FEWEST * step else 1  # a low map has its own


def _numbered(model: LargeMap, ground: Ground, needed: float, *, rows: bool, least: int = 1) -> tuple[Name, ...]:
    """Numbers at round places, `needed` pixels apart; the first place where it keeps clear of the next.

    least: from one number to the next.
    """
    pitch = ground.cell_height if rows else ground.cell_width
    count, small = model.shape[0] if rows else model.shape[1], ruler(ground.theme.small_font)
    start, stop = ground.viewport.seen_rows if rows else ground.viewport.seen_columns
    step = max(every(count, pitch, needed), least)
    indices = list(range(-(-(start + 1) // step) * step - 1, stop, step))
    if step > 1 and start == 0 and (not indices or indices[0] * pitch >= needed):
        indices.insert(0, 0)
    found = []
    for index in indices:
        middle = ground.y_of(index + 0.5) if rows else ground.x_of(index + 0.5)
        half = 0.0 if rows else small.width(grouped(index + 1)) / 2
        within = rows or middle + half - _SHIFTED <= ground.bounds.right()  # beside the map there may be nothing
        if within and _inside(ground, middle, half - _BEYOND, rows=rows):
            found.append(Name(index, middle, grouped(index + 1)))
    return tuple(found)


def _inside(ground: Ground, middle: float, half: float, *, rows: bool) -> bool:
    """True if a name around that middle reaches not far beyond the map."""
    area = ground.map
    low, high = (area.top(), area.bottom()) if rows else (area.left(), area.right())
    half = max(half, 0.0)
    return low <= middle - half and middle + half <= high
