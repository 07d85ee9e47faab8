"""Has a window painted again that was not painted for a while."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

_OFF = Qt.WidgetAttribute.WA_UpdatesDisabled
_OFF_BY_ITSELF = Qt.WidgetAttribute.WA_ForceUpdatesDisabled


def paint_again(window: QWidget) -> None:
    """Paints all of a window whose updates were disabled, each part of it once, before this comes back.

    Where a ground such as the window is enabled before what lies on it, Qt (6.11) paints that twice: with the ground,
    and by itself. The grounds of a window are the window and what scrolls in it.
    """
    scrolled = window.findChildren(QAbstractScrollArea)
    for area in reversed(scrolled):  # what lies deepest first
        if not area.isHidden():
            _enable(area.viewport())
    _enable(window)
    window.setUpdatesEnabled(True)  # by its own choice too
    window.repaint()


def _enable(ground: QWidget) -> None:
    """Has what lies on it painted again, and then itself."""
    if ground.testAttribute(_OFF_BY_ITSELF) and not ground.isWindow():
        return
    ground.setAttribute(_OFF, False)
    for part in ground.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if not part.isWindow() and not part.testAttribute(_OFF_BY_ITSELF):
            part.setUpdatesEnabled(True)
    ground.update()
