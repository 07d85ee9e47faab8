"""export, as typed."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from attnviz import load, save, trace
from attnviz.cli import export, main
from attnviz.engine.mask import Mask


@pytest.mark.parametrize(
    ("ending", "start"),
    [
        ("tex", b"\\documentclass"), ("md", b"# By hand"), ("html", b"<!DOCTYPE html>"), ("htm", b"<!DOCTYPE html>"),
        ("csv", b"stage,head,row"), ("tsv", b"stage\thead\trow"), ("json", b'{"title": "By hand"'), ("npz", b"PK"),
        ("TEX", b"\\documentclass"), ("markdown", b"# By hand"),
    ],
)  # fmt: skip
def test_the_ending_says_the_format(said, tmp_path: Path, ending: str, start: bytes) -> None:
    path = tmp_path / f"x.{ending}"
    assert said("export", "by-hand", "-o", str(path)) == ""
    assert path.read_bytes().startswith(start)


def test_the_format_wins_over_the_ending(said, tmp_path: Path) -> None:
    said("export", "by-hand", "--format", "json", "-o", str(tmp_path / "x.txt"))
    assert set(json.loads((tmp_path / "x.txt").read_text(encoding="utf-8"))["stages"]) >= {"X", "weights", "output"}


@pytest.mark.parametrize("output", [(), ("-o", "-")])
def test_texts_go_to_the_screen_without_a_file(said, output: tuple[str, ...]) -> None:
    rows = list(csv.reader(io.StringIO(said("export", "by-hand", "--stage", "weights", "--format", "csv", *output))))
    assert rows[0] == ["", "a", "b", "c"]
    assert float(rows[2][3]) == trace(load("by-hand")).at("weights", 0)[1, 2]


def test_several_stages_and_one_head_can_be_taken(said) -> None:
    text = said("export", "two-heads", "--stage", "weights, X", "--head", "2", "--format", "json")
    stages = json.loads(text)["stages"]
    assert list(stages) == ["X", "weights"]
    assert stages["weights"]["heads"] == [2]


def test_numpy_reads_everything_without_pickle(said, tmp_path: Path) -> None:
    said("export", "two-heads", "-o", str(tmp_path / "x.npz"))
    with np.load(tmp_path / "x.npz", allow_pickle=False) as archive:
        assert archive["weights"].shape == (2, 4, 4)
        assert archive["key_labels"].tolist() == ["the", "cat", "drinks", "milk"]


def test_a_stage_in_latex_is_its_matrix_and_a_number_is_its_arithmetic(said) -> None:
    matrix = said("export", "by-hand", "--stage", "weights", "--format", "latex")
    assert "0.284 & 0.140 & 0.576" in matrix
    assert "documentclass" not in matrix
    number = said("export", "by-hand", "--stage", "weights", "--row", "2", "--column", "3", "--format", "latex")
    assert r"\frac{8.342\ldots}{14.484\ldots} = 0.576" in number


def test_matrices_alone_need_no_stage_and_can_stand_by_themselves(said) -> None:
    text = said("export", "by-hand", "--matrices", "--standalone", "--no-labels", "--format", "latex")
    assert text.startswith("\\documentclass")
    assert text.count(r"\left[\begin{array}") == 15
    assert "section" not in text


def test_decimals_and_query_are_those_asked_for(said) -> None:
    text = said("export", "by-hand", "--decimals", "1", "--query", "3", "--format", "markdown")
    assert "## Followed: query 3 “c”" in text
    assert "| **b** | 0.3 | 0.1 | 0.6 |" in text


def test_decimals_are_those_of_a_pencil_and_the_query_that_of_the_example(said, tmp_path: Path) -> None:
    save(replace(load("by-hand"), pencil=2), tmp_path / "p.attn")
    assert "| **b** | 0.28 | 0.14 | 0.58 |" in said("export", str(tmp_path / "p.attn"), "--format", "markdown")
    assert "“it”" in said("export", "trophy", "--format", "markdown").split("Followed")[1].split("\n")[0]


def test_whole_writes_out_large_matrices(said) -> None:
    assert r"\vdots" in said("export", "trophy", "--stage", "W_Q", "--format", "latex")
    assert r"\vdots" not in said("export", "trophy", "--stage", "W_Q", "--format", "latex", "--whole")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "The format is not said. Add --format with one of: latex, markdown, html, csv, tsv, json, npz."),
        (("-o", "x.doc"), "Nothing is known about the ending '.doc'."),
        (("--format", "npz"), "npz is no text. Give it a file with -o FILE.npz."),
        (("--format", "csv", "--stage", "foo"), "by-hand: This scenario has no stage 'foo'."),
        (("--format", "csv", "--stage", ""), "by-hand: This scenario has no stage ''."),
        (("--format", "csv", "--head", "2"), "by-hand: There is no head 2."),
        (("--format", "csv", "--stage", "output", "--head", "1"), "by-hand: output is not of one head."),
        (("--format", "csv", "--decimals", "2"), "--decimals does not apply to csv. Leave it out."),
        (("--format", "html", "--matrices"), "--matrices does not apply to html."),
        (("--format", "markdown", "--standalone"), "--standalone does not apply to markdown."),
        (("--format", "json", "--row", "1", "--column", "1"), "--row does not apply to json."),
        (("--format", "latex", "--row", "1"), "One number needs --stage with one name, --row and --column."),
        (("--format", "latex", "--stage", "weights", "--row", "9", "--column", "1"), "row 9"),
        (("--format", "latex", "--query", "4"), "There is no query 4. Choose one from 1 to 3."),
        (("--format", "pdf"), "--format"), (("--format", "csv", "--head", "0"), "whole number from 1"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_one_line(refused, arguments: tuple[str, ...], message: str) -> None:
    assert message in refused("export", "by-hand", *arguments)


def test_a_hidden_row_is_named(refused, tmp_path: Path) -> None:
    save(replace(load("by-hand"), mask=Mask(padding=(0, 1, 2))), tmp_path / "h.attn")
    assert "1" in refused("export", str(tmp_path / "h.attn"), "--format", "csv")


def test_a_file_is_replaced_only_when_told_so(said, refused, tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    path.write_text("precious", encoding="utf-8")
    assert "--force" in refused("export", "by-hand", "-o", str(path))
    assert path.read_text(encoding="utf-8") == "precious"
    said("export", "by-hand", "-o", str(path), "--force")
    assert path.read_text(encoding="utf-8").startswith("# By hand")


def test_the_examples_of_its_help_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    with pytest.raises(SystemExit) as end:
        raise SystemExit(main(["export", "--help"]))
    assert end.value.code == 0
    lines = [line.split("   ")[0].split() for line in capsys.readouterr().out.splitlines()]
    examples = [words[1:] for words in (line for line in lines if line[:2] == ["attnviz", "export"]) if words]
    monkeypatch.chdir(tmp_path)
    assert len(examples) >= 10
    for example in examples:
        assert main([*example, *(["--force"] if "-o" in example else [])]) == 0


def test_documents_are_written_without_qt() -> None:
    code = (
        "import sys; from attnviz.cli import main; main(['export', 'by-hand', '--format', 'html']); "
        "sys.exit(any(name.startswith('PySide6') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("form", ["csv", "tsv", "json"])
def test_a_text_that_import_would_refuse_is_told_of_with_what_it_takes(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(export, "MOST_TEXT_BYTES", 100)
    assert main(["export", "two-heads", "-o", str(tmp_path / f"all.{form}")]) == 0
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"all.{form} has 0 MB, but import reads texts of up to" in told
    assert f"or -o {tmp_path / 'all.npz'}." in told


@pytest.mark.parametrize("form", ["npz", "html", "tex", "md"])
def test_what_is_no_text_of_numbers_has_no_such_limit(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(export, "MOST_TEXT_BYTES", 100)
    assert main(["export", "two-heads", "-o", str(tmp_path / f"all.{form}")]) == 0
    assert capsys.readouterr().err == ""
