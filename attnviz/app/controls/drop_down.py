"""A list that drops down to have one thing chosen, named for tests and for screen readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QComboBox, QWidget


def drop_down(parent: QWidget, name: str, words: str, entries: Mapping[Any, str] | None = None) -> QComboBox:
    """A list of that objectName and accessible name; each entry's key is its data."""
    box = QComboBox(parent)
    box.setObjectName(name)
    box.setAccessibleName(words)
    for data, text in (entries or {}).items():
        box.addItem(text, data)
    return box
