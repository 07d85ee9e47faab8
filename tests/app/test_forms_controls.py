"""Every form of attention has a control that edits the session as one step and shows what is in force."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPushButton, QSpinBox, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from scripted import click, find, opened, scenario, trigger

from attnviz.app.window import MainWindow
from attnviz.engine.positions import Alibi, Rotary

CONTROLS = (
    "control.kv_heads", "control.positions", "control.positions.base", "control.positions.start", "mask.window",
    "mask.window.left", "mask.window.right", "control.alignment", "control.softcap", "control.softcap.limit",
    "control.bias", "control.source",
)  # fmt: skip


def steps(window: MainWindow) -> int:
    return window.session.undo_stack.count()


def choose(window: MainWindow, name: str, kind: str) -> None:
    box = find(window, name, QComboBox)
    box.setCurrentIndex(box.findData(kind))


def type_in(window: MainWindow, name: str, text: str) -> QLineEdit:
    field = find(window, name, QLineEdit)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    return field


def panel(qtbot: QtBot, preset: str = "two-heads", **answers: object) -> MainWindow:
    window = opened(qtbot, preset, **answers)
    click(qtbot, window, "control.forms")
    assert find(window, "control.forms.panel").isVisible()
    return window


def test_every_control_has_a_name_and_a_word_on_hover(qtbot: QtBot) -> None:
    window = panel(qtbot)
    for name in CONTROLS:
        control = find(window, name)
        assert control.accessibleName() or control.text(), name
        assert control.toolTip(), name


def test_only_divisors_of_the_heads_are_offered_for_keys_and_values(qtbot: QtBot) -> None:
    window = panel(qtbot, "trophy-layer")
    box = find(window, "control.kv_heads", QComboBox)
    assert [int(box.itemData(row)) for row in range(box.count())] == [12, 6, 4, 3, 2, 1]


def test_each_number_of_key_heads_says_what_choosing_it_does(qtbot: QtBot) -> None:
    box = find(panel(qtbot), "control.kv_heads", QComboBox)
    assert "average" in box.itemData(box.findData("1"), Qt.ItemDataRole.ToolTipRole)


def test_sharing_keys_is_one_step_and_undo_brings_them_back(qtbot: QtBot) -> None:
    window = panel(qtbot)
    before = scenario(window)
    choose(window, "control.kv_heads", "1")
    assert (scenario(window).sizes.kv_heads, steps(window)) == (1, 1)
    assert scenario(window).matrix("W_K").shape == (4, 2)
    trigger(window, "undo")
    assert scenario(window) == before
    assert find(window, "control.kv_heads", QComboBox).currentData() == "2"


def test_the_window_is_switched_on_and_its_sides_set(qtbot: QtBot) -> None:
    window = panel(qtbot)
    find(window, "mask.window", QCheckBox).click()
    assert scenario(window).mask.window == (1, 1)
    find(window, "mask.window.left", QSpinBox).setValue(2)
    find(window, "mask.window.right", QSpinBox).setValue(-1)
    assert scenario(window).mask.window == (2, None)
    assert find(window, "mask.window.right", QSpinBox).text() == "all"
    assert steps(window) == 3
    find(window, "mask.window", QCheckBox).click()
    assert scenario(window).mask.window is None
    assert not find(window, "mask.window.left").isEnabled()


@pytest.mark.parametrize(("kind", "positions"), [
    ("half", Rotary("half")), ("interleaved", Rotary("interleaved")), ("alibi", Alibi()), ("none", None),
])  # fmt: skip
def test_positions_are_chosen_by_name(qtbot: QtBot, kind: str, positions: object) -> None:
    window = panel(qtbot)
    choose(window, "control.positions", kind)
    assert scenario(window).positions == positions
    assert find(window, f"action.positions_{kind}", QAction).isChecked()


def test_base_and_start_are_typed_and_kept_by_the_other_pairing(qtbot: QtBot) -> None:
    window = panel(qtbot)
    choose(window, "control.positions", "half")
    type_in(window, "control.positions.base", "1e2")
    type_in(window, "control.positions.start", "3")
    choose(window, "control.positions", "interleaved")
    assert scenario(window).positions == Rotary("interleaved", base=100.0, start=3)
    assert find(window, "control.positions.base").text() == "100"


def test_a_base_that_is_no_number_stays_red_and_changes_nothing(qtbot: QtBot) -> None:
    window = panel(qtbot)
    choose(window, "control.positions", "half")
    field = type_in(window, "control.positions.base", "ten")
    assert field.property("bad")
    assert scenario(window).positions == Rotary()
    assert window.session.state.refused is not None


def test_a_start_between_two_places_is_refused_in_words(qtbot: QtBot) -> None:
    window = panel(qtbot)
    choose(window, "control.positions", "half")
    type_in(window, "control.positions.start", "1.5")
    assert "whole number" in str(window.session.state.refused)


def test_rotary_positions_rest_where_numbers_cannot_pair(qtbot: QtBot) -> None:
    window = opened(qtbot, "uneven-heads")
    action = find(window, "action.positions_half", QAction)
    assert not action.isEnabled()
    assert "d_k is 3" in action.toolTip()


def test_the_soft_cap_is_ticked_typed_and_taken_away(qtbot: QtBot) -> None:
    window = panel(qtbot)
    find(window, "control.softcap", QCheckBox).click()
    assert scenario(window).softcap == 30
    type_in(window, "control.softcap.limit", "5/2")
    assert scenario(window).softcap == 2.5
    find(window, "control.softcap", QCheckBox).click()
    assert scenario(window).softcap is None


@pytest.mark.parametrize(("kind", "shape"), [("shared", (4, 4)), ("per_head", (2, 4, 4))])
def test_a_score_bias_of_zeros_gets_a_pane(qtbot: QtBot, kind: str, shape: tuple[int, ...]) -> None:
    window = panel(qtbot)
    choose(window, "control.bias", kind)
    bias = scenario(window).bias
    assert bias is not None
    assert bias.shape == shape
    assert not bias.any()
    assert find(window, "pane.bias").isVisible()
    choose(window, "control.bias", "none")
    assert window.findChild(QWidget, "pane.bias") is None or not find(window, "pane.bias").isVisible()


def test_the_corner_of_the_causal_mask_matters_where_lengths_differ(qtbot: QtBot) -> None:
    window = panel(qtbot, "cross-attention")
    choose(window, "control.alignment", "bottom_right")
    assert scenario(window).mask.alignment == "bottom_right"
    square = panel(qtbot)
    assert not find(square, "control.alignment").isEnabled()


def test_a_source_is_given_with_labels_of_its_own_and_dropped_again(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads", tokens=("I", "drink", "milk"))
    trigger(window, "give_source")
    assert scenario(window).source_tokens == ("I", "drink", "milk")
    assert scenario(window).sizes.S == 3
    assert find(window, "pane.source").isVisible()
    trigger(window, "drop_source")
    assert scenario(window).sizes.S == 4
    assert steps(window) == 2


def test_the_forms_button_says_what_is_in_force(qtbot: QtBot) -> None:
    window = opened(qtbot)
    button = find(window, "control.forms", QToolButton)
    assert not button.isCheckable()
    assert (button.text(), bool(button.property("inforce"))) == ("Forms", False)
    trigger(window, "window")
    assert (button.text(), button.property("inforce")) == ("Forms: window", True)
    assert "sliding window" in button.accessibleName()
    trigger(window, "positions_alibi")
    assert button.text() == "Forms: 2 on"
    trigger(window, "undo")
    trigger(window, "undo")
    assert (button.text(), bool(button.property("inforce"))) == ("Forms", False)


def test_in_projector_size_the_forms_keep_their_button(qtbot: QtBot) -> None:
    window = opened(qtbot, "rotary")
    window.resize(1366, 768)
    window.session.look(text_size="projector")
    assert find(window, "control.forms").isVisible()


def test_the_panel_has_only_the_fields_of_the_chosen_kind(qtbot: QtBot) -> None:
    window = panel(qtbot)

    def fields() -> list[str]:
        names = ("base", "angles", "start", "slopes")
        return [name for name in names if find(window, f"control.positions.{name}").isVisible()]

    assert fields() == []
    choose(window, "control.positions", "half")
    assert fields() == ["base", "angles", "start"]
    choose(window, "control.positions", "alibi")
    assert fields() == ["slopes"]


def test_angles_that_are_given_are_shown_in_degrees_and_typed(qtbot: QtBot) -> None:
    window = panel(qtbot, "rotary")
    assert find(window, "control.positions.angles", QLineEdit).text() == "30°"
    assert not find(window, "control.positions.base").isVisible()
    type_in(window, "control.positions.angles", "45")
    assert scenario(window).positions == Rotary(frequencies=(np.pi / 4,))
    find(window, "control.positions.by_base", QPushButton).click()
    assert scenario(window).positions == Rotary()


def test_an_angle_that_is_left_as_it_stands_keeps_all_its_digits(qtbot: QtBot) -> None:
    window = panel(qtbot)
    choose(window, "control.positions", "half")
    assert find(window, "control.positions.angles", QLineEdit).text() == "57.2958°"
    window = panel(qtbot, "trophy-layer")
    choose(window, "control.positions", "half")
    field = find(window, "control.positions.angles", QLineEdit)
    type_in(window, "control.positions.angles", f"90 {field.text().split(' ', 1)[1]}")
    own = scenario(window).positions
    assert isinstance(own, Rotary)
    assert own.frequencies == (np.pi / 2, *Rotary().per_position(32)[1:])


def test_the_slope_of_each_head_is_shown_and_typed(qtbot: QtBot) -> None:
    window = panel(qtbot)
    choose(window, "control.positions", "alibi")
    assert find(window, "control.positions.slopes", QLineEdit).text() == "0.0625 0.00390625"
    type_in(window, "control.positions.slopes", "1/2 0,25")
    assert scenario(window).positions == Alibi((0.5, 0.25))


def test_the_controls_of_the_panel_are_made_when_it_is_first_opened_and_once(qtbot: QtBot) -> None:
    window = opened(qtbot)
    assert window.findChild(QWidget, "control.forms.panel") is None
    for command in ("forms", "window_sides"):
        trigger(window, command)
    assert len(window.findChildren(QWidget, "control.forms.panel")) == 1


def test_opening_the_panel_changes_nothing(qtbot: QtBot) -> None:
    window = panel(qtbot, "rotary")
    assert steps(window) == 0


def test_given_weights_have_no_forms(qtbot: QtBot) -> None:
    window = opened(qtbot, "mixture")
    assert not find(window, "control.forms").isEnabled()
    for name in ("window", "positions_alibi", "bias_shared", "give_source", "kv_one"):
        action = find(window, f"action.{name}", QAction)
        assert not action.isEnabled()
        assert "given" in action.toolTip()


def test_the_panel_follows_another_document(qtbot: QtBot) -> None:
    window = panel(qtbot)
    window.document.open_preset("grouped-query")
    assert find(window, "control.kv_heads", QComboBox).currentData() == "2"
    window.document.open_preset("softcap")
    assert find(window, "control.softcap.limit").text() == "2"
    np.testing.assert_equal(steps(window), 0)


def test_a_menu_command_leads_to_the_control_that_it_names(qtbot: QtBot) -> None:
    window = opened(qtbot, "rotary")
    trigger(window, "window_sides")
    assert find(window, "control.forms.panel").isVisible()
