"""What a screen reader hears of a painted figure: a table whose value is the cell that the cursor is on."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAccessibleValueChangeEvent
from PySide6.QtWidgets import QAccessibleWidget, QWidget


class TableAccess(QAccessibleWidget):
    """Role Table; the name and description are the widget's own, the value is its `spoken_value()`.

    That is the current cell with its labels and exact value, or an empty text.
    """

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, QAccessible.Role.Table)

    def text(self, kind: QAccessible.Text) -> str:
        """The widget's name, description or current cell."""
        widget = self.object()
        if kind == QAccessible.Text.Value and isinstance(widget, QWidget):
            speak = getattr(widget, "spoken_value", None)
            return speak() if speak is not None else ""
        if kind == QAccessible.Text.Name and isinstance(widget, QWidget):
            return widget.accessibleName()
        return super().text(kind)


_spoken: set[type[QWidget]] = set()


def make_accessible(kind: type[QWidget]) -> None:
    """Lets screen readers see every widget of this class as a table. Calling it again changes nothing."""
    if not _spoken:
        QAccessible.installFactory(_interface)
    _spoken.add(kind)


def announce(widget: QWidget, value: str) -> None:
    """Tells a listening screen reader that the current cell changed; costs nothing when none listens."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleValueChangeEvent(widget, value))


def _interface(_class: str, thing: QObject | None) -> QAccessibleInterface | None:
    if not isinstance(thing, QWidget) or not isinstance(thing, tuple(_spoken)):
        return None
    access = TableAccess(thing)
    thing._table_access = access  # type: ignore[attr-defined]  # Qt keeps no reference that Python counts
    return access
