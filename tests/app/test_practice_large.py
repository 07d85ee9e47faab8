"""Practice on a scenario of many tokens: boxes stand for its figures, which are not computed then."""

from __future__ import annotations

from large_maps import LONG, large, opened_large
from pytestqt.qtbot import QtBot

from attnviz.app.practice.panel import PracticePanel


def test_an_exercise_about_sizes_has_none_of_its_figures_computed(qtbot: QtBot) -> None:
    window = opened_large(qtbot, large(LONG))
    window.start_practice()
    panel = window.findChild(PracticePanel, "practice")
    assert panel is not None
    practice = panel.practice

    practice.draw_from("scenario")

    session = practice.session
    assert practice.exercise.fields
    assert session.state.trace.sizes.T == LONG
    assert not session.state.trace.asked.missing
    qtbot.waitUntil(lambda: session.state.pending is None and not session.busy)
    assert session.state.trace.peek("weights", 0) is None
