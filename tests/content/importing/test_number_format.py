"""Very many numbers are computed in float32 unless somebody asks for float64, and that is said."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from attnviz import Direct, Projected, Scenario, load
from attnviz.cli import main
from attnviz.content.importing import plan, read_path, suggest
from attnviz.content.importing.number_format import in_format
from attnviz.content.sources.row_sums import row_sums

MANY = 1024  # tokens: 2^20 scores a head


def scenario(tokens: int, value: float = 0.5, **settings: object) -> Scenario:
    return Scenario(Direct(*(np.full((tokens, 1), value) for _ in range(3))), **settings)  # type: ignore[arg-type]


def test_few_numbers_stay_as_they_are() -> None:
    few = scenario(MANY - 1)
    assert in_format(few, None, None) == (few, "", "")


def test_very_many_numbers_are_float32_and_it_is_said() -> None:
    made, kind, words = in_format(scenario(MANY), None, None)
    assert (made.dtype, kind) == ("float32", "float32")
    assert words == "Computed in float32, as is usual for so many numbers: choose float64 to keep all digits."


@pytest.mark.parametrize("said", ["float64", "float32"])
def test_what_was_said_is_taken_without_a_word(said: str) -> None:
    made, kind, words = in_format(scenario(MANY), None, said)
    assert (made.dtype, kind, words) == (said, said, "")


def test_a_large_scenario_that_was_float64_stays_so() -> None:
    assert in_format(scenario(MANY), scenario(MANY), None)[0].dtype == "float64"


def test_numbers_that_float32_cannot_hold_stay_float64() -> None:
    assert in_format(scenario(MANY, 1e300), None, None)[0].dtype == "float64"


def test_an_import_of_many_float64_numbers_says_so_in_its_notes(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", **{name: np.full((MANY, 2), 0.1) for name in "QKV"})
    parts = suggest([read_path(tmp_path / "a.npz")], None)
    made = plan(parts)
    assert made.scenario is not None
    assert made.scenario.dtype == made.dtype == "float32"
    assert any("float32" in note for note in made.notes)


def test_the_command_says_the_option_and_the_option_keeps_all_digits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    np.savez(tmp_path / "a.npz", **{name: np.full((MANY, 2), 0.1) for name in "QKV"})
    out = str(tmp_path / "a.attn")
    assert main(["import", str(tmp_path / "a.npz"), "-o", out]) == 0
    assert "say --dtype float64 to keep all digits" in capsys.readouterr().out
    assert load(out).dtype == "float32"
    assert main(["import", str(tmp_path / "a.npz"), "--dtype", "float64", "-o", out, "--force"]) == 0
    assert load(out).matrix("Q")[0, 0] == 0.1


def test_a_scenario_that_is_taken_whole_can_be_told_its_format(tmp_path: Path) -> None:
    out = str(tmp_path / "a.attn")
    assert main(["import", "by-hand", "--dtype", "float32", "-o", out]) == 2  # an example is no file
    from attnviz import save

    save(load("by-hand"), tmp_path / "b.attn")
    assert main(["import", str(tmp_path / "b.attn"), "--dtype", "float32", "-o", out]) == 0
    assert load(out).dtype == "float32"


def test_an_import_of_weights_over_2000_tokens_is_taken(tmp_path: Path) -> None:
    np.save(tmp_path / "w.npy", np.full((2001, 2000), 0.0005, dtype=np.float32))
    parts = suggest([read_path(tmp_path / "w.npy")], None)
    assert parts
    assert plan([parts[0]]).problem is None or "4\u202f000\u202f000" not in str(plan([parts[0]]).problem)


def test_projected_inputs_keep_float32_where_they_are_float32() -> None:
    X = np.zeros((MANY, 1), dtype=np.float32)
    made = Scenario(Projected(X, *(np.ones((1, 1), dtype=np.float32) for _ in range(3))))
    assert in_format(made, None, None) == (made, "", "")


def test_a_format_that_cannot_hold_the_numbers_is_refused_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    np.save(tmp_path / "big.npy", np.full((3, 3), 1e300))
    out = tmp_path / "a.attn"
    assert main(["import", str(tmp_path / "big.npy"), "--as", "X", "--dtype", "float32", "-o", str(out)]) == 2
    assert "X, row 1, column 1 is too large for float32" in capsys.readouterr().err
    assert not out.exists()


def test_a_nan_is_told_with_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.npy"
    np.save(path, np.array([[1.0, np.nan]]))
    assert main(["import", str(path), "--as", "X"]) == 2
    assert f"{path}: " in capsys.readouterr().err


def test_looking_at_the_sums_of_weights_takes_no_copy_of_them() -> None:
    weights = np.full((2, 1000, 1000), 0.001, dtype=np.float32)  # 8 MB
    tracemalloc.start()
    assert row_sums(weights).off == 0
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2 << 20
