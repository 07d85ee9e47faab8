"""The big screen: what clickers and mice do there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QToolButton

from attnviz import load
from attnviz.app.presenting.presentation import present_lesson, present_scenario
from attnviz.app.presenting.stage import Stage
from attnviz.app.session import Session
from attnviz.content.lessons.course import lesson
from attnviz.engine.cells import Cell
from attnviz.figures.theme import LAST_ROW
from attnviz.figures.view import View

WEIGHT = Cell("weights", 0, 1, 2)


@pytest.fixture
def stage(qtbot):
    stage = Stage(present_scenario(Session(load("by-hand")).state), motion=False)
    qtbot.addWidget(stage)
    stage.resize(1366, 768)
    stage.show()
    return stage


def words(stage):
    return stage.slide.said


def to_the_end(stage):
    stage.presentation.go(len(stage.presentation.beats) - 1)


def click(stage, place, button=Qt.MouseButton.LeftButton):
    QTest.mouseClick(stage, button, Qt.KeyboardModifier.NoModifier, QPointF(place).toPoint())


@pytest.mark.parametrize(
    "key", [Qt.Key.Key_PageDown, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Space, Qt.Key.Key_Return]
)
def test_what_clickers_send_steps_on(stage, key):
    QTest.keyClick(stage, key)
    assert stage.presentation.place == 1


@pytest.mark.parametrize("key", [Qt.Key.Key_PageUp, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Backspace])
def test_what_clickers_send_steps_back(stage, key):
    stage.presentation.go(3)
    QTest.keyClick(stage, key)
    assert stage.presentation.place == 2


@pytest.mark.parametrize("key", [Qt.Key.Key_Period, Qt.Key.Key_B])
def test_the_black_button_blanks_and_brings_back(stage, key):
    QTest.keyClick(stage, key)
    assert stage.grab().toImage().pixelColor(300, 300).name() == "#000000"
    QTest.keyClick(stage, key)
    assert stage.grab().toImage().pixelColor(3, 3).name() != "#000000"


def test_a_click_beside_the_numbers_steps(stage):
    click(stage, QPoint(1350, 760))
    assert stage.presentation.place == 1


def test_the_right_button_steps_back(stage):
    stage.presentation.go(2)
    click(stage, QPoint(1350, 760), Qt.MouseButton.RightButton)
    assert stage.presentation.place == 1


def test_a_click_on_a_number_says_where_it_comes_from(stage):
    to_the_end(stage)
    click(stage, stage.place_of(WEIGHT).center())
    assert "= 0.576" in words(stage)


def test_a_number_that_is_not_shown_yet_only_steps(stage):
    stage.presentation.go(2)
    click(stage, stage.place_of(WEIGHT).center())
    assert (stage.presentation.place, stage.presentation.explained) == (3, None)


def test_a_click_on_a_given_number_edits_it_and_an_undo_takes_it_back(stage):
    click(stage, stage.place_of(Cell("X", None, 1, 0)).center())
    editor = stage.findChild(QLineEdit, "presenter.number")
    QTest.keyClicks(editor, "5")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert stage.presentation.session.state.scenario.inputs.X[1, 0] == 5.0
    QTest.keyClick(stage, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert stage.presentation.session.state.scenario.inputs.X[1, 0] == 0.0


def test_escape_in_a_number_gives_the_old_one_back(stage):
    click(stage, stage.place_of(Cell("X", None, 1, 0)).center())
    editor = stage.findChild(QLineEdit, "presenter.number")
    QTest.keyClicks(editor, "5")
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert stage.presentation.session.state.scenario.inputs.X[1, 0] == 0.0
    assert stage.presentation.place == 0


def test_bad_text_says_why_and_stays_open(stage):
    click(stage, stage.place_of(Cell("X", None, 1, 0)).center())
    editor = stage.findChild(QLineEdit, "presenter.number")
    QTest.keyClicks(editor, "5x")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.isVisible()
    assert "not known here" in words(stage)


def test_what_if_one_forgets_the_mask_is_one_key(stage):
    to_the_end(stage)
    QTest.keyClick(stage, Qt.Key.Key_M)
    weights = [panel for panel in stage.slide.figure.panels if panel.key == "weights"]
    # Unit 7: row 2 with the causal mask beside row 2 without it.
    assert weights[0].values[1] == pytest.approx([0.669762, 0.330238, 0], abs=1e-6)
    assert weights[1].values[1] == pytest.approx([0.283995, 0.140029, 0.575975], abs=1e-6)
    QTest.keyClick(stage, Qt.Key.Key_M)
    assert stage.slide.figure.name == "board"


def test_asking_about_the_mask_changes_no_number(stage):
    before = stage.presentation.session.state.scenario
    QTest.keyClick(stage, Qt.Key.Key_M)
    assert stage.presentation.session.state.scenario is before


def test_the_strip_comes_with_the_mouse_at_the_top_where_no_number_stands(stage):
    QTest.mouseMove(stage, QPoint(600, 300))
    QTest.mouseMove(stage, QPoint(600, 20))
    assert stage.strip.isVisible()
    assert not stage.strip.geometry().toRectF().intersects(stage.figure_place())
    QTest.mouseMove(stage, QPoint(600, 300))
    assert not stage.strip.isVisible()


def test_the_strip_does_what_the_keys_do(stage):
    stage.findChild(QToolButton, "presenter.next").click()
    assert stage.presentation.place == 1


def test_the_spotlight_darkens_all_but_the_pointers_place(stage):
    QTest.mouseMove(stage, QPoint(200, 300))
    QTest.keyClick(stage, Qt.Key.Key_S)
    QTest.mouseMove(stage, QPoint(210, 300))
    picture = stage.grab().toImage()
    assert picture.pixelColor(1360, 700).lightness() < 120


def test_zoom_shows_one_stage_alone(stage):
    to_the_end(stage)
    stage.zoom_at(stage.place_of(WEIGHT).center())
    assert stage.slide.figure.key == "weights"


def test_a_slide_is_chosen_by_its_number(stage):
    QTest.keyClicks(stage, "12")
    QTest.keyClick(stage, Qt.Key.Key_Return)
    assert stage.presentation.place == 11


def test_escape_goes_back_one_thing_at_a_time(stage, qtbot):
    to_the_end(stage)
    click(stage, stage.place_of(WEIGHT).center())
    QTest.keyClick(stage, Qt.Key.Key_Escape)
    assert stage.presentation.explained is None
    with qtbot.waitSignal(stage.left):
        QTest.keyClick(stage, Qt.Key.Key_Escape)


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_the_last_row_can_read_every_number(stage, size):
    stage.resize(*size)
    to_the_end(stage)
    heights = [panel.fit.number_px for panel in _placed(stage) if panel.fit is not None]
    assert heights
    assert min(heights) >= size[1] / LAST_ROW


def _placed(stage):
    from attnviz.figures.board import place

    return [part.figure for part in place(stage.slide.figure, stage.figure_place(), stage.look)]


def test_a_number_moves_to_its_place_unless_motion_is_off(qtbot):
    moving = Stage(present_scenario(Session(load("by-hand")).state), motion=True)
    qtbot.addWidget(moving)
    moving.resize(1366, 768)
    moving.show()
    moving.presentation.go(5)
    moving.presentation.next()
    # Score 2: two numbers of the query and two of the key are on their way.
    assert sorted(one.text for one in moving.motion.moving) == ["0", "1", "1", "1"]
    qtbot.waitUntil(lambda: moving.motion.moving == ())


def test_nothing_moves_with_motion_off(stage):
    stage.presentation.go(5)
    stage.presentation.next()
    assert stage.motion.moving == ()


@pytest.fixture
def with_lab(qtbot):
    """The stage at the first step with a laboratory."""
    stage = Stage(present_lesson(lesson("turn-the-query"), View()), motion=False)
    qtbot.addWidget(stage)
    stage.resize(1366, 768)
    stage.show()
    while not stage.lab.is_shown:
        QTest.keyClick(stage, Qt.Key.Key_PageDown)
    yield stage
    stage.close()


def brightest(stage):
    """The lightest pixel of every ninth."""
    picture = stage.grab().toImage()
    places = ((x, y) for x in range(0, picture.width(), 9) for y in range(0, picture.height(), 9))
    return max(picture.pixelColor(*place).lightness() for place in places)


def test_a_laboratory_stands_live_on_the_stage_and_its_controls_come_when_called(with_lab):
    assert with_lab.lab.room.isVisible()
    assert not with_lab.lab.room.column.isVisible()
    QTest.keyClick(with_lab, Qt.Key.Key_C)
    assert with_lab.lab.room.column.isVisible()


def test_the_screen_is_black_where_a_laboratory_stands_too(with_lab):
    room = with_lab.lab.room
    name = next(name for name, value in room.values.items() if isinstance(value, float))
    room.set_value(name, room.values[name] + 0.25)
    values = dict(room.values)
    with_lab.strip.hide()
    QTest.keyClick(with_lab, Qt.Key.Key_Period)
    assert brightest(with_lab) == 0
    QTest.keyClick(with_lab, Qt.Key.Key_Period)
    assert room.isVisible()
    assert dict(room.values) == values


def test_a_laboratory_makes_room_for_the_question_about_the_mask(with_lab):
    QTest.keyClick(with_lab, Qt.Key.Key_M)
    assert not with_lab.lab.room.isVisible()
    QTest.keyClick(with_lab, Qt.Key.Key_M)
    assert with_lab.lab.room.isVisible()


def test_the_spotlight_darkens_a_laboratory_too(with_lab):
    before = brightest(with_lab)
    QTest.mouseMove(with_lab, QPoint(3, 765))
    QTest.keyClick(with_lab, Qt.Key.Key_S)
    with_lab.spotlight.show_at(QPointF(-500, -500))
    assert brightest(with_lab) < before / 2


def test_ctrl_and_a_click_hide_a_key_from_a_query_and_show_it_again(stage):
    to_the_end(stage)
    place = stage.place_of(WEIGHT).center().toPoint()
    QTest.mouseClick(stage, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, place)
    # Unit 7: without key 3, row 2 has 0.669762 and 0.330238.
    row = stage.presentation.session.state.trace.weights[0, 1]
    assert row == pytest.approx([0.669762, 0.330238, 0], abs=1e-6)
    QTest.mouseClick(stage, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, place)
    assert stage.presentation.session.state.trace.weights[0, 1, 2] == pytest.approx(0.575975, abs=1e-6)
