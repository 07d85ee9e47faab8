"""Choosing in a dialog by the names of its boxes, and the button that accepts what was chosen."""

from __future__ import annotations

from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QWidget
from scripted import find


def accept_button(dialog: QWidget) -> QPushButton:
    """The button that ends the dialog with what was chosen."""
    box = dialog.findChild(QDialogButtonBox)
    assert box is not None
    return next(button for button in box.buttons() if box.buttonRole(button) == QDialogButtonBox.ButtonRole.AcceptRole)


def choose(dialog: QWidget, name: str, value: object) -> None:
    """Chooses the entry that stands for a value in the box of that name."""
    box = find(dialog, name)
    place = box.findData(value)
    assert place >= 0, value
    box.setCurrentIndex(place)
