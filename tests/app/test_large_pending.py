"""While a large scenario is computed beside the window: what is old says so, and nothing large is touched there."""

from __future__ import annotations

import threading
import traceback
from typing import Any

import numpy as np
import pytest
from figure_scenarios import figure, shown_panel
from large_maps import LONG, large, map_in, point_of, settled, shown_large, weights, wheel
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from attnviz.app.controls import adjust
from attnviz.app.pipeline.pending_marks import STOPPED
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell, set_mask
from attnviz.engine.mask import Mask
from attnviz.engine.tracing import Trace
from attnviz.figures.large import pictures
from attnviz.figures.large.compose_large import BEFORE

MILLION = 1_000_000


def edit(panel: PipelinePanel, value: float = 2.0) -> None:
    """Changes a number of W_Q."""
    panel.session.edit("edit", lambda before: set_cell(before, "W_Q", 0, 0, value))


def test_a_map_is_marked_as_old_from_the_edit_on_until_the_new_one_is_there(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(LONG))
    before = map_in(weights(panel)).picture
    edit(panel)
    assert map_in(weights(panel)).pending == BEFORE
    assert map_in(weights(panel)).picture is before
    settled(qtbot, panel)
    assert map_in(weights(panel)).pending == ""
    assert map_in(weights(panel)).picture is not before


def test_a_map_that_an_edit_made_impossible_says_why_and_shows_nothing_of_before(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(LONG))
    nothing_for_6 = np.ones((LONG, LONG), dtype=np.bool_)
    nothing_for_6[5] = False
    panel.session.edit("hide", lambda before: set_mask(before, custom=nothing_for_6))
    settled(qtbot, panel)
    figure = map_in(weights(panel))
    assert (figure.picture, figure.pending) == (None, "")
    assert figure.dim_reason == "Row 6 sees no key."


def test_the_mark_moves_nothing(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(LONG))
    before = panel.area.shown_views()[0].geometry(), point_of(weights(panel), 100, 100)
    edit(panel)
    assert (panel.area.shown_views()[0].geometry(), point_of(weights(panel), 100, 100)) == before


def test_bars_of_before_the_edit_are_drawn_fainter(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(LONG))
    panel.session.look(layout="focus", focus="bars")
    settled(qtbot, panel)
    panel.session.select(query=800)
    settled(qtbot, panel)

    def darkest() -> int:
        image = figure(panel, "bars").grab().toImage()
        return min(image.pixelColor(x, y).lightness() for x in range(0, image.width(), 3) for y in range(0, 60, 3))

    fresh = darkest()
    edit(panel)
    assert darkest() > fresh + 40
    settled(qtbot, panel)
    assert abs(darkest() - fresh) < 20


def test_the_first_picture_is_announced_where_it_will_stand(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, large(LONG), 900, 760)
    assert map_in(weights(panel)).picture is None
    assert "being computed" in map_in(weights(panel)).dim_reason
    settled(qtbot, panel)
    assert map_in(weights(panel)).dim_reason == ""


def test_a_stopped_map_stays_marked_and_computing_goes_on_when_asked(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(LONG))
    edit(panel)
    panel.session.stop()
    assert panel.session.state.pending.stopped
    assert map_in(weights(panel)).pending == BEFORE
    panel.session.resume()
    settled(qtbot, panel)
    assert map_in(weights(panel)).pending == ""


def test_what_was_stopped_before_it_was_ever_there_says_so(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, large(LONG), 900, 760)
    panel.session.stop()
    assert map_in(weights(panel)).dim_reason == STOPPED
    panel.session.resume()
    settled(qtbot, panel)
    assert map_in(weights(panel)).picture is not None


def test_heads_that_an_edit_did_not_touch_keep_their_pictures(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(LONG, heads=4))
    panel.session.look(tab="heads")
    settled(qtbot, panel)
    before = map_in(figure(panel, "heads.3")).picture
    edit(panel)
    settled(qtbot, panel)
    assert map_in(figure(panel, "heads.3")).picture is before
    assert map_in(figure(panel, "heads.1")).picture is not None


def test_pictures_are_made_on_the_worker_only(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: set[threading.Thread] = set()
    make = pictures.picture

    def noted(*values: Any, **words: Any) -> Any:
        threads.add(threading.current_thread())
        return make(*values, **words)

    monkeypatch.setattr(pictures, "picture", noted)
    panel = shown_large(qtbot, large(LONG))
    for tab in ("heads", "concat", "head"):
        panel.session.look(tab=tab)
        settled(qtbot, panel)
    edit(panel)
    settled(qtbot, panel)
    assert threads
    assert threading.main_thread() not in threads


class Watched(np.ndarray):
    """A large array that notes who computes with it on the GUI's thread."""

    touched: list[str]

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **words: Any) -> Any:
        note(ufunc.__name__)
        plain = (one.view(np.ndarray) if isinstance(one, Watched) else one for one in inputs)
        return getattr(ufunc, method)(*plain, **words)

    def __array_function__(self, function: Any, types: Any, values: Any, words: Any) -> Any:
        note(function.__name__)
        plain = (one.view(np.ndarray) if isinstance(one, Watched) else one for one in values)
        return function(*plain, **words)

    def __getitem__(self, place: Any) -> Any:
        found = self.view(np.ndarray)[place]
        return found.view(Watched) if getattr(found, "size", 0) > MILLION else found

    def tolist(self) -> Any:
        note("tolist")
        return self.view(np.ndarray).tolist()

    def copy(self, *values: Any) -> Any:
        note("copy")
        return self.view(np.ndarray).copy(*values)

    def astype(self, *values: Any, **words: Any) -> Any:
        note("astype")
        return self.view(np.ndarray).astype(*values, **words)


Watched.touched = []


def note(what: str) -> None:
    if threading.current_thread() is threading.main_thread():
        Watched.touched.append(f"{what}\n{''.join(traceback.format_stack(limit=6)[:-1])}")


@pytest.fixture
def touched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Who computed with more than a million numbers on the GUI's thread."""
    at, allowed = Trace.at, Mask.allowed

    def watched(self: Trace, name: str, head: int | None = None) -> Any:
        values = at(self, name, head)
        return values.view(Watched) if self.defers and values.size > MILLION else values

    def told(self: Mask, rows: int, columns: int) -> Any:
        if rows * columns > MILLION:
            note("a table of all pairs")
        return allowed(self, rows, columns)

    monkeypatch.setattr(Trace, "at", watched)
    monkeypatch.setattr(Mask, "allowed", told)
    Watched.touched = []
    return Watched.touched


@pytest.mark.parametrize("focus", ["weights", "masked", "exponentials", "making.weights", "bars"])
def test_nothing_large_is_touched_while_people_select_zoom_hover_and_edit(
    qtbot: QtBot, touched: list[str], focus: str
) -> None:
    panel = shown_large(qtbot, large(LONG))
    panel.session.look(layout="focus", focus=focus)
    settled(qtbot, panel)
    for cell in (Cell("weights", 0, 700, 30), Cell("scores", 1, 30, 20)):
        panel.session.select(cell=cell, query=cell.row, head=cell.head)
        settled(qtbot, panel)
    for view in panel.area.shown_views():
        if focus != "bars":
            at = point_of(view, 300, 10)
            wheel(view, at, 240)
            view.tooltip_at(at)
            qtbot.keyClick(view, Qt.Key.Key_Down)
    adjust.temperature(panel.session, "2")
    settled(qtbot, panel)
    adjust.causal(panel.session, False)
    settled(qtbot, panel)
    edit(panel)
    settled(qtbot, panel)
    panel.session.look(tab="heads")
    settled(qtbot, panel)
    assert touched == []


def test_heads_whose_numbers_were_let_go_are_not_computed_again_for_their_thumbs(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = shown_large(qtbot, large(LONG, heads=4))
    panel.session.limit_memory(9)  # one head's weights take 5.8 MB, with its picture 7.7
    panel.session.look(tab="heads")
    settled(qtbot, panel)
    made: list[int] = []
    make = pictures.picture

    def noted(*values: Any, **words: Any) -> Any:
        made.append(1)
        return make(*values, **words)

    monkeypatch.setattr(pictures, "picture", noted)
    edit(panel)
    settled(qtbot, panel)
    assert len(made) == 1


def test_a_map_behind_another_keeps_no_numbers(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(LONG))
    panel.session.look(layout="focus", focus="weights")
    settled(qtbot, panel)
    behind = weights(panel)
    assert map_in(behind).values is not None
    panel.session.look(focus="scores")
    assert behind.figure is None


def test_a_map_that_comes_back_to_the_front_shows_its_numbers(qtbot: QtBot) -> None:
    panel = shown_large(qtbot, large(LONG))
    for stage in ("weights", "scores", "weights"):
        panel.session.look(layout="focus", focus=stage)
        settled(qtbot, panel)
    assert map_in(weights(panel)).values is not None
