"""The page of one number: its head has room, nothing on it moves, formulas are named, and heads are put together."""

from __future__ import annotations

import pytest
from explain_gestures import WEIGHT, explain, text
from figure_scenarios import by_hand, shown_inspector
from PySide6.QtGui import QTextCharFormat
from pytestqt.qtbot import QtBot
from scripted import click, find, opened

from attnviz.app.inspection.inspector import Inspector
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell


@pytest.mark.parametrize("text_size", ["normal", "large", "projector"])
def test_every_word_over_the_arithmetic_has_room(qtbot: QtBot, text_size: str) -> None:
    inspector = shown_inspector(qtbot, by_hand(), 260, 700)
    inspector.session.look(text_size=text_size)
    explain(inspector.session, WEIGHT)
    bar = inspector.explain
    for button in (*bar.depths.values(), bar.moves, bar.copy):
        assert button.width() >= button.sizeHint().width()
        assert bar.rect().contains(button.geometry())


def test_the_scroll_bar_moves_nothing_when_it_comes(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand(), 330, 1200)
    explain(inspector.session, WEIGHT)
    before = inspector.text.width()
    inspector.resize(330, 300)
    qtbot.waitUntil(lambda: inspector.verticalScrollBar().isVisible())
    assert inspector.text.width() == before


def test_exponents_are_raised_and_copied_with_their_caret(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand(), 330, 700)
    explain(inspector.session, WEIGHT)
    link = next(link for link in inspector.text.links if link.cell == Cell("masked", 0, 1, 2))
    cursor = inspector.text.textCursor()
    cursor.setPosition(link.start + 1)
    assert cursor.charFormat().verticalAlignment() == QTextCharFormat.VerticalAlignment.AlignSuperScript
    assert "e^2.121… = 8.342…" in text(inspector)


def test_every_formula_of_a_number_has_a_name_or_a_left_side(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand(), 400, 700)
    explain(inspector.session, WEIGHT, depth="formula")
    for name in ("scaled score", "exponential", "weight"):
        assert f"$   {name}" in text(inspector)
    assert r"E_{2,j} = \sum_{j=1}^{S} e^{" in text(inspector)


def test_a_number_made_of_several_heads_leads_to_them_with_one_click(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    window.session.select(cell=Cell("output", None, 1, 0), query=1)
    inspector = find(window, "inspector", Inspector)
    assert inspector.joined.isVisible()
    assert not inspector.vectors.isVisible()
    click(qtbot, window, "explain.joining")
    assert window.session.state.view.tab == "concat"
    assert not inspector.explain.joining.isVisible()


def test_a_heads_own_number_offers_no_other_tab(qtbot: QtBot) -> None:
    window = opened(qtbot, "two-heads")
    window.session.select(cell=Cell("weights", 0, 1, 0), query=1)
    assert not find(window, "inspector", Inspector).explain.joining.isVisible()


@pytest.mark.parametrize(("text_size", "beside"), [("normal", True), ("projector", False)])
def test_two_planes_stand_side_by_side_where_each_has_room(qtbot: QtBot, text_size: str, beside: bool) -> None:
    inspector = shown_inspector(qtbot, preset("one-query"), 330, 800)
    inspector.session.look(text_size=text_size)
    qtbot.waitUntil(lambda: (inspector.turn.y() == inspector.vectors.y()) == beside)
    assert inspector.turn.isVisible()
    assert inspector.vectors.isVisible()


def test_the_heading_of_an_output_of_one_head_has_its_number(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand(), 400, 700)
    explain(inspector.session, Cell("output", None, 1, 0))
    assert "Output: query 2 “b”: 1.720" in text(inspector)  # unit 2 of the curriculum
