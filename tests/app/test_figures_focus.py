"""One stage large and the others as a strip; which of the two layouts is shown; the ring of the keyboard."""

from __future__ import annotations

from figure_scenarios import (
    by_hand,
    click_cell,
    figure,
    many_heads,
    middle_of,
    shown_names,
    shown_panel,
    turn_the_query,
)
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from attnviz import load
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.figures.theme import theme


def press(qtbot: QtBot, panel: PipelinePanel, name: str) -> None:
    qtbot.mouseClick(panel.findChild(QAbstractButton, name), Qt.MouseButton.LeftButton)


def test_a_board_too_small_for_its_numbers_turns_to_focus(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(1, tokens=16, width=32))
    assert shown_names(panel) == ("weights",)
    assert panel.strip.isVisible()
    assert panel.focus.isChecked()


def settled(panel: PipelinePanel) -> PipelinePanel:
    """The panel once its strip and figures have their places."""
    for _ in range(3):
        QApplication.processEvents()
        while panel.area.busy:
            QApplication.processEvents()
    return panel


def test_the_automatic_layout_comes_back_from_focus_to_a_board_that_needs_the_room_of_the_strip(qtbot: QtBot) -> None:
    panel = settled(shown_panel(qtbot, load("alibi"), height=450))
    high = panel.area.height()
    assert panel.board.isChecked()
    for away, back in (({"layout": "focus"}, {"layout": "auto"}), ({"numbers": False}, {"numbers": True})):
        panel.session.look(**away)
        settled(panel)
        assert panel.focus.isChecked()
        assert panel.area.height() < high
        panel.session.look(**back)
        settled(panel)
        assert panel.board.isChecked()
        assert panel.area.height() == high


def test_which_layout_a_room_has_does_not_depend_on_the_one_before(qtbot: QtBot) -> None:
    panel = settled(shown_panel(qtbot, load("alibi"), height=360))
    turned: list[str] = []
    panel.area.rearranged.connect(lambda: turned.append(panel.area.layout_shown))
    heights = (360, 400, 420, 440, 480, 520)
    ways: list[list[str]] = []
    for way in (heights, heights[::-1]):
        ways.append([])
        for height in way:
            panel.resize(750, height)
            ways[-1].append(settled(panel).area.layout_shown)
    assert ways[0] == ways[1][::-1]
    assert turned == ["board", "focus"]  # once each way: it goes to and fro nowhere


def test_board_shows_the_board_however_small(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(1, tokens=16, width=32))
    press(qtbot, panel, "layout.board")
    assert len(shown_names(panel)) > 5
    assert panel.session.state.view.layout == "board"


def test_a_double_click_brings_a_stage_to_the_front_and_esc_takes_it_back(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    scores = figure(panel, "scores")
    qtbot.mouseDClick(scores, Qt.MouseButton.LeftButton, pos=middle_of(scores, 0, 0))
    assert shown_names(panel) == ("scores",)
    qtbot.keyClick(scores, Qt.Key.Key_Escape)
    assert len(shown_names(panel)) == 10
    assert panel.board.isChecked()


def test_the_strip_brings_another_stage_to_the_front(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    press(qtbot, panel, "layout.focus")
    press(qtbot, panel, "strip.keys")
    assert shown_names(panel) == ("keys",)
    assert panel.findChild(QAbstractButton, "strip.keys").isChecked()
    assert not panel.findChild(QAbstractButton, "strip.weights").isChecked()


def test_arrow_keys_walk_along_the_strip(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    press(qtbot, panel, "layout.focus")
    button = panel.findChild(QAbstractButton, "strip.weights")
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Left)
    assert panel.session.state.view.focus == "exponentials"


def test_the_strip_calls_the_only_heads_output_as_the_board_does(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand(), 750, 420)
    panel.session.look(layout="focus")
    assert panel.findChild(QAbstractButton, "strip.head_output").accessibleName() == "Show Output"


def test_pictures_of_the_strip_are_equally_high(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, turn_the_query(), 750, 420)
    panel.session.look(layout="focus")
    buttons = panel.strip.findChildren(QAbstractButton)
    assert len({button.height() for button in buttons}) == 1
    assert all(button.width() > 0 for button in buttons)


def test_a_click_leaves_no_ring_and_a_key_brings_it(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand(), 1000, 800)
    view = figure(panel, "weights")
    click_cell(qtbot, view, 1, 0)
    clicked = view.has_ring
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert (clicked, view.has_ring) == (False, True)


def test_an_operand_of_the_stage_in_front_is_marked_and_does_not_look_chosen(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    panel.session.look(layout="focus", focus="weights")
    button = panel.findChild(QAbstractButton, "strip.exponentials")
    assert button.toolTip().endswith("What is in front is computed from it.")
    look = theme("light", "normal")
    pictures = []
    for behind in (True, False):
        button.show_picture(button.picture, look, chosen=False, behind=behind)
        pictures.append(button.grab().toImage())
    height = pictures[0].height()
    middle, name = (QRect(0, top, pictures[0].width(), part) for top, part in ((height // 2, 9), (0, height // 5)))
    assert pictures[0] != pictures[1]
    assert pictures[0].copy(middle) == pictures[1].copy(middle)  # no frame around it
    assert pictures[0].copy(name) == pictures[1].copy(name)  # nor is its name in colour
