"""What a script sets through an object name has the same effect as the gesture of a person."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from scripted import find, opened, scenario, trigger

from attnviz.app.controls.attention_menu import ticks_of
from attnviz.engine.stages import STAGES


@pytest.mark.parametrize(
    ("button", "tick", "read"),
    [
        ("mask.causal", "causal", lambda now: now.mask.causal),
        ("control.scale", "scale", lambda now: now.scale),
        ("control.pencil", "pencil", lambda now: now.pencil is not None),
    ],
)
def test_setting_a_tick_edits_the_document_and_undo_takes_both_back(qtbot: QtBot, button, tick, read) -> None:
    window = opened(qtbot)
    before = read(scenario(window))
    find(window, button).setChecked(not before)
    assert (read(scenario(window)), find(window, button).isChecked()) == (not before, not before)
    trigger(window, "undo")
    assert (read(scenario(window)), find(window, button).isChecked()) == (before, before)
    assert ticks_of(window.session.state)[tick] == before


def test_the_padding_tick_says_what_the_document_says(qtbot: QtBot) -> None:
    window = opened(qtbot, "padding")
    find(window, "mask.padding").setChecked(False)
    assert scenario(window).mask.padding
    assert find(window, "mask.padding").isChecked()


def test_the_custom_tick_starts_painting(qtbot: QtBot) -> None:
    window = opened(qtbot)
    find(window, "mask.custom").setChecked(True)
    assert window.session.state.view.paint_mask
    find(window, "mask.custom").setChecked(False)
    assert not window.session.state.view.paint_mask


@pytest.mark.parametrize("finished", ["returnPressed", "editingFinished"])
def test_a_temperature_that_a_script_writes_counts(qtbot: QtBot, finished: str) -> None:
    window = opened(qtbot)
    field = find(window, "control.temperature", QLineEdit)
    field.setText("2")
    getattr(field, finished).emit()
    assert scenario(window).temperature == 2.0


@pytest.mark.parametrize("name", ["by-hand", "trophy"])
def test_every_stage_has_its_figure_by_name_shown_or_not(qtbot: QtBot, name: str) -> None:
    window = opened(qtbot, name)
    for stage in STAGES:
        if stage.name in window.session.state.trace.stages:
            assert find(window, f"figure.{stage.name}") is not None


def test_a_dropped_file_is_no_text_for_a_field(qtbot: QtBot) -> None:
    window = opened(qtbot)
    assert not find(window, "control.temperature", QLineEdit).acceptDrops()
