"""The line over a number on the big screen: typed live, Enter keeps it, Esc gives the old one back."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, Qt
from PySide6.QtWidgets import QWidget

from attnviz.app.controls.live_number import LiveNumber
from attnviz.app.panes.cell_editor import CellEditor
from attnviz.app.session import Session
from attnviz.content.numerals import full
from attnviz.engine.cells import Cell
from attnviz.figures.theme import Theme, font

_LEAST_WIDTH = 160


class NumberEdit(CellEditor):
    """Edits the input cell that was clicked; `done` fires when it closes."""

    done = Signal()

    def __init__(self, session: Session, cell: Cell, place: QRectF, look: Theme, parent: QWidget) -> None:
        live = LiveNumber(session, cell.name, cell.head or 0, cell.row, cell.column)
        letters = font(look.number_px, monospaced=True)
        super().__init__(live, full(live.before), look.palette, letters, parent)
        self.setObjectName("presenter.number")
        wide = place.toAlignedRect()
        more = max(0, _LEAST_WIDTH - wide.width()) // 2
        self.setGeometry(wide.adjusted(-more, 0, more, 0).intersected(parent.rect()))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._closed = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter commits, Esc restores; a clicker's keys commit too, and go on as keys."""
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._close()
            case Qt.Key.Key_Escape:
                self.restore()
                self._leave()
            case Qt.Key.Key_PageDown | Qt.Key.Key_PageUp:
                if self._close():
                    event.ignore()
            case _:
                super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was typed is kept if it is a number; else the old one is back already."""
        super().focusOutEvent(event)
        if not self._closed:
            if not self.commit():
                self.restore()
            self._leave()

    def _close(self) -> bool:
        if not self.commit():
            return False
        self._leave()
        return True

    def _leave(self) -> None:
        if not self._closed:
            self._closed = True
            self.done.emit()
            self.deleteLater()
