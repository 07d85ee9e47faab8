"""Names of the stages in the strip: where there are many, arrows and pictures give way before letters do."""

from __future__ import annotations

import pytest
from figure_scenarios import figure
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from scripted import opened

from attnviz.app.pipeline.focus_strip import LEAST_PART, FocusStrip
from attnviz.app.pipeline.stage_button import StageButton
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.theme import font, theme


def stages(window: QWidget) -> list[StageButton]:
    """The buttons of the strip from left to right."""
    strip = window.findChild(FocusStrip)
    assert strip is not None
    shown = [button for button in strip.findChildren(StageButton) if button.isVisible()]
    return sorted(shown, key=lambda button: button.x())


@pytest.mark.parametrize("name", ["alibi", "rotary"])
def test_eleven_stages_are_named_for_the_last_row_in_projector_size(qtbot: QtBot, name: str) -> None:
    window = opened(qtbot, name)
    window.resize(1366, 768)
    window.session.look(text_size="projector", layout="focus")
    qtbot.waitUntil(lambda: len(stages(window)) == 11)
    least = ruler(font(round(LEAST_PART * theme("light", "projector").small_px), bold=True))
    for before, after in zip(stages(window), stages(window)[1:], strict=False):
        assert before.geometry().right() < after.x()
    assert all(button.width() >= least.width(button.text()) for button in stages(window))
    assert all(button._letters >= LEAST_PART * theme("light", "projector").small_px for button in stages(window))


def test_pictures_give_way_to_rows_that_would_be_too_low_to_be_told_apart(qtbot: QtBot) -> None:
    """Sixteen tokens over the page of a lesson in projector size: rows of 11 pixels, and names cut in their middle."""
    window = opened(qtbot, "by-hand")
    window.resize(1920, 1080)
    window.session.look(text_size="projector")
    window.start_lesson("mixture")
    window.rooms.go_to_step(7)
    view = figure(window, "weights")
    qtbot.waitUntil(lambda: isinstance(view.figure, Heatmap) and view.figure.shape == (16, 16))
    assert isinstance(view.figure, Heatmap)
    qtbot.waitUntil(lambda: all(button._bare for button in stages(window)))
    grid = layout(view.figure, view.place, view.theme)
    small = ruler(font(grid.column_px))
    named = [view.figure.column_labels[column] for column in grid.labelled_columns(view.figure)]
    assert small.widest(tuple(named)) <= grid.column_labels.height() + 1
    assert len(named) == 8
