"""Sheets of words, numbers and holes: whatever stands there, it is read or refused, and no target is given twice."""

from __future__ import annotations

import random
import warnings

import pytest

from attnviz.content.importing import Reading, plan, read, suggest
from attnviz.content.presets import preset
from attnviz.engine.errors import AttentionError

WORDS = ("X", "W_Q", "Wq", "K^T", "W_V1", "W_V2", "Wagi", "the", "x", "✓", "A", "Token 1", "23 %", "(3)", "4,", "1,5",
         "-inf", "", "", "", "0.5", "PRAWDA", "=", "Q = W X")  # fmt: skip


def _sheet(chance: random.Random) -> str:
    rows = []
    for _ in range(chance.randint(1, 14)):
        width = chance.randint(1, 7)
        numbers = [str(chance.randint(-3, 9)) for _ in range(width)]
        cells = [number if chance.random() < 0.6 else chance.choice(WORDS) for number in numbers]
        rows.append([cell if chance.random() < 0.75 else "" for cell in cells] if chance.random() < 0.85 else [""])
    mark = chance.choice("\t;,")
    return "\n".join(mark.join(row) for row in rows)


@pytest.mark.parametrize("empty", [None, "zero"])
def test_any_sheet_is_read_or_refused_in_words(empty: str | None) -> None:
    chance, into = random.Random(1), preset("by-hand")
    made = 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(400):
            try:
                found = read(_sheet(chance), "sheet", Reading(empty=empty))
            except AttentionError:
                continue
            for scenario in (None, into):
                parts = suggest([found], scenario)
                targets = [part.target for part in parts]
                assert len(set(targets)) == len(targets)
                planned = plan(parts, scenario)
                assert (planned.scenario is None) == (planned.problem is not None)
                made += planned.scenario is not None
    assert made > 100
