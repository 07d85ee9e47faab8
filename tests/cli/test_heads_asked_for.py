"""--head N is the query head in every verb: of keys and values that are shared, it gives those that it reads."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from attnviz.cli import main
from attnviz.content.presets import preset
from attnviz.engine.inputs import Projected

HEADS = (1, 2, 3, 4)  # of the example, which has two heads of keys and values


def given_keys(head: int) -> np.ndarray:
    """The keys that a query head reads, by hand: heads 1 and 2 the first columns of W_K, 3 and 4 the last."""
    inputs = preset("grouped-query").inputs
    assert isinstance(inputs, Projected)
    width = inputs.W_K.shape[1] // 2
    start = (head - 1) // 2 * width
    return inputs.X @ inputs.W_K[:, start : start + width]


@pytest.mark.parametrize("verb", ["trace", "export"])
@pytest.mark.parametrize("head", HEADS)
def test_numbers_are_of_the_query_head_and_say_which_keys_it_shares(
    verb: str, head: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([verb, "grouped-query", "--stage", "keys", "--head", str(head), "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert list(said) == ["stage", "head", "kv_head", "rows", "columns", "values"]
    assert (said["head"], said["kv_head"]) == (head, (head + 1) // 2)
    np.testing.assert_allclose(said["values"], given_keys(head))


@pytest.mark.parametrize(
    ("head", "told"), [(1, "Keys, head 1 (key/value head 1)"), (4, "Keys, head 4 (key/value head 2)")]
)
def test_the_table_to_be_read_says_both_heads(head: int, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "grouped-query", "--stage", "keys", "--head", str(head)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == told


@pytest.mark.parametrize("form", ["csv", "tsv"])
def test_one_head_of_several_stages_is_numbered_by_the_query_head(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "grouped-query", "--stage", "keys,weights", "--head", "4", "--format", form]) == 0
    lines = [line.split("," if form == "csv" else "\t")[:3] for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["stage", "head", "kv_head"]
    assert {tuple(line) for line in lines[1:]} == {("keys", "4", "2"), ("weights", "4", "")}


@pytest.mark.parametrize("head", HEADS)
def test_an_explanation_is_of_the_number_that_trace_prints(head: int, capsys: pytest.CaptureFixture[str]) -> None:
    cell = ("--stage", "keys", "--head", str(head), "--row", "2", "--column", "1")
    assert main(["explain", "grouped-query", *cell]) == 0
    assert capsys.readouterr().out.endswith(f" = {given_keys(head)[1, 0]:g}\n")


@pytest.mark.parametrize("head", HEADS)
def test_gradients_are_of_the_keys_that_the_head_reads(head: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["gradients", "grouped-query", "--stage", "keys", "--head", str(head), "--row", "2", "--column", "1"]) == 0
    )
    slopes = np.array(json.loads(capsys.readouterr().out)["W_K"])
    inputs = preset("grouped-query").inputs
    assert isinstance(inputs, Projected)
    moved = (head - 1) // 2 * (inputs.W_K.shape[1] // 2)
    assert list(np.flatnonzero(np.abs(slopes).sum(axis=0))) == [moved]
    np.testing.assert_allclose(slopes[:, moved], inputs.X[1])


def test_a_picture_is_of_the_keys_that_the_head_reads(tmp_path: Path) -> None:
    for head in HEADS:
        path = tmp_path / f"{head}.svg"
        named = ("--figure", "keys", "--head", str(head), "--no-scenario", "-o", str(path))
        assert main(["render", "grouped-query", *named]) == 0
    pictures = [(tmp_path / f"{head}.svg").read_text() for head in HEADS]
    assert "Keys of heads 1 and 2" in pictures[1]
    assert "Keys of heads 3 and 4" in pictures[2]
    assert "Keys of heads 3 and 4" in pictures[3]
