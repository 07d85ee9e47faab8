"""Arithmetic over very many keys comes out with the digits that are printed."""

from __future__ import annotations

import re

import numpy as np
import pytest
from explained import explained

from attnviz.content.explanation import text_of
from attnviz.engine.cells import Cell
from attnviz.engine.inputs import Direct
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace

QUERIES, KEYS = 300, 1500
PLAIN = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")
NUMBER = re.compile(r"−?[0-9]+(?:\.[0-9]+)?…?(?:×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?")


@pytest.fixture(scope="module")
def crossed() -> Scenario:
    draw = np.random.default_rng(7)
    return Scenario(Direct(*(draw.standard_normal((rows, 4)) * 1.6 for rows in (QUERIES, KEYS, KEYS))))


def read(text: str) -> list[float]:
    """The numbers of a line, as they are printed."""
    return [float(found.replace("…", "").replace("×10", "e").translate(PLAIN)) for found in NUMBER.findall(text)]


@pytest.mark.parametrize("rank", [2, 40, 400, 1200, 1490])
def test_a_weight_and_its_share_come_out_with_the_digits_that_are_printed(crossed: Scenario, rank: int) -> None:
    weights = trace(crossed).at("weights", 0)[120]
    key = int(np.argsort(-weights)[rank])
    lines = [step.text for step in explained(crossed, Cell("weights", 0, 120, key)).steps][-2:]
    own, total, weight = read(lines[0])
    assert own / total == pytest.approx(weight, rel=0.011)  # half a unit of the third figure of each
    assert weight == pytest.approx(weights[key], rel=0.0051)
    shared, *numbers = read(lines[1])
    assert shared == weight
    assert [shared * value for value in numbers[:4]] == pytest.approx(numbers[4:], rel=0.016)


def test_the_words_say_no_less_than_the_numbers(crossed: Scenario) -> None:
    key = int(np.argmin(trace(crossed).at("weights", 0)[120]))
    last = explained(crossed, Cell("weights", 0, 120, key)).steps[-2]
    assert read(text_of(last.words))[-1] == read(last.text)[-1]
