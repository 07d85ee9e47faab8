"""`attnviz model` on the small trained model: heads are listed, found by two tokens, and saved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from attnviz import load, trace
from attnviz.cli.command import main

TROPHY = "The trophy did not fit in the suitcase because it was too big."


def _printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["model", *arguments]) == 0
    return capsys.readouterr().out


def _refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["model", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


def test_a_head_is_saved_as_a_scenario_with_its_known_weights(tmp_path: Path) -> None:
    path = tmp_path / "x.attn"
    assert main(["model", TROPHY, "--layer", "4", "--head", "2", "-o", str(path)]) == 0
    scenario = load(path)
    row = trace(scenario).at("weights")[scenario.query_labels.index("it")]
    assert [round(float(row[scenario.key_labels.index(word)]), 3) for word in ("trophy", "suitcase")] == [0.574, 0.252]


def test_a_whole_layer_is_saved_without_a_head(tmp_path: Path) -> None:
    assert main(["model", TROPHY, "--layer", "4", "-o", str(tmp_path / "x.attn")]) == 0
    assert load(tmp_path / "x.attn").heads == 12


def test_the_head_in_which_it_looks_at_the_trophy_is_found_first(capsys: pytest.CaptureFixture[str]) -> None:
    lines = _printed(capsys, TROPHY, "--find", "it", "trophy").splitlines()
    assert lines[0] == "In 9 heads of 72, 11 “it” looks most at 3 “trophy”:"
    assert lines[2].split() == ["4", "2", "0.574", "first"]


def test_every_head_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    lines = _printed(capsys, "She sat.").splitlines()
    assert lines[0] == "MiniLM-L6: 6 layers of 12 heads"
    assert len(lines) == 2 + 72
    assert lines[-1].split()[:2] == ["6", "12"]


def test_a_layer_and_head_without_a_file_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    lines = _printed(capsys, "She sat.", "--layer", "1", "--head", "3").splitlines()
    assert lines[0] == "MiniLM-L6: layer 1, head 3: “She sat.”"
    assert lines[2].split() == ["[CLS]", "she", "sat", ".", "[SEP]"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "There is no sentence. Give one"),
        (["  "], "There is no sentence"),
        (["word " * 600], "Shorten it"),
        ([TROPHY, "--find", "the", "it"], "Say which: the:1 or the:2"),
        ([TROPHY, "--find", "it", "car"], "'car' is no token here. Choose one of: [CLS] the trophy"),
        ([TROPHY, "--layer", "7", "-o", "x.attn"], "There is no layer 7. Choose one from 1 to 6."),
        ([TROPHY, "--layer", "1", "--head", "13"], "There is no head 13. Choose one from 1 to 12."),
        ([TROPHY, "-o", "x.attn"], "Which layer? Give --layer N, from 1 to 6."),
        ([TROPHY, "--head", "2", "-o", "x.attn"], "Which layer?"),
        ([TROPHY, "--heads", "12"], "--heads goes with a file of your own"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert words in _refused(capsys, *arguments)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_replaced_only_with_force(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "x.attn"
    path.write_text("mine", encoding="utf-8")
    assert "--force" in _refused(capsys, TROPHY, "--layer", "1", "--head", "1", "-o", str(path))
    assert path.read_text(encoding="utf-8") == "mine"
    assert main(["model", TROPHY, "--layer", "1", "--head", "1", "-o", str(path), "--force"]) == 0
    assert json.loads(path.read_bytes())["title"].startswith("MiniLM-L6: layer 1, head 1")
