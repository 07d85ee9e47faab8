"""Options that would change nothing, and names that promise another kind of file, are refused in one line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from attnviz.cli.command import main

REFUSED = [
    (("trace", "by-hand", "--stage", "weights", "--format", "json", "--decimals", "2"),
     "--decimals does not apply to json. Leave it out."),
    (("trace", "by-hand", "--stage", "weights", "-o", "x.csv", "--decimals", "2"), "--decimals does not apply to csv"),
    (("gradients", "by-hand", "--stage", "output", "--row", "1", "--column", "1", "--decimals", "2"),
     "--decimals does not apply to json"),
    (("export", "by-hand", "--stage", "weights,weights", "--format", "json"),
     "--stage names 'weights' twice. Keep one of them."),
    (("lab", "decode", "--set", "token=1", "--set", "token=2"), "--set token=… is there twice. Keep one of them."),
    (("lab", "decode", "--theme", "dark"), "--theme is of a figure. Say which with --figure, or leave it out."),
    (("lab", "turn-the-query", "--figure", "turn", "--format", "json", "-o", "x.svg"), "Leave one of them out."),
    (("trace", "by-hand", "--stage", "X", "--stage", "weights"), "--stage is there twice: keep one of them."),
    (("import", "x.npy", "--as", "X", "--as", "W_Q"), "--as is there twice: keep one of them."),
    (("walk", "--lesson", "by-hand", "--head", "1", "-o", "x.gif"), "--head does not apply to a lesson"),
    (("walk", "--lesson", "by-hand", "--query", "1", "-o", "x.gif"), "--query does not apply to a lesson"),
    (("render", "by-hand", "--figure", "board", "--dpi", "300", "-o", "x.svg"),
     "--dpi is of a PNG and does not apply to svg. Leave it out."),
    (("render", "by-hand", "--figure", "board", "--scale", "2", "-o", "x.pdf"), "--scale is of a PNG"),
    (("render", "by-hand", "--figure", "weights", "--rows", "1-2", "-o", "x.png"), "--rows is of maps of queries"),
    (("render", "by-hand", "--figure", "weights", "--columns", "2-1", "-o", "x.png"), "ends before it begins"),
    (("render", "by-hand", "--figure", "weights", "--rows", "-3..3", "-o", "x.png"), "'-3..3' is not two numbers"),
    (("render", "by-hand", "--figure", "weights", "--rows", "1-2-3", "-o", "x.png"), "'1-2-3' is not two numbers"),
    (("model", "hi", "--head", "1"), "Which layer? --head N is a head of one layer. Add --layer N."),
    (("model", "hi", "--layer", "1", "--head", "1", "--find", "hi", "hi"), "--find goes through all heads."),
    (("model", "hi", "--batch", "2"), "--batch goes with a file of your own. Give it with --checkpoint."),
    (("model", "hi", "--residual"), "--residual goes with a file of your own."),
    (("model", "hi", "--checkpoint", "a.npy"), "sentence does not apply to saved attention weights. Leave it out."),
    (("model", "--checkpoint", "a.npy", "--heads", "2"), "--heads does not apply to saved attention weights."),
    (("model", "--checkpoint", "a.npy", "--x", "a.npy"), "--x does not apply to saved attention weights."),
    (("model", "--checkpoint", "a.npy", "--residual"), "--residual does not apply to saved attention weights."),
]  # fmt: skip
NAMES = [
    (("render", "by-hand", "--figure", "board", "-o", "x.png", "--format", "svg"),
     "x.png: the name says png but --format says svg. Make them agree."),
    (("trace", "by-hand", "--stage", "weights", "-o", "x.json", "--format", "csv"),
     "x.json: the name says json but --format says csv. Make them agree."),
    (("trace", "by-hand", "--stage", "weights", "-o", "x.png"),
     "x.png: the name says png but what is written is text. Choose another name."),
    (("trace", "by-hand", "--stage", "weights", "-o", "x.attn"), "the name says scenario but what is written is text"),
    (("export", "by-hand", "-o", "x.tex", "--format", "markdown"), "the name says latex but --format says markdown"),
    (("explain", "by-hand", "--stage", "weights", "--row", "1", "--column", "1", "-o", "x.md", "--format", "latex"),
     "the name says markdown but --format says latex"),
    (("gradients", "by-hand", "--stage", "output", "--row", "1", "--column", "1", "-o", "x.csv"),
     "the name says csv but what is written is json"),
    (("lab", "decode", "-o", "x.csv", "--format", "json"), "the name says csv but --format says json"),
    (("lab", "decode", "-o", "x.svg"), "the name says svg but what is written is text"),
    (("code", "by-hand", "-o", "x.attn"), "the name says scenario but what is written is a program (.py)"),
    (("import", "a.npy", "--as", "weights", "-o", "x.csv"),
     "the name says csv but what is written is a scenario (.attn). Choose another name."),
    (("model", "--checkpoint", "a.npy", "--layer", "1", "-o", "x.csv"), "what is written is a scenario (.attn)"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    np.save("a.npy", np.full((1, 2, 2), 0.5))


@pytest.mark.parametrize(("arguments", "words"), REFUSED + NAMES)
def test_it_is_refused_in_one_line_and_nothing_is_written(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert words in printed.err
    assert [path.name for path in Path.cwd().iterdir()] == ["a.npy"]


@pytest.mark.parametrize("name", ["x.txt", "x.dat", "x", "x.json"])
def test_a_name_that_promises_nothing_else_takes_what_was_asked_for(name: str) -> None:
    assert main(["trace", "by-hand", "--stage", "weights", "-o", name, "--format", "json"]) == 0
    assert Path(name).read_text().startswith("{")


def test_a_scenario_may_be_called_json() -> None:
    assert main(["import", "a.npy", "--as", "weights", "-o", "x.json"]) == 0


@pytest.mark.parametrize("value", ["-5mm", "-5", "-.5px", "-1e3mm"])
def test_a_value_that_begins_with_a_minus_is_judged_as_a_value(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "by-hand", "--figure", "board", "-o", "x.png", "--width", value]) == 2
    assert f"width is '{value}'. Give pixels or millimetres" in capsys.readouterr().err


def test_no_number_for_a_parameter_of_a_laboratory_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "decode", "--set", "token=nan"]) == 2
    assert capsys.readouterr().err == "attnviz: token: “nan” is no finite number. Give one that is.\n"


def test_finding_in_one_layer_lists_that_layer_only(capsys: pytest.CaptureFixture[str]) -> None:
    np.save("b.npy", np.full((3, 2, 2, 2), 0.5))
    assert main(["model", "--checkpoint", "b.npy", "--layer", "2", "--find", "1", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "In 2 heads of 2, 1 looks most at 2:"
    assert {line.split()[0] for line in lines[2:]} == {"2"}
