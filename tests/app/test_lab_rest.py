"""Controls for the scenario rest where a laboratory does not follow them."""

from __future__ import annotations

import pytest
from lab_rooms import in_window
from pytestqt.qtbot import QtBot
from scripted import find, opened

OF_SCENARIO = ("mask.causal", "mask.padding", "mask.custom", "control.scale", "control.pencil")


@pytest.mark.parametrize("name", ["mixture", "shapes", "turn-the-query"])
def test_a_laboratory_with_numbers_of_its_own_lets_all_of_them_rest(qtbot: QtBot, name: str) -> None:
    window, _ = in_window(qtbot, name)
    assert not any(find(window, control).isEnabled() for control in OF_SCENARIO)
    assert not window.menus.commands["causal"].isEnabled()
    assert find(window, "message.text").text() == ""


def test_a_laboratory_with_a_mask_of_its_own_lets_the_masks_rest(qtbot: QtBot) -> None:
    window, _ = in_window(qtbot, "masks")
    enabled = [control for control in OF_SCENARIO if find(window, control).isEnabled()]
    assert enabled == ["control.scale", "control.pencil"]
    assert "3 queries" in find(window, "message.text").text()


def test_they_work_again_once_the_laboratory_is_left(qtbot: QtBot) -> None:
    window, _ = in_window(qtbot, "mixture")
    window.show_document()
    assert all(find(window, control).isEnabled() for control in OF_SCENARIO)


def test_going_from_one_laboratory_to_another_asks_anew(qtbot: QtBot) -> None:
    window, _ = in_window(qtbot, "mixture")
    window.show_lab("mistakes")
    assert find(window, "control.scale").isEnabled()


def test_the_first_screen_says_nothing_of_sizes(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.show_welcome()
    assert find(window, "message.text").text() == ""
