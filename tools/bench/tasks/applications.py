"""The application that widgets and fonts need, dressed as the program's own is."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

_kept: list[QApplication] = []  # as long as the process, which ends without taking it apart


def an_application() -> QApplication:
    """The one application of the process."""
    if not _kept:
        _kept.append(QApplication([]))
        _kept[0].setStyle("Fusion")
    return _kept[0]
