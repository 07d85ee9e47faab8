"""How a cell of a pane is painted, and which key ends its editing in which direction."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from attnviz.app.controls.live_number import LiveNumber
from attnviz.app.panes.cell_editor import CellEditor
from attnviz.app.panes.in_sight import Place
from attnviz.app.panes.numbers_model import Index, NumbersModel
from attnviz.app.panes.overlay_painter import paint_overlaid
from attnviz.app.style_sheet import mixed
from attnviz.figures.colour_maps import text_colour
from attnviz.figures.labels import Ruler, ruler
from attnviz.figures.theme import Theme, font

_CHOSEN = 0.3  # how much of the accent a selected cell takes on
_STAYS_OPEN = (
    Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason, Qt.FocusReason.MenuBarFocusReason,
)  # fmt: skip
_MOVES = {
    Qt.Key.Key_Return: (1, 0), Qt.Key.Key_Enter: (1, 0), Qt.Key.Key_Tab: (0, 1), Qt.Key.Key_Backtab: (0, -1),
    Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0),
}  # fmt: skip


class NumberDelegate(QStyledItemDelegate):
    """Paints from the model's `look`, and opens a CellEditor.

    left(rows, columns): the editing ended with a key that goes that many cells on. opened(editor): it began.
    """

    left = Signal(int, int)
    opened = Signal(object)

    def __init__(self, model: NumbersModel, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self.shows_block = False  # one selected cell has its frame; only a block takes on the accent
        self.current = (-1, -1)  # where the keyboard is: framed, and not tinted as the rest of a selected block
        self.wear(theme)

    def wear(self, theme: Theme) -> None:
        """Paints in another theme from now on."""
        self.theme = theme
        self.font: QFont = font(theme.number_px)
        self.ruler: Ruler = ruler(self.font)
        self._chosen: dict[int, tuple[QColor, QColor]] = {}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One cell, as the table paints it."""
        rect, chosen = option.rect, bool(option.state & QStyle.StateFlag.State_Selected)
        place = rect.x(), rect.y(), rect.width(), rect.height()
        self.paint_cell(painter, index.row(), index.column(), place, chosen=chosen)

    def paint_cell(self, painter: QPainter, row: int, column: int, place: Place, *, chosen: bool) -> None:
        """Tint and number, a pixel short on two sides, which leaves a thin line between cells."""
        model, (left, top, wide, high) = self._model, place
        if model.overlay is not None:
            paint_overlaid(painter, QRect(left, top, wide, high), model, row, column, self.theme)
            return
        look = model.look(row, column)
        if chosen and self.shows_block and (row, column) != self.current:
            background, ink = self._chosen_colours(look.entry)
        else:
            background, ink = model.colours.colours[look.entry], model.colours.text(look.entry)
        painter.fillRect(left, top, wide - 1, high - 1, background)
        painter.setFont(self.font)
        painter.setPen(ink)
        measure = self.ruler
        text = measure.shortened(look.text, wide - 2)
        x = left + (wide - 1 - measure.width(text)) / 2
        painter.drawText(QPointF(x, top + (high - 1 + measure.figure_height) / 2), text)

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> CellEditor:
        """The line for that cell, with the whole number in it."""
        model = self._model
        live = LiveNumber(model.session, model.name, model.head, index.row(), index.column())
        text = str(model.data(index, Qt.ItemDataRole.EditRole)).removesuffix(".0")
        editor = CellEditor(live, text, self.theme.palette, self.font, parent)
        editor.textChanged.connect(lambda: self._fit(editor))
        self.opened.emit(editor)
        return editor

    def setEditorData(self, _editor: QWidget, _index: Index) -> None:
        """Nothing: Qt asks for it at every change of the cell, and would overwrite what is being typed."""

    def setModelData(self, editor: QWidget, _model: QAbstractItemModel, _index: Index) -> None:
        """Commits what is typed."""
        cast(CellEditor, editor).commit()

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        """On the cell, and wider where the text needs it."""
        editor.setProperty("cell", option.rect)
        self._fit(cast(CellEditor, editor))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys that end an editing; all others are the line's own."""
        if not isinstance(watched, CellEditor):
            return False
        kind = event.type()
        if kind == QEvent.Type.FocusOut:
            if cast(QFocusEvent, event).reason() not in _STAYS_OPEN:
                self._close(watched)
            return False
        if kind == QEvent.Type.ShortcutOverride:
            return self._keeps(cast(QKeyEvent, event))
        return kind == QEvent.Type.KeyPress and self._key(watched, cast(QKeyEvent, event))

    def _keeps(self, event: QKeyEvent) -> bool:
        """Takes the keys that mean something here before a shortcut of the window gets them."""
        own = event.key() == Qt.Key.Key_Escape or _is_undo(event) or event.matches(QKeySequence.StandardKey.Redo)
        if own or _is_step(event):
            event.accept()
            return True
        return False

    def _key(self, editor: CellEditor, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape or _is_undo(event):
            if _is_undo(event):
                editor.take_back()
            else:
                editor.restore()
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.RevertModelCache)
        elif event.matches(QKeySequence.StandardKey.Redo):
            pass  # nothing was taken back while this line is open
        elif _is_step(event):
            editor.step(event.key() == Qt.Key.Key_Up, event.modifiers())
        elif event.key() in _MOVES and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            rows, columns = move_of(event)
            if self._close(editor):
                self.left.emit(rows, columns)
        else:
            return False
        return True

    def _close(self, editor: CellEditor) -> bool:
        if not editor.commit():
            return False
        self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)
        return True

    def _fit(self, editor: CellEditor) -> None:
        """As wide as the text needs, as far as the table is wide, with the cell's place kept if it can be."""
        cell, parent = editor.property("cell"), editor.parentWidget()
        if not isinstance(cell, QRect) or parent is None:
            return
        width = min(max(cell.width(), editor.needed_width()), max(parent.width(), cell.width()))
        left = max(min(cell.left(), parent.width() - width), min(cell.left(), 0))
        editor.setGeometry(left, cell.top() - 1, width, cell.height() + 1)

    def _chosen_colours(self, entry: int) -> tuple[QColor, QColor]:
        known = self._chosen.get(entry)
        if known is None:
            background = mixed(self._model.colours.colours[entry], self.theme.palette.accent, _CHOSEN)
            known = self._chosen[entry] = background, text_colour(background)
        return known


def move_of(event: QKeyEvent) -> tuple[int, int]:
    """How many rows and columns Enter, Tab, ↑ and ↓ go on; Shift turns round."""
    rows, columns = _MOVES[Qt.Key(event.key())]
    enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    back = enter and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
    return (-rows, columns) if back else (rows, columns)


def _is_undo(event: QKeyEvent) -> bool:
    return event.matches(QKeySequence.StandardKey.Undo)


def _is_step(event: QKeyEvent) -> bool:
    vertical = event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)
    return vertical and bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
