"""What an empty large map says of why it is: whole words that can be read, or nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from large_scenes import large_map, listened

from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import theme

pytestmark = pytest.mark.usefixtures("qapp")

REASON = "Concatenated: being computed. Wait a moment."
PARTS = {word for text in (REASON, "being computed") for word in text.split()}


def waiting(rows: int, columns: int, **others: object) -> LargeMap:
    known = large_map(np.ones((rows, columns)), signed=True)
    return replace(known, picture=None, values=None, dim_reason=REASON, **others)


def said(model: LargeMap, width: float, height: float, size: str) -> list[str]:
    texts = listened(model, (width, height), theme("light", size, 768)).texts
    return [text for text in texts if set(text.split()) <= PARTS or "…" in text]


@pytest.mark.parametrize("size", ["normal", "large", "projector"])
@pytest.mark.parametrize("columns", [20, 100, 256, 1024])
@pytest.mark.parametrize("width", [160, 240, 420, 800])
def test_no_word_of_an_empty_map_is_cut_and_no_sentence_ends_amid(size, columns, width):
    words = " ".join(said(waiting(1024, columns), width, 320, size))
    assert words in (REASON, "being computed", "")


def test_a_map_with_room_says_the_whole_sentence():
    assert " ".join(said(waiting(1024, 1024), 600, 500, "normal")) == REASON


@pytest.mark.parametrize("side", [90, 160, 500])
def test_a_map_among_others_repeats_nothing_that_its_title_says(side):
    words = " ".join(said(waiting(1024, 1024, compact=True), side, side + 20, "normal"))
    assert words == "being computed"
