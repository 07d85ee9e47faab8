"""Programs in PyTorch: run as they are written, they compute what the engine and what PyTorch itself has computed."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from code_scenarios import scenarios
from hypothesis import given, settings
from written_code import assert_computes, written

from attnviz import Direct, GivenWeights, Mask, Projected, Scenario, load, trace
from attnviz.content.code.program import LANGUAGES, write_code
from attnviz.content.presets import PRESETS
from attnviz.engine.inputs import Inputs
from attnviz.engine.positions import Alibi, Rotary

sys.path.append(str(Path(__file__).parents[1] / "engine"))  # where the golden answers are read

from answers import Case, torch_cases
from torch_scenarios import close, layer_scenario, mha_scenario

PRESET_NAMES = [preset.name for preset in PRESETS]
PLAIN = [
    name
    for name, scenario in ((name, load(name)) for name in PRESET_NAMES)
    if not isinstance(scenario.inputs, GivenWeights) and scenario.softcap is None and scenario.pencil is None
]
# Where no query sees a key there is nothing to write.
LAYERS = [case for case in torch_cases("layer") if layer_scenario(case)[1].any()]


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_the_program_of_every_preset_computes_its_numbers(preset: str) -> None:
    scenario = load(preset)
    assert_computes(written(scenario, "torch"), scenario, 1e-10)


@pytest.mark.parametrize("preset", PLAIN)
def test_torchs_own_function_computes_the_numbers_of_every_preset_that_it_can(preset: str) -> None:
    scenario = load(preset)
    assert_computes(written(scenario, "torch-sdpa"), scenario, 1e-10)


@given(scenarios(exact=True))
@settings(max_examples=150)
def test_a_program_computes_what_the_engine_computes(scenario: Scenario) -> None:
    assert_computes(written(scenario, "torch"), scenario, _tolerance(scenario))


@given(scenarios(kinds="pd", exact=True, capped=False))
@settings(max_examples=150)
def test_torchs_own_function_computes_what_the_engine_computes(scenario: Scenario) -> None:
    assert_computes(written(scenario, "torch-sdpa"), scenario, _tolerance(scenario))


@given(scenarios())
@settings(max_examples=80)
def test_a_program_rounds_where_a_pencil_does(scenario: Scenario) -> None:
    scenario = replace(scenario, pencil=3, dtype="float64")
    assert_computes(written(scenario, "torch"), scenario, 1e-10)


@given(scenarios(exact=True))
@settings(max_examples=30)
def test_a_program_prints_its_numbers_in_full(scenario: Scenario) -> None:
    ran = written(scenario, "torch")
    np.testing.assert_array_equal(ran.read("weights"), ran["weights"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", LAYERS, ids=str)
def test_a_program_gives_the_outputs_that_torch_gave_for_a_layer(case: Case, language: str) -> None:
    scenario, live = layer_scenario(case)
    ran = written(scenario, language)
    close(ran["output"], case.expected["Y"][live], case)
    close(ran["weights"], case.expected["weights"][:, live], case)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", torch_cases("mha"), ids=str)
def test_a_program_gives_the_outputs_of_torchs_multi_head_attention(case: Case, language: str) -> None:
    ran = written(mha_scenario(case, 0), language)
    close(ran["output"], case.expected["Y"][0], case)


@pytest.mark.parametrize("language", ["torch", "torch-sdpa"])
def test_a_program_runs_by_itself_in_a_process_of_its_own(tmp_path: Path, language: str) -> None:
    file = tmp_path / "trophy.py"
    file.write_text(write_code(load("trophy"), language), encoding="utf-8")
    found = subprocess.run([sys.executable, "-I", "-W", "error", file], capture_output=True, text=True, check=True)
    assert found.stdout.startswith("output\ntensor([[")


def test_a_plain_causal_mask_is_asked_of_the_function_by_its_name() -> None:
    text = write_code(load("by-hand-causal"), "torch-sdpa")
    assert "F.scaled_dot_product_attention(q, k, v, is_causal=True)" in text


def test_the_staircase_from_the_bottom_right_is_not_taken_for_the_functions_own() -> None:
    scenario = Scenario(_vectors(2, 4), mask=Mask(causal=True, alignment="bottom_right"))
    assert "is_causal" not in write_code(scenario, "torch-sdpa")
    assert_computes(written(scenario, "torch-sdpa"), scenario, 1e-10)


def test_large_scores_in_float32_do_not_end_the_program_at_its_own_check() -> None:
    rng = np.random.default_rng(4)
    inputs = Direct(*(1000 * rng.normal(size=(6, 8)) for _ in range(3)))
    ran = written(Scenario(inputs, dtype="float32"), "torch-sdpa")
    assert np.isfinite(ran["output"]).all()


def test_grouped_heads_are_left_to_the_function() -> None:
    scenario = Scenario(_vectors(3, 3, heads=4, kv_heads=2), heads=4, kv_heads=2)
    assert "enable_gqa=True" in write_code(scenario, "torch-sdpa")
    assert_computes(written(scenario, "torch-sdpa"), scenario, 1e-10)


@pytest.mark.parametrize("language", ["torch", "torch-sdpa"])
@pytest.mark.parametrize("positions", [Rotary(), Rotary("interleaved", start=5), Alibi()], ids=str)
def test_positions_are_part_of_the_program(language: str, positions: Rotary | Alibi) -> None:
    scenario = Scenario(_vectors(3, 5, heads=2), heads=2, positions=positions, temperature=0.7)
    assert_computes(written(scenario, language), scenario, 1e-10)


@pytest.mark.parametrize("language", ["torch", "torch-sdpa"])
def test_a_program_leaves_torchs_settings_of_numbers_as_they_are(language: str) -> None:
    written(load("two-heads"), language)
    assert torch.get_default_dtype() == torch.float32


def test_packed_numbers_are_the_very_ones() -> None:
    values = np.random.default_rng(7).normal(size=(300, 2))
    ran = written(Scenario(Direct(np.zeros((1, 1)), np.zeros((300, 1)), values)), "torch")
    np.testing.assert_array_equal(ran["V"].view(np.uint64), values.view(np.uint64))


def test_a_large_painted_mask_hides_the_same_pairs() -> None:
    seen = np.random.default_rng(3).random((20, 30)) < 0.5
    scenario = Scenario(_vectors(20, 30), mask=Mask(custom=seen))
    assert_computes(written(scenario, "torch"), scenario, 1e-10)


def test_with_a_pencil_only_heads_with_large_scores_subtract_the_maximum() -> None:
    scenario = Scenario(
        Direct([[1.0, 40.0]], [[1.5, 30.0], [-1.5, 29.9]], [[1.0, 1.0], [2.0, 2.0]]), heads=2, scale=False, pencil=3
    )
    assert [trace(scenario).shifted(head) for head in (0, 1)] == [False, True]
    assert_computes(written(scenario, "torch"), scenario, 1e-10)


def test_biases_of_all_projections_are_added() -> None:
    rng = np.random.default_rng(2)
    inputs = Projected(*(rng.normal(size=(2, 2)) for _ in range(5)), None, *(rng.normal(size=2) for _ in range(4)))
    scenario = Scenario(inputs)
    assert_computes(written(scenario, "torch-sdpa"), scenario, 1e-10)


def _vectors(queries: int, keys: int, heads: int = 1, kv_heads: int | None = None) -> Inputs:
    rng, kv = np.random.default_rng(11), kv_heads or heads
    return Direct(*(rng.normal(size=(rows, 4 * n)) for rows, n in ((queries, heads), (keys, kv), (keys, kv))))


def _tolerance(scenario: Scenario) -> float:
    return 1e-10 if scenario.dtype == "float64" else 3e-5
