"""explain and gradients, as typed."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from attnviz import gradients, load, save, trace
from attnviz.cli import main
from attnviz.engine.mask import Mask

WEIGHT = ("--stage", "weights", "--row", "2", "--column", "3")


def test_explain_answers_where_a_weight_comes_from(said) -> None:
    # Curriculum, unit 2: 3, 2.121, 8.342, 14.484, 0.576.
    lines = [line.strip() for line in said("explain", "by-hand", *WEIGHT).splitlines()]
    assert lines[0] == "Weights: query 2 “b” looks at key 3 “c”"
    for line in (
        "1·1 + 1·2 = 3", "3 ÷ √2 = 2.121…", "e^2.121… = 8.342…", "4.113… + 2.028… + 8.342… = 14.484…",
        "8.342… ÷ 14.484… = 0.576",
    ):  # fmt: skip
        assert line in lines


def test_explain_shows_the_chain_of_a_pencil_and_its_distance(said, tmp_path: Path) -> None:
    save(replace(load("by-hand"), pencil=3), tmp_path / "p.attn")
    text = said("explain", str(tmp_path / "p.attn"), *WEIGHT)
    assert "e^2.121 = 8.339" in text
    assert "8.339 ÷ 14.479 = 0.576" in text
    assert "the exact result is 0.575975…, the pencil is 0.000025 above it." in text


@pytest.mark.parametrize(
    ("depth", "expected"),
    [
        ("words", "Query 2 “b” looks at key 3 “c”: their numbers are multiplied pair by pair"),
        ("formula", "w[2,3] = e^s\u0303[2,3] ÷ (Σ(j=1…S) e^s\u0303[2,j])"),
        ("all", "8.342… ÷ 14.484… = 0.576"),
    ],
)
def test_explain_has_three_depths(said, depth: str, expected: str) -> None:
    assert expected in said("explain", "by-hand", *WEIGHT, "--depth", depth)


def test_the_format_follows_the_name_of_the_file(said, tmp_path: Path) -> None:
    assert said("explain", "by-hand", *WEIGHT, "-o", str(tmp_path / "w.tex")) == ""
    assert said("explain", "by-hand", *WEIGHT, "-o", str(tmp_path / "w.md")) == ""
    assert (tmp_path / "w.tex").read_text(encoding="utf-8").startswith("\\documentclass{article}")
    assert (tmp_path / "w.md").read_text(encoding="utf-8").startswith("### Weights: query 2 “b”")


def test_all_terms_of_a_long_sum_can_be_had(said) -> None:
    place = ("trophy", "--stage", "queries", "--row", "1", "--column", "1")
    assert "376 more products: " in said("explain", *place)
    assert said("explain", *place, "--all-terms").count("·") == 384


def test_from_inputs_begins_at_the_projections(said) -> None:
    text = said("explain", "by-hand", *WEIGHT, "--from-inputs")
    assert "1  Row 2 of X times W_Q\n   0·1 + 1·1 = 1" in text


def test_from_inputs_is_refused_where_nobody_could_read_it(refused) -> None:
    place = ("--stage", "output", "--row", "1", "--column", "1", "--from-inputs")
    assert "More than 1000 numbers lead from the inputs to output, row 1" in refused("explain", "trophy-layer", *place)


def test_gradients_are_json_of_every_input(said) -> None:
    found = json.loads(said("gradients", "by-hand", "--stage", "output", "--row", "2", "--column", "1"))
    assert list(found) == ["X", "W_Q", "W_K", "W_V"]
    pull = np.zeros((3, 2))
    pull[1, 0] = 1
    assert found == {name: values.tolist() for name, values in gradients(load("by-hand"), pull).items()}


def test_gradients_of_one_head_leave_the_others_alone(said) -> None:
    place = ("--stage", "weights", "--head", "2", "--row", "1", "--column", "3")
    found = json.loads(said("gradients", "two-heads", *place))
    size = trace(load("two-heads")).sizes
    assert not np.array(found["W_Q"])[:, : size.d_k].any()
    assert np.array(found["W_Q"])[:, size.d_k :].any()


def test_gradients_as_text_have_the_labels_of_their_inputs(said) -> None:
    text = said("gradients", "by-hand", "--stage", "scores", "--row", "2", "--column", "3", "--format", "text")
    # score(2,3) = q₂·k₃; q₂ = (1, 1), so ∂/∂W_K has the rows x₃₁ q₂ and x₃₂ q₂, all ones
    assert "W_K\n   1  2\n1  1  1\n2  1  1\n" in text
    assert text.startswith("X\n   1  2\na  ")


def test_gradients_are_written_to_a_file_and_replace_none(said, refused, tmp_path: Path) -> None:
    target = str(tmp_path / "slopes.json")
    command = ("gradients", "by-hand", *WEIGHT, "-o", target)
    assert said(*command) == ""
    assert "W_V" in json.loads(Path(target).read_text(encoding="utf-8"))
    assert "this file exists" in refused(*command)


@pytest.mark.parametrize("verb", ["explain", "gradients"])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--stage", "weights", "--row", "4", "--column", "1"), "weights, row 4, column 1 does not exist"),
        (("--stage", "weights", "--row", "1", "--column", "1", "--head", "2"), "There is no head 2"),
        (("--stage", "output", "--row", "1", "--column", "1", "--head", "1"), "Leave the head out"),
        (("--stage", "nonsense", "--row", "1", "--column", "1"), "no stage 'nonsense'"),
        (("--stage", "weights", "--row", "0", "--column", "1"), "'0' is not a whole number from 1"),
        (("--stage", "weights", "--row", "1"), "--column"),
    ],
)
def test_a_number_that_is_not_there_is_refused_in_one_line(
    refused, verb: str, arguments: tuple[str, ...], message: str
) -> None:
    assert message in refused(verb, "by-hand", *arguments)


@pytest.mark.parametrize("verb", ["explain", "gradients"])
def test_a_query_that_sees_no_key_is_an_error(refused, tmp_path: Path, verb: str) -> None:
    save(replace(load("by-hand"), mask=Mask(padding=(0, 1, 2))), tmp_path / "h.attn")
    assert "Query 1 “a” sees no key" in refused(verb, str(tmp_path / "h.attn"), *WEIGHT)


def test_what_hides_a_score_is_said_instead_of_its_gradients(refused) -> None:
    place = ("--stage", "masked", "--row", "1", "--column", "3")
    assert "the causal mask hides it" in refused("gradients", "by-hand-causal", *place)


@pytest.mark.parametrize("verb", ["explain", "gradients"])
def test_help_shows_how_to_name_a_number(said, verb: str) -> None:
    assert f"attnviz {verb} by-hand --stage" in said(verb, "--help")


def test_a_terminal_that_knows_ascii_only_reads_the_arithmetic(capsys, monkeypatch) -> None:
    printed = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", printed)
    assert main(("explain", "by-hand", *WEIGHT)) == 0
    printed.flush()
    assert b"3 / sqrt 2 = 2.121..." in printed.buffer.getvalue()
