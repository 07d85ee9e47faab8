"""Numbers of before an edit say so wherever they are read: in the inspector, on hover, and to a screen reader."""

from __future__ import annotations

from dataclasses import replace

from figure_scenarios import by_hand, figure, shown_inspector, shown_panel
from large_maps import LARGE, LONG, large, settled
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from attnviz import trace
from attnviz.app.inspection.inspector import Inspector
from attnviz.app.inspection.inspector_words import STOPPED, page_of
from attnviz.app.pipeline.figure_words import cell_in_words
from attnviz.app.session import Pending, State
from attnviz.engine.cells import Cell
from attnviz.engine.scenario import Scenario
from attnviz.figures.view import Selection

CELL = Cell("weights", 0, 300, 5)


def halved(scenario: Scenario) -> Scenario:
    return replace(scenario, temperature=0.5)


def stale(*, stopped: bool = False) -> State:
    scenario = large(LARGE)
    pending = Pending(stale=True, stopped=stopped)
    return State(halved(scenario), trace(scenario), pending=pending, selection=Selection(0, 300, CELL))


def letters_of(inspector: Inspector) -> QColor:
    """The colour of the page's heading."""
    return inspector.text.document().firstBlock().begin().fragment().charFormat().foreground().color()


def test_the_page_is_marked_as_long_as_its_numbers_are_old() -> None:
    assert page_of(stale()).mark == "Before the edit"
    assert page_of(stale(stopped=True)).mark == "Before the edit"
    assert page_of(replace(stale(), pending=None)).mark == ""


def test_hover_words_say_that_a_number_is_old() -> None:
    assert cell_in_words(stale(), CELL).endswith(" (before the edit)")
    assert "before the edit" not in cell_in_words(replace(stale(), pending=Pending()), CELL)


def test_a_page_whose_numbers_were_never_computed_says_that_it_was_stopped() -> None:
    waiting = trace(large(LARGE)).deferred()
    page = page_of(replace(stale(), trace=waiting, pending=Pending(stopped=True)))
    assert page.sentence == STOPPED
    assert page.mark == ""


def test_the_inspector_fades_under_its_mark_until_the_new_numbers_are_there(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, large(LONG))
    inspector.session.select(query=300, cell=CELL)
    settled(qtbot, inspector)
    qtbot.waitUntil(lambda: "Dot product" in inspector.text.toPlainText())
    fresh = letters_of(inspector)
    height = inspector.text.height()
    inspector.session.edit("edit", halved)
    inspector.session.stop()  # else the new numbers may be there first
    qtbot.waitUntil(lambda: "Before the edit" in inspector.text.toPlainText())
    assert letters_of(inspector).lightness() > fresh.lightness() + 60
    assert inspector.text.height() == height
    inspector.session.resume()
    settled(qtbot, inspector)
    qtbot.waitUntil(lambda: "Before the edit" not in inspector.text.toPlainText())
    assert letters_of(inspector) == fresh


def test_stopping_keeps_the_mark(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, large(LONG))
    settled(qtbot, inspector)
    inspector.session.edit("edit", halved)
    inspector.session.stop()
    qtbot.waitUntil(lambda: "Before the edit" in inspector.text.toPlainText())
    qtbot.waitUntil(lambda: not inspector.own_turn.waits)
    assert "Before the edit" in inspector.text.toPlainText()


def test_a_screen_reader_hears_that_a_figure_is_old(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, large(LONG), 900, 760)
    settled(qtbot, panel)
    panel.session.edit("edit", halved)
    view = figure(panel, "weights")
    assert view.accessibleDescription().endswith("The numbers are those before the edit.")
    assert view.spoken_value().endswith(" (before the edit)")
    settled(qtbot, panel)
    assert "before the edit" not in view.accessibleDescription()


def test_an_arrow_of_before_says_so(qtbot: QtBot) -> None:
    inspector = shown_inspector(qtbot, by_hand())
    state = inspector.session.state
    spoken = inspector.vectors.spoken_value()
    assert spoken
    inspector.session.state = replace(state, pending=Pending(stale=True))
    assert inspector.vectors.spoken_value() == f"{spoken} (before the edit)"


def test_a_page_beyond_the_memory_limit_says_so_and_does_not_wait() -> None:
    state = replace(stale(), trace=trace(large(LARGE)).deferred(), pending=None)
    page_of(state)
    state.trace.asked.beyond.update(state.trace.asked.missing)
    page = page_of(state)
    assert not page.waiting
    assert "Allow more in the menu Edit." in page.sentence


def test_a_number_that_is_not_there_is_not_called_old() -> None:
    waiting = replace(stale(), trace=trace(large(LARGE)).deferred())
    assert "before the edit" not in cell_in_words(waiting, CELL)
