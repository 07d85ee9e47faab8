"""Files of numbers that the tests of the import drop on the window, and what became of them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from attnviz.app.window import MainWindow


def drop(window: MainWindow, *paths: Path) -> None:
    """Lets files go over the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(5, 5), action, data, button, keys))


def sheet(folder: Path, text: str = "1,5;2\n-0,5;0\n3;1e-3\n", name: str = "x.csv") -> Path:
    """A file of numbers."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def matrix(window: MainWindow, name: str) -> list[list[float]]:
    """An input as the document has it."""
    return window.session.state.scenario.matrix(name).tolist()
