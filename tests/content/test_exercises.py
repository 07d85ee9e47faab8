"""Exercises: the same seed gives the same, answers recomputed in plain NumPy, hints that end before the answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest

from attnviz import GivenWeights, Mask, Projected, Scenario
from attnviz.content.practice.exercise import Exercise
from attnviz.content.practice.friendly import friendly
from attnviz.content.practice.hints import arithmetic_of, hints
from attnviz.content.practice.kinds import KINDS, exercise, exercises, possible_kinds
from attnviz.content.practice.printed import printed
from attnviz.content.practice.score import Attempt, Score
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.engine.errors import FieldError

NAMES = tuple(kind.name for kind in KINDS)
OF_CELLS = tuple(name for name in NAMES if name not in ("shape", "parameters"))
SEEDS = range(12)


def by_pencil(values: np.ndarray) -> np.ndarray:
    """Each number to three decimals, half away from zero, as its digits say."""

    def one(value: float) -> float:
        return (
            float(Decimal(f"{value:.12f}").quantize(Decimal("0.001"), ROUND_HALF_UP)) if np.isfinite(value) else value
        )

    return np.vectorize(one)(values)


def stages(
    scenario: Scenario, head: int, cut: Callable[[np.ndarray], np.ndarray] = lambda values: values
) -> dict[str, np.ndarray]:
    """Every stage of a head by the formulas of the paper, in NumPy and nothing of ours. cut: rounds each result."""
    inputs = scenario.inputs
    assert isinstance(inputs, Projected)
    width, d_v = inputs.W_Q.shape[1] // scenario.heads, inputs.W_V.shape[1] // scenario.heads
    found: dict[str, np.ndarray] = {}
    outputs = []
    for each in range(scenario.heads):
        Q, K = (inputs.X @ W[:, each * width : (each + 1) * width] for W in (inputs.W_Q, inputs.W_K))
        V = inputs.X @ inputs.W_V[:, each * d_v : (each + 1) * d_v]
        scores = Q @ K.T
        scaled = cut(scores / np.sqrt(width))
        masked = np.where(np.tri(len(inputs.X), dtype=bool), scaled, -np.inf) if scenario.mask.causal else scaled
        powers = cut(np.exp(masked))
        weights = cut(powers / powers.sum(axis=1, keepdims=True))
        outputs.append(cut(weights @ V))
        if each == head:
            found = {"queries": Q, "keys": K, "values": V, "scores": scores, "scaled": scaled, "masked": masked,
                     "exponentials": powers, "weights": weights, "head_output": outputs[-1]}  # fmt: skip
    found["concatenated"] = np.concatenate(outputs, axis=1)
    found["output"] = found["concatenated"] if inputs.W_O is None else cut(found["concatenated"] @ inputs.W_O)
    return found


def texts(made: Exercise) -> list[str]:
    """The answers as somebody writes them to three decimals."""
    return [f"{answer:.3f}" if answer % 1 else f"{answer:.0f}" for answer in made.answers]


@pytest.mark.parametrize("name", OF_CELLS)
@pytest.mark.parametrize("seed", SEEDS)
def test_answers_are_what_numpy_computes(name: str, seed: int) -> None:
    made = exercise(name, seed)
    for cell, answer, exact in zip(made.cells, made.answers, made.exact_answers, strict=True):
        pencil, whole = (stages(made.scenario, cell.head or 0, *cut)[cell.name] for cut in ((by_pencil,), ()))
        assert answer == pytest.approx(pencil[cell.row, cell.column], abs=1e-12)
        assert exact == pytest.approx(whole[cell.row, cell.column], abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_right_answers_are_judged_right(name: str, seed: int) -> None:
    made = exercise(name, seed)
    assert {made.judge(place, text).verdict for place, text in enumerate(texts(made))} == {"right"}


@pytest.mark.parametrize("name", NAMES)
def test_one_seed_makes_one_exercise(name: str) -> None:
    one, two = exercise(name, 7), exercise(name, 7)
    assert (one.question, one.scenario, one.cells, one.fields) == (two.question, two.scenario, two.cells, two.fields)


@pytest.mark.parametrize("name", NAMES)
def test_other_seeds_make_other_exercises(name: str) -> None:
    assert len({(exercise(name, seed).question, texts(exercise(name, seed))[0]) for seed in SEEDS}) > 4


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("heads", [1, 2])
def test_friendly_numbers_are_whole_and_small(seed: int, heads: int) -> None:
    made = friendly(seed, "test", heads=heads)
    assert isinstance(made.inputs, Projected)
    own = [stages(made, head) for head in range(heads)]
    for values in own:
        for name in ("queries", "keys", "values", "scores"):
            assert (values[name] == np.round(values[name])).all()
        assert np.abs(values["scores"]).max() <= 6
        assert len(set(map(tuple, values["scores"].tolist()))) > 1


@pytest.mark.parametrize("name", OF_CELLS)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_answer_is_covered_as_not_reached(name: str, seed: int) -> None:
    made = exercise(name, seed)
    assert not any(
        (region.name, region.head) == (cell.name, cell.head) and region.holds(cell.row, cell.column)
        for cell in made.cells
        for region in made.unseen
    )


@pytest.mark.parametrize("name", ["weight", "masked"])
def test_the_other_weights_of_the_row_are_covered(name: str) -> None:
    made = exercise(name, 3)
    row = made.cells[0].row
    assert all(made.hides(Cell("weights", made.cells[0].head, row, key)) for key in range(3))


@pytest.mark.parametrize("name", OF_CELLS)
def test_what_is_given_is_not_covered(name: str) -> None:
    made = exercise(name, 5)
    own = [given for given in made.given if given in made.trace.stages]
    assert not any(made.hides(Cell(given, made.head, 0, 0)) for given in own)


@pytest.mark.parametrize("name", OF_CELLS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_last_hint_keeps_the_answer_back(name: str, seed: int) -> None:
    made = exercise(name, seed)
    for place in range(len(made.cells)):
        told = hints(made, place)
        assert told
        assert "= …?" in told[-1][1] or told[-1][1] == ""


@pytest.mark.parametrize("name", OF_CELLS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_key_ends_each_arithmetic_with_its_answer(name: str, seed: int) -> None:
    made = exercise(name, seed)
    for (_, lines), answer in zip(arithmetic_of(made), made.answers, strict=True):
        shown = "0" if answer == 0 else re.sub(r"\.000$", "", f"{answer:.3f}".replace("-", "−"))
        assert lines[-1][1].split(" = ")[-1].rstrip("…") in (shown, f"{shown}.000")


def test_no_two_numbers_of_a_projection_come_of_equal_columns() -> None:
    for seed in range(40):
        inputs = exercise("projection", seed).scenario.inputs
        assert isinstance(inputs, Projected)
        for matrix in (inputs.W_Q, inputs.W_K, inputs.W_V):
            assert len(np.unique(matrix, axis=1).T) == matrix.shape[1]


def test_unit_2_can_be_practised_from_the_learners_own_scenario() -> None:
    own = preset("by-hand")
    made = exercise("weight", 4, own)
    assert made.scenario.inputs is own.inputs
    assert made.cells[0].name == "weights"


def test_a_masked_row_of_a_scenario_without_a_mask_gets_a_causal_one() -> None:
    assert exercise("masked", 1, preset("by-hand")).scenario.mask == Mask(causal=True)


def test_a_masked_row_writes_zero_for_hidden_keys() -> None:
    made = exercise("masked", 1, preset("by-hand"))
    hidden = [answer for cell, answer in zip(made.cells, made.answers, strict=True) if cell.column > cell.row]
    assert set(hidden) == {0.0}


def test_large_scenarios_offer_only_what_a_hand_can_do() -> None:
    large = Scenario(Projected(*(np.ones((20, 20)) for _ in range(4))))
    assert possible_kinds(large) == ("shape", "parameters")


def test_weights_without_values_cannot_be_mixed() -> None:
    bare = Scenario(GivenWeights([[[0.5, 0.5]]]))  # type: ignore[arg-type]
    assert possible_kinds(bare) == ("shape",)


def test_a_kind_that_does_not_suit_the_scenario_is_refused() -> None:
    with pytest.raises(FieldError, match="Choose new numbers"):
        exercise("concatenation", 1, preset("by-hand"))


def test_an_unknown_kind_is_refused_with_those_there_are() -> None:
    with pytest.raises(FieldError, match=r"Choose among: projection, score"):
        exercises(1, 3, ("riddle",))


def test_a_sheet_takes_the_kinds_in_turn() -> None:
    assert [made.kind for made in exercises(7, 5, ("score", "weight"))] == [
        "score",
        "weight",
        "score",
        "weight",
        "score",
    ]


def test_a_sheet_never_repeats_an_exercise() -> None:
    made = exercises(7, 20, ("score",))
    assert len({(one.seed, one.question) for one in made}) == 20


@pytest.mark.parametrize("seed", SEEDS)
def test_a_parameter_count_adds_up(seed: int) -> None:
    made = exercise("parameters", seed)
    width = int(re.search(r"d_model = (\d+)", made.question)[1])  # type: ignore[index]
    biases = 4 * width if "biases b_Q" in made.question else 0
    assert made.answers == (4 * width**2 + biases,)


def test_more_heads_add_no_parameters_and_that_is_said() -> None:
    made = exercise("parameters", 1)
    heads = int(re.search(r"(\d+) heads", made.question)[1])  # type: ignore[index]
    wrong = int(made.answers[0]) * heads
    assert made.judge(0, str(wrong)).note.startswith("More heads add no numbers")


@pytest.mark.parametrize("seed", range(30))
def test_a_shape_follows_from_what_is_told(seed: int) -> None:
    made = exercise("shape", seed)
    number = {word: int(count) for count, word in re.findall(r"(\d+) (queries|keys|heads?)", made.question)}
    T, S = number["queries"], number["keys"]
    heads = number.get("heads", number.get("head", 1))
    d_model = int(re.search(r"d_model = (\d+)", made.question)[1])  # type: ignore[index]
    what = made.question.rsplit("columns ha", 1)[1]
    d_k = d_model // heads
    expected = next(
        shape
        for word, shape in (
            ("scores", (T, S)), ("weights", (T, S)), ("queries", (T, d_k)), ("keys", (S, d_k)),
            ("output", (T, d_k)), ("concatenation", (T, d_model)),
        )
        if word in what
    )  # fmt: skip
    assert made.answers == expected


def test_a_first_try_counts_and_makes_a_streak() -> None:
    score = Score().after(Attempt()).after(Attempt())
    assert (score.first, score.streak) == (2, 2)


@pytest.mark.parametrize("attempt", [Attempt(wrong=1), Attempt(hints=1), Attempt(shown=True)])
def test_wrong_tries_hints_and_shown_answers_end_a_streak(attempt: Attempt) -> None:
    assert Score().after(Attempt()).after(attempt).streak == 0


def test_a_shown_answer_never_counts_as_right() -> None:
    assert Score().after(Attempt(shown=True)).right == 0


def test_an_answer_after_hints_is_right_but_not_at_first_try() -> None:
    score = Score().after(replace(Attempt(), hints=2))
    assert (score.right, score.first, score.hinted) == (1, 0, 1)


@pytest.mark.parametrize("seed", range(20))
def test_no_exercise_of_a_sheet_prints_what_another_one_asks_for(seed: int) -> None:
    made = exercises(seed, 7, (), preset("by-hand"))
    told = [
        {
            (region.name, row, column, each.trace.at(region.name, region.head)[row, column])
            for region in printed(each)
            for row in range(*region.rows)
            for column in range(*region.columns)
        }
        for each in made
    ]
    # Without a mask the masked scores are the scaled ones.
    names = {"scaled": ("scaled", "masked"), "output": ("output", "head_output")}
    for each in made:
        asked = {
            (name, cell.row, cell.column, answer)
            for cell, answer in zip(each.cells, each.answers, strict=False)
            for name in names.get(cell.name, (cell.name,))
        }
        assert not any(asked & one for other, one in zip(made, told, strict=True) if other is not each)


def test_two_heads_are_asked_for_nothing_that_the_question_says() -> None:
    made = exercise("concatenation", 7)
    said = set(re.findall(r"−?\d+\.\d{3}", made.question))
    assert not said & {f"{answer:.3f}".replace("-", "−") for answer in made.answers}
    assert len(made.answers) == 2


@pytest.mark.parametrize("seed", range(40))
def test_w_o_mixes_both_heads_with_signs(seed: int) -> None:
    inputs = exercise("concatenation", seed).scenario.inputs
    assert isinstance(inputs, Projected)
    assert inputs.W_O is not None
    assert set(inputs.W_O.ravel()) == {-1.0, 0.0, 1.0}
    assert not np.array_equal(inputs.W_O[:, 0], inputs.W_O[:, 1])
