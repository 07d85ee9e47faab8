"""labs and lab, as typed."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import numpy as np
import pytest
from trials import equal, figures

from attnviz.cli import main
from attnviz.content.attn_file import load, save
from attnviz.labs.catalogue import LABS, lab


def test_labs_are_one_line_each(said) -> None:
    lines = [line.split("\t") for line in said("labs").splitlines()]
    assert [line[0] for line in lines] == [one.name for one in LABS]
    assert all(len(line) == 4 for line in lines)


@pytest.mark.parametrize("name", [one.name for one in LABS])
def test_each_laboratory_prints_its_numbers_as_json(said, name: str) -> None:
    printed = json.loads(said("lab", name, "--format", "json"))
    assert list(printed) == ["lab", "values", "numbers"]
    assert printed["lab"] == name
    assert printed["numbers"]


def test_json_has_full_precision(said) -> None:
    printed = json.loads(said("lab", "one-query", "--format", "json"))
    np.testing.assert_array_equal(printed["numbers"]["weights"], figures()["one_query"]["weights"])
    assert printed["values"]["keys"] == [[1, 0], [0, 1], [1, 1]]


def test_what_is_no_finite_number_is_a_string_that_float_reads(said) -> None:
    printed = json.loads(
        said("lab", "mistakes", "--set", "mistake=no-maximum", "--format", "json"), parse_constant=pytest.fail
    )
    sums = printed["numbers"]["wrong_row_sums"]
    assert "nan" in sums
    assert math.isnan(float(sums[sums.index("nan")]))


@pytest.mark.parametrize("kind", ["json", "csv", "text"])
@pytest.mark.parametrize("name", [one.name for one in LABS])
def test_two_runs_print_the_same(said, name: str, kind: str) -> None:
    assert said("lab", name, "--format", kind) == said("lab", name, "--format", kind)


def test_csv_has_a_line_for_each_number(said) -> None:
    rows = list(csv.DictReader(said("lab", "masks", "by-hand-causal", "--format", "csv").splitlines()))
    assert list(rows[0]) == ["name", "row", "column", "value"]
    after = [float(row["value"]) for row in rows if row["name"] == "after_sums"]
    equal(after[1], figures()["by_hand"]["mask_after_softmax_row2_sum"])
    cell = next(row for row in rows if row["name"] == "before" and (row["row"], row["column"]) == ("2", "1"))
    equal(float(cell["value"]), figures()["by_hand"]["causal_weights"][1][0])


def test_one_number_has_no_row_and_no_column_in_csv(said) -> None:
    assert "parameters,,,1048576" in said("lab", "shapes", "--format", "csv").splitlines()


def test_the_text_says_the_facts_with_their_numbers(said) -> None:
    text = said("lab", "mistakes", "--set", "mistake=scale-after")
    assert "one sums to 0.7071" in text
    assert "{" not in text


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("[[1,0],[0,1],[1,1]]", [[1, 0], [0, 1], [1, 1]]),
        ("1,0;0,1;1,1", [[1, 0], [0, 1], [1, 1]]),
        ("1 0; 0 1; sqrt(2) 1/4", [[1, 0], [0, 1], [math.sqrt(2), 0.25]]),
    ],
)
def test_a_table_can_be_typed_in_many_ways(said, typed: str, kept: list[list[float]]) -> None:
    printed = json.loads(said("lab", "one-query", "--set", f"keys={typed}", "--format", "json"))
    assert printed["values"]["keys"] == kept


@pytest.mark.parametrize(("typed", "widths"), [("4,64", [4, 64]), ("64", [64]), ("4;64;512", [4, 64, 512])])
def test_widths_are_typed_as_a_list(said, typed: str, widths: list[int]) -> None:
    text = said("lab", "root-d-k", "--set", f"d_k={typed}", "--set", "pairs=200", "--format", "json")
    assert json.loads(text)["numbers"]["d_k"] == widths


@pytest.mark.parametrize("typed", ["on", "true", "Yes", "1"])
def test_a_switch_is_typed_as_a_word(said, typed: str) -> None:
    printed = json.loads(said("lab", "one-query", "--set", f"causal={typed}", "--format", "json"))
    assert printed["values"]["causal"] is True


def test_a_scenario_file_is_worked_on(said, tmp_path: Path) -> None:
    save(load("two-heads"), tmp_path / "mine.attn")
    ours = said("lab", "circuits", str(tmp_path / "mine.attn"), "--set", "head=2", "--format", "json")
    assert ours == said("lab", "circuits", "two-heads", "--set", "head=2", "--format", "json")


def test_a_file_takes_its_format_from_its_name_and_is_not_replaced(said, refused, tmp_path: Path) -> None:
    path = tmp_path / "numbers.csv"
    assert said("lab", "mixture", "-o", str(path)) == ""
    assert path.read_text(encoding="utf-8").startswith("name,row,column,value\n")
    assert "--force" in refused("lab", "mixture", "-o", str(path))
    said("lab", "mixture", "-o", str(path), "--force")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["lab"], "required"),
        (["lab", "nope"], "no laboratory 'nope'"),
        (["labs", "all"], "all"),
        (["lab", "mixture", "by-hand"], "takes no scenario"),
        (["lab", "masks", "no-such-preset"], "attnviz examples"),
        (["lab", "masks", "mixture"], "mixture: Given weights"),
        (["lab", "mixture", "--set", "foo=3"], "no parameter 'foo'"),
        (["lab", "mixture", "--set", "temperature"], "Write NAME=VALUE"),
        (["lab", "mixture", "--set", "temperature=0"], "temperature is 0"),
        (["lab", "mixture", "--set", "temperature=abc"], "temperature: "),
        (["lab", "mixture", "--set", "weights=1,1,1"], "sum to 1"),
        (["lab", "mixture", "--set", "weights=1,1"], "1 row and 3 columns"),
        (["lab", "mixture", "--set", "weights="], "weights: "),
        (["lab", "one-query", "--set", "causal=maybe"], "true or false"),
        (["lab", "mistakes", "--set", "mistake=none"], "one of no-mask"),
        (["lab", "mistakes", "two-heads", "--set", "head=3"], "from 1 to 2"),
        (["lab", "mistakes", "--set", "mistake=no-output-projection"], "no W_O to forget"),
        (["lab", "shapes", "--set", "h=3"], "Choose a divisor"),
        (["lab", "mixture", "--format", "xml"], "xml"),
        (["lab", "mixture", "-o", "/no/such/folder/x.json"], "folder does not exist"),
    ],
)
def test_wrong_input_is_one_line_and_status_two(refused, arguments: list[str], words: str) -> None:
    assert words in refused(*arguments)


def test_help_shows_examples(said) -> None:
    assert "attnviz lab root-d-k" in said("lab", "--help")
    assert said("lab", "--help").isascii()


@pytest.mark.parametrize("name", [one.name for one in LABS])
def test_help_after_a_name_lists_what_can_be_set_in_it(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["lab", name, "--help"]) == 0
    listed = {line.split()[0] for line in capsys.readouterr().out.splitlines()[1:]}
    assert {parameter.name for parameter in lab(name).parameters(None)} <= listed


def test_help_of_mistakes_lists_the_twelve(said) -> None:
    text = said("lab", "mistakes", "--help")
    assert sum(line.startswith("    ") for line in text.splitlines()) == 12
    assert "softmax-axis unless said" in text


def test_the_text_says_which_mistake_ran(said) -> None:
    assert said("lab", "mistakes", "--set", "mistake=no-scale").splitlines()[1].startswith("mistake=no-scale head=0  ")


def test_help_names_each_laboratory_that_works_on_a_scenario(said) -> None:
    sentence = next(line for line in said("lab", "--help").splitlines() if "X is the scenario" in line)
    named = sentence.replace(",", "").split()
    assert {one.name for one in LABS if one.takes_scenario} == {one.name for one in LABS if one.name in named}


def test_help_of_an_unknown_laboratory_names_those_there_are(refused) -> None:
    assert "circuits" in refused("lab", "nope", "--help")
