"""The verbs on lessons: `lessons` lists, `check` finds every mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from attnviz.cli.command import main

GOOD = 'attnviz_lesson = 1\ntitle = "A"\nscenario = "by-hand"\n[[steps]]\ntitle = "B"\ntext = "C"\n'


def test_lessons_lists_every_unit_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons"]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [int(row[0]) for row in rows] == list(range(1, 13))
    assert rows[1][1:3] == ["by-hand", "Queries, keys and values by hand"]
    assert all(len(row) == 4 and row[3] for row in rows)


def test_check_says_ok_for_a_lesson_without_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD, "utf-8")
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == "ok\n"


def test_check_writes_each_mistake_on_a_line_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD + 'figure = "x"\n[[steps.claims]]\ntext = "T"\nof = "T"\nis = 4\n', "utf-8")
    assert main(["check", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    first, second = err.splitlines()
    assert first.startswith(f"{path}:7: there is no figure")
    assert second == f'{path}:11: "T" is 3. Correct the number or the scenario.'


def test_check_runs_the_laboratories(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    claim = '[[steps.claims]]\ntext = "T"\nof = "lab.weights"\nis = [0.3302, 0.6698]\n'
    path.write_text(f'{GOOD}lab = "turn-the-query"\nlab_set = {{ degrees = 90 }}\n{claim}', "utf-8")
    assert main(["check", str(path)]) == 0
    path.write_text(path.read_text("utf-8").replace("degrees = 90", "degree = 90"), "utf-8")
    assert main(["check", str(path)]) == 2
    assert ":8: There is no parameter 'degree'" in capsys.readouterr().err


@pytest.mark.parametrize("latex", [r"\frac{1}", "x_1_2", r"a \cdto b", r"\left( x"])
def test_check_finds_a_formula_that_cannot_be_set(
    latex: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"{GOOD}notes = '''\nFine: $x_1$.\n\n$${latex}$$'''\n", "utf-8")
    assert main(["check", str(path)]) == 2
    line = capsys.readouterr().err
    assert line.startswith(f"{path}:10: The formula")
    assert line.count("\n") == 1


def test_check_tells_a_lesson_by_its_content_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("# my lesson\n" + GOOD, "utf-8")
    assert main(["check", str(path)]) == 0


def test_check_still_takes_scenarios_and_examples(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.attn"
    inputs = '{"kind": "weights", "weights": [[[1]]]}'
    path.write_text(f'{{"attnviz": 1, "title": "attnviz_lesson", "inputs": {inputs}}}', "utf-8")
    assert main(["check", str(path)]) == 0
    assert main(["check", "by-hand"]) == 0
    assert capsys.readouterr().out == "ok\nok\n"


@pytest.mark.parametrize("name", ["none.toml", "folder.toml", ".toml"])
def test_check_names_a_lesson_that_cannot_be_read(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.toml").mkdir()
    assert main(["check", name]) == 2
    assert capsys.readouterr().err.count("\n") == 1
