"""What keys do in an exhibit, and what a screen reader hears of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from attnviz.app.labs.gestures import Wish, dragged_tip, stepped, stepped_mark, turned_tip
from attnviz.content.numerals import full
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.painting import cell_name, cell_text
from attnviz.figures.labs.plane import movable, vectors_of
from attnviz.figures.labs.sweep import cell_words
from attnviz.figures.vector_ticks import round_step
from attnviz.labs.exhibits import NOW, Arrow, Bars, Boxes, Code, Mark, Matrix, Plane, Plot, Sweep, Table
from attnviz.labs.parameters import Number, Parameter, Values

_TURNS = {Qt.Key.Key_Left: 1.0, Qt.Key.Key_Right: -1.0, Qt.Key.Key_Up: 5.0, Qt.Key.Key_Down: -5.0}  # degrees
_MOVES = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
_ONWARD = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_CELLS = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
_FINE = 1e6  # pixels a unit: a key's step is never rounded away


def key_wish(
    drawing: Drawing, chosen: int, event: QKeyEvent, parameters: tuple[Parameter, ...], values: Values
) -> Wish | None:
    """What a key asks for: it turns a query or an angle, moves another arrow by a tenth of a grid line, or a mark.

    In a matrix that is gone through piece by piece it goes on or back by a step.
    """
    key, exhibit = Qt.Key(event.key()), drawing.exhibit
    if isinstance(exhibit, Sweep) and key in _ONWARD:
        return stepped(exhibit, _ONWARD[key], parameters, values)
    things = _things(drawing)
    if not things or key not in _TURNS:
        return None
    thing = things[min(chosen, len(things) - 1)]
    if isinstance(thing, Mark):
        return stepped_mark(thing, _STEPS[key], parameters, values)
    assert isinstance(exhibit, Plane)
    arrow = exhibit.arrows[thing]
    if arrow.role == "queries" or any(isinstance(p, Number) and p.name == arrow.parameter for p in parameters):
        return turned_tip(exhibit, thing, _TURNS[key], parameters, values)
    left, bottom, right, top = vectors_of(drawing).reach
    step = round_step(max(right - left, top - bottom) / 8) / 10
    tip = round(arrow.tip[0] + _MOVES[key][0] * step, 9), round(arrow.tip[1] + _MOVES[key][1] * step, 9)
    return dragged_tip(exhibit, thing, tip, _FINE, parameters, values)


def next_movable(drawing: Drawing, chosen: int) -> int:
    """The next thing that the keyboard can move."""
    count = len(_things(drawing))
    return (chosen + 1) % count if count else 0


def stepped_cursor(
    drawing: Drawing, cursor: tuple[int, int] | None, step: QKeyEvent | tuple[int, int]
) -> tuple[int, int] | None:
    """The cell after a step, within the matrix or the bars; the first one at first; None where there are no cells."""
    exhibit = drawing.exhibit
    if isinstance(exhibit, Matrix):
        rows, columns = exhibit.values.shape
    elif isinstance(exhibit, Sweep):
        rows, columns = exhibit.states.shape
    elif isinstance(exhibit, Bars):
        rows, columns = 1, len(exhibit.labels)
    else:
        return None
    if isinstance(step, QKeyEvent):
        key = Qt.Key(step.key())
        if key not in _CELLS:
            return None
        step = _CELLS[key]
        if isinstance(exhibit, Bars):  # bars lie under each other
            step = (0, step[0] or step[1])
    if cursor is None:
        return 0, 0
    return min(max(cursor[0] + step[0], 0), rows - 1), min(max(cursor[1] + step[1], 0), columns - 1)


def spoken(drawing: Drawing, chosen: int) -> str:
    """What the keyboard is at: a cell, an arrow or a mark with its number."""
    exhibit = drawing.exhibit
    if isinstance(exhibit, Matrix) and drawing.cursor is not None:
        row, column = drawing.cursor
        return f"{cell_name(exhibit, row, column)}: {cell_text(exhibit, row, column)}"
    if isinstance(exhibit, Sweep) and drawing.cursor is not None:
        return cell_words(drawing, *drawing.cursor)
    if isinstance(exhibit, Sweep) and exhibit.steps is not None:
        return f"step {int(exhibit.steps[exhibit.states == NOW].max())}"
    if isinstance(exhibit, Bars) and drawing.cursor is not None:
        return f"{exhibit.labels[drawing.cursor[1]]}: {full(float(exhibit.values[drawing.cursor[1]]))}"
    things = _things(drawing)
    if not things:
        return ""
    thing = things[min(chosen, len(things) - 1)]
    if isinstance(thing, Mark):
        return f"{thing.label}: {full(thing.at)}"
    assert isinstance(exhibit, Plane)
    arrow: Arrow = exhibit.arrows[thing]
    return f"{arrow.label}: ({full(arrow.tip[0])}, {full(arrow.tip[1])})"


def described(drawing: Drawing) -> str:
    """One sentence on what the exhibit is and what keys do in it."""
    exhibit, soft = drawing.exhibit, drawing.subtitle
    match exhibit:
        case Matrix():
            what = f"{exhibit.values.shape[0]} rows, {exhibit.values.shape[1]} columns"
            what += f", {len(exhibit.broken)} cells show the mistake" if exhibit.broken else ""
        case Bars():
            what = "bars"
        case Plane():
            what = "arrows; arrow keys move one, Space takes the next" if movable(exhibit) else "arrows"
        case Plot():
            moves = any(mark.parameter for mark in exhibit.marks)
            what = f"{exhibit.y.title} over {exhibit.x.title}" + ("; arrow keys move the mark" if moves else "")
        case Boxes():
            what = "; ".join(
                f"{box.operation + ': ' if box.operation else ''}{box.label} "
                f"({', '.join(f'{name} {length}' for name, length in box.axes)})"
                for box in exhibit.boxes
            )
        case Code():
            what = "\n".join(exhibit.lines)
        case Sweep():
            rows, columns = exhibit.states.shape
            what = f"{rows} rows, {columns} columns; {int((exhibit.states == NOW).sum())} cells: {exhibit.words[NOW]}"
            what += "; arrow keys go on and back" if exhibit.parameter else ""
        case Table():
            what = "; ".join(", ".join(map(str, row)) for row in exhibit.rows)
    return f"{soft}. {what}" if soft else what


def _things(drawing: Drawing) -> tuple[int | Mark, ...]:
    """What the keyboard can move: the query or the angle first."""
    exhibit = drawing.exhibit
    if isinstance(exhibit, Plane):
        return movable(exhibit)
    if isinstance(exhibit, Plot):
        return tuple(mark for mark in exhibit.marks if mark.parameter)
    return ()
