"""What the inputs' panes stand in: one under the other, with less air where all of them can then be seen."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from attnviz.app.panes.matrix_pane import MatrixPane

MARGIN, _GAP = 12, 16  # pixels
TIGHT = 6  # between panes and under them, where that lets all of them be seen


class PanesColumn(QScrollArea):
    """Scrolls where there is no room even so. The air follows the room and what the panes need, however either came."""

    def __init__(self, panes: Mapping[str, MatrixPane], parent: QWidget) -> None:
        super().__init__(parent)
        self._panes = panes
        self._is_tight: bool | None = None
        self.content = _Content()
        self.column = QVBoxLayout(self.content)
        self.column.addStretch(1)
        self.content.setObjectName("inputs_content")
        self.content.laid_out.connect(self.space)
        self.setObjectName("inputs_scroll")
        self.setWidget(self.content)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the panes take the keyboard, and it scrolls to them
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.space()

    def space(self) -> None:
        """Less air between the panes where all of them can then be seen; a complaint moves none, it will go again."""
        if any(not pane.complaint.isHidden() for pane in self._panes.values()):
            return
        heights = sum(pane.sizeHint().height() for pane in self._panes.values())
        loose = heights + _GAP * len(self._panes) + MARGIN
        tight = loose > self.viewport().height()
        if tight == self._is_tight:
            return
        self._is_tight = tight
        self.column.setSpacing(TIGHT if tight else _GAP)
        self.column.setContentsMargins(MARGIN, 0 if tight else 4, MARGIN, 0 if tight else MARGIN)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The room may be another though the panel's is not, as under a title of two lines."""
        super().resizeEvent(event)
        self.space()


class _Content(QWidget):
    """`laid_out` fires when what stands in it may need another height."""

    laid_out = Signal()

    def event(self, event: QEvent) -> bool:
        """Tells of it once what stands in it was asked."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.laid_out.emit()
        return done
