"""Widgets that stay in one line wherever the line is broken."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget


def beside(*widgets: QWidget, after: int = 0) -> QWidget:
    """Some widgets in one line, and after them so many pixels."""
    together = QWidget(widgets[0].parentWidget())
    row = QHBoxLayout(together)
    row.setContentsMargins(0, 0, after, 0)
    row.setSpacing(6)
    for widget in widgets:
        row.addWidget(widget)
    return together
