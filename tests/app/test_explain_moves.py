"""What moves a number: exact partial derivatives over the panes, against differences worked out without them."""

from __future__ import annotations

import numpy as np
import pytest
from explain_gestures import WEIGHT, edited, explain, slope, slopes, text
from figure_scenarios import by_hand, causal, given_weights, many_heads, shown_inspector, turn_the_query
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from scripted import find, opened, trigger

from attnviz.app.explaining.influence import Influence, influence_of, signed
from attnviz.app.explaining.moves_words import strongest
from attnviz.app.panes.inputs_panel import InputsPanel
from attnviz.app.panes.matrix_words import input_names
from attnviz.app.panes.pane_overlay import PaneOverlay
from attnviz.app.session import Session
from attnviz.app.window import MainWindow
from attnviz.engine.cells import Cell, Region
from attnviz.engine.inputs import Direct
from attnviz.engine.scenario import Scenario
from attnviz.figures.colour_maps import MIDDLE
from attnviz.figures.view import Veil


def overlay(window: MainWindow, name: str) -> PaneOverlay | None:
    return find(window, "inputs", InputsPanel).pane(name).model.overlay


def asked(qtbot: QtBot, source: str = "by-hand", cell: Cell = WEIGHT) -> MainWindow:
    """A window in which somebody asked what moves a number."""
    window = opened(qtbot, source)
    window.session.select(cell=cell, query=cell.row)
    trigger(window, "moves")
    return window


@pytest.mark.parametrize("name", ["X", "W_Q", "W_K", "W_V"])
def test_the_panes_show_the_exact_partial_derivatives(qtbot: QtBot, name: str) -> None:
    window = asked(qtbot)
    shown = overlay(window, name)
    assert shown is not None
    assert shown.partials == pytest.approx(slopes(window.session.state.scenario, WEIGHT, name), abs=1e-8)


@pytest.mark.parametrize(
    ("scenario", "cell"),
    [
        (by_hand(), Cell("output", None, 2, 1)), (by_hand(), Cell("scaled", 0, 1, 2)),
        (causal(), Cell("head_output", 0, 1, 0)), (turn_the_query(), Cell("weights", 0, 0, 1)),
        (many_heads(2), Cell("output", None, 1, 3)), (by_hand(temperature=2.0, softcap=3.0), WEIGHT),
        (given_weights(), Cell("weights", 0, 1, 2)),
    ],
)  # fmt: skip
def test_any_number_has_them_with_respect_to_every_input(qtbot: QtBot, scenario: Scenario, cell: Cell) -> None:
    session = Session(scenario)
    explain(session, cell, moves=True)
    influence = influence_of(session.state)
    assert influence is not None
    for name in input_names(scenario):
        values = influence.partials[name]
        places = [np.unravel_index(index, values.shape[-2:]) for index in (0, values.shape[-1] * values.shape[-2] - 1)]
        for row, column in places:
            if name == "weights":
                continue
            expected = slope(scenario, cell, name, int(row), int(column))
            assert values[row, column] == pytest.approx(expected, abs=1e-7)


def test_the_title_says_which_number_is_which_and_the_legend_its_true_ends(qtbot: QtBot) -> None:
    window = asked(qtbot)
    assert find(window, "pane.W_Q.shape", QLabel).text() == "with slopes, under each number"
    exact = slopes(window.session.state.scenario, WEIGHT, "W_Q")
    shown = overlay(window, "W_Q")
    assert shown is not None
    assert shown.limits == pytest.approx((exact.min(), exact.max()), abs=1e-8)
    assert find(window, "pane.W_Q.scale").isVisible()


def test_colours_are_centred_on_zero_and_shared_by_all_panes(qtbot: QtBot) -> None:
    window = asked(qtbot)
    shown = [overlay(window, name) for name in ("X", "W_Q", "W_K", "W_V")]
    assert len({one.reach for one in shown if one is not None}) == 1
    still = overlay(window, "W_V")
    assert all(still.entry(row, column) == MIDDLE for row in range(2) for column in range(2))  # no weight reads a value
    largest = max(np.abs(one.partials).max() for one in shown if one is not None)
    assert shown[0].reach == largest


def test_the_number_stays_readable_beside_its_derivative(qtbot: QtBot) -> None:
    window = opened(qtbot)
    view = find(window, "inputs", InputsPanel).pane("X").view
    before = view.rowHeight(0)
    window.session.select(cell=WEIGHT, query=1)
    trigger(window, "moves")
    assert view.rowHeight(0) > 1.3 * before
    index = view.model().index(2, 0)
    assert index.data() == "1"
    told = index.data(Qt.ItemDataRole.ToolTipRole)
    said = "X row 3, column 1 = 1.0\nIf it changes a little, Weights: query 2 “b” looks at key 3 “c” changes by 0.34539"
    assert said in told
    assert told.endswith(" times as much.")


def test_the_inspector_names_what_moves_it_most(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT, moves=True)
    # All by differences: X[3,1] 0.345, X[1,1] −0.231, then 0.173 for X[2,2], X[3,2] and W_Q[2,2].
    influence = influence_of(inspector.session.state)
    assert influence is not None
    first, second = strongest(influence)[:2]
    assert first[0] == Cell("X", None, 2, 0)
    assert second[0] == Cell("X", None, 0, 0)
    assert first[1] == pytest.approx(slope(by_hand(), WEIGHT, "X", 2, 0), abs=1e-8)
    assert "+0.345  X: “c”, number 1" in text(inspector)
    assert "for larger changes they no longer hold" in text(inspector)  # +1 in X[3,1] makes it 0.272 larger, not 0.345
    assert any(link.cell == Cell("X", None, 2, 0) for link in inspector.text.links)


def test_the_slope_of_softmax_is_told_as_p_times_one_less_p(qtbot: QtBot) -> None:
    # Curriculum: weight 0.576, so p(1 − p) = 0.575975 · 0.424025 ≈ 0.244.
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, WEIGHT, moves=True)
    assert "0.576… · (1 − 0.576…) = 0.244" in text(inspector)
    assert "saturated" not in text(inspector)


def test_an_output_tells_the_slopes_of_all_its_weights(qtbot: QtBot) -> None:
    # 0.283995 · 0.716005 ≈ 0.203; 0.140029 · 0.859971 ≈ 0.120; 0.575975 · 0.424025 ≈ 0.244.
    inspector = shown_inspector(qtbot, by_hand())
    explain(inspector.session, Cell("head_output", 0, 1, 0), moves=True)
    shown = text(inspector)
    for piece in ("= 0.203", "= 0.120", "= 0.244"):
        assert piece in shown


def test_a_saturated_softmax_says_that_scores_hardly_move_it(qtbot: QtBot) -> None:
    # Unit 6: scores 8 and −8 leave a slope of 1.125e−7.
    inspector = shown_inspector(qtbot, turn_the_query())
    inspector.session.edit("Edit", edited("Q", 0, 0, 40.0))
    explain(inspector.session, Cell("weights", 0, 0, 0), moves=True)
    assert "saturated" in text(inspector)


@pytest.mark.parametrize("cell", [Cell("weights", 0, 0, 7), Cell("head_output", 0, 0, 0)], ids=str)
def test_a_row_that_many_keys_share_is_not_called_saturated(qtbot: QtBot, cell: Cell) -> None:
    # 200 equal scores leave slopes of 1/200 · 199/200 = 0.004975: small, and yet every score moves its weight.
    alike = Scenario(Direct(Q=np.zeros((1, 2)), K=np.ones((200, 2)), V=np.ones((200, 2))))
    inspector = shown_inspector(qtbot, alike)
    explain(inspector.session, cell, moves=True)
    assert "saturated" not in text(inspector)
    assert "share the row" in text(inspector)


def test_editing_goes_on_and_the_derivatives_follow(qtbot: QtBot) -> None:
    window = asked(qtbot)
    window.session.edit("Edit", edited("X", 1, 0, 0.5))
    shown = overlay(window, "W_K")
    assert shown is not None
    assert shown.partials == pytest.approx(slopes(window.session.state.scenario, WEIGHT, "W_K"), abs=1e-8)


def test_typing_into_a_pane_works_while_they_are_shown(qtbot: QtBot) -> None:
    window = asked(qtbot)
    view = find(window, "inputs", InputsPanel).pane("W_Q").view
    view.setFocus()
    view.setCurrentIndex(view.model().index(0, 1))
    qtbot.keyClicks(view, "7")
    qtbot.keyClick(view.editor, Qt.Key.Key_Return)
    assert window.session.state.scenario.inputs.W_Q[0, 1] == 7.0


def test_another_number_brings_its_own(qtbot: QtBot) -> None:
    window = asked(qtbot)
    window.session.select(cell=Cell("scores", 0, 0, 0), query=0)
    assert overlay(window, "X").whose == "Scores: query 1 “a”, key 1 “a”"


@pytest.mark.parametrize("where", ["figure.weights", "pane.X", "inspector.text"])
def test_esc_ends_it_wherever_the_keyboard_is(qtbot: QtBot, where: str) -> None:
    window = asked(qtbot)
    find(window, where).setFocus()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not window.session.state.view.moves
    assert window.session.state.selection.cell is not None  # one press does one thing
    assert overlay(window, "X") is None
    assert find(window, "pane.X.shape", QLabel).text().startswith("3×2")
    assert not find(window, "pane.X.scale").isVisible()


def test_the_action_is_ticked_while_it_is_on_and_ends_it(qtbot: QtBot) -> None:
    window = asked(qtbot)
    action = find(window, "action.moves", QAction)
    assert action.isChecked()
    action.trigger()
    assert not window.session.state.view.moves
    assert not action.isChecked()


def test_without_a_number_the_action_says_what_it_needs(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.session.select(cell=None)
    action = find(window, "action.moves", QAction)
    assert not action.isEnabled()
    assert "Select a number" in action.toolTip()


def test_the_message_bar_says_what_is_seen_and_how_to_end_it(qtbot: QtBot) -> None:
    window = asked(qtbot)
    message = find(window, "message").message
    assert message.text == (
        "Weights: query 2 “b” looks at key 3 “c”. Under each input: how many times a small change of it moves this "
        "number. Esc ends it."
    )
    message.act()
    assert not window.session.state.view.moves


def test_a_hidden_score_says_why_nothing_moves_it(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, causal())
    explain(inspector.session, Cell("masked", 0, 0, 2), moves=True)
    assert "−∞ whatever the numbers are: the causal mask hides it" in text(inspector)


def test_a_hidden_weight_is_moved_by_nothing(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, causal())
    explain(inspector.session, Cell("weights", 0, 0, 2), moves=True)
    assert "No input moves it." in text(inspector)


def test_nothing_is_derived_while_it_is_off(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def unwanted(*_: object) -> None:
        raise AssertionError("nobody asked")

    monkeypatch.setattr("attnviz.engine.influence.partials", unwanted)
    window = opened(qtbot)
    window.session.select(cell=WEIGHT, query=1)
    window.session.edit("Edit", edited("X", 0, 0, 3.0))
    assert overlay(window, "X") is None


def test_it_is_derived_once_for_all_panes(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    from attnviz.engine import influence

    calls, partials = [], influence.partials
    monkeypatch.setattr(influence, "partials", lambda *about: calls.append(about) or partials(*about))
    window = asked(qtbot)
    window.session.look(decimals=4)
    assert len(calls) == 1


def test_derivatives_tell_no_number_that_is_to_be_predicted(qtbot: QtBot) -> None:
    # ∂output/∂V is the weight itself.
    inspector = shown_inspector(qtbot, by_hand())
    veil = Veil((Region("weights", 0, (1, 2), (0, 3)),))
    explain(inspector.session, Cell("head_output", 0, 1, 0), moves=True, veil=veil)
    assert "Not while numbers are to be predicted." in text(inspector)
    assert influence_of(inspector.session.state).partials == {}


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.2124, "+0.212"), (-1.0, "−1"), (0.0, "0"), (2e-5, "+2×10⁻⁵"), (-4e-4, "−4×10⁻⁴"), (1e-15, "0")],
)
def test_small_derivatives_are_not_shown_as_nothing(value: float, written: str) -> None:
    assert signed(value, 3, 1.0) == written


def test_the_strongest_are_found_among_thousands_as_by_sorting_all() -> None:
    rng = np.random.default_rng(0)
    for shape in ((7,), (3, 4), (2, 5, 6), (300, 40)):
        for _ in range(50):
            values = rng.integers(-4, 5, size=shape) * (rng.random(shape) < 0.3).astype(float)
            found = strongest(Influence(Cell("output", None, 0, 0), {"X": values}, 4.0))
            order = np.argsort(-np.abs(values).ravel(), kind="stable")[:4]
            assert [value for _, value in found] == [value for value in values.ravel()[order] if value]
