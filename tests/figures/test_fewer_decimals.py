"""A map on a slide whose numbers have no room has fewer decimals, rounded from the engine's, rather than none."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from attnviz.content.presets import preset
from attnviz.content.walks import Beat, pipeline_walk
from attnviz.engine.tracing import Trace, trace
from attnviz.figures.grid import Grid, layout
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.slide import slide_layout, slide_of
from attnviz.figures.theme import theme
from attnviz.figures.view import Selection, View

SCREEN = QRectF(0, 0, 1920, 1080)
VIEW = View(decimals=3, legend=False, text_size="projector")


@pytest.fixture(scope="module")
def trophy() -> Trace:
    return trace(preset("trophy"))


def beats(traced: Trace, stage: str) -> list[Beat]:
    return [beat for beat in pipeline_walk(traced, query=10) if beat.figure == stage]


def drawn(traced: Trace, beat: Beat, screen: QRectF = SCREEN) -> tuple[Heatmap, Grid]:
    slide = slide_of(beat, traced, Selection(0, 10), VIEW)
    assert isinstance(slide.figure, Heatmap)
    place = slide_layout(slide, screen).figure
    return slide.figure, layout(slide.figure, place, theme("light", "projector", round(screen.height())))


def test_scores_that_are_too_wide_have_one_decimal_in_letters_for_the_last_row(trophy: Trace) -> None:
    for beat in beats(trophy, "scores"):
        model, grid = drawn(trophy, beat)
        assert grid.number_px >= 1080 / 40
        assert grid.decimals == 1
        assert model.face is not None
        shown = model.face.rounded(grid.decimals).texts[10]
        numbers = trophy.scores[0][10]
        assert shown == tuple(f"{number:.1f}".replace("-", "−") for number in numbers)


def test_weights_that_fit_keep_all_their_decimals(trophy: Trace) -> None:
    _, grid = drawn(trophy, beats(trophy, "weights")[0])
    assert (grid.number_px > 0, grid.decimals) == (True, None)


def test_where_no_digit_has_room_there_is_none(trophy: Trace) -> None:
    _, grid = drawn(trophy, beats(trophy, "scores")[0], QRectF(0, 0, 480, 270))
    assert (grid.number_px, grid.decimals) == (0, None)


def test_what_is_still_to_come_moves_no_cell(trophy: Trace) -> None:
    places = {grid.xs for _, grid in (drawn(trophy, beat) for beat in beats(trophy, "scores"))}
    assert len(places) == 1
