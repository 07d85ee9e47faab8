"""Colours by powers of ten: switched over the map and in the menu, remembered, and never a step of undo."""

from __future__ import annotations

import numpy as np
import pytest
from large_maps import map_in, opened_large
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from attnviz import GivenWeights, Scenario
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.pipeline.text_switch import TextSwitch
from attnviz.app.settings import Settings
from attnviz.app.window import MainWindow
from attnviz.figures.view import View


def switch_of(window: MainWindow) -> TextSwitch:
    """The switch over the map."""
    found = window.findChild(TextSwitch, "map.powers")
    assert found is not None
    return found


def test_the_switch_over_the_map_turns_powers_off_and_on(qtbot: QtBot) -> None:
    window = opened_large(qtbot)
    switch = switch_of(window)
    assert switch.isChecked()
    qtbot.mouseClick(switch, Qt.MouseButton.LeftButton)
    assert window.session.state.view.colour_scale == "linear"
    assert not switch.isChecked()
    qtbot.mouseClick(switch, Qt.MouseButton.LeftButton)
    assert window.session.state.view.colour_scale == "auto"


def test_the_menu_says_and_does_the_same(qtbot: QtBot) -> None:
    window = opened_large(qtbot)
    action = window.menus.commands["map_powers"]
    assert action.isChecked()
    action.trigger()
    assert window.session.state.view.colour_scale == "linear"
    assert not action.isChecked()


def test_colours_are_no_step_of_undo(qtbot: QtBot) -> None:
    window = opened_large(qtbot)
    window.menus.commands["map_powers"].trigger()
    assert not window.session.undo_stack.canUndo()


def test_the_map_on_the_screen_follows(qtbot: QtBot) -> None:
    window = opened_large(qtbot)
    shown = window.findChild(FigureView, "figure.weights")
    assert shown is not None
    assert map_in(shown).powers
    window.session.look(colour_scale="linear")
    assert not map_in(shown).powers


@pytest.mark.parametrize("look", [{"focus": "scores"}, {"tab": "concat"}])
def test_of_signed_numbers_the_switch_rests_and_says_why(qtbot: QtBot, look: dict[str, str]) -> None:
    window = opened_large(qtbot)
    window.session.look(**look)
    assert not switch_of(window).isEnabled()
    assert "Only weights, exponentials and their differences" in switch_of(window).toolTip()
    assert not switch_of(window).isChecked()
    assert not window.menus.commands["map_powers"].isChecked()


def test_of_given_weights_with_a_negative_number_switch_and_menu_say_why(qtbot: QtBot) -> None:
    weights = np.full((2, 600, 600), 1 / 600)
    weights[0, 3, 5] = -0.5
    window = opened_large(qtbot, Scenario(GivenWeights(weights), heads=2))
    action = window.menus.commands["map_powers"]
    assert not switch_of(window).isChecked()
    assert not action.isChecked()
    assert "negative" in switch_of(window).toolTip()
    assert "negative" in action.toolTip()
    window.session.select(head=1)
    assert switch_of(window).isChecked()
    assert action.isChecked()


@pytest.mark.parametrize("scale", ["linear", "powers", "auto"])
def test_the_choice_is_remembered(scale: str) -> None:
    settings = Settings()
    settings.view = View(colour_scale=scale)  # type: ignore[arg-type]
    assert Settings().view.colour_scale == scale


def test_a_choice_that_nobody_knows_counts_as_never_made() -> None:
    settings = Settings()
    settings._store.setValue("colour_scale", "cubic")
    assert settings.view.colour_scale == "auto"
