"""A narrow window of a large scenario: tabs and stages can be read and hit, whatever size it had before."""

from __future__ import annotations

import pytest
from figure_scenarios import many_heads, shown_panel
from large_maps import large, shown_large
from pytestqt.qtbot import QtBot

from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.app.pipeline.stage_button import StageButton
from attnviz.figures.labels import ruler
from attnviz.figures.theme import font

NARROW, LOW = 338, 286  # the middle of the smallest window


def buttons(panel: PipelinePanel) -> list[StageButton]:
    """The stages of the strip that are shown."""
    return [button for button in panel.strip.findChildren(StageButton) if button.isVisible()]


@pytest.mark.parametrize("width", [NARROW, 412])
def test_each_head_has_a_tab_as_wide_as_its_number(qtbot: QtBot, width: int) -> None:
    panel = shown_large(qtbot, large(heads=8), width, 400)
    number = ruler(font(11, bold=True)).width("8")
    places = [panel.tabs.tabRect(index) for index in range(8)]
    assert min(place.width() for place in places) > number
    assert panel.tabs.tabRect(panel.tabs.count() - 1).right() <= panel.tabs.width()


def test_signs_come_back_where_there_is_room(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(heads=8), NARROW, 400)
    assert not any(sign.isVisible() for sign in panel.signs)
    panel.resize(750, 400)
    assert all(sign.isVisible() for sign in panel.signs)
    assert panel.focus.isVisible()


def test_the_switch_to_the_board_stays_where_there_is_a_board(qtbot: QtBot) -> None:
    assert shown_panel(qtbot, many_heads(8, width=8), NARROW, 400).board.isVisible()


def test_a_low_window_has_the_strip_that_it_has_when_made_lower(qtbot: QtBot) -> None:
    made_low = shown_large(qtbot, width=NARROW, height=LOW)
    made_lower = shown_large(qtbot, width=750, height=600)
    made_lower.resize(NARROW, LOW)
    assert made_low.strip.isVisible()
    assert made_low.strip.height() == made_lower.strip.height()


def test_names_of_stages_are_whole_where_there_is_no_room_for_arrows(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, width=NARROW, height=LOW)
    letters = ruler(font(11, bold=True))
    assert all(letters.width(button.text()) <= button.width() for button in buttons(panel))


def test_a_picture_of_few_columns_is_still_seen(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(heads=8, width=32), 750, 560)  # queries and outputs of 600 rows and 4 columns
    thin = next(button for button in buttons(panel) if button.shape == (600, 4))
    image = thin.grab().toImage()
    y = round(thin.picture_place().center().y())
    painted = {x for x in range(image.width()) if image.pixelColor(x, y) != image.pixelColor(0, y)}
    assert max(painted) - min(painted) >= 7


@pytest.mark.parametrize("width", [NARROW, 412, 750])
def test_pictures_of_one_shape_are_equally_wide(qtbot: QtBot, width: int) -> None:
    panel = shown_large(qtbot, width=width, height=560)
    square = [button for button in buttons(panel) if button.shape[0] == button.shape[1]]
    assert len({button.picture_place().width() for button in square}) == 1


def test_tabs_signs_and_names_of_stages_grow_with_the_letters_of_the_map(qtbot: QtBot) -> None:
    usual, wide = shown_large(qtbot, width=750, height=640), shown_large(qtbot, width=1920, height=1080)
    for part in ("tabs", "focus", "strip"):
        assert getattr(wide, part).height() > 1.15 * getattr(usual, part).height()
    few = shown_panel(qtbot, many_heads(2), 1920, 1080)
    assert few.tabs.height() == usual.tabs.height()


def test_names_of_stages_stay_whole_where_pictures_become_narrower(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, width=NARROW, height=560)
    letters = ruler(font(11))
    assert panel.strip.height() > 50  # it has pictures
    assert all(letters.width(button.text()) <= button.width() for button in buttons(panel))
