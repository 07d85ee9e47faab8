"""Paper: every line of a key, computed anew from the numbers printed in it, gives the number printed behind "="."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import cache

import numpy as np
import pytest
from paper_arithmetic import number, rounded, value_of

from attnviz import Direct, Mask, Projected, Scenario
from attnviz.content.explanation import explain
from attnviz.content.numerals import format_result
from attnviz.content.practice.exercise import Exercise
from attnviz.content.practice.hints import Line, arithmetic_of
from attnviz.content.practice.kinds import KINDS, exercise, possible_kinds
from attnviz.content.practice.paper import on_paper
from attnviz.content.presets import preset

NAMES = tuple(kind.name for kind in KINDS)
OF_CELLS = tuple(name for name in NAMES if name not in ("shape", "parameters"))
SEEDS = range(100)
Steps = tuple[tuple[str, tuple[Line, ...]], ...]


@cache
def made_once(name: str, seed: int) -> Exercise:
    """The exercise of new numbers: several claims are about it."""
    return exercise(name, seed)


@cache
def steps_of(name: str, seed: int) -> Steps:
    """Its whole arithmetic."""
    return arithmetic_of(made_once(name, seed))


def equations(steps: Steps) -> Iterator[tuple[str, str]]:
    """(left, right) of each printed line that has an "="; names in front of a colon are not arithmetic."""
    for _, lines in steps:
        for _, line in lines:
            if "=" in line:
                left, _, right = line.partition(": ")[2 if ": " in line else 0].rpartition(" = ")
                yield left.rpartition(" = ")[2], right.removesuffix(".")


@pytest.mark.parametrize("name", NAMES)
def test_every_printed_line_computes_to_its_printed_result(name: str) -> None:
    for seed in SEEDS:
        for left, right in equations(steps_of(name, seed)):
            assert rounded(value_of(left), 3) == number(right), f"seed {seed}: {left} = {right}"


@pytest.mark.parametrize("name", OF_CELLS)
def test_no_printed_number_hides_a_digit(name: str) -> None:
    for seed in SEEDS:
        assert "…" not in str(steps_of(name, seed))


@pytest.mark.parametrize("name", OF_CELLS)
def test_what_the_key_starts_from_is_what_the_sheet_prints(name: str) -> None:
    for seed in range(30):
        made = made_once(name, seed)
        for cell in made.cells:
            for part in (part for step in explain(made.trace, cell, 3).steps for part in step.numbers):
                if part.cell is not None and part.cell.name in made.given and part.value is not None:
                    own = made.trace.at(part.cell.name, part.cell.head)[part.cell.row, part.cell.column]
                    assert number(part.text) == number(format_result(float(own), 3)) or part.text == "−∞"


@pytest.mark.parametrize("name", OF_CELLS)
def test_the_last_line_of_each_answer_is_the_answer(name: str) -> None:
    for seed in SEEDS:
        made = made_once(name, seed)
        for (_, lines), answer in zip(steps_of(name, seed), made.answers, strict=True):
            assert number(lines[-1][1].rpartition(" = ")[2]) == Decimal(repr(answer))


def odd_numbers() -> Scenario:
    """Numbers that no sheet has room for, in the format with fewer digits, and a scale of somebody's own."""
    draw = np.random.default_rng(5)
    inputs = Projected(*(draw.normal(size=(3, 3)).astype(np.float32) for _ in range(4)))
    return Scenario(inputs, scale=0.34567, mask=Mask(causal=True), dtype="float32")


@pytest.mark.parametrize("name", possible_kinds(odd_numbers()))
def test_ones_own_odd_numbers_are_computed_with_as_they_are_printed(name: str) -> None:
    for seed in range(20):
        for left, right in equations(arithmetic_of(exercise(name, seed, odd_numbers()))):
            assert rounded(value_of(left), 3) == number(right)


def test_the_inputs_of_an_exercise_have_no_more_decimals_than_are_printed() -> None:
    inputs = on_paper(odd_numbers()).inputs
    assert isinstance(inputs, Projected)
    assert all((values == np.round(values, 3)).all() for _, values in inputs.items())


def test_row_2_of_unit_2_comes_to_the_pencils_weights() -> None:
    traced = exercise("output", 1, preset("by-hand")).trace
    assert traced.at("exponentials", 0)[1].tolist() == [4.112, 2.028, 8.339]
    assert traced.at("weights", 0)[1].tolist() == [0.284, 0.14, 0.576]
    assert traced.at("output")[1].tolist() == [1.72, 0.716]


def test_an_own_pencil_fit_for_paper_is_kept() -> None:
    own = Scenario(Direct(np.ones((2, 2)), np.eye(2), np.eye(2)), pencil=2)
    assert on_paper(own).pencil == 2
    assert on_paper(Scenario(own.inputs, pencil=0)).pencil == 3


def test_a_scenario_that_is_on_paper_already_stays_itself() -> None:
    once = on_paper(odd_numbers())
    assert on_paper(once) is once
