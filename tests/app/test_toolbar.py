"""Every control of the toolbar edits the session, follows undo, and never changes its place."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from scripted import click, find, opened, scenario, trigger, undo

from attnviz.app.controls import adjust
from attnviz.app.controls.commands import plain
from attnviz.engine.edits import set_bias, set_kv_heads, set_positions
from attnviz.engine.positions import Rotary
from attnviz.figures.view import View

CONTROLS = (
    "toolbar.undo", "toolbar.redo", "control.heads", "mask.causal", "mask.padding", "mask.custom", "control.scale",
    "control.temperature", "control.temperature.slider", "control.decimals", "control.pencil",
)  # fmt: skip


def test_undo_says_what_it_would_undo(qtbot: QtBot) -> None:
    window = opened(qtbot)
    click(qtbot, window, "mask.causal")
    assert "Causal mask on" in find(window, "toolbar.undo").toolTip()


def test_the_scale_button_takes_the_division_away_and_undo_brings_it_back(qtbot: QtBot) -> None:
    window = opened(qtbot)
    click(qtbot, window, "control.scale")
    assert scenario(window).scale is False
    assert not find(window, "control.scale").isChecked()
    undo(window)
    assert scenario(window).scale is True
    assert find(window, "control.scale").isChecked()


def test_a_numeric_scale_is_asked_for_and_shown_on_the_button(qtbot: QtBot) -> None:
    window = opened(qtbot, number=0.25)
    trigger(window, "scale_number")
    assert scenario(window).scale == 0.25
    assert find(window, "control.scale").text() == "× 0.25"


def test_the_heads_box_steps_through_divisors_only(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    heads = find(window, "control.heads")
    heads.stepBy(1)
    assert scenario(window).sizes.heads == 4
    heads.stepBy(-1)
    heads.stepBy(-1)
    assert scenario(window).sizes.heads == 1
    undo(window)
    assert heads.value() == 2


def test_the_arrows_of_the_heads_box_are_painted_as_they_can_be_pressed(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    heads = find(window, "control.heads")

    def on_the_screen() -> bool:
        seen = window.screen().grabWindow(window.winId()).toImage()  # what was painted bit by bit, not all anew
        place = heads.mapTo(window, QPoint(0, 0))
        return seen.copy(QRect(place, heads.size())) == heads.grab().toImage().convertToFormat(seen.format())

    qtbot.waitUntil(on_the_screen)
    window.session.edit("Edit", partial(set_kv_heads, kv_heads=1))  # two share it, so that there can be no fewer
    qtbot.waitUntil(lambda: not heads.stepEnabled() & QAbstractSpinBox.StepEnabledFlag.StepDownEnabled)
    qtbot.waitUntil(on_the_screen)


def test_the_heads_box_offers_no_number_that_positions_or_a_bias_of_each_head_rule_out(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    heads, edit = find(window, "control.heads"), partial(window.session.edit, "Edit")
    edit(partial(set_positions, positions=Rotary()))  # turns pairs of columns, of which four heads have but one each
    heads.stepBy(1)
    assert scenario(window).sizes.heads == 2
    assert window.session.state.refused is None
    assert "heads: 1, 2 (" in heads.toolTip()
    undo(window)
    heads.stepBy(1)
    assert scenario(window).sizes.heads == 4
    undo(window)
    edit(partial(set_bias, bias=np.zeros((2, 4, 4))))
    assert heads.stepEnabled() == QAbstractSpinBox.StepEnabledFlag.StepNone


def test_a_number_of_heads_that_does_not_divide_is_refused_in_words(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    heads = find(window, "control.heads")
    heads.setFocus()
    heads.selectAll()
    QTest.keyClicks(heads, "3")
    QTest.keyClick(heads, Qt.Key.Key_Return)
    assert scenario(window).sizes.heads == 2
    assert heads.value() == 2
    assert "Choose one of: 1, 2, 4" in find(window, "message.text").text()


def test_decimals_are_shown_without_an_undo_step(qtbot: QtBot) -> None:
    window = opened(qtbot)
    find(window, "control.decimals").setValue(5)
    assert window.session.state.view.decimals == 5
    assert not window.session.undo_stack.canUndo()


def test_the_pencil_rounds_to_the_decimals_shown(qtbot: QtBot) -> None:
    window = opened(qtbot)
    click(qtbot, window, "control.pencil")
    assert scenario(window).pencil == 3
    # Curriculum, unit 2: with a pencil the third exponential of row 2 is 8.339, not 8.342.
    assert window.session.state.trace.at("exponentials", 0)[1, 2] == 8.339
    undo(window)
    assert not find(window, "control.pencil").isChecked()


def test_decimals_change_the_pencil_while_it_is_on_and_undo_changes_both(qtbot: QtBot) -> None:
    window = opened(qtbot)
    click(qtbot, window, "control.pencil")
    decimals = find(window, "control.decimals")
    decimals.setValue(2)
    assert (scenario(window).pencil, window.session.state.view.decimals) == (2, 2)
    undo(window)
    assert (scenario(window).pencil, window.session.state.view.decimals, decimals.value()) == (3, 3, 3)


def test_what_does_not_apply_to_given_weights_is_disabled_and_says_why(qtbot: QtBot) -> None:
    window = opened(qtbot, "mixture")
    off = ("mask.causal", "mask.padding", "mask.custom", "control.scale", "control.heads", "control.temperature")
    for name in (*off, "control.temperature.slider"):
        assert not find(window, name).isEnabled(), name
        assert "given" in find(window, name).toolTip(), name


def test_what_was_disabled_works_again_in_another_document(qtbot: QtBot) -> None:
    window = opened(qtbot, "mixture")
    window.document.open_preset("by-hand")
    assert all(find(window, name).isEnabled() for name in CONTROLS[2:])
    assert "Ctrl+M" in find(window, "mask.causal").toolTip()


def test_every_control_has_a_name_for_screen_readers_and_a_word_on_hover(qtbot: QtBot) -> None:
    window = opened(qtbot)
    for name in CONTROLS:
        assert find(window, name).accessibleName(), name
        assert find(window, name).toolTip(), name


def test_controls_keep_their_place_when_their_state_changes(qtbot: QtBot) -> None:
    window = opened(qtbot, number=1 / 3)
    toolbar = find(window, "toolbar")

    def places() -> list[tuple[int, int, int, int]]:
        return [child.geometry().getRect() for child in toolbar.findChildren(QWidget) if not child.isWindow()]

    before = places()
    for name in ("mask.causal", "mask.custom", "control.scale", "control.pencil"):
        click(qtbot, window, name)
    trigger(window, "scale_number")
    find(window, "control.decimals").setValue(12)
    qtbot.wait(1)
    assert places() == before


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_no_button_shortens_its_word_when_the_text_size_changes(qtbot: QtBot, text_size: str) -> None:
    window = opened(qtbot)
    trigger(window, "projector" if text_size != "projector" else "normal")
    trigger(window, text_size)
    click(qtbot, window, "mask.custom")
    qtbot.wait(1)
    for name in CONTROLS:
        control = find(window, name)
        if isinstance(control, QToolButton) and control.isVisible():
            assert control.width() >= control.sizeHint().width(), name


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
@pytest.mark.parametrize("at_first", [True, False])
def test_the_toolbar_is_one_line_on_a_small_screen(qtbot: QtBot, text_size: str, at_first: bool) -> None:
    window = opened(qtbot, view=View(text_size=text_size) if at_first else None)
    trigger(window, text_size)
    qtbot.wait(1)
    shown = [one for one in (*map(partial(find, window), CONTROLS), find(window, "toolbar.present")) if one.isVisible()]
    middles = {control.mapTo(window, control.rect().center()).y() for control in shown}
    assert max(middles) - min(middles) <= 2


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_slider_and_pencil_stay_in_sight_on_a_small_screen(qtbot: QtBot, text_size: str) -> None:
    window = opened(qtbot, view=View(text_size=text_size))
    window.resize(1366, 768)
    qtbot.wait(1)
    for name in ("control.temperature.slider", "control.pencil", "control.forms", "toolbar.present"):
        assert find(window, name).isVisible(), name


def test_present_stands_at_the_right_end_also_in_the_size_made_for_presenting(qtbot: QtBot) -> None:
    window = opened(qtbot, view=View(text_size="projector"))
    qtbot.wait(1)
    present, toolbar = find(window, "toolbar.present"), find(window, "toolbar")
    assert present.isVisible()
    assert 0 <= toolbar.width() - present.geometry().right() <= 16


def test_where_weights_are_given_no_scale_is_ticked(qtbot: QtBot) -> None:
    window = opened(qtbot, "mixture")
    button = find(window, "control.scale")
    assert not button.isChecked()
    assert not button.isEnabled()
    assert button.toolTip() == adjust.NO_WEIGHTS


def test_a_command_has_one_name_in_menu_and_toolbar(qtbot: QtBot) -> None:
    window = opened(qtbot)
    for name, button in (("scale", "control.scale"), ("custom", "mask.custom"), ("causal", "mask.causal")):
        assert plain(window.menus.commands[name].text()).startswith(find(window, button).text())
    for name in ("temperature", "heads"):  # nothing more is asked
        assert not window.menus.commands[name].text().endswith("…")
