"""Where the keyboard goes within a figure: the cell that an arrow key, Home or End leads to."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from attnviz.engine.cells import Cell
from attnviz.engine.stages import BY_NAME
from attnviz.figures.bars import Bars
from attnviz.figures.figure import Figure
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.large.large_map import LargeMap

_MOVES = {
    Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0),
}  # fmt: skip


def rows_are_queries(name: str) -> bool:
    """True if the rows of that stage or input are queries."""
    stage = BY_NAME.get(name)
    return stage.axes[0] == "queries" if stage is not None else name in ("X", "Q", "bias", "alibi")


def moved(figure: Figure, cell: Cell, event: QKeyEvent) -> Cell | None:
    """The cell that a key leads to from another, within the figure; None for keys that move nothing.

    Home and End go to the ends of the row, with Ctrl to the first and last row.
    """
    if event.modifiers() & Qt.KeyboardModifier.AltModifier:
        return None
    key, far = Qt.Key(event.key()), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    if isinstance(figure, Bars):
        return _along(figure, cell, key)
    return _across(figure, cell, key, far=far) if isinstance(figure, Heatmap | LargeMap) else None


def _along(bars: Bars, cell: Cell, key: Qt.Key) -> Cell | None:
    """From bar to bar: they stand below each other, though they are one row; of very many from line to line."""
    places = bars.order if bars.ranked else range(len(bars.labels))
    own, last = places.index(cell.column) if cell.column in places else 0, len(places) - 1
    targets = {Qt.Key.Key_Up: own - 1, Qt.Key.Key_Down: own + 1, Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
    if key not in targets or last < 0:
        return None
    return Cell(cell.name, cell.head, cell.row, places[min(max(targets[key], 0), last)])


def _across(heatmap: Heatmap | LargeMap, cell: Cell, key: Qt.Key, *, far: bool) -> Cell | None:
    rows, columns = heatmap.shape
    row, column = cell.row, cell.column
    if key in _MOVES:
        down, right = _MOVES[key]
        row, column = min(max(row + down, 0), rows - 1), min(max(column + right, 0), columns - 1)
    elif key == Qt.Key.Key_Home:
        row, column = (0, column) if far else (row, 0)
    elif key == Qt.Key.Key_End:
        row, column = (rows - 1, column) if far else (row, columns - 1)
    else:
        return None
    return Cell(cell.name, cell.head, row, column)


def cursor_of(figure: Figure | None, query: int) -> Cell | None:
    """The selected cell if it is in this figure, else where the arrow keys will start; None without numbers."""
    numbers = figure.picture if isinstance(figure, LargeMap) else getattr(figure, "values", None)
    if not isinstance(figure, Heatmap | LargeMap | Bars) or numbers is None:
        return None
    row, column = 0, 0
    if isinstance(figure, Bars):
        row, column = figure.row, figure.cursor or 0
    elif figure.cursor is not None:
        row, column = figure.cursor
    elif rows_are_queries(figure.key):
        row = min(query, figure.shape[0] - 1)
    return Cell(figure.key, figure.head, row, column)
