"""The legend of the derivatives over a pane: its ends are numbers, and a cut number is another number."""

from __future__ import annotations

import pytest
from explain_gestures import WEIGHT
from PySide6.QtGui import QFontMetricsF
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger

from attnviz.app.panes.pane_scale import PaneScale


@pytest.mark.parametrize("decimals", [1, 3, 6])
@pytest.mark.parametrize("text_size", ["normal", "projector"])
def test_both_ends_are_whole_whatever_is_left_for_the_colours(qtbot: QtBot, text_size: str, decimals: int) -> None:
    window = opened(qtbot)
    window.resize(1366, 768)
    window.session.look(text_size=text_size, decimals=decimals)
    window.session.select(cell=WEIGHT, query=WEIGHT.row)
    trigger(window, "moves")
    qtbot.wait(1)
    scale = find(window, "pane.X.scale", PaneScale)
    overlay = scale._overlay
    assert overlay is not None
    letters = QFontMetricsF(scale._theme.small_font)
    assert sum(map(letters.horizontalAdvance, overlay.ends)) + scale.length() <= scale.width()
    assert scale.length() > 0 or decimals == 6


def test_colours_that_have_room_are_as_long_as_six_letters_are_high(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.select(cell=WEIGHT, query=WEIGHT.row)
    trigger(window, "moves")
    scale = find(window, "pane.X.scale", PaneScale)
    scale.setFixedWidth(600)
    assert scale.length() == 6 * scale._theme.small_px
