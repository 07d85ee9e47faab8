"""The window as a whole: names, keys, looks, columns, and a thousand edits that end where they began."""

from __future__ import annotations

import itertools
import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from scripted import click, find, flush, opened, trigger

from attnviz.app.controls import adjust
from attnviz.app.focus_chain import chain_after
from attnviz.app.session import Session
from attnviz.app.window import MainWindow
from attnviz.content.presets import preset
from attnviz.engine import edits
from attnviz.engine.inputs import Projected
from attnviz.figures.theme import theme
from attnviz.figures.view import View

SIZES = [(1366, 768), (1920, 1080)]
DRAWN = 150  # edits, for each takes as long as a person sees it come


def clicked_area(window: MainWindow) -> str:
    """The column that has the keyboard."""
    focus = QApplication.focusWidget()
    panels = window._columns._panels
    return next((name for name, panel in panels.items() if panel is focus or panel.isAncestorOf(focus)), "")


def test_it_shows_the_worked_example_with_its_weights(qtbot: QtBot) -> None:
    window = opened(qtbot)
    # Curriculum, unit 2: row 2 of the weights.
    weights = window.session.state.trace.at("weights", 0)
    assert weights[1] == pytest.approx([0.283995, 0.140029, 0.575975], abs=5e-7)
    assert find(window, "inspector").isVisible()
    assert find(window, "pane.X").isVisible()


def test_nothing_stands_below_the_columns_until_a_lesson_is_started(qtbot: QtBot) -> None:
    assert not find(opened(qtbot), "centre.below").isVisible()


def test_f6_moves_between_the_three_columns(qtbot: QtBot) -> None:
    window = opened(qtbot)
    find(window, "pane.X").setFocus()
    seen = []
    for _ in range(3):
        QTest.keyClick(window, Qt.Key.Key_F6)
        seen.append(clicked_area(window))
    assert seen == ["pipeline", "inspector", "inputs"]


def test_the_keyboard_begins_in_the_inputs(qtbot: QtBot) -> None:
    assert clicked_area(opened(qtbot)) == "inputs"


def test_a_hidden_column_is_passed_over_and_comes_back(qtbot: QtBot) -> None:
    window = opened(qtbot)
    trigger(window, "show_inspector")
    assert not find(window, "inspector").isVisible()
    find(window, "pane.X").setFocus()
    trigger(window, "next_area")
    trigger(window, "next_area")
    assert clicked_area(window) == "inputs"
    trigger(window, "reset_layout")
    assert find(window, "inspector").isVisible()


@pytest.mark.parametrize("name", ["by-hand", "two-heads", "trophy"])
def test_theme_and_text_size_change_while_it_is_open(qtbot: QtBot, name: str) -> None:
    window = opened(qtbot, name)
    for look in ("dark", "projector", "light", "large", "normal"):
        trigger(window, look)
        qtbot.wait(1)
    view = window.session.state.view
    assert (view.theme, view.text_size) == ("light", "normal")
    assert not window.session.undo_stack.canUndo()


def test_the_dark_theme_reaches_the_palette_of_the_window(qtbot: QtBot) -> None:
    window = opened(qtbot)
    trigger(window, "dark")
    assert window.palette().window().color() == theme("dark").palette.background
    trigger(window, "light")
    assert window.palette().window().color() == theme("light").palette.background


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_the_window_fits_the_screen_at_every_text_size(qtbot: QtBot, size: tuple[int, int], text_size: str) -> None:
    window = opened(qtbot)
    window.resize(*size)
    trigger(window, text_size)
    qtbot.wait(1)
    assert (window.width(), window.height()) == size
    toolbar = find(window, "toolbar")
    for child in toolbar.findChildren(QWidget):
        if not child.isWindow() and child.isVisible():
            corner = child.mapTo(toolbar, child.rect().bottomRight())
            assert toolbar.rect().contains(corner), child.objectName()


def test_a_thousand_random_edits_and_as_many_undos_end_where_they_began(qtbot: QtBot) -> None:
    """Every view is there all the time, and draws the last edits and the first undos."""
    window = opened(qtbot, "two-heads", shown=False)
    session, dice = window.session, random.Random(7)
    start = session.state.scenario
    for number in range(1000):
        window.setVisible(number >= 1000 - DRAWN)
        random_edit(session, dice, number)
    assert session.undo_stack.count() > 700
    assert session.state.scenario != start
    for number in itertools.count():
        if not session.undo_stack.canUndo():
            break
        window.setVisible(number < DRAWN)
        session.undo_stack.undo()
    assert session.state.scenario == start
    assert not window.document.modified
    window.show()
    qtbot.wait(1)
    assert find(window, "control.heads").value() == start.sizes.heads
    assert find(window, "mask.causal").isChecked() == start.mask.causal
    assert find(window, "control.temperature").text() == "1"


def random_edit(session: Session, dice: random.Random, number: int) -> None:
    """One edit of the kinds that the window offers; some of them are refused, which is part of the game."""
    scenario = session.state.scenario
    size = scenario.sizes
    assert isinstance(scenario.inputs, Projected)
    kind = dice.randrange(10)
    if kind < 5:
        name = dice.choice([name for name, values in scenario.inputs.items() if values.ndim == 2])
        rows, columns = scenario.matrix(name).shape
        row, column, value = dice.randrange(rows), dice.randrange(columns), round(dice.uniform(-2, 2), 2)
        session.edit("Edit", lambda now: edits.set_cell(now, name, row, column, value))
    elif kind == 5:
        adjust.causal(session, not scenario.mask.causal)
    elif kind == 6:
        query, key = dice.randrange(size.T), dice.randrange(size.S)
        session.edit("Paint", lambda now: edits.paint_custom(now, query, key, dice.random() < 0.7))
    elif kind == 7:
        adjust.temperature(session, str(round(dice.uniform(0.1, 5), 2)))
    elif kind == 8:
        adjust.heads(session, dice.choice(edits.head_choices(scenario)))
    else:
        dimension = dice.choice(["T", "d_model"])
        count = size.T if dimension == "T" else size.d_model
        assert count is not None
        place = dice.randrange(count)
        change = edits.insert if count < 5 and number % 2 else edits.remove if count > 2 else edits.insert
        session.edit("Resize", lambda now: change(now, dimension, place))


def test_a_closed_window_leaves_nothing_behind(qtbot: QtBot) -> None:
    before = {id(widget) for widget in QApplication.topLevelWidgets()}
    window = MainWindow(Session(preset("by-hand")))
    window.show()
    click(qtbot, window, "mask.padding")
    find(window, "mask.padding.popup").close()
    window.close()
    window.deleteLater()
    del window
    flush()
    left = [widget for widget in QApplication.topLevelWidgets() if id(widget) not in before]
    assert left == []


def test_every_widget_that_takes_the_keyboard_has_a_name(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    for widget in window.findChildren(QWidget):
        takes_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        ours = not widget.objectName().startswith("qt_") and widget.isVisible()
        if takes_tab and ours and not widget.parentWidget().objectName().startswith("control."):
            assert widget.objectName(), widget
            assert widget.accessibleName() or widget.toolTip(), widget.objectName()


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_hidden_column_gives_its_room_to_the_pipeline(qtbot: QtBot, by_hand: bool) -> None:
    window = opened(qtbot)
    columns = find(window, "columns")
    if by_hand:
        columns.moveSplitter(320, 1)
    inputs, pipeline, inspector = columns.sizes()
    trigger(window, "show_inputs")
    assert columns.sizes()[2] <= inspector + 1
    assert columns.sizes()[1] >= pipeline + inputs
    trigger(window, "show_inputs")
    assert columns.sizes() == pytest.approx([inputs, pipeline, inspector], abs=2)


def test_a_projected_board_keeps_its_numbers_on_a_small_screen(qtbot: QtBot) -> None:
    window = opened(qtbot, view=View(text_size="projector"))
    qtbot.waitUntil(lambda: window._pipeline.area.layout_shown == "board")
    assert window.width() == 1366


def test_the_title_of_the_example_and_a_way_to_others_stand_over_the_inputs(qtbot: QtBot) -> None:
    window = opened(qtbot, preset="two-heads")
    assert find(window, "inputs.title").text() == "By hand"
    click(qtbot, window, "inputs.examples")
    assert find(window, "inputs.title").text() == "Two heads"


def test_tab_goes_through_the_window_as_it_stands(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    qtbot.wait(1)
    for source in ("two-heads", "one-query"):
        window.document.open_preset(source)
        qtbot.wait(1)
        columns, toolbar = find(window, "columns"), find(window, "toolbar")
        stops = []
        for widget in chain_after(window):
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible() and widget.window() is window:
                stops.append(widget)
        first = next(place for place, stop in enumerate(stops) if stop.objectName() == "toolbar.undo")
        stops = stops[first:] + stops[:first]
        areas = [toolbar, *(columns.widget(place) for place in range(3)), find(window, "message")]
        seen = [next(place for place, area in enumerate(areas) if area.isAncestorOf(stop)) for stop in stops]
        assert seen == sorted(seen), [stop.objectName() for stop in stops]
        middle = [stop.objectName() for stop in stops if areas[2].isAncestorOf(stop)]
        assert middle[:3] == ["tabs.heads", "layout.board", "layout.focus"]
