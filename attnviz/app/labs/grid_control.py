"""The control of a small table of numbers: a line for each; rows can be added, and rows of weights sum to 1."""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from attnviz.app.labs.number_edit import NumberEdit
from attnviz.engine.arrays import Array
from attnviz.labs.parameters import Grid, Value

_FIELD = 3.6  # heights of the text: the least width of a number
_IN_A_LINE = 4  # numbers of a list


class GridControl(QWidget):
    """Cells are named lab.<name>.<row>.<column>, both from 1; the buttons lab.<name>.add and lab.<name>.remove."""

    wanted = Signal(str, object)

    def __init__(self, parameter: Grid, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"lab.{parameter.name}")
        self.setAccessibleName(parameter.title)
        self._parameter = parameter
        self._values: Array = parameter.default
        self._cells: list[list[NumberEdit]] = []
        self._last: NumberEdit | None = None
        self._body = QWidget(self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        head = QHBoxLayout()
        self._column.addLayout(head)
        head.setSpacing(4)
        head.addWidget(QLabel(parameter.title, self), 1)
        self._add = self._button("add", "+", f"Add a row to {parameter.title}", self._more)
        self._remove = self._button("remove", "−", f"Take the last row of {parameter.title} away", self._fewer)
        changes = parameter.max_rows > (parameter.min_rows or len(parameter.default))
        for button in (self._remove, self._add):
            button.setVisible(changes)
            head.addWidget(button)
        self._column.addWidget(self._body)
        self._build(len(parameter.default))

    def show_value(self, value: Value) -> None:
        """Shows a table that holds now."""
        assert isinstance(value, np.ndarray)
        self._values = value
        if len(value) != len(self._cells):
            self._build(len(value))
        for row, cells in enumerate(self._cells):
            for column, cell in enumerate(cells):
                cell.show_number(float(value[row, column]))
        low, high = self._parameter.min_rows or len(value), self._parameter.max_rows or len(value)
        self._remove.setEnabled(len(value) > low)
        self._add.setEnabled(len(value) < high)

    def refuse(self, reason: str) -> None:
        """Says why the number last typed could not be had."""
        if self._last is not None:
            self._last.refuse(reason)

    def _build(self, rows: int) -> None:
        """Makes the cells anew for so many rows; the keyboard stays in the cell that it was in."""
        held = next((cell.objectName() for cells in self._cells for cell in cells if cell.hasFocus()), "")
        body = QWidget(self)
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        parameter = self._parameter
        own_titles = parameter.column_labels if parameter.column_labels != (parameter.title,) else ()
        for column, text in enumerate(own_titles):
            label = QLabel(text, body)
            label.setProperty("soft", True)
            grid.addWidget(label, 0, column + 1, Qt.AlignmentFlag.AlignHCenter)
        self._cells = []
        for row in range(rows):
            if row < len(parameter.row_labels):
                label = QLabel(parameter.row_labels[row], body)
                label.setProperty("soft", True)
                grid.addWidget(label, row + 1, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._cells.append([self._cell(row, column, body, grid) for column in range(parameter.default.shape[1])])
        self._column.removeWidget(self._body)
        self._column.addWidget(body)
        self._body.hide()
        self._body.deleteLater()
        self._body = body
        self._last = None
        again = next((cell for cells in self._cells for cell in cells if cell.objectName() == held), None)
        if again is not None:
            again.setFocus()

    def _cell(self, row: int, column: int, body: QWidget, grid: QGridLayout) -> NumberEdit:
        parameter = self._parameter
        beside = parameter.row_labels[row] if row < len(parameter.row_labels) else f"row {row + 1}"
        over = parameter.column_labels[column] if column < len(parameter.column_labels) else f"column {column + 1}"
        title = f"{parameter.title}, {beside}, {over}"
        step = 1.0 if parameter.whole else (0.05 if parameter.simplex else 0.1)
        cell = NumberEdit(f"lab.{parameter.name}.{row + 1}.{column + 1}", title, step, body)
        cell.setMinimumWidth(round(_FIELD * self.fontMetrics().height()))
        cell.said.connect(partial(self._want, row, column))
        if parameter.default.shape[1] == 1 and not parameter.row_labels:  # a list goes across, some to a line
            grid.addWidget(cell, 1 + row // _IN_A_LINE, 1 + row % _IN_A_LINE)
        else:
            grid.addWidget(cell, row + 1, column + 1)
        return cell

    def _want(self, row: int, column: int, value: float) -> None:
        self._last = self._cells[row][column]
        table = np.array(self._values)
        if self._parameter.simplex:
            table[row] = shared(table[row], column, value)
        else:
            table[row, column] = value
        self.wanted.emit(self._parameter.name, table)

    def _more(self) -> None:
        """One more row, like the last one."""
        self.wanted.emit(self._parameter.name, np.vstack([self._values, self._values[-1:]]))

    def _fewer(self) -> None:
        self.wanted.emit(self._parameter.name, np.array(self._values[:-1]))

    def _button(self, name: str, text: str, title: str, run: object) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"lab.{self._parameter.name}.{name}")
        button.setText(text)
        button.setAccessibleName(title)
        button.setToolTip(title)
        button.clicked.connect(run)
        return button


def shared(row: Array, column: int, value: float) -> Array:
    """The row with that number within 0…1 and the others keeping their proportions, so that all sum to 1."""
    value = min(max(value, 0.0), 1.0)
    others = np.delete(row, column)
    total = others.sum()
    rest = others * ((1.0 - value) / total) if total > 0 else np.full(len(others), (1.0 - value) / max(len(others), 1))
    made = np.insert(rest, column, value)
    made[column] = value
    return made
