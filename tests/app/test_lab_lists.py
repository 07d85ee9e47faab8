"""A list of choices beside a laboratory shows all of them: it has no scroll bar."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QListWidget
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
@pytest.mark.parametrize("text_size", ["normal", "projector"])
def test_every_mistake_is_in_sight_in_letters_of_any_size(qtbot: QtBot, text_size: str, size: tuple[int, int]) -> None:
    window = opened(qtbot)
    window.show_lab("mistakes")
    window.resize(*size)
    qtbot.wait(50)
    trigger(window, text_size)
    qtbot.waitUntil(window.updatesEnabled)
    qtbot.wait(50)
    listed = find(window, "lab.mistake", QListWidget)
    last = listed.visualItemRect(listed.item(listed.count() - 1))
    assert listed.count() == 12
    assert listed.viewport().rect().contains(last)
