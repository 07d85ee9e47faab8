"""The comparison of two rows: one scale, labels, and the numbers of the table."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from overview_scenes import ROOM, sheet
from PySide6.QtCore import QPointF

from attnviz.figures.bars import bars_layout
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.figure import tooltip
from attnviz.figures.overview.contrast_foot import line_ends, whole_lines
from attnviz.figures.overview.contrast_sheet import bar_fit, contrast_places
from attnviz.figures.overview.overview_lines import lines_of_overview
from attnviz.figures.theme import theme


def _texts() -> list[str]:
    return re.findall(r">([^<>]+)</text>", export_bytes(sheet(), ExportOptions(format="svg")).decode())


def test_both_sides_have_one_scale() -> None:
    left, right = sheet().bars
    assert left.limits == right.limits == (0.0, 0.85)


def test_tokens_and_sentences_are_named() -> None:
    texts = _texts()
    assert "What 2 “bank” and 2 “bank” look at" in texts
    assert {"She sat by the river bank.", "He took the money.", "river", "money"} <= set(texts)


def test_cosine_and_distance_stand_in_the_table() -> None:
    texts = _texts()
    start = texts.index("entering layer 1")
    assert texts[start : start + 3] == ["entering layer 1", "0.600", "4"]


def test_a_bar_says_its_key_and_weight_on_hover() -> None:
    places = contrast_places(sheet(), ROOM, theme())
    point = QPointF(places.bars[1].left() + 60, places.bars[1].top() + 4)
    assert tooltip(sheet(), ROOM, point, theme()) == "key 1 “money”: 0.1"


def test_its_numbers_leave_as_a_table() -> None:
    rows = lines_of_overview(sheet()).rows
    assert ("He took the money.", "2", "bank", 0.85) in rows
    assert ("output of head 1", "cosine and distance", 0.2, 1.5) in rows


def test_a_window_that_is_too_low_ends_after_a_whole_line() -> None:
    ends = line_ends(sheet(), ROOM, theme())
    assert ends == sorted(ends)
    assert ends[0] > contrast_places(sheet(), ROOM, theme()).bars[0].top()
    assert whole_lines(ends, (ends[1] + ends[2]) / 2) == ends[1]


def test_a_window_lower_than_the_first_line_shows_what_it_can() -> None:
    assert whole_lines([100.0], 60.0) == 60.0


def test_how_far_the_vectors_moved_apart_is_said_first() -> None:
    assert sheet().verdict == "Cosine of 2 “bank” and 2 “bank”: 0.600 entering layer 1, 0.200 output of head 1"
    texts = _texts()
    assert texts.index(sheet().verdict) < texts.index("She sat by the river bank.")


def test_the_tracks_of_both_sides_are_as_long() -> None:
    places = contrast_places(sheet(), ROOM, theme())
    tracks = [
        bars_layout(replace(bars, fit=bar_fit(places, sheet(), theme())), room, theme()).rows[0].track.width()
        for bars, room in zip(sheet().bars, places.bars, strict=True)
    ]
    assert tracks[0] == pytest.approx(tracks[1])


@pytest.mark.parametrize("form", ["png", "pdf"])
def test_it_is_exported(form: str) -> None:
    assert export_bytes(sheet(), ExportOptions(format=form, theme="dark"))
