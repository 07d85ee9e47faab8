"""Focus shows more than one stage: a stage beside its operands, bars, arrows and inputs alone."""

from __future__ import annotations

import pytest
from figure_scenarios import by_hand, figure, many_heads, shown_names, shown_panel
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from attnviz.app.dialogs.export_choice import as_shown, choices_of
from attnviz.app.pipeline.in_focus import behind_stages, front_stages
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.engine.cells import Region
from attnviz.figures.board import Board
from attnviz.figures.view import Veil


def in_focus(qtbot: QtBot, name: str, width: int = 900, height: int = 600) -> PipelinePanel:
    panel = shown_panel(qtbot, by_hand(), width, height)
    panel.session.look(layout="focus", focus=name)
    return panel


@pytest.mark.parametrize(
    ("name", "views"),
    [
        ("making.scores", ("queries", "keys", "scores")),
        ("making.projections", ("X", "W_Q", "W_K", "W_V", "queries", "keys", "values")),
        ("inputs", ("X", "W_Q", "W_K", "W_V")),
        ("X", ("X",)),
        ("bars", ("bars",)),
        ("vectors", ("vectors",)),
        ("no such figure", ("weights",)),
    ],
)
def test_focus_shows_the_figure_of_that_name_alone(qtbot: QtBot, name: str, views: tuple[str, ...]) -> None:
    assert shown_names(in_focus(qtbot, name)) == views


def test_the_strip_marks_the_stage_in_front_and_its_operands(qtbot: QtBot) -> None:
    state = in_focus(qtbot, "making.scores").session.state
    assert (front_stages(state), behind_stages(state)) == (("scores",), ("queries", "keys"))


def test_the_layers_output_is_the_only_heads_output_in_the_strip(qtbot: QtBot) -> None:
    panel = in_focus(qtbot, "output")
    checked = [button.objectName() for button in panel.strip.findChildren(QAbstractButton) if button.isChecked()]
    assert checked == ["strip.head_output"]


def test_no_stage_stays_marked_while_inputs_are_in_front(qtbot: QtBot) -> None:
    panel = in_focus(qtbot, "weights")
    panel.session.look(focus="X")
    panel.session.look(focus="making.values")
    checked = [button.objectName() for button in panel.strip.findChildren(QAbstractButton) if button.isChecked()]
    assert checked == ["strip.values"]


def test_the_strip_stands_under_stages_alone(qtbot: QtBot) -> None:
    panel = in_focus(qtbot, "bars")
    assert not panel.strip.isVisible()
    panel.session.look(focus="making.scores")
    assert panel.strip.isVisible()


def test_the_strip_gives_the_room_of_its_pictures_to_the_names_of_rows(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(1, tokens=16, width=32), 900, 380)
    assert shown_names(panel) == ("weights",)
    names = panel.strip.height()
    panel.resize(900, 500)
    assert panel.strip.height() > 1.8 * names
    panel.resize(900, 380)
    assert panel.strip.height() == names


def test_names_alone_are_left_out_where_rows_need_their_room_too(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(1, tokens=16, width=32), 900, 345)
    assert not panel.strip.isVisible()


def test_sixteen_tokens_have_the_way_to_other_stages_in_projector_size(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(1, tokens=16, width=32), 810, 640)
    panel.session.look(text_size="projector", layout="focus", focus="weights")
    assert panel.strip.isVisible()
    panel.findChild(QAbstractButton, "strip.scores").click()
    assert shown_names(panel) == ("scores",)


def test_a_covered_number_beside_its_operands_is_typed_into(qtbot: QtBot) -> None:
    panel = in_focus(qtbot, "making.scores")
    panel.session.look(veil=Veil((Region("scores", 0, (1, 2), (0, 3)),)))
    view = figure(panel, "scores")
    cell = view.cell_at(view.cell_rect(1, 0).center())  # type: ignore[union-attr]
    assert cell is not None
    assert view.answering.takes(cell)


def test_export_and_copy_take_the_figure_that_is_seen(qtbot: QtBot) -> None:
    panel = in_focus(qtbot, "making.scores")
    name = panel.shown_figure()
    assert name in choices_of(panel.session.state)
    exported = as_shown(panel.session.state, name, {}).figure_of(panel.session.state)
    assert isinstance(exported, Board)
    assert [one.key for one in exported.panels] == ["queries", "keys", "scores"]  # type: ignore[union-attr]


def test_what_stands_beside_each_other_stands_in_the_middle(qtbot: QtBot) -> None:
    panel = in_focus(qtbot, "making.scores", 1340, 420)
    views = panel.area.shown_views()
    before = views[0].geometry().left()
    after = panel.area.width() - views[-1].geometry().left()
    assert before > 60
    assert after > before
