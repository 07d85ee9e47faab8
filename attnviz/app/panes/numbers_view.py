"""The table of one matrix: spreadsheet keys, scrubbing with the mouse, and frames around what is lit."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QFrame, QTableView, QWidget

from attnviz.app.last_picture import LastPicture
from attnviz.app.panes.cell_editor import CellEditor
from attnviz.app.panes.cell_scrubbing import Scrubber
from attnviz.app.panes.cell_sizes import settle
from attnviz.app.panes.first_row import FirstRow
from attnviz.app.panes.matrix_commands import MatrixCommands
from attnviz.app.panes.matrix_words import HeadSpan
from attnviz.app.panes.number_delegate import NumberDelegate, move_of
from attnviz.app.panes.numbers_model import Index, NumbersModel
from attnviz.app.panes.pane_edits import Rectangle
from attnviz.app.panes.pane_header import PaneHeader
from attnviz.app.panes.pane_painting import paint_cells
from attnviz.app.pipeline.lit import Frame
from attnviz.figures.theme import Theme

_Keys = QKeySequence.StandardKey
_OWN_KEYS = (_Keys.Copy, _Keys.Cut, _Keys.Paste, _Keys.SelectAll)
_MODIFIERS = frozenset({Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta})
_ARROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)
_CLEARS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_GOES_ON = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)


class NumbersView(QTableView):
    """Typing starts editing, F2 opens the whole number; Enter goes down, Shift+Enter up, Tab right, Shift+Tab left.

    Tab at a row's end goes on in the next row, and at the last cell to the next widget. Delete and Backspace put 0.
    Alt+↑/↓ steps the number, with Shift finer, with Ctrl coarser. Shift+F2, or F2 on a chosen row, renames its token.
    """

    picked = Signal(int, int)  # a person chose this cell
    find_asked = Signal()
    typed = Signal()  # a person typed a number to its end
    complained = Signal(str)  # why the typed text is no number; "" once that is over

    def __init__(self, model: NumbersModel, commands: MatrixCommands, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.scrubber = Scrubber(self, model)
        self._last = LastPicture(self.viewport())
        self.numbers = model
        self.commands = commands
        self.follows = False  # True while the table moves to what the state says, which is no choice of a person
        self.frames: tuple[Frame, ...] = ()
        self.span: HeadSpan | None = None
        self.editor: CellEditor | None = None
        self.is_selected = False  # the cell that the whole window explains is the current one here
        self.beside = 0  # the width that the labels beside the rows would like to have
        self.cell, self.least = QSize(1, 1), 1  # what every cell would like to measure, and the width that it needs
        self.painter_of_cells = NumberDelegate(model, theme, self)
        self.painter_of_cells.left.connect(self.go)
        self.painter_of_cells.opened.connect(self._opened)
        self.setItemDelegate(self.painter_of_cells)
        self.rows_header = PaneHeader(Qt.Orientation.Vertical, model, theme, commands.rename, self)
        self.columns_header = PaneHeader(Qt.Orientation.Horizontal, model, theme, commands.rename, self)
        self.setVerticalHeader(self.rows_header)
        self.setHorizontalHeader(self.columns_header)
        for header in (self.rows_header, self.columns_header):
            header.last = LastPicture(header.viewport(), self._last)
        self.setModel(model)  # not before: Qt's own headers would ask for every label to measure their sections
        self.rows_header.sectionPressed.connect(lambda: self._set_row_chosen(True))
        self._row_chosen = False
        self.first_row = FirstRow(self)
        self.setObjectName(f"pane.{model.name}")
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)  # so that no number is cut
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(True)
        self.viewport().setMouseTracking(True)
        # The ground is painted below; a see-through viewport would have every parent up to the window painted first.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    @property
    def theme(self) -> Theme:
        """The theme that the cells are painted in."""
        return self.painter_of_cells.theme

    def block(self) -> Rectangle:
        """The selected block; the current cell where nothing is selected."""
        ranges = [part for part in self.selectionModel().selection().toList() if part.isValid()]
        if not ranges:
            index = self.currentIndex()
            return Rectangle(max(index.row(), 0), max(index.column(), 0))
        top, left = min(part.top() for part in ranges), min(part.left() for part in ranges)
        bottom, right = max(part.bottom() for part in ranges), max(part.right() for part in ranges)
        return Rectangle(top, left, bottom - top + 1, right - left + 1)

    def select_block(self, at: Rectangle) -> None:
        """Selects that block, and the keyboard stands on its first cell."""
        first = self.numbers.index(at.row, at.column)
        last = self.numbers.index(at.row + at.rows - 1, at.column + at.columns - 1)
        self.setCurrentIndex(first)
        self.selectionModel().select(QItemSelection(first, last), QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def go(self, rows: int, columns: int) -> bool:
        """Moves the current cell; False at the end of the table, where it stays."""
        index, height, width = self.currentIndex(), self.numbers.rowCount(), self.numbers.columnCount()
        row, column = max(index.row(), 0) + rows, max(index.column(), 0) + columns
        if columns and not 0 <= column < width:
            row, column = row + columns, 0 if columns > 0 else width - 1
        if not 0 <= row < height:
            return False
        self.setCurrentIndex(self.numbers.index(row, column))
        return True

    def copy(self) -> None:
        """Puts the selected block on the clipboard."""
        self.commands.copy(self.block())

    def cut(self) -> None:
        """Puts the selected block on the clipboard and 0 in its place."""
        self.commands.cut(self.block())

    def paste(self) -> None:
        """Puts the clipboard's numbers in and selects where they went."""
        self.commands.paste(self.block(), self.select_block)

    def clear_block(self) -> None:
        """Puts 0 into the selected block."""
        self.commands.clear(self.block())

    def rename_row(self) -> None:
        """Opens the label of the current row's token."""
        self.rows_header.edit_label(max(self.currentIndex().row(), 0))

    def dismiss(self) -> None:
        """Closes an open line and leaves the document as it is now."""
        self.scrubber.end()
        if self.editor is not None:
            self.closeEditor(self.editor, QAbstractItemDelegate.EndEditHint.RevertModelCache)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Closes the line, unless what stands in it was refused: then it waits to be mended, or for Esc."""
        refused = isinstance(editor, CellEditor) and bool(editor.reason)
        if refused and hint != QAbstractItemDelegate.EndEditHint.RevertModelCache:
            return
        if editor is self.editor:
            self.editor = None
            self.complained.emit("")
            if hint != QAbstractItemDelegate.EndEditHint.RevertModelCache and editor.isModified():
                self.typed.emit()
        super().closeEditor(editor, hint)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tells the session which cell a person is at."""
        super().currentChanged(current, previous)
        if not self.scrubber.is_dragging:
            self.scrubber.end()
        self._set_row_chosen(False)
        if current.isValid() and not self.follows:
            self.picked.emit(current.row(), current.column())

    def event(self, event: QEvent) -> bool:
        """Takes the keys of a spreadsheet before a shortcut of the window gets them."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_own(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A spreadsheet's keys; what is left goes to Qt's table: arrows, Home and End, typing, F2."""
        if event.key() in _MODIFIERS:  # on its way to a shortcut: no cell is chosen yet
            event.ignore()
            return
        if not self._have_current() and event.key() in _ARROWS:
            return
        if self.scrubber.key(event) or self._clipboard_key(event):
            return
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if event.key() in _CLEARS:
            self.clear_block()
        elif event.key() == Qt.Key.Key_F2 and (shift or self._row_chosen):
            self.rename_row()
        elif event.key() in _GOES_ON:
            event.setAccepted(self.go(*move_of(event)) or event.key() in _GOES_ON[:2])
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Escape):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins a drag, or selects; text that was refused must be mended first."""
        if self.editor is not None and not self.editor.commit():
            self.editor.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        if not self.scrubber.press(event):
            super().mousePressEvent(event)
            self._set_row_chosen(False)
        self._choose_current()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drags the number, or shows the handle of the cell under the mouse."""
        self.scrubber.hover(event.position().toPoint())
        if not self.scrubber.move(event):
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends a drag."""
        if not self.scrubber.release():
            super().mouseReleaseEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Hides the handle."""
        self.scrubber.hover(None)
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Coming here by Tab chooses the current cell, so that what is lit is where the keyboard is."""
        had_cell = self.currentIndex().isValid()
        self.follows = True  # Qt would choose the first cell, even on the way to the one that is clicked
        super().focusInEvent(event)
        if not had_cell:
            self.setCurrentIndex(QModelIndex())
        self.follows = False
        if self.editor is not None:  # it holds text that was refused: the keyboard belongs there
            self.editor.setFocus(event.reason())
            return
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._have_current()
            self._choose_current()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Makes room for the scroll bar of a matrix that is wider than the window lets it be."""
        super().resizeEvent(event)
        settle(self, self.cell, self.least, self.beside)
        self.first_row.settle()

    def showEvent(self, event: QShowEvent) -> None:
        """As for another size: only now is the width real."""
        super().showEvent(event)
        settle(self, self.cell, self.least, self.beside)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The cells, and over them what ties them to the rest of the window."""
        block = self.block()
        self.painter_of_cells.shows_block = self.hasFocus() and block.rows * block.columns > 1
        self.painter_of_cells.current = self.currentIndex().row(), self.currentIndex().column()
        paint_cells(self, event, block, self._last)

    def _clipboard_key(self, event: QKeyEvent) -> bool:
        if event.matches(_Keys.Copy):
            self.copy()
        elif event.matches(_Keys.Cut):
            self.cut()
        elif event.matches(_Keys.Paste):
            self.paste()
        else:
            return False
        return True

    def _opened(self, editor: CellEditor) -> None:
        self.editor = editor
        self._choose_current()
        editor.refused.connect(self.complained)

    def _have_current(self) -> bool:
        """Puts the keyboard on the first cell if it was on none; True if it was on one."""
        if self.currentIndex().isValid():
            return True
        self.setCurrentIndex(self.numbers.index(0, 0))
        return False

    def _choose_current(self) -> None:
        index = self.currentIndex()
        if index.isValid():
            self.picked.emit(index.row(), index.column())

    def _set_row_chosen(self, chosen: bool) -> None:
        self._row_chosen = chosen


def _is_own(event: QKeyEvent) -> bool:
    return event.key() in _CLEARS or any(event.matches(key) for key in _OWN_KEYS)
