"""The custom mask is painted on the figures themselves, one undo step a stroke."""

from __future__ import annotations

import numpy as np
import pytest
from figure_scenarios import (
    by_hand,
    causal,
    click_cell,
    drag,
    figure,
    given_weights,
    many_heads,
    middle_of,
    shown_panel,
)
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from attnviz.app.pipeline.pipeline_panel import PipelinePanel


def painting(qtbot: QtBot, scenario: object) -> PipelinePanel:
    panel = shown_panel(qtbot, scenario)
    panel.session.look(paint_mask=True)
    return panel


def custom(panel: PipelinePanel) -> list[list[bool]] | None:
    mask = panel.session.state.scenario.mask.custom
    return None if mask is None else mask.tolist()


@pytest.mark.parametrize("stage", ["scores", "masked", "weights"])
def test_a_click_hides_a_key_from_a_query_and_a_second_one_shows_it(qtbot: QtBot, stage: str) -> None:
    panel = painting(qtbot, by_hand())
    click_cell(qtbot, figure(panel, stage), 1, 2)
    assert custom(panel) == [[True] * 3, [True, True, False], [True] * 3]
    # Curriculum, unit 7: without the third key, row 2 becomes 0.669762, 0.330238, 0.
    assert panel.session.state.trace.at("weights", 0)[1] == pytest.approx([0.669762, 0.330238, 0], abs=5e-7)
    click_cell(qtbot, figure(panel, stage), 1, 2)
    assert custom(panel) is None


def test_a_stroke_hides_every_cell_on_its_way_as_one_undo_step(qtbot: QtBot) -> None:
    panel = painting(qtbot, by_hand())
    view = figure(panel, "masked")
    drag(view, middle_of(view, 0, 1), middle_of(view, 2, 1))
    assert np.array(custom(panel))[:, 1].tolist() == [False] * 3
    panel.session.undo_stack.undo()
    assert custom(panel) is None
    assert not panel.session.undo_stack.canUndo()


def test_a_stroke_does_what_its_first_cell_did(qtbot: QtBot) -> None:
    panel = painting(qtbot, by_hand())
    click_cell(qtbot, figure(panel, "masked"), 0, 0)
    view = figure(panel, "masked")
    drag(view, middle_of(view, 0, 1), middle_of(view, 0, 0))
    assert custom(panel)[0] == [False, False, True]


def test_all_cells_of_one_move_are_one_change(qtbot: QtBot) -> None:
    panel = painting(qtbot, many_heads(1, tokens=12))
    view = figure(panel, "weights")
    edits: list[bool] = []
    panel.session.changed.connect(lambda old, new: edits.append(old.scenario is not new.scenario))
    drag(view, middle_of(view, 3, 1), middle_of(view, 3, 9))
    assert np.array(custom(panel))[3].tolist() == [True] + [False] * 9 + [True] * 2
    assert sum(edits) == 2  # the press, and the one move


def test_two_strokes_are_two_undo_steps(qtbot: QtBot) -> None:
    panel = painting(qtbot, by_hand())
    for row in (0, 1):
        click_cell(qtbot, figure(panel, "masked"), row, 0)
    assert panel.session.undo_stack.count() == 2


def test_space_toggles_at_the_cursor(qtbot: QtBot) -> None:
    panel = painting(qtbot, by_hand())
    view = figure(panel, "weights")
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert custom(panel)[1] == [False, True, True]
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert custom(panel) is None


def test_a_key_that_the_causal_mask_hides_is_refused_in_words(qtbot: QtBot) -> None:
    panel = painting(qtbot, causal())
    click_cell(qtbot, figure(panel, "masked"), 0, 2)
    assert custom(panel) is None
    assert str(panel.session.state.refused) == (
        "Query 1 cannot see key 3 because of the causal mask. Take that away first."
    )


def test_without_painting_a_click_only_selects(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, by_hand())
    click_cell(qtbot, figure(panel, "masked"), 0, 2)
    assert custom(panel) is None


def test_painting_leaves_keys_and_values_alone(qtbot: QtBot) -> None:
    panel = painting(qtbot, by_hand())
    click_cell(qtbot, figure(panel, "keys"), 0, 1)
    assert panel.session.undo_stack.count() == 0


def test_given_weights_have_no_mask_to_paint(qtbot: QtBot) -> None:
    panel = painting(qtbot, given_weights())
    click_cell(qtbot, figure(panel, "weights"), 0, 1)
    assert panel.session.state.refused is None
    assert panel.session.undo_stack.count() == 0


def test_the_last_visible_key_of_a_query_can_be_hidden_and_shown_again(qtbot: QtBot) -> None:
    panel = painting(qtbot, by_hand())
    view = figure(panel, "masked")
    drag(view, middle_of(view, 1, 0), middle_of(view, 1, 2))
    assert panel.session.state.problem is not None
    click_cell(qtbot, view, 1, 1)
    assert panel.session.state.problem is None
