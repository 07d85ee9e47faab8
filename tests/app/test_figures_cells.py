"""Cells of a figure are chosen by mouse and keyboard, and say what they are."""

from __future__ import annotations

import pytest
from figure_scenarios import by_hand, causal, click_cell, cross, figure, many_heads, middle_of, shown_panel
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from attnviz import Mask
from attnviz.app.focus_chain import chain_after
from attnviz.engine.cells import Cell


def test_a_click_on_a_weight_selects_its_cell_and_its_query(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    click_cell(qtbot, figure(panel, "weights"), 2, 0)
    selection = panel.session.state.selection
    assert (selection.cell, selection.query) == (Cell("weights", 0, 2, 0), 2)


@pytest.mark.parametrize("stage", ["keys", "values"])
def test_a_click_on_a_key_or_value_leaves_the_query_alone(qtbot: QtBot, stage: str) -> None:
    panel = shown_panel(qtbot, by_hand())
    panel.session.select(query=0)
    click_cell(qtbot, figure(panel, stage), 2, 1)
    selection = panel.session.state.selection
    assert (selection.cell, selection.query) == (Cell(stage, 0, 2, 1), 0)


def test_a_click_on_the_output_names_no_head(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    click_cell(qtbot, figure(panel, "output"), 0, 1)
    assert panel.session.state.selection.cell == Cell("output", None, 0, 1)


def test_a_click_on_a_bar_selects_the_weight_that_it_shows(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    click_cell(qtbot, figure(panel, "bars"), 1, 2)
    assert panel.session.state.selection.cell == Cell("weights", 0, 1, 2)


def test_a_click_beside_the_map_selects_nothing(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    view = figure(panel, "weights")
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.rect().bottomRight())
    assert panel.session.state.selection.cell is None


@pytest.mark.parametrize(
    ("key", "place"),
    [
        (Qt.Key.Key_Left, (1, 0)), (Qt.Key.Key_Right, (1, 2)), (Qt.Key.Key_Up, (0, 1)), (Qt.Key.Key_Down, (2, 1)),
        (Qt.Key.Key_Home, (1, 0)), (Qt.Key.Key_End, (1, 2)),
    ],
)  # fmt: skip
def test_keys_move_the_cursor_from_the_selected_cell(qtbot: QtBot, key: Qt.Key, place: tuple[int, int]) -> None:
    panel = shown_panel(qtbot, by_hand())
    click_cell(qtbot, figure(panel, "scores"), 1, 1)
    qtbot.keyClick(figure(panel, "scores"), key)
    assert panel.session.state.selection.cell == Cell("scores", 0, *place)


def test_ctrl_end_goes_to_the_last_row_and_the_query_follows(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    click_cell(qtbot, figure(panel, "scores"), 0, 1)
    qtbot.keyClick(figure(panel, "scores"), Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert (panel.session.state.selection.cell, panel.session.state.selection.query) == (Cell("scores", 0, 2, 1), 2)


def test_the_cursor_stops_at_the_edge(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, cross())
    click_cell(qtbot, figure(panel, "weights"), 1, 2)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right):
        qtbot.keyClick(figure(panel, "weights"), key)
    assert panel.session.state.selection.cell == Cell("weights", 0, 1, 2)


def test_without_a_selected_cell_arrow_keys_start_in_the_selected_query(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    panel.session.select(query=2)
    qtbot.keyClick(figure(panel, "weights"), Qt.Key.Key_Right)
    assert panel.session.state.selection.cell == Cell("weights", 0, 2, 1)


def test_enter_selects_the_cell_and_asks_for_its_arithmetic(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    with qtbot.waitSignal(panel.inspect_asked):
        qtbot.keyClick(figure(panel, "weights"), Qt.Key.Key_Return)
    assert panel.session.state.selection.cell == Cell("weights", 0, 1, 0)


def test_tab_goes_from_figure_to_figure_in_reading_order(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    names = [view.name for view in panel.area.shown_views()]
    panel.area.shown_views()[0].setFocus()
    walked = []
    for _ in names:
        walked.append(panel.focusWidget().name)
        qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_Tab)
    assert walked == names


def test_the_tooltip_of_a_weight_has_both_labels_and_the_exact_value(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    view = figure(panel, "weights")
    words = view.tooltip_at(QPointF(middle_of(view, 1, 2)))
    sentence, number = words.split(": ")
    assert sentence == "query 2 “b” looks at key 3 “c”"
    assert float(number) == pytest.approx(0.575975, abs=5e-7)
    assert len(number) > 10


def test_the_tooltip_of_a_hidden_weight_says_what_hides_it(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, causal())
    view = figure(panel, "weights")
    assert view.tooltip_at(QPointF(middle_of(view, 0, 2))) == (
        "query 1 “a” looks at key 3 “c”: 0 (hidden by the causal mask)"
    )


def test_markup_in_a_label_is_shown_as_it_is(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand(tokens=("<b>x</b>", "b", "c")))
    view = figure(panel, "weights")
    assert "&lt;b&gt;x&lt;/b&gt;" in view.tooltip_at(QPointF(middle_of(view, 0, 0)))


def test_a_figure_is_a_table_whose_value_is_the_current_cell(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    view = figure(panel, "weights")
    click_cell(qtbot, view, 1, 0)
    access = QAccessible.queryAccessibleInterface(view)
    assert access.role() == QAccessible.Role.Table
    assert access.text(QAccessible.Text.Value).startswith("query 2 “b” looks at key 1 “a”: 0.28399")
    assert access.text(QAccessible.Text.Name) == "Weights, head 1"
    assert "3 rows, 3 columns" in access.text(QAccessible.Text.Description)


def test_every_figure_has_a_name_for_screen_readers(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(2))
    for tab in ("head", "heads", "concat"):
        panel.session.look(tab=tab)
        assert all(view.accessibleName() for view in panel.area.shown_views())


def test_a_click_on_a_dimmed_figure_selects_nothing(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand(mask=Mask(custom=[[True] * 3, [False] * 3, [True] * 3])))
    view = figure(panel, "weights")
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.rect().center())
    assert panel.session.state.selection.cell is None


def test_a_fault_while_painting_leaves_the_figure_paintable(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = shown_panel(qtbot, by_hand(), 1000, 800)
    view = figure(panel, "weights")

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr("attnviz.app.pipeline.figure_view.paint_figure", fail)
        with pytest.raises(ZeroDivisionError) as fault:
            view.repaint()
    assert fault.traceback  # which keeps the painter alive
    view.repaint()
    assert not view.paintingActive()


def test_tab_goes_from_the_tabs_to_the_switches_and_then_to_the_figures(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand(), 1000, 800)
    following = (panel.tabs, *chain_after(panel.tabs))
    stops = [widget.objectName() for widget in following if widget.focusPolicy() & Qt.FocusPolicy.TabFocus]
    expected = ["tabs.heads", "layout.board", "layout.focus", "heads.shared_scale", "figure.queries", "figure.keys"]
    assert stops[:6] == expected
