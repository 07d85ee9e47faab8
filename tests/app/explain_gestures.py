"""What the tests of explanations share: a number chosen, operands found in the text, numbers worked out another way."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from attnviz.app.inspection.inspector import Inspector
from attnviz.app.session import Session
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace

WEIGHT = Cell("weights", 0, 1, 2)  # query 2 “b” looks at key 3 “c”: 0.576


def explain(session: Session, cell: Cell | None, **looks: object) -> None:
    """Selects a number as a click on it would."""
    session.look(**looks)
    session.select(cell=cell, **({"query": cell.row} if cell is not None else {}))


def text(inspector: Inspector) -> str:
    """All that the page says."""
    return inspector.text.toPlainText()


def link_place(inspector: Inspector, cell: Cell, number: int = 0) -> QPoint:
    """The middle of the letters that lead to a number, in the text's coordinates; number: which of several."""
    link = [link for link in inspector.text.links if link.cell == cell][number]
    cursor = QTextCursor(inspector.text.document())
    cursor.setPosition(link.start)
    first = inspector.text.cursorRect(cursor)
    cursor.setPosition(link.stop)
    last = inspector.text.cursorRect(cursor)
    return QPoint((first.left() + last.left()) // 2, first.center().y())


def click_link(qtbot: QtBot, inspector: Inspector, cell: Cell, number: int = 0) -> None:
    """A click on an operand."""
    place = link_place(inspector, cell, number)
    qtbot.mouseClick(inspector.text.viewport(), Qt.MouseButton.LeftButton, pos=place)


def slope(scenario: Scenario, cell: Cell, name: str, row: int, column: int, step: float = 1e-6) -> float:
    """∂cell/∂input by central differences, which know nothing of any derivative."""

    def at(value: float) -> float:
        changed = trace(set_cell(scenario, name, row, column, value))
        return float(changed.at(cell.name, cell.head)[cell.row, cell.column])

    middle = float(scenario.matrix(name)[row, column])
    return (at(middle + step) - at(middle - step)) / (2 * step)


def slopes(scenario: Scenario, cell: Cell, name: str) -> np.ndarray:
    """All of them for one matrix."""
    rows, columns = scenario.matrix(name).shape
    found = [[slope(scenario, cell, name, i, j) for j in range(columns)] for i in range(rows)]
    return np.array(found)


def edited(name: str, row: int, column: int, value: float) -> Callable[[Scenario], Scenario]:
    """An edit of one number."""
    return lambda scenario: set_cell(scenario, name, row, column, value)
