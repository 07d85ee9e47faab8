"""presets, trace and check, as typed."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from attnviz import __version__
from attnviz.cli import main
from attnviz.cli.parsers import _MAKERS
from attnviz.content.attn_file import load, save
from attnviz.engine.mask import Mask

HIDDEN = '{"attnviz": 1, "inputs": {"kind": "direct", "Q": [[1]], "K": [[1]], "V": [[1]]}, "mask": {"padding": [0]}}'


def test_examples_are_one_line_each_with_a_tab(said) -> None:
    lines = said("examples").splitlines()
    assert len(lines) == 17
    assert all(line.count("\t") == 1 for line in lines)
    assert any(line.startswith("by-hand\t") for line in lines)


def test_the_first_name_of_the_list_still_serves(said) -> None:
    assert said("presets") == said("examples")


def test_help_names_every_verb_with_what_it_does(said) -> None:
    listed = said("--help").partition("verbs:\n")[2].partition("\n\n")[0]
    assert {line.split()[0] for line in listed.splitlines()} == set(_MAKERS) - {"", "presets"}


def test_version_is_said(said) -> None:
    assert said("--version") == f"attnviz {__version__}\n"


@pytest.mark.parametrize("verb", [[], ["trace"], ["render"], ["check"]])
def test_help_shows_examples(said, verb: list[str]) -> None:
    text = said(*verb, "--help")
    assert "examples:" in text
    assert "attnviz " + (verb[0] if verb else "examples") in text
    assert text.isascii()


def test_trace_prints_text(said) -> None:
    assert "b  0.670  0.330      0" in said("trace", "by-hand-causal", "--stage", "weights").splitlines()


def test_decimals_of_the_text_can_be_chosen(said) -> None:
    assert "0.66976" in said("trace", "by-hand-causal", "--stage", "weights", "--decimals", "5")


def test_the_text_has_as_many_decimals_as_the_pencil(said, tmp_path: Path) -> None:
    save(replace(load("by-hand"), pencil=4), tmp_path / "p.attn")
    assert "1.4142" in said("trace", str(tmp_path / "p.attn"), "--stage", "scaled")


def test_trace_prints_json(said) -> None:
    table = json.loads(said("trace", "two-heads", "--stage", "scores", "--head", "2", "--format", "json"))
    assert (table["stage"], table["head"]) == ("scores", 2)
    assert table["rows"] == ["the", "cat", "drinks", "milk"]
    assert table["values"][2] == [0, 4, 0, 4]


def test_trace_prints_csv_and_tsv(said) -> None:
    comma = said("trace", "by-hand", "--stage", "X", "--format", "csv")
    tab = said("trace", "by-hand", "--stage", "X", "--format", "tsv")
    assert list(csv.reader(comma.splitlines())) == list(csv.reader(tab.splitlines(), delimiter="\t"))


def test_trace_reads_a_file(said, tmp_path: Path) -> None:
    save(load("by-hand"), tmp_path / "mine.attn")
    assert "0.284" in said("trace", str(tmp_path / "mine.attn"), "--stage", "weights")


@pytest.mark.parametrize(
    ("name", "start"), [("w.json", '{"stage"'), ("w.csv", ",a,b,c"), ("w.tsv", "\ta"), ("w", "Weights")]
)
def test_a_file_takes_its_format_from_its_name(said, tmp_path: Path, name: str, start: str) -> None:
    assert said("trace", "by-hand", "--stage", "weights", "-o", str(tmp_path / name)) == ""
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)


def test_an_existing_file_is_replaced_only_with_force(said, refused, tmp_path: Path) -> None:
    path = tmp_path / "w.csv"
    path.write_text("mine")
    assert "exists" in refused("trace", "by-hand", "--stage", "weights", "-o", str(path))
    assert path.read_text() == "mine"
    said("trace", "by-hand", "--stage", "weights", "-o", str(path), "--force")
    assert path.read_text().startswith(",a,b,c")


def test_check_says_ok(said) -> None:
    assert said("check", "trophy") == "ok\n"


def test_check_calls_a_hidden_row_an_error_and_names_the_file(refused, tmp_path: Path) -> None:
    path = tmp_path / "hidden.attn"
    path.write_text(HIDDEN)
    line = refused("check", str(path))
    assert "hidden.attn: Query 1 sees no key" in line


def test_trace_of_a_hidden_row_writes_nothing(refused, tmp_path: Path) -> None:
    save(load("by-hand"), tmp_path / "a.attn")
    path = tmp_path / "hidden.attn"
    path.write_text(HIDDEN)
    refused("trace", str(path), "--stage", "weights", "-o", str(tmp_path / "w.csv"))
    assert not (tmp_path / "w.csv").exists()


def test_a_stage_before_the_hidden_row_is_still_printed(said, tmp_path: Path) -> None:
    path = tmp_path / "hidden.attn"
    path.write_text(HIDDEN)
    assert json.loads(said("trace", str(path), "--stage", "masked", "--format", "json"))["values"] == [[None]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["trace"], "required"),
        (["trace", "by-hand"], "--stage"),
        (["trace", "by-hand", "--stage", "wieghts"], "no stage 'wieghts'"),
        (["trace", "by-hand", "--stage", "weights", "--head", "2"], "no head 2"),
        (["trace", "by-hand", "--stage", "weights", "--head", "0"], "from 1"),
        (["trace", "by-hand", "--stage", "weights", "--head", "one"], "from 1"),
        (["trace", "by-hand", "--stage", "output", "--head", "1"], "Leave the head out"),
        (["trace", "by-hand", "--stage", "weights", "--format", "xml"], "xml"),
        (["trace", "by-hand", "--stage", "weights", "--decimals", "99"], "0 to 12"),
        (["trace", "by-hand", "--stage", "weights", "--stag", "x"], "unrecognized"),
        (["trace", "by-hand", "--stage", "weights", "-o", "/no/such/folder/w.csv"], "folder does not exist"),
        (["trace", "no-such-preset", "--stage", "weights"], "attnviz examples"),
        (["check", "missing.attn"], "no such file"),
        (["check", "two\nlines"], "two\\nlines"),
        (["check", ""], 'attnviz: "": this is no file name. Choose another.'),
        ([""], 'attnviz: "": this is no file name. Choose another.'),
        (["trace", "by-hand", "--stage", "X", "-o", ""], 'attnviz: "": this is no file name'),
        (["trace", "by-hand", "--stage", "X", "-o", "/no-such-folder-here/"], "this is a folder"),
        (["check"], "required"),
        (["check", "by-hand", "more"], "more"),
        (["presets", "all"], "all"),
        (["by-hand", "and", "more"], "no verb"),
        (["--no-such-option"], "--no-such-option"),
        (["no-such-preset"], "attnviz examples"),
    ],
)
def test_wrong_input_is_one_line_and_status_two(refused, arguments: list[str], words: str) -> None:
    assert words in refused(*arguments)


def test_a_mask_in_a_file_reaches_the_numbers(said, tmp_path: Path) -> None:
    save(replace(load("by-hand"), mask=Mask(causal=True)), tmp_path / "c.attn")
    ours = said("trace", str(tmp_path / "c.attn"), "--stage", "weights", "--format", "json")
    assert ours == said("trace", "by-hand-causal", "--stage", "weights", "--format", "json")


def test_a_word_that_is_no_verb_is_named_with_the_nearest_one(capsys) -> None:
    assert main(["tracee", "by-hand"]) == 2
    assert "no verb 'tracee'; perhaps trace" in capsys.readouterr().err


def test_a_dash_stands_for_the_screen(capsys) -> None:
    assert main(["trace", "by-hand", "--stage", "weights", "-o", "-"]) == 0
    assert capsys.readouterr().out.startswith("Weights, head 1")
