"""Programs in NumPy: run as they are written, they compute what the engine computes."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from code_scenarios import HARD, scenarios
from hypothesis import given, settings
from written_code import assert_computes, run, written

from attnviz import Direct, GivenWeights, HiddenRow, Mask, Projected, Scenario, load, trace
from attnviz.content.code.program import LANGUAGES, write_code, write_program
from attnviz.content.presets import PRESETS
from attnviz.engine.errors import AttentionError
from attnviz.engine.positions import Alibi, Rotary

BY_HAND = Projected(
    X=[[1, 0], [0, 1], [1, 1]], W_Q=[[1, 0], [1, 1]], W_K=[[1, 1], [0, 1]], W_V=[[2, 0], [0, 1]]
)  # fmt: skip


@pytest.mark.parametrize("preset", [preset.name for preset in PRESETS])
def test_the_program_of_every_preset_computes_its_numbers(preset: str) -> None:
    scenario = load(preset)
    assert_computes(written(scenario), scenario, 1e-12)


@given(scenarios(exact=True))
@settings(max_examples=150)
def test_a_program_computes_what_the_engine_computes(scenario: Scenario) -> None:
    assert_computes(written(scenario), scenario, 1e-12 if scenario.dtype == "float64" else 3e-5)


@given(scenarios())
@settings(max_examples=100)
def test_a_program_rounds_where_a_pencil_does(scenario: Scenario) -> None:
    scenario = replace(scenario, pencil=3, dtype="float64")
    assert_computes(written(scenario), scenario, 1e-12)


@given(scenarios())
@settings(max_examples=50)
def test_a_program_prints_its_numbers_in_full(scenario: Scenario) -> None:
    ran = written(scenario)
    np.testing.assert_array_equal(ran.read("weights"), ran["weights"])
    if "output" in ran.names:
        np.testing.assert_array_equal(ran.read("output"), ran["output"])


def test_the_figures_by_hand_come_out_of_the_program() -> None:
    ran = written(Scenario(BY_HAND, pencil=3))
    np.testing.assert_array_equal(ran["weights"][0, 1], [0.284, 0.140, 0.576])
    np.testing.assert_array_equal(ran["output"][1], [1.720, 0.716])


def test_a_program_runs_by_itself_in_a_process_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "by_hand.py"
    file.write_text(write_code(load("by-hand"), "numpy"), encoding="utf-8")
    found = subprocess.run([sys.executable, "-I", "-W", "error", file], capture_output=True, text=True, check=True)
    assert found.stdout.startswith("output\n[[")
    assert "1.71994150991" in found.stdout


def test_many_numbers_come_after_what_is_computed_with_them() -> None:
    text = write_code(load("trophy"), "numpy")
    assert text.index("def attention(") < text.index('W_Q = unpacked((384, 32), "float64", ')


def test_a_program_that_is_only_read_leaves_packed_numbers_out() -> None:
    program = write_program(trace(load("trophy")), "numpy", numbers=False)
    assert not program.whole
    assert len(program.text) < 6000


def test_a_program_that_is_only_read_gives_a_matrix_as_its_shape() -> None:
    program = write_program(trace(load("by-hand")), "numpy", numbers=False)
    assert "W_Q = np.array(…)  # (d_model, d_k) = (2, 2)\n" in program.text
    assert not program.whole


def test_few_numbers_stand_in_the_program_as_they_are() -> None:
    assert "    [1.0, 0.0],\n    [0.0, 1.0],\n    [1.0, 1.0],\n" in write_code(load("by-hand"), "numpy")


def test_only_what_is_used_appears() -> None:
    text = write_code(load("by-hand"), "numpy")
    absent = ("allowed", "heads =", "kv_heads", "bias", "softcap", "tanh", "temper", "slopes", "turned", "Fraction")
    assert [word for word in absent if word in text] == []


def test_each_stage_that_the_scenario_has_is_made_by_some_line() -> None:
    scenario = Scenario(
        replace(BY_HAND, W_O=np.eye(2)), heads=1, softcap=3.0, bias=np.zeros((3, 3)), temperature=2.0,
        mask=Mask(causal=True), positions=Rotary(),
    )  # fmt: skip
    made = {stage for line in write_program(trace(scenario), "numpy").lines for stage in line.stages}
    assert set(trace(scenario).stages) - {"concatenated"} <= made


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hidden_row_is_refused_as_everywhere(language: str) -> None:
    scenario = Scenario(BY_HAND, mask=Mask(padding=(0, 1, 2)))
    with pytest.raises(HiddenRow, match="Query 1 sees no key"):
        write_code(scenario, language)


def test_another_language_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(AttentionError, match=r"'julia' is no language. Choose one of: numpy, torch, torch-sdpa"):
        write_code(load("by-hand"), "julia")


@pytest.mark.parametrize(
    ("change", "word"),
    [({"softcap": 2.0}, "cannot cap scores"), ({"pencil": 3}, "cannot round its steps")],
)
def test_what_torchs_own_function_cannot_do_is_refused_with_a_way_out(change: dict, word: str) -> None:
    with pytest.raises(AttentionError, match=f"{word}.*Choose PyTorch written out"):
        write_code(Scenario(BY_HAND, **change), "torch-sdpa")


def test_given_weights_are_refused_for_torchs_own_function() -> None:
    with pytest.raises(AttentionError, match="the weights are given"):
        write_code(load("mixture"), "torch-sdpa")


@pytest.mark.parametrize("label", HARD)
def test_a_hard_label_comes_back_as_it_was(label: str) -> None:
    ran = written(Scenario(BY_HAND, tokens=(label, "b", "c"), source_tokens=("x", label, "z")))
    assert ran.names["tokens"] == [label, "b", "c"]
    assert ran.names["source_tokens"] == ["x", label, "z"]


@pytest.mark.parametrize("title", ["a\nimport os", '"""', "\u2028print(1)", "\x0cprint(1)", "\\", "a\rb"])
def test_a_title_stays_within_its_comment(title: str) -> None:
    plain, titled = (ast.dump(ast.parse(write_code(Scenario(BY_HAND, title=own), "numpy"))) for own in ("", title))
    assert plain == titled


def test_a_title_cannot_name_the_files_encoding() -> None:
    text = write_code(Scenario(BY_HAND, title="coding: utf-7"), "numpy")
    assert not any("coding" in line for line in text.splitlines()[:2])
    assert_computes(run(text.encode()), Scenario(BY_HAND), 1e-12)


def test_float32_numbers_are_the_very_ones() -> None:
    values = np.float32([[0.1, 1e-30, 3.4e38, 16777217, 1 / 3]])
    ran = written(Scenario(Direct(np.zeros((1, 1)), np.zeros((1, 1)), values), dtype="float32"))
    assert ran["V"].dtype == np.float32
    np.testing.assert_array_equal(ran["V"], values)


def test_packed_numbers_are_the_very_ones_offs_and_zeros_included() -> None:
    values = np.random.default_rng(7).normal(size=(300, 2))
    values[0] = [-0.0, 5e-324]
    ran = written(Scenario(Direct(np.zeros((1, 1)), np.zeros((300, 1)), values)))
    np.testing.assert_array_equal(ran["V"].view(np.uint64), values.view(np.uint64))


def test_a_large_painted_mask_is_packed_and_hides_the_same_pairs() -> None:
    rng = np.random.default_rng(3)
    seen = rng.random((20, 30)) < 0.5
    scenario = Scenario(Direct(*(rng.normal(size=(rows, 2)) for rows in (20, 30, 30))), mask=Mask(custom=seen))
    assert_computes(written(scenario), scenario, 1e-12)


def test_a_bias_of_minus_infinity_hides_in_the_program_too() -> None:
    scenario = Scenario(BY_HAND, bias=[[0, -np.inf, 0], [0, 0, -np.inf], [-np.inf, 0.5, 0]])
    ran = written(scenario)
    assert ran["weights"][0, 0, 1] == ran["weights"][0, 1, 2] == ran["weights"][0, 2, 0] == 0


def test_large_scores_do_not_overflow() -> None:
    scenario = Scenario(Direct([[40.0]], [[30.0], [-30.0]], [[1.0], [2.0]]), scale=False)
    assert_computes(written(scenario), scenario, 1e-12)


def test_with_a_pencil_only_heads_with_large_scores_subtract_the_maximum() -> None:
    scenario = Scenario(
        Direct([[1.0, 40.0]], [[1.5, 30.0], [-1.5, 29.9]], [[1.0, 1.0], [2.0, 2.0]]), heads=2, scale=False, pencil=3
    )
    assert [trace(scenario).shifted(head) for head in (0, 1)] == [False, True]
    assert_computes(written(scenario), scenario, 1e-12)


def test_given_weights_are_shown_as_they_are_and_mix_the_values() -> None:
    ran = written(Scenario(GivenWeights([[[0.25, 0.75]]], [[4.0], [8.0]])))
    np.testing.assert_array_equal(ran["weights"], [[[0.25, 0.75]]])
    np.testing.assert_array_equal(ran["output"], [[7.0]])


def test_given_weights_without_values_have_no_output() -> None:
    ran = written(Scenario(GivenWeights([[[0.25, 0.75]]])))
    assert "output" not in ran.names
    assert ran.printed == "weights\n[[[0.25 0.75]]]\n"


def test_far_positions_turn_as_in_the_engine() -> None:
    inputs = Direct(*(np.random.default_rng(5).normal(size=(3, 4)) for _ in range(3)))
    scenario = Scenario(inputs, positions=Rotary(start=10**9))
    assert_computes(written(scenario), scenario, 1e-12)


def test_a_penalty_by_distance_takes_the_slopes_of_its_heads() -> None:
    inputs = Direct(*(np.zeros((3, 2)) for _ in range(3)))
    ran = written(Scenario(inputs, heads=2, positions=Alibi((0.0, np.log(2)))))
    np.testing.assert_allclose(ran["weights"][0, 2], [1 / 3] * 3, rtol=1e-15)
    np.testing.assert_allclose(ran["weights"][1, 2], [1 / 7, 2 / 7, 4 / 7], rtol=1e-15)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_of_millions_of_weights_prints_their_corners(language: str) -> None:
    many = Scenario(Direct(*(np.zeros((1024, 1), dtype=np.float32) for _ in range(3))))
    text = write_code(many, language)
    assert "threshold" not in text
    assert 'profile="full"' not in text
    assert "prints the corners of both" in text
