"""What lies between the menu bar and the window's edges, and where the message bar goes."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from attnviz.app.controls.message_bar import MessageBar

MARGIN = 8


class Middle(QWidget):
    """Toolbar, what stands under it, and at the foot the message bar.

    The bar has a strip of its own at every text size, so that a message neither moves nor covers anything.
    """

    def __init__(self, toolbar: QWidget, centre: QWidget, bar: MessageBar) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(toolbar)
        around = QVBoxLayout()
        around.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        around.addWidget(centre, 1)
        column.addLayout(around, 1)
        bar.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        column.addWidget(bar)
