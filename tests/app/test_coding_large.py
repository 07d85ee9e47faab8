"""The program of a scenario that is computed beside the window."""

from __future__ import annotations

from large_maps import LONG, large, opened_large
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot
from scripted import find, trigger

from attnviz.content.code.program import write_program
from attnviz.engine.edits import set_cell
from attnviz.engine.tracing import trace


def test_the_program_of_a_large_scenario_comes_when_it_is_computed_and_follows_edits(qtbot: QtBot) -> None:
    window = opened_large(qtbot, large(LONG))
    trigger(window, "code")
    listing = find(window, "code.listing", QPlainTextEdit)
    for _ in range(2):
        expected = write_program(trace(window.session.state.scenario), "numpy", numbers=False).text
        qtbot.waitUntil(lambda text=expected: listing.toPlainText().rstrip() == text.rstrip(), timeout=20_000)
        window.session.edit("Edit", lambda now: set_cell(now, "X", 0, 0, 2.5))
