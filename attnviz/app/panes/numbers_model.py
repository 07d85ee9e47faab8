"""One matrix of the scenario as a Qt table: (row, column) of the model is the cell of the matrix."""

from __future__ import annotations

import html
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from attnviz.app.panes.changed_numbers import largest_of, of_plane, span_of
from attnviz.app.panes.matrix_words import column_labels, head_span, place, plane, row_labels
from attnviz.app.panes.pane_edits import put_number, read_number
from attnviz.app.panes.pane_overlay import PaneOverlay
from attnviz.app.session import Session, State
from attnviz.content.numerals import BadNumber, format_number, full
from attnviz.engine.arrays import Array
from attnviz.engine.cells import Cell
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.replacing import changed_part
from attnviz.engine.scenario import Scenario
from attnviz.figures.colour_maps import ENTRIES, MIDDLE, ColourMap, colour_map

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
_HEADER_ROLES = (Role.DisplayRole, Role.ToolTipRole, Role.AccessibleTextRole)
_FEW = 256  # cells up to which they are looked at one by one
_ROOT = QModelIndex()
_FLAGS = (
    Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable
    | Qt.ItemFlag.ItemNeverHasChildren
)  # fmt: skip


@dataclass(frozen=True)
class Look:
    """How one cell is drawn: its text, and its entry in the colour map."""

    text: str
    entry: int


class NumbersModel(QAbstractTableModel):
    """EditRole is the whole number as text, DisplayRole the number as the view rounds it.

    `setData` takes a number or a text such as "1/sqrt(2)"; it goes to the session as one undo step. Texts and tints are
    made when a cell is first drawn and kept until the cell, the scale or the view changes.
    """

    _texts: tuple[str, ...] | None

    def __init__(self, session: Session, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.session = session
        self.overlay: PaneOverlay | None = None  # shown over the numbers
        self._signed = name != "weights"
        self._take(session.state)

    def show_state(self, old: State | None, new: State) -> None:
        """Tells the table which cells, rows or columns are others than before."""
        whole, head = new.scenario.matrix(self.name), new.selection.head
        same_numbers = whole is self._whole and (head == self._head or whole.ndim != 3)
        if not same_numbers:
            self._show_numbers(plane(whole, head), new)
        if old is None or old.view is not new.view:
            self._show_view(new)
        if old is None or old.scenario is not new.scenario:
            self._show_labels(new.scenario)

    def look(self, row: int, column: int) -> Look:
        """The text and tint of a cell; the hot path of painting."""
        key = row * self.values.shape[1] + column
        look = self._looks.get(key)
        if look is None:
            value = self.values[row, column]
            entry = self._entry(float(value))
            look = self._looks[key] = Look(format_number(value, self.decimals), entry)
        return look

    def texts(self) -> tuple[str, ...] | None:
        """All texts of a small matrix, the same object until one of them changes; None for a large one."""
        if self._texts is None and self.values.size <= _FEW:
            rows, columns = self.values.shape
            self._texts = tuple(self.look(row, column).text for row in range(rows) for column in range(columns))
        return self._texts

    def cell(self, row: int, column: int) -> Cell:
        """The cell of the scenario that stands at that place of the table."""
        return Cell(self.name, self._head if self._whole.ndim == 3 else None, row, column)

    @property
    def tokens(self) -> tuple[str, ...] | None:
        """The labels beside the rows; None where rows are no tokens."""
        return self._row_labels

    @property
    def column_tokens(self) -> tuple[str, ...] | None:
        """The labels above the columns; None where columns are no tokens."""
        return self._column_labels

    @property
    def head(self) -> int:
        """The head whose given weights or bias are shown; other matrices are shown whole."""
        return self._head

    def rowCount(self, parent: Index = _ROOT) -> int:
        """The rows of the matrix."""
        return 0 if parent.isValid() else self.values.shape[0]

    def columnCount(self, parent: Index = _ROOT) -> int:
        """The columns of the matrix."""
        return 0 if parent.isValid() else self.values.shape[1]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every cell can be selected and edited."""
        return _FLAGS if index.isValid() else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Text, never a NumPy scalar, which Qt would show as an empty cell."""
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        match role:
            case Role.DisplayRole:
                return self.look(row, column).text
            case Role.EditRole:
                return full(self.values[row, column])
            case Role.BackgroundRole:
                return self.colours.colours[self.look(row, column).entry]
            case Role.ForegroundRole:
                return self.colours.text(self.look(row, column).entry)
            case Role.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignCenter
            case Role.ToolTipRole:
                return self._told(row, column)
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Edits the cell as one undo step; a value that is no number is refused in the session's state."""
        if role != Role.EditRole or not index.isValid():
            return False
        row, column, head = index.row(), index.column(), self._head

        def change(scenario: Scenario) -> Scenario:
            return put_number(scenario, self.name, head, row, column, self._number(value, row, column))

        return self.session.edit(f"Edit {place(self.name, row, column)}", change)

    def _told(self, row: int, column: int) -> str:
        """The cell in full, and what the overlay says of it."""
        text = f"{place(self.name, row, column)} = {full(self.values[row, column])}"
        more = "" if self.overlay is None else self.overlay.words(row, column)
        return f"{text}\n{more}" if more else text

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        """The token of a row or column, literally; its number where there are no tokens."""
        if role not in _HEADER_ROLES:
            return None
        labels = self._row_labels if orientation == Qt.Orientation.Vertical else self._column_labels
        text = str(section + 1) if labels is None or section >= len(labels) else labels[section]
        if role != Role.ToolTipRole:
            return text
        axis = 0 if orientation == Qt.Orientation.Vertical else 1
        return literal_tooltip(text if labels is not None else self._place_in_head(section, axis))

    def _place_in_head(self, section: int, axis: int) -> str:
        """ "Column 3: column 1 of head 2", or "Column 3" where there is one head."""
        word = "row" if axis == 0 else "column"
        span = head_span(self.session.state.scenario, self.name, 0)
        plain = f"{word.capitalize()} {section + 1}"
        if span is None or span.axis != axis:
            return plain
        return f"{plain}: {word} {section % span.width + 1} of head {section // span.width + 1}"

    def _entry(self, value: float) -> int:
        """Where a number stands in the colour map: signed about the middle, weights from nothing to all."""
        if not self._signed:
            return round(min(max(value, 0.0), 1.0) * (ENTRIES - 1))
        plain = self.largest == 0 or not isfinite(value)
        return MIDDLE if plain else round(MIDDLE + value / self.largest * (MIDDLE - 1))

    def _number(self, value: Any, row: int, column: int) -> float:
        where = Where(self.name, row, column)
        if isinstance(value, str):
            try:
                return read_number(self.name, value)
            except BadNumber as error:
                raise BadNumber(f"{where}: {error}", where) from error
        if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
            raise FieldError(f"{where} is {value!r}. Give a number.", where)
        return float(value)

    def _take(self, state: State) -> None:
        """Shows the state from nothing."""
        self._head = state.selection.head
        self._whole = state.scenario.matrix(self.name)
        self.values: Array = plane(self._whole, self._head)
        self.largest = largest_of(self.values)
        self.decimals = state.view.decimals
        self.colours: ColourMap = colour_map("auto", state.view.theme, signed=self._signed)
        self._looks: dict[int, Look] = {}
        self._texts = None
        self._row_labels = row_labels(state.scenario, self.name)
        self._column_labels = column_labels(state.scenario, self.name)

    def _show_numbers(self, values: Array, new: State) -> None:
        before, whole, head, self._texts = self.values, new.scenario.matrix(self.name), new.selection.head, None
        part = changed_part(self._whole, whole) if whole.ndim < 3 or head == self._head else None
        part = slice(0, values.size) if part is None else of_plane(part, whole, head)
        then, now = before.ravel()[part], values.ravel()[part]
        largest = largest_of(now)
        if now.size < values.size:  # of a large matrix only what an edit changed is looked at, where that will do
            largest = largest_of(values) if largest_of(then) >= self.largest else max(self.largest, largest)
        self._whole, self._head = whole, head
        rescaled, self.largest = largest != self.largest, largest
        if before.shape != values.shape:
            self._looks.clear()
            self._show_shape(before, values)
            return
        self.values = values
        differs = then != now
        if rescaled or np.count_nonzero(differs) > _FEW:
            self._looks.clear()
            self._all_changed()
            return
        places = np.flatnonzero(differs) + part.start
        for key in places.tolist():
            self._looks.pop(key, None)
        if places.size:
            rows, columns = np.divmod(places, values.shape[1])
            first = self.index(int(rows.min()), int(columns.min()))
            self.dataChanged.emit(first, self.index(int(rows.max()), int(columns.max())))

    def _show_shape(self, before: Array, values: Array) -> None:
        """Rows or columns that came or went in one place keep the rest of the table as it is; else a reset."""
        rows_differ = before.shape[0] != values.shape[0]
        span = span_of(before, values) if rows_differ else span_of(before.T, values.T)
        if span is None:
            self.beginResetModel()
            self.values = values
            self.endResetModel()
            return
        grows = values.size > before.size
        if rows_differ:
            (self.beginInsertRows if grows else self.beginRemoveRows)(_ROOT, *span)
        else:
            (self.beginInsertColumns if grows else self.beginRemoveColumns)(_ROOT, *span)
        self.values = values
        if rows_differ:
            (self.endInsertRows if grows else self.endRemoveRows)()
        else:
            (self.endInsertColumns if grows else self.endRemoveColumns)()
        self._all_changed()  # the scale may be another

    def _show_view(self, new: State) -> None:
        colours = colour_map("auto", new.view.theme, signed=self._signed)
        if new.view.decimals == self.decimals and colours is self.colours:
            return
        self.decimals, self.colours = new.view.decimals, colours
        self._looks.clear()
        self._texts = None
        self._all_changed()

    def _show_labels(self, scenario: Scenario) -> None:
        rows, columns = row_labels(scenario, self.name), column_labels(scenario, self.name)
        if rows != self._row_labels:
            self._row_labels = rows
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, self.values.shape[0] - 1)
        if columns != self._column_labels:
            self._column_labels = columns
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.values.shape[1] - 1)

    def _all_changed(self) -> None:
        rows, columns = self.values.shape
        self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, columns - 1))


def literal_tooltip(text: str) -> str:
    """The text as a tooltip that Qt cannot take for markup."""
    return f'<p style="white-space:pre-wrap">{html.escape(text)}</p>'
