"""The letters by which a keyboard chooses in menus: each names one thing."""

from __future__ import annotations

import re
from collections import Counter

from PySide6.QtWidgets import QAbstractButton, QMenu
from pytestqt.qtbot import QtBot
from scripted import opened, trigger

from attnviz.app.window import MainWindow


def letters(texts: list[str]) -> Counter[str]:
    """How often each underlined letter is there."""
    found = (re.search(r"&([^&])", text.replace("&&", "")) for text in texts)
    return Counter(match[1].upper() for match in found if match is not None)


def menus(window: MainWindow) -> list[QMenu]:
    """Those of the bar, and those in them."""
    found = [menu for action in window.menuBar().actions() if (menu := action.menu()) is not None]
    for menu in found:
        found += [inner for action in menu.actions() if (inner := action.menu()) is not None]
    return found


def test_no_letter_of_a_menu_names_two_of_its_commands(qtbot: QtBot) -> None:
    window = opened(qtbot)
    twice = {
        menu.title(): letter
        for menu in menus(window)
        for letter, count in letters([action.text() for action in menu.actions()]).items()
        if count > 1
    }
    assert len(menus(window)) > 10
    assert twice == {}


def test_no_button_of_a_laboratory_takes_the_letter_of_a_menu(qtbot: QtBot) -> None:
    window = opened(qtbot)
    trigger(window, "lab.tiles")
    bar = letters([action.text() for action in window.menuBar().actions()])
    buttons = [button.text() for button in window.findChildren(QAbstractButton) if button.isVisible()]
    assert len(buttons) > 3
    assert not letters(buttons) & bar
