"""Sentences with numbers of a result: bytes in their units, lists, names that are unknown."""

from __future__ import annotations

import numpy as np

from attnviz.content.facts_in_words import bytes_text, filled


def test_bytes_are_told_in_units_of_a_thousand() -> None:
    told = [bytes_text(count) for count in (0, 1, 96, 999, 1000, 4096, 99_960, 134_217_728, 2 * 8 * 10**12)]
    assert told == ["0 bytes", "1 byte", "96 bytes", "999 bytes", "1.0 kB", "4.1 kB", "100 kB", "134 MB", "16.0 TB"]


def test_a_sentence_tells_bytes_where_it_asks_for_them() -> None:
    assert filled("{n:bytes} of {n}", {"n": 134_217_728.0}, 3).startswith("134 MB of 134")


def test_sentences_hold_the_numbers_of_the_result() -> None:
    numbers = {"kept": 0.6371, "row": np.array([0.25, 1.0])}
    assert filled("{kept} in all, {row}, {row[1]}, {unknown}", numbers, 3) == "0.637 in all, 0.250, 1, 1, {unknown}"
