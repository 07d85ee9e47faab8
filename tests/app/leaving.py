"""Waits for what leaves a window, and reads what it says of that."""

from __future__ import annotations

from pytestqt.qtbot import QtBot
from scripted import find

from attnviz.app.window import MainWindow


def settled(qtbot: QtBot, window: MainWindow) -> None:
    """Comes back when nothing is computed, copied or exported any more."""
    qtbot.waitUntil(lambda: not window.session.busy and not window.exports._errand.what, timeout=10_000)


def said(window: MainWindow) -> str:
    """What stands in the message bar."""
    return str(find(window, "message.text").text())
