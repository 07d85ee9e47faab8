"""Widgets of which one is shown, in the room of the largest, as large as that is now."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QStackedWidget, QWidget


class Pages(QStackedWidget):
    """A stack that hears of another size of its hidden pages too.

    Qt tells whoever is around a widget of its new size once it is laid out, which a hidden page is not: around the
    stack the old size would stay in force until the page is looked at.
    """

    def addWidget(self, page: QWidget) -> int:
        """Adds a page and listens to it; comes back with its place."""
        page.installEventFilter(self)
        return super().addWidget(page)

    def eventFilter(self, page: QObject, event: QEvent) -> bool:
        """Passes on that a hidden page needs another size."""
        if event.type() == QEvent.Type.LayoutRequest and isinstance(page, QWidget) and not page.isVisible():
            layout = page.layout()
            if layout is not None:
                layout.activate()  # or it would not ask again
            self.updateGeometry()
        return super().eventFilter(page, event)
