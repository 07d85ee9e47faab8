"""Properties that the rules of the style sheet ask for, as `QLineEdit[bad="true"]` does, and the look that follows."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


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
