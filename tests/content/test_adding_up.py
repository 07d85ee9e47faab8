"""Sums of the largest numbers there are: finite wherever the true sum is, else told in words, with no warning."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from attnviz import GivenWeights, Scenario, trace
from attnviz.content.adding_up import mean_of, sum_in_words, sums_along, total_of
from attnviz.content.colours import entries_of, entry_rows_of, per_one, steps_between
from attnviz.content.documents.export import Order, export_text
from attnviz.content.importing import Part, plan, read_path
from attnviz.content.sources.habits import habits
from attnviz.content.sources.row_sums import row_sums
from attnviz.content.stage_formulas import formula_of

HUGE = 1.5e308


def given(*rows: list[float]) -> Scenario:
    return Scenario(GivenWeights(np.array([rows]), np.eye(len(rows[0]))))


def test_a_sum_is_finite_where_only_the_way_to_it_is_not() -> None:
    np.testing.assert_array_equal(sums_along(np.array([[HUGE, HUGE, -HUGE, 0], [1, 2, 3, 4]])), [HUGE, 10])


def test_a_sum_beyond_all_numbers_is_an_infinity_of_its_sign() -> None:
    np.testing.assert_array_equal(sums_along(np.array([[HUGE, HUGE], [-HUGE, -HUGE]]), axis=1), [np.inf, -np.inf])


def test_sums_go_along_any_axis() -> None:
    np.testing.assert_array_equal(sums_along(np.array([[HUGE, 1], [HUGE, 2], [-HUGE, 3]]), axis=0), [HUGE, 6])


def test_a_float32_sum_is_added_in_float64() -> None:
    assert sums_along(np.full((1, 2), 3e38, np.float32))[0] == 2 * float(np.float32(3e38))


@pytest.mark.parametrize(("terms", "total"), [([HUGE, HUGE, -HUGE], HUGE), ([HUGE, HUGE], np.inf), ([0.1] * 10, 1.0)])
def test_few_numbers_are_added_whatever_their_size(terms: list[float], total: float) -> None:
    assert total_of(terms) == total


@pytest.mark.parametrize(
    ("total", "words"), [(np.inf, "more than 1.79×10³⁰⁸"), (-np.inf, "less than −1.79×10³⁰⁸"), (1.1, "1.100")]
)
def test_a_sum_beyond_all_numbers_is_told_in_words(total: float, words: str) -> None:
    assert sum_in_words(total, 3) == words


def test_the_weights_say_that_their_rows_sum_to_more_than_any_number() -> None:
    told = formula_of(trace(given([HUGE, HUGE])), "weights", 0, 3)
    assert told == "as given, rows sum to more than 1.79×10³⁰⁸"


def test_the_reasons_for_a_sum_are_told_of_the_largest_numbers_too() -> None:
    told = row_sums(np.array([[[HUGE, HUGE], [0.5, 0.5]]]))
    assert told.sentence.startswith("1 of 2 rows does not sum to 1 (sums: from 1.000 to more than 1.79×10³⁰⁸).")


def test_a_web_page_colours_numbers_of_both_ends_of_all_numbers() -> None:
    page = export_text(trace(given([-HUGE, HUGE], [0.0, 1.0])), Order("html"))
    assert "−1.5×10³⁰⁸" in page


@pytest.mark.parametrize("copies", [1, 200], ids=["one by one", "all at once"])
def test_colours_of_a_scale_as_long_as_all_numbers_go_from_its_one_end_to_the_other(copies: int) -> None:
    values = np.array([[-HUGE, 0.0, HUGE]] * copies)
    limits = (-HUGE, HUGE)
    assert entry_rows_of(values, limits, diverging=False)[0] == [0, 128, 255]
    assert entries_of(values, limits, diverging=False)[0].tolist() == [0, 128, 255]


def test_bars_of_numbers_at_both_ends_have_their_share_of_the_track() -> None:
    assert per_one(100.0, (-HUGE, HUGE)) * HUGE == pytest.approx(50.0)


def test_the_steps_of_a_legend_reach_from_end_to_end_however_far_apart() -> None:
    np.testing.assert_array_equal(steps_between((-HUGE, HUGE), 3), [-HUGE, 0, HUGE])


def test_the_mean_of_the_largest_numbers_is_one_of_them() -> None:
    assert mean_of(np.full(4, HUGE)) == HUGE


def test_the_largest_numbers_come_in_as_weights(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.array([[HUGE, -HUGE], [HUGE, HUGE]]))
    made = plan([Part(read_path(tmp_path / "x.npy").arrays[0], "weights")], None)
    assert made.scenario is not None
    np.testing.assert_array_equal(made.scenario.matrix("weights")[0], [[HUGE, -HUGE], [HUGE, HUGE]])


def test_what_heads_do_is_told_of_the_largest_numbers(tmp_path: Path) -> None:
    (found,) = habits(np.full((1, 2, 2), HUGE), ())
    assert found.itself == HUGE
