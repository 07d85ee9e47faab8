"""What lies between the menu bar and the window's edges, and where the message bar goes."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from attnviz.app.controls.enter_key import EnterKey
from attnviz.app.controls.message_bar import MessageBar

MARGIN = 8


class Middle(QWidget):
    """Toolbar, what stands under it, and at the foot the message bar.

    The bar has a strip of its own at every text size, so that a message neither moves nor covers anything.
    All three are made inside it: Qt gives whatever gets another parent its style anew, with all that is in it.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._column = column
        EnterKey(self)

    def hold(self, toolbar: QWidget, centre: QWidget, bar: MessageBar) -> None:
        """Gives the three their places."""
        column = self._column
        column.addWidget(toolbar)
        around = QVBoxLayout()
        column.addLayout(around, 1)
        around.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        around.addWidget(centre, 1)
        bar.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        column.addWidget(bar)
