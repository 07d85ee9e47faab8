"""What an edit changed: moved numbers are marked, the rest stays quiet, and hovering tells old, new and difference."""

from __future__ import annotations

import pytest
from explain_gestures import WEIGHT, edited, explain, text
from figure_scenarios import by_hand, figure, middle_of, shown_inspector
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger

from attnviz.app.panes.inputs_panel import InputsPanel
from attnviz.app.window import MainWindow
from attnviz.engine.cells import Cell, Region
from attnviz.figures.bars import Bars
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.view import Veil


def after(qtbot: QtBot, name: str, row: int, column: int, value: float, source: str = "one-query") -> MainWindow:
    """A window in which one number was edited while changes were to be marked."""
    window = opened(qtbot, source)
    window.session.look(layout="board")
    trigger(window, "changes")
    window.session.edit(f"Edit {name}", edited(name, row, column, value))
    return window


def marks(window: MainWindow, name: str) -> list[list[bool]]:
    """Which cells of a figure carry a mark."""
    shown = figure(window, name).figure
    assert isinstance(shown, Heatmap)
    return shown.changes.rows if shown.changes is not None else []


def test_a_value_marks_the_mixture_and_no_weight(qtbot: QtBot) -> None:
    window = after(qtbot, "V", 0, 0, 3.0)
    assert marks(window, "values") == [[True, False], [False, False], [False, False]]
    assert marks(window, "output") == [[True, False]]
    for name in ("scores", "scaled", "masked", "exponentials", "weights"):
        assert marks(window, name) == []


def test_a_key_marks_its_own_score_and_every_weight_of_the_row(qtbot: QtBot) -> None:
    window = after(qtbot, "K", 0, 0, 3.0)
    assert marks(window, "scores") == [[True, False, False]]
    assert marks(window, "exponentials") == [[True, False, False]]
    assert marks(window, "weights") == [[True, True, True]]
    assert marks(window, "values") == []


def test_a_query_marks_its_own_row_alone(qtbot: QtBot) -> None:
    window = opened(qtbot, "turn-the-query")
    window.session.look(layout="board", changes=True)
    window.session.edit("Edit", edited("Q", 0, 1, 1.0))
    assert marks(window, "scores") == [[False, True]]
    assert marks(window, "weights") == [[True, True]]
    assert marks(window, "keys") == marks(window, "values") == []


def test_a_projection_marks_the_rows_that_it_reaches(qtbot: QtBot) -> None:
    # Unit 2: the second row of W_V reads the second numbers of X, which are 0, 1 and 1.
    window = after(qtbot, "W_V", 1, 0, 4.0, "by-hand")
    assert marks(window, "values") == [[False, False], [True, False], [True, False]]
    assert marks(window, "weights") == []
    assert [row[0] for row in marks(window, "output")] == [True, True, True]


def test_hovering_tells_the_old_number_the_new_one_and_the_difference(qtbot: QtBot) -> None:
    # Output before: 1.203336; the value's 1 becomes 3 at weight 0.401112, so 2 · 0.401112 ≈ 0.802 more.
    window = after(qtbot, "V", 0, 0, 3.0)
    view = figure(window, "output")
    told = view.tooltip_at(QPointF(middle_of(view, 0, 0)))
    assert "last edit: 1.203 → 2.006 (+0.803)" in told
    quiet = view.tooltip_at(QPointF(middle_of(view, 0, 1)))
    assert "last edit" not in quiet


def test_hovering_an_edited_number_in_its_pane_tells_the_same(qtbot: QtBot) -> None:
    window = after(qtbot, "V", 0, 0, 3.0)
    model = find(window, "inputs", InputsPanel).pane("V").model
    assert "Last edit: 1 → 3 (+2)" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "Last edit" not in model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert model.overlay.moved.rows == [[True, False], [False, False], [False, False]]


def test_panes_in_which_nothing_moved_show_nothing_over_their_numbers(qtbot: QtBot) -> None:
    window = after(qtbot, "V", 0, 0, 3.0)
    assert find(window, "inputs", InputsPanel).pane("K").model.overlay is None


def test_the_message_sums_it_up(qtbot: QtBot) -> None:
    window = after(qtbot, "V", 0, 0, 3.0)
    message = find(window, "message").message
    assert message.text == "V row 1, column 1 from 1 to 3: 1 of 2 output numbers moved, no weight, no score."
    message.act()
    assert not window.session.state.view.changes


def test_the_inspector_tells_what_became_of_the_selected_number(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT, changes=True)
    assert "Nothing has been edited yet" in text(inspector)
    inspector.session.edit("Edit", edited("W_K", 1, 1, 2.0))
    # Key 3 becomes (1, 3): exponentials e^1.414, e^1.414, e^2.828; 16.919 ÷ 25.145 ≈ 0.673.
    assert "0.576 → 0.673 (+0.097)" in text(inspector)
    explain(inspector.session, Cell("weights", 0, 0, 0))
    assert "This number did not move." in text(inspector)


def test_undo_is_told_as_a_change_too(qtbot: QtBot) -> None:
    window = after(qtbot, "V", 0, 0, 3.0)
    trigger(window, "undo")
    assert find(window, "message").message.text.startswith("V row 1, column 1 from 3 to 1:")
    assert marks(window, "output") == [[True, False]]


def test_a_whole_gesture_is_compared_with_where_it_began(qtbot: QtBot) -> None:
    window = opened(qtbot, "one-query")
    window.session.look(layout="board", changes=True)
    for value in (2.0, 3.0, 4.0):
        window.session.edit("Drag", edited("V", 0, 0, value), gesture="drag")
    assert find(window, "message").message.text.startswith("V row 1, column 1 from 1 to 4:")


def test_bars_show_where_they_ended(qtbot: QtBot) -> None:
    window = after(qtbot, "K", 0, 0, 3.0)
    shown = figure(window, "bars").figure
    assert isinstance(shown, Bars)
    assert shown.changes.before[0].round(4).tolist() == [0.4011, 0.1978, 0.4011]


def test_a_row_that_is_masked_says_hidden_now(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.look(layout="board", changes=True)
    trigger(window, "causal")
    view = figure(window, "masked")
    assert "0.707 → −∞ (hidden now)" in view.tooltip_at(QPointF(middle_of(view, 1, 1))) + view.tooltip_at(
        QPointF(middle_of(view, 0, 2))
    )


def test_off_it_marks_nothing(qtbot: QtBot) -> None:
    window = after(qtbot, "V", 0, 0, 3.0)
    trigger(window, "changes")
    assert not find(window, "action.changes", QAction).isChecked()
    assert marks(window, "output") == []
    assert find(window, "inputs", InputsPanel).pane("V").model.overlay is None
    assert find(window, "message").message is None


def test_a_veiled_number_does_not_tell_how_it_moved(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT, changes=True, veil=Veil((Region("weights", 0, (1, 2), (0, 3)),)))
    inspector.session.edit("Edit", edited("W_K", 1, 1, 2.0))
    assert "0.673" not in text(inspector)
    assert "→ 0" not in text(inspector).replace("W_K row 2, column 2 from 1 to 2", "")


def test_nothing_is_composed_twice_while_it_is_off(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def unwanted(*_: object) -> None:
        raise AssertionError("nobody asked")

    monkeypatch.setattr("attnviz.app.explaining.shown.composed", unwanted)
    monkeypatch.setattr("attnviz.app.explaining.changes_words.summary", unwanted)
    window = opened(qtbot)
    window.session.edit("Edit", edited("X", 0, 0, 3.0))
    assert marks(window, "output") == []
