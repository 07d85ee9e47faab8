"""What goes out comes in identical: every file that carries a scenario gives back its settings and the bits of its
numbers, whatever kind of scenario it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hard_labels import HARD, every_form, hard_scenario
from hypothesis import given, settings
from hypothesis import strategies as st
from random_scenarios import scenarios

from attnviz import Mask, Projected, Rotary, Scenario, load, save, trace
from attnviz.content.atomic import FileProblem
from attnviz.content.attn_file import decode, encode, is_own
from attnviz.content.documents.export import Order, export_bytes
from attnviz.content.documents.extract import extract, names_of
from attnviz.content.importing import read, read_path
from attnviz.content.presets import preset
from attnviz.engine.errors import AttentionError, FieldError

CARRYING = ["json", "npz", "html"]


def bits(scenario: Scenario) -> bytes:
    """Everything of it, the signs of zeros and the number formats too."""
    arrays = [values for _, values in scenario.given()]
    numbers = b"".join(str(values.dtype).encode() + values.tobytes() for values in arrays)
    return encode(scenario, packed=False) + numbers


def exported(scenario: Scenario, kind: str) -> bytes | None:
    """The export of everything; None where the scenario cannot be computed, or a label not be held."""
    traced = trace(scenario)
    try:
        return export_bytes(traced, Order(kind))  # type: ignore[arg-type]
    except (AttentionError, FieldError):
        return None


def extreme() -> Scenario:
    """Numbers at the ends of float64 that softmax can still be computed of, under labels of every script."""
    X = np.array([[5e-324, -0.0], [1e-300, 1 / 3], [-5e-324, 0.1]])
    W_V = np.array([[1e300, -0.0], [5e-324, -1e300]])
    return Scenario(Projected(X, np.eye(2), -0.0 * np.eye(2), W_V), title="−0 “5e-324”", tokens=HARD[2:5])


@pytest.mark.parametrize("packed", [False, True])
@given(scenarios())
@settings(max_examples=60)
def test_a_scenario_file_comes_back_in_every_bit(packed: bool, scenario: Scenario) -> None:
    data = encode(scenario, packed=packed)
    assert bits(decode(data, "file")) == bits(scenario)
    found = read(data, "file").scenario
    assert found is not None
    assert bits(found) == bits(scenario)


@pytest.mark.parametrize("kind", CARRYING)
@given(scenarios())
@settings(max_examples=40)
def test_an_export_of_everything_opens_as_the_scenario(kind: str, scenario: Scenario) -> None:
    data = exported(scenario, kind)
    if data is None:
        return
    assert bits(decode(data, "export")) == bits(scenario)


@pytest.mark.parametrize("kind", CARRYING)
@given(scenarios())
@settings(max_examples=20)
def test_an_export_of_everything_is_imported_as_the_scenario(kind: str, scenario: Scenario) -> None:
    data = exported(scenario, kind)
    if data is None:
        return
    found = read(data, "export").scenario
    assert found is not None
    assert bits(found) == bits(scenario)


@pytest.mark.parametrize("kind", CARRYING)
@pytest.mark.parametrize("form", [form for form in every_form() if form != "hidden row"])
def test_every_form_comes_back(form: str, kind: str) -> None:
    scenario = every_form()[form]
    data = exported(scenario, kind)
    assert data is not None
    assert bits(decode(data, "export")) == bits(scenario)


@pytest.mark.parametrize("kind", CARRYING)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_hard_labels_come_back(kind: str, dtype: str) -> None:
    scenario = replace(hard_scenario(), dtype=dtype, positions=Rotary("interleaved"))
    data = exported(scenario, kind)
    assert data is not None
    assert decode(data, "export").tokens == HARD
    assert bits(decode(data, "export")) == bits(scenario)


@pytest.mark.parametrize("kind", CARRYING)
def test_numbers_at_the_ends_of_float64_come_back(kind: str) -> None:
    data = exported(extreme(), kind)
    assert data is not None
    assert bits(decode(data, "export")) == bits(extreme())


@pytest.mark.parametrize("kind", ["csv", "tsv", "json", "npz"])
def test_the_sign_of_a_zero_survives_in_every_format(kind: str) -> None:
    data = export_bytes(trace(extreme()), Order(kind, ("X",)))  # type: ignore[arg-type]
    (array,) = read(data, "export").arrays
    assert array.values.tobytes() == extreme().matrix("X").tobytes()


@pytest.mark.parametrize("kind", ["csv", "tsv", "json", "npz"])
@given(scenarios(), st.data())
@settings(max_examples=60)
def test_one_stage_comes_back_with_its_numbers(kind: str, scenario: Scenario, data: st.DataObject) -> None:
    traced = trace(scenario)
    name = data.draw(st.sampled_from(names_of(traced)))
    try:
        (first, *_) = extract(traced, (name,)).tables()
        written = export_bytes(traced, Order(kind, (name,)))  # type: ignore[arg-type]
    except (AttentionError, FieldError):
        return
    found = read(written, "export")
    (array,) = found.arrays
    values = array.values.reshape(-1, *array.shape[-2:])[0].reshape(first.values.shape)
    assert values.astype(first.values.dtype).tobytes() == first.values.tobytes()
    if kind != "npz":
        assert (array.row_labels, array.column_labels) == (first.rows, first.columns)


def test_many_numbers_are_carried_as_an_archive_within_the_archive() -> None:
    rng = np.random.default_rng(3)
    scenario = Scenario(Projected(rng.normal(size=(3, 300)), *(rng.normal(size=(300, 200)) for _ in range(3))))
    data = exported(scenario, "npz")
    assert data is not None
    assert bits(decode(data, "export")) == bits(scenario)


@pytest.mark.parametrize("kind", CARRYING)
def test_the_scenario_can_be_left_out(kind: str) -> None:
    data = export_bytes(trace(preset("two-heads")), Order(kind, carry=False))  # type: ignore[arg-type]
    with pytest.raises(FileProblem, match=r"carries no scenario|without their scenario"):
        decode(data, "export")


@pytest.mark.parametrize("kind", ["json", "npz"])
def test_some_stages_carry_no_scenario(kind: str) -> None:
    data = export_bytes(trace(preset("two-heads")), Order(kind, ("weights", "X")))  # type: ignore[arg-type]
    with pytest.raises(FileProblem, match="attnviz import"):
        decode(data, "export")


def test_one_head_of_several_carries_no_scenario() -> None:
    data = export_bytes(trace(preset("two-heads")), Order("json", head=1))
    with pytest.raises(FileProblem):
        decode(data, "export")


@pytest.mark.parametrize("kind", CARRYING)
def test_an_export_is_no_file_to_save_to(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"th.{kind}"
    path.write_bytes(export_bytes(trace(preset("two-heads")), Order(kind)))  # type: ignore[arg-type]
    assert load(path) == preset("two-heads")
    assert not is_own(path)


@pytest.mark.parametrize("packed", [False, True])
def test_a_scenario_file_is_its_own(packed: bool, tmp_path: Path) -> None:
    path = tmp_path / "th.attn"
    path.write_bytes(encode(preset("two-heads"), packed=packed))
    assert is_own(path)


def test_a_pipe_brings_what_a_file_does(tmp_path: Path) -> None:
    scenario = replace(preset("two-heads"), mask=Mask(window=(1, 0)), pencil=2)
    path = tmp_path / "th.npz"
    path.write_bytes(export_bytes(trace(scenario), Order("npz")))
    assert read_path(path).scenario == read(path.read_bytes(), "pipe").scenario == scenario
    save(scenario, tmp_path / "th.attn")
    assert load(tmp_path / "th.attn") == scenario


def test_a_carried_scenario_that_is_damaged_is_named(tmp_path: Path) -> None:
    data = export_bytes(trace(preset("two-heads")), Order("json")).replace(b'"kind": "projected"', b'"kind": "odd"')
    with pytest.raises(AttentionError, match=r"th\.json: inputs\.kind"):
        decode(data, "th.json")
