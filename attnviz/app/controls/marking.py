"""Properties that the rules of the style sheet ask for, as `QLineEdit[bad="true"]` does, and the look that follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid


def mark(widget: QWidget, name: str, value: bool | str) -> None:
    """Gives a widget that property, and the look that goes with it; one that it has already costs nothing."""
    before = widget.property(name)
    if before == value or (before is None and not value):
        return
    widget.setProperty(name, value)
    restyle(widget)


def restyle(widget: QWidget) -> None:
    """Has the rules of the style sheet read anew for one widget: Qt does not do it where a property changes."""
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)


def exchange_rules(app: QApplication, sheet: str) -> None:
    """Gives the application other rules without having any widget read them: `restyle_each` has.

    With rules that a widget was read by, Qt (6.11) polishes each widget once more for every widget that it lies in; and
    of rules that a window has of its own, all in it twice.
    """
    if app.styleSheet():
        app.style().unpolish(app)  # no widget was read by any rules
    app.setStyleSheet(sheet)


def restyle_each(window: QWidget) -> Iterator[QWidget]:
    """A window and all in it and over it, each once it has read the rules of the application and been told of them."""
    told = QEvent(QEvent.Type.StyleChange)
    parts: Sequence[QWidget] = (window, *window.findChildren(QWidget))
    for part in parts:
        if isValid(part):  # what lay in it may be gone by its turn
            part.style().polish(part)
            QApplication.sendEvent(part, told)
            yield part
