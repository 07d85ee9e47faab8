"""Which copy is the newest: what takes long never takes the place of what was copied later, here or elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QGuiApplication
from shiboken6 import getCppPointer

_NAME = "copies"


def copies() -> Copies:
    """The one order of copies of the application."""
    application = QCoreApplication.instance()
    assert application is not None, "a clipboard needs an application"
    return application.findChild(Copies, _NAME) or Copies(application)


class Copies(QObject):
    """Numbers the copies that are asked for, and sees all else that changes the clipboard, as other programs do."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setObjectName(_NAME)
        self._asked = 0
        self._newest = 0  # of those that were asked for: what was asked for up to here comes too late
        self._putting = False
        self._own: int | None = None  # the address of what was put there, as long as it is there
        QGuiApplication.clipboard().dataChanged.connect(self._hear)

    def ask(self) -> int:
        """The number of a copy that somebody asks for now."""
        self._asked += 1
        return self._asked

    def put(self, number: int, deed: Callable[[], object]) -> bool:
        """Does what fills the clipboard, unless something is there that was copied after that one was asked for."""
        if number <= self._newest:
            return False
        self._putting = True
        try:
            deed()
        finally:
            self._putting = False
        self._newest, self._own = number, _address()
        return True

    def _hear(self) -> None:
        """Some systems tell of what was put there by this program once more, later."""
        told_again = self._own is not None and _address() == self._own
        if not self._putting and not told_again:
            self._newest, self._own = self._asked, None


def _address() -> int | None:
    """Where the data on the clipboard lies, if it is this program's."""
    clipboard = QGuiApplication.clipboard()
    data = clipboard.mimeData() if clipboard.ownsClipboard() else None
    return None if data is None else getCppPointer(data)[0]
