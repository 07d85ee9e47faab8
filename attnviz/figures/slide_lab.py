"""A laboratory on a slide: its page of exhibits with the values that a lesson's step sets."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from attnviz.content.lessons.model import Step
from attnviz.engine.scenario import Scenario
from attnviz.figures.figure import paint_figure
from attnviz.figures.labs.alike import alike
from attnviz.figures.labs.banded_page import Leaf, leaf_page, leaves_of
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.result_page import page_layout
from attnviz.figures.labs.sides import paint_sides
from attnviz.figures.theme import Theme
from attnviz.labs.catalogue import lab
from attnviz.labs.parameters import settle
from attnviz.labs.protocol import unhurried


@dataclass(frozen=True)
class LabPage:
    """The exhibits of one run. leaves: smaller and smaller cuts of a page that is read in lines."""

    drawings: tuple[Drawing, ...]
    leaves: tuple[Leaf, ...] = ()


def lab_page(step: Step, scenario: Scenario, decimals: int) -> LabPage:
    """Runs the step's laboratory. Raises AttentionError where its values or the scenario do not fit."""
    experiment = lab(step.lab)
    given = scenario if experiment.takes_scenario else None
    values = settle(experiment.parameters(given), step.lab_values)  # type: ignore[arg-type]  # settle checks each value
    result = experiment.run(values, given, unhurried)
    drawings = tuple(Drawing(exhibit, decimals) for exhibit in result.exhibits)
    return LabPage(drawings, leaves_of(result, drawings[0]) if drawings else ())


def paint_lab(painter: QPainter, place: QRectF, page: LabPage, theme: Theme) -> None:
    """The exhibits in that place; smaller where the page would be longer than the place is high."""
    drawings = page.drawings
    if page.leaves:
        number, laid = leaf_page(page.leaves, place.size(), theme, scrolls=False)
        drawings = page.leaves[number].drawings
    else:
        laid = page_layout(drawings, place.size(), theme, scrolls=False)
    scale = min(1.0, place.height() / laid.size.height(), place.width() / laid.size.width())
    painter.save()
    painter.translate(place.topLeft())
    painter.scale(scale, scale)
    paint_sides(painter, laid)
    for drawing, rect in zip(alike(drawings, laid.rects, laid.theme), laid.rects, strict=True):
        paint_figure(painter, rect, drawing, laid.theme)
    painter.restore()
