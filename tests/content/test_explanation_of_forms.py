"""What explanations say of positions, windows, score biases and shared keys, against numbers worked by hand."""

from __future__ import annotations

from dataclasses import replace
from math import pi

import numpy as np
import pytest
from explained import explained, numbers, titles, words

from attnviz.content.explanation_text import as_latex
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.engine.mask import Mask
from attnviz.engine.positions import Alibi, Rotary
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace

# By hand, where query 2 is (1, 1) and key 1 is (1, 1), turned 60° for each place: cos 60° = 0.5, sin 60° = 0.866….
TURNED = replace(preset("by-hand"), positions=Rotary(frequencies=(pi / 3,)))
FAR = replace(preset("by-hand"), positions=Alibi((0.5,)))


def test_the_first_of_a_pair_is_x_cos_less_y_sin() -> None:
    # 1·0.5 − 1·0.866 = −0.366
    assert numbers(TURNED, Cell("rotated_queries", 0, 1, 0))[-1] == "1·0.500… − 1·0.866… = −0.366"


def test_the_second_of_a_pair_is_y_cos_and_x_sin() -> None:
    assert numbers(TURNED, Cell("rotated_queries", 0, 1, 1))[-1] == "1·0.500… + 1·0.866… = 1.366"


def test_the_angle_is_position_times_frequency() -> None:
    first = numbers(TURNED, Cell("rotated_keys", 0, 2, 0))[0]
    assert first == "2 · 1.047… = 2.094… rad = 120°"


def test_words_name_the_pair_and_the_place() -> None:
    step = explained(TURNED, Cell("rotated_keys", 0, 2, 1)).steps[0]
    assert step.title == "Angle of pair 1 at position 2"
    assert "Key 3 “c” stands at position 2. Its numbers 1 and 2 are pair 1" in step.said
    assert "which is 120°" in step.said
    assert "y·cos + x·sin" in words(TURNED, Cell("rotated_keys", 0, 2, 1))


@pytest.mark.parametrize(("pairing", "partner"), [("half", 3), ("interleaved", 2)])
def test_pairs_are_those_of_the_pairing(pairing: str, partner: int) -> None:
    wide = replace(preset("two-heads"), heads=1, positions=Rotary(pairing))
    assert titles(wide, Cell("rotated_queries", 0, 1, 0))[-1] == f"Turn numbers 1 and {partner}"


def test_a_number_beyond_the_width_does_not_turn() -> None:
    partly = replace(preset("two-heads"), heads=1, positions=Rotary(width=2))
    assert titles(partly, Cell("rotated_queries", 0, 1, 3)) == ["Not turned"]
    assert "only the first numbers of a head turn" in words(partly, Cell("rotated_queries", 0, 1, 3)).lower()


def test_scores_of_turned_vectors_say_so_and_link_to_them() -> None:
    step = explained(TURNED, Cell("scores", 0, 1, 0)).steps[0]
    assert "their turned numbers are multiplied" in step.said
    assert {part.cell.name for part in step.numbers if part.cell} >= {"rotated_queries", "rotated_keys"}


def test_the_formula_of_a_turned_number_has_its_angle() -> None:
    steps = explained(TURNED, Cell("rotated_queries", 0, 1, 0)).steps
    assert steps[-1].formula == r"\tilde{q}_{2,1} = q_{2,1} \cos \theta_{1} - q_{2,2} \sin \theta_{1}"
    assert steps[0].formula.startswith(r"\theta_{1} = p \cdot \omega_{1}")


def test_alibi_adds_slope_times_distance() -> None:
    # Query 3 and key 1: 3 ÷ √2 = 2.121, two keys back at 0.5 each: 1.121.
    assert numbers(FAR, Cell("biased", 0, 2, 0))[-1] == "2.121… + 0.5·(−2) = 1.121"
    assert "Key 1 “a” lies 2 keys before query 3 “c”" in words(FAR, Cell("biased", 0, 2, 0))


def test_the_penalty_itself_explains_itself() -> None:
    found = explained(FAR, Cell("alibi", 0, 2, 0))
    assert found.title == "ALiBi: query 3 “c”, key 1 “a”"
    assert numbers(FAR, Cell("alibi", 0, 2, 0)) == ["0.5·(−2) = −1"]


def test_a_bias_is_added_after_the_distance() -> None:
    both = replace(FAR, bias=np.full((3, 3), 0.25))
    assert numbers(both, Cell("biased", 0, 2, 1))[-1] == "0.707… + 0.5·(−1) + 0.25 = 0.457"
    assert titles(both, Cell("biased", 0, 2, 1))[-1] == "Add distance and bias"


def test_a_bias_alone_links_to_its_own_number() -> None:
    biased = replace(preset("by-hand"), bias=np.full((3, 3), 0.25))
    step = explained(biased, Cell("biased", 0, 2, 1)).steps[-1]
    assert step.title == "Add the bias"
    assert Cell("bias", None, 2, 1) in [part.cell for part in step.numbers]


def test_what_the_window_hides_is_told_with_its_distance_and_reach() -> None:
    windowed = replace(preset("by-hand"), mask=Mask(window=(1, 0)))
    said = words(windowed, Cell("masked", 0, 2, 0))
    assert "it is 2 keys before it, and the window reaches 1" in said
    assert titles(windowed, Cell("masked", 0, 2, 0))[-1] == "Hidden by the window"


def test_the_other_side_of_the_window_has_its_own_reach() -> None:
    windowed = replace(preset("by-hand"), mask=Mask(window=(2, 0)))
    assert "it is 1 key after it, and the window reaches 0" in words(windowed, Cell("masked", 0, 0, 1))


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (Cell("keys", 1, 0, 0), "It belongs to key/value head 1, shared by heads 1 and 2."),
        (Cell("scores", 2, 0, 0), "The key is read from key/value head 2, shared by heads 3 and 4."),
        (Cell("head_output", 3, 0, 0), "The values are those of key/value head 2, shared by heads 3 and 4."),
    ],
)
def test_shared_keys_and_values_are_told(cell: Cell, said: str) -> None:
    assert said in words(preset("grouped-query"), cell)


def test_heads_with_keys_of_their_own_need_no_such_words() -> None:
    assert "key/value head" not in words(preset("two-heads"), Cell("scores", 0, 0, 0))


@pytest.mark.parametrize("scenario", [TURNED, FAR, preset("sliding-window"), preset("grouped-query")])
def test_every_cell_of_every_stage_can_be_written_as_latex(scenario: Scenario) -> None:
    traced = trace(scenario)
    for name in traced.stages:
        text = as_latex(explained(scenario, Cell(name, 0, 1, 0)), "all")
        assert text.count("{") == text.count("}")


def test_a_score_over_the_root_of_1_and_what_the_mask_leaves_alone_have_symbols_of_their_own() -> None:
    step_by_step = [step.formula for step in explained(preset("alibi"), Cell("weights", 0, 1, 0)).steps]
    assert step_by_step[1:4] == [
        r"\tilde{s}_{2,1} = \frac{s_{2,1}}{\sqrt{d_k}}",
        r"\bar{s}_{2,1} = \tilde{s}_{2,1} + m \left( j - i \right)",
        r"E_{2,1} = e^{z_{2,1}},\quad z_{2,1} = \bar{s}_{2,1}",
    ]
