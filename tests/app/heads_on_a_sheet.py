"""Panels that show all of many heads in one view, for the tests of that view."""

from __future__ import annotations

import numpy as np
from figure_scenarios import figure, shown_names, shown_panel
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnviz import Direct, Scenario
from attnviz.app.pipeline.heads_sheet import HeadsSheet
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.engine.cells import Cell

MANY = 40


def many(heads: int = MANY, tokens: int = 6) -> Scenario:
    """As many heads of random queries, keys and values."""
    numbers = np.random.default_rng(3)
    return Scenario(Direct(*(numbers.normal(size=(tokens, 2 * heads)) for _ in range(3))), heads=heads)


def sheet_of(panel: PipelinePanel) -> HeadsSheet:
    """The one view of all heads."""
    found = figure(panel, "heads")
    assert isinstance(found, HeadsSheet)
    return found


def settled(qtbot: QtBot, panel: PipelinePanel) -> HeadsSheet:
    """The same once everything is composed and painted."""
    qtbot.waitUntil(lambda: shown_names(panel) == ("heads",), timeout=20_000)
    QApplication.processEvents()
    sheet = sheet_of(panel)
    qtbot.waitUntil(lambda: not (sheet.busy or panel.area.busy or panel.session.busy), timeout=20_000)
    return sheet


def shown_sheet(qtbot: QtBot, scenario: Scenario) -> tuple[PipelinePanel, HeadsSheet]:
    """A panel that shows all heads, and their view."""
    panel = shown_panel(qtbot, scenario)
    panel.session.look(tab="heads")
    return panel, settled(qtbot, panel)


def middle(sheet: HeadsSheet, cell: Cell) -> QPoint:
    """The middle of a cell of some head."""
    place = sheet.cell_rect_of(cell)
    assert place is not None
    return place.center().toPoint()
