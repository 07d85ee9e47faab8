"""What lies under a point of a large map, for hovering, choosing and gestures."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from PySide6.QtCore import QPointF, QRectF

from attnviz.content.numerals import sure
from attnviz.engine.cells import Cell
from attnviz.figures.labels import quoted
from attnviz.figures.large.codes import MASKED
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.layout import layout
from attnviz.figures.large.pooling import block_under, strongest
from attnviz.figures.theme import Theme

_HERE = "under this point"  # of which there may be more or fewer than of others, of which the title tells
_LEAST = 4.0  # pixels of a cell's rectangle for whoever wants to point at it


def cell_sizes(model: LargeMap, rect: QRectF, theme: Theme) -> tuple[float, float]:
    """The height and width of a cell: a drag by so many pixels pans by one cell."""
    place = layout(model, rect, theme)
    return place.cell_height, place.cell_width


def cell_under(model: LargeMap, rect: QRectF, point: QPointF, theme: Theme) -> tuple[int, int] | None:
    """The cell that is seen under a point, the strongest where several are; None outside the map."""
    place = layout(model, rect, theme)
    found = place.place_at(point)
    if found is None:
        return None
    if model.picture is not None:
        best = strongest(model, *block_under(model, place, point))
        if best is not None:
            return best
    rows, columns = model.shape
    return min(max(floor(found[0]), 0), rows - 1), min(max(floor(found[1]), 0), columns - 1)


def hit_large(model: LargeMap, rect: QRectF, point: QPointF, theme: Theme) -> Cell | None:
    """The cell under a point, None where there is none or there are no numbers."""
    found = cell_under(model, rect, point, theme)
    return Cell(model.key, model.head, *found) if found is not None and model.picture is not None else None


def rect_in_large(model: LargeMap, rect: QRectF, cell: Cell, theme: Theme) -> QRectF | None:
    """Where a cell is drawn, a few pixels around it where it is smaller; None where it is not seen."""
    rows, columns = model.shape
    if (model.key, model.head) != (cell.name, cell.head) or not (cell.row < rows and cell.column < columns):
        return None
    place = layout(model, rect, theme)
    own = place.region_rect((cell.row, cell.row + 1), (cell.column, cell.column + 1))
    seen = own.intersected(place.map)
    if seen.isEmpty():
        return None
    wide, high = max(_LEAST - seen.width(), 0.0) / 2, max(_LEAST - seen.height(), 0.0) / 2
    return seen.adjusted(-wide, -high, wide, high)


def among_words(model: LargeMap, rect: QRectF, point: QPointF, theme: Theme) -> str:
    """Which cell is told: "strongest of 9×9 under this point", "one of" them in a thumb; "" where there is only one."""
    place = layout(model, rect, theme)
    if model.picture is None or not place.map.contains(point):
        return ""
    block = block_under(model, place, point)
    size = _size(block)
    if size == "1×1":
        return ""
    if not model.picture.has_cells:
        return f"one of {size} {_HERE}"
    return f"all {size} {_HERE} are hidden" if strongest(model, *block) is None else f"strongest of {size} {_HERE}"


def words_under_large(model: LargeMap, rect: QRectF, point: QPointF, theme: Theme) -> Iterator[str]:
    """A cell's labels and exact number, a whole label, a whole title."""
    place = layout(model, rect, theme)
    found = cell_under(model, rect, point, theme)
    if found is not None:
        yield from _of_cell(model, found, () if model.picture is None else block_under(model, place, point))
    elif place.title.contains(point):
        yield f"{model.title}  {' '.join(filter(None, (model.pending, model.subtitle)))}"
    elif place.map.top() <= point.y() < place.map.bottom() and point.x() < place.map.left():
        row = floor(place.place_near(point)[0])
        yield _row_name(model, min(max(row, 0), model.shape[0] - 1))
    elif place.map.left() <= point.x() < place.map.right() and place.column_labels.top() <= point.y() < place.map.top():
        column = floor(place.place_near(point)[1])
        yield _column_name(model, min(max(column, 0), model.shape[1] - 1))


def _of_cell(model: LargeMap, cell: tuple[int, int], block: tuple[slice, ...]) -> Iterator[str]:
    """What a cell is and its number; block: the rows and columns that stand under the same point."""
    if model.picture is None:
        yield model.dim_reason
        return
    row, column = cell
    place = f"{_row_name(model, row)}, {_column_name(model, column)}"
    size = _size(block)
    hidden = model.picture.has_cells and model.picture.levels[0][row, column] == MASKED
    number = "" if model.values is None else sure(model.values[row, column])
    if size != "1×1" and hidden:
        yield f"all {size} {_HERE} are hidden"
    elif size != "1×1" and number:
        yield f"strongest of {size} {_HERE}: {number} at {place}"
    else:
        yield f"{place}: {number}" if number else place
        if hidden:
            yield "hidden"
    if model.pending:
        yield model.pending


def _size(block: tuple[slice, ...]) -> str:
    return "×".join(str(side.stop - side.start) for side in block)


def _row_name(model: LargeMap, row: int) -> str:
    return f"{model.row_word} {quoted(row + 1, model.row_labels[row] if model.row_labels else str(row + 1))}"


def _column_name(model: LargeMap, column: int) -> str:
    label = model.column_labels[column] if model.column_labels else str(column + 1)
    return f"{model.column_word} {quoted(column + 1, label)}"
