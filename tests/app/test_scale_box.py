"""The tick for one scale of all heads is written as large as the tabs in its line."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app.pipeline.head_tabs import HeadTabs
from attnviz.app.pipeline.scale_box import ScaleBox


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
@pytest.mark.parametrize("name", ["two-heads", "trophy-layer"])
def test_it_has_the_letters_of_the_tabs_and_is_whole(qtbot: QtBot, name: str, text_size: str) -> None:
    window = opened(qtbot, name)
    window.session.look(tab="heads", text_size=text_size)
    tabs, box = find(window, "tabs.heads", HeadTabs), find(window, "heads.shared_scale", ScaleBox)
    qtbot.waitUntil(lambda: box.isVisible() and box.font().pixelSize() == tabs.letters)
    qtbot.waitUntil(lambda: box.width() >= box.sizeHint().width())


def test_a_click_anywhere_on_it_switches(qtbot: QtBot) -> None:
    window = opened(qtbot, "trophy-layer")
    window.session.look(tab="heads", text_size="projector")
    box = find(window, "heads.shared_scale", ScaleBox)
    qtbot.waitUntil(box.isVisible)
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=box.rect().center())
    assert not window.session.state.view.shared_scale
