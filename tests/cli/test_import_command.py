"""The verb `import`, as typed."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np
import pytest

from attnviz.content.attn_file import load
from attnviz.engine.tracing import trace

CASES = Path(__file__).parents[1] / "cases"
X = "the,cat,sat,on\n1,0,1,2\n0,1,1,0\n1,1,0,0\n2,0,1,1\n0,0,1,1\n1,2,0,1\n"
W = "1,0,0,1,0,1\n0,1,0,1,1,0\n1,1,0,0,0,2\n"


def _file(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_several_files_make_one_scenario(said, tmp_path: Path) -> None:
    x, w, out = _file(tmp_path, "X.csv", X), _file(tmp_path, "W.csv", W), tmp_path / "out.attn"
    text = said("import", x, "--as", "X", w, "--as", "W_Q", "-o", out)
    made = load(out)
    np.testing.assert_array_equal(trace(made).at("queries", 0), [[4, 2, 3], [2, 1, 5], [2, 3, 2], [4, 2, 4]])
    assert made.tokens == ("the", "cat", "sat", "on")
    assert "Tokens are in columns" in text
    assert "--tokens rows" in text
    assert "W_V was not given: it is the identity." in text


def test_without_an_output_nothing_is_written_and_it_is_said(said, tmp_path: Path) -> None:
    text = said("import", _file(tmp_path, "X.csv", X))
    assert "a table of 6×4 numbers, commas between" in text
    assert "Nothing is written: say -o FILE." in text
    assert [path.name for path in tmp_path.iterdir()] == ["X.csv"]


def test_a_guess_is_changed_by_the_option_that_it_names(said, tmp_path: Path) -> None:
    square, out = _file(tmp_path, "W.csv", "1,2,3\n0,1,4\n5,0,1\n"), tmp_path / "out.attn"
    assert '--product "X W^T"' in said("import", square, "--as", "W_Q", "-o", out)
    for typed in ("X W^T", "W X", "xwt", "X @ W.T", "X Wᵀ"):
        said("import", square, "--as", "W_Q", "--product", typed, "-o", out, "--force")
        np.testing.assert_array_equal(load(out).matrix("W_Q"), [[1, 0, 5], [2, 1, 0], [3, 4, 1]])


def test_both_readings_of_a_square_matrix_are_pointed_out_once_with_the_option(said, tmp_path: Path) -> None:
    x, w = _file(tmp_path, "X.csv", "1,2,3\n4,5,6\n"), _file(tmp_path, "W.csv", "1,2,3\n0,1,4\n5,0,1\n")
    lines = said("import", x, "--as", "X", w, "--as", "W_Q").splitlines()
    (told,) = [line for line in lines if "oth" in line and "fit" in line]
    assert told.strip() == (
        'It is used as Q = X W_Q. It is square, so both readings fit: compare the results. Else: --product "X W^T"'
    )


def test_options_belong_to_the_file_before_them(said, tmp_path: Path) -> None:
    x, w, out = _file(tmp_path, "X.csv", "1,2\n3,4\n"), _file(tmp_path, "W.csv", "1,2\n3,4\n"), tmp_path / "o.attn"
    said("import", x, "--as", "X", "--tokens", "columns", w, "--as=W_Q", "--product", "X W", "-o", out)
    made = load(out)
    np.testing.assert_array_equal(made.matrix("X"), [[1, 3], [2, 4]])
    np.testing.assert_array_equal(made.matrix("W_Q"), [[1, 2], [3, 4]])


def test_a_file_goes_into_a_scenario(said, tmp_path: Path) -> None:
    out = tmp_path / "out.attn"
    said("import", _file(tmp_path, "W.csv", "1,0\n0,1\n"), "--as", "W_K", "--into", "by-hand", "-o", out)
    made = load(out)
    np.testing.assert_array_equal(made.matrix("W_K"), np.eye(2))
    np.testing.assert_array_equal(made.matrix("X"), load("by-hand").matrix("X"))


def test_standard_input_is_read(said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"0.5\t0.5\n0.25\t0.75\n"))
    monkeypatch.setattr(sys, "stdin", stream)
    assert "standard input: a table of 2×2 numbers" in said(
        "import", "-", "--as", "weights", "-o", tmp_path / "out.attn"
    )
    np.testing.assert_array_equal(load(tmp_path / "out.attn").matrix("weights")[0], [[0.5, 0.5], [0.25, 0.75]])


def test_a_mask_is_read_as_said(said, tmp_path: Path) -> None:
    mask = _file(tmp_path, "mask.txt", "[[True, False, False], [True, True, False], [True, True, True]]")
    text = said("import", mask, "--as", "mask", "--into", "by-hand", "-o", tmp_path / "a.attn")
    assert "This is a causal mask." in text
    assert "--true hide" in text
    np.testing.assert_array_equal(load(tmp_path / "a.attn").mask.custom, np.tri(3, dtype=bool))


def test_an_array_of_an_archive_is_chosen_by_name_or_number(said, refused, tmp_path: Path) -> None:
    path, out = tmp_path / "arrays.npz", tmp_path / "out.attn"
    np.savez(path, first=np.eye(2), second=np.ones((3, 2)))
    assert "first, 2×2; second, 3×2" in refused("import", path, "--as", "X", "-o", out)
    said("import", path, "--name", "second", "--as", "X", "-o", out)
    assert load(out).sizes.T == 3
    said("import", path, "--name", "1", "--as", "X", "-o", out, "--force")
    assert load(out).sizes.T == 2


def test_names_of_an_archive_say_what_its_arrays_are(said, tmp_path: Path) -> None:
    path, out = tmp_path / "arrays.npz", tmp_path / "out.attn"
    np.savez(path, X=np.ones((2, 3)), W_Q=np.eye(3), W_K=np.eye(3), W_V=np.ones((3, 1)))
    said("import", path, "-o", out)
    assert load(out).sizes.d_v == 1


def test_tokens_are_imported_exactly(said, refused, tmp_path: Path) -> None:
    out = tmp_path / "out.attn"
    words = _file(tmp_path, "words.txt", " a\n\n\\n\n")
    said("import", words, "--as", "tokens", "--into", "by-hand", "-o", out)
    assert load(out).tokens == (" a", "", "\\n")
    text = refused(
        "import", CASES / "tokens_hard.txt", "--as", "tokens", "--into", "by-hand", "-o", tmp_path / "b.attn"
    )
    assert "tokens holds 14 labels but the scenario has 3 queries" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "FILE"),
        (("nowhere.csv",), "no such file"),
        (("X.csv", "--as", "Z"), "invalid choice"),
        (("X.csv", "--product", "X V"), 'none of "X W"'),
        (("X.csv", "--tokens", "diagonal"), "invalid choice"),
        (("X.csv", "--as", "X", "X.csv", "--as", "X"), "X is given twice"),
        (("X.csv", "-o", "a.attn", "W.csv", "-o", "b.attn"), "--output is given twice"),
        (("X.csv", "--as", "X", "--into", "by-hand"), "Import W_Q, W_K and W_V together with it"),
        (("X.csv", "--as", "weights", "--layer", "0"), "whole number from 1"),
        (("words.txt", "-o", "a.attn"), "no numbers"),
        (("ragged.csv", "--as", "X"), "row 2 has 3 numbers but row 1 has 2"),
        (("model.pt",), "safetensors.torch.save_file"),
    ],
)
def test_wrong_input_is_one_line(refused, tmp_path: Path, monkeypatch, arguments: tuple[str, ...], words: str) -> None:
    monkeypatch.chdir(tmp_path)
    _file(tmp_path, "X.csv", X)
    _file(tmp_path, "W.csv", W)
    _file(tmp_path, "words.txt", "some\nwords\n")
    _file(tmp_path, "ragged.csv", "1,0\n0,1,5\n1,1\n")
    (tmp_path / "model.pt").write_bytes(b"\x80\x02}q\x00.")
    assert words in refused("import", *arguments)
    assert not list(tmp_path.glob("*.attn"))


def test_an_existing_file_is_replaced_only_with_force(said, refused, tmp_path: Path) -> None:
    x, out = _file(tmp_path, "X.csv", X), tmp_path / "out.attn"
    said("import", x, "--as", "X", "-o", out)
    assert "--force" in refused("import", x, "--as", "X", "-o", out)
    said("import", x, "--as", "X", "-o", out, "--force")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--as", "X", "--true", "hide"), "--true does not apply to X"),
        (("--as", "X", "--layout", "stacked"), "--layout does not apply to X"),
        (("--as", "W_Q", "--layout", "stacked"), "--layout does not apply to W_Q"),
        (("--as", "X", "--layer", "2"), "--layer does not apply to X"),
        (("--as", "X", "--head", "2"), "--head goes with a model's own files"),
    ],
)
def test_an_option_that_changes_nothing_is_refused(
    refused, tmp_path: Path, options: tuple[str, ...], words: str
) -> None:
    assert words in refused("import", _file(tmp_path, "X.csv", "1,2,3\n4,5,6\n7,8,9\n"), *options)


def test_a_ragged_file_is_never_taken_for_tokens(refused, tmp_path: Path) -> None:
    x = _file(tmp_path, "X.csv", "1,2\n3,4\n5,6\n")
    assert "row 2 has 3 numbers" in refused("import", x, "--as", "X", CASES / "ragged.csv")


@pytest.mark.parametrize("target", ["X", "W_Q", "weights"])
def test_texts_in_the_place_of_numbers_are_called_texts(refused, target: str, tmp_path: Path) -> None:
    np.save(tmp_path / "words.npy", np.array(["a", "b", "c", "d"]))
    told = refused("import", tmp_path / "words.npy", "--as", target, "-o", tmp_path / "a.attn")
    assert "words.npy: It holds texts, not numbers. Give them as tokens with --as tokens, or save numbers." in told


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("X", "table.npy: “table” holds text, which is not read here. Save it as numbers, as with x.astype(float)."),
        ("tokens", "table.npy holds no list of texts. Give a text file with one token a line."),
    ],
)
def test_a_table_of_texts_is_neither_numbers_nor_tokens(refused, target: str, words: str, tmp_path: Path) -> None:
    np.save(tmp_path / "table.npy", np.array([["a", "b"], ["c", "d"]]))
    assert words in refused("import", tmp_path / "table.npy", "--as", target, "-o", tmp_path / "a.attn")


def test_a_mask_in_a_file_of_its_own_goes_with_X(said, tmp_path: Path) -> None:
    np.save(tmp_path / "X.npy", np.ones((4, 6)))
    np.save(tmp_path / "mask_int.npy", np.tri(4, dtype=int))
    text = said("import", tmp_path / "mask_int.npy", tmp_path / "X.npy", "-o", tmp_path / "o.attn")
    assert "This is a causal mask." in text
    np.testing.assert_array_equal(load(tmp_path / "o.attn").mask.custom, np.tri(4, dtype=bool))


def test_a_mask_alone_asks_for_the_option_that_takes_a_scenario(refused, tmp_path: Path) -> None:
    np.save(tmp_path / "mask.npy", np.tri(4, dtype=bool))
    assert "--into FILE" in refused("import", tmp_path / "mask.npy")


def test_arrays_that_are_not_used_are_named_with_the_option_that_uses_them(said, tmp_path: Path) -> None:
    sheet = _file(tmp_path, "sheet.csv", "X\n1,2\n3,4\n\nsomething else\n1,2,3\n4,5,6\n7,8,9\n")
    assert 'Not used: something else, 3×3. Else: --name "something else" --as TARGET' in said("import", sheet)
    assert "Not used" not in said("import", sheet, "--name", "X")


def test_an_empty_cell_asks_for_the_option_that_reads_it_as_0(said, refused, tmp_path: Path) -> None:
    sheet = _file(tmp_path, "sheet.csv", "A,B\n1,\n3,4\n")
    assert "--empty zero" in refused("import", sheet)
    said("import", sheet, "--empty", "zero", "--tokens", "rows", "-o", tmp_path / "o.attn")
    np.testing.assert_array_equal(load(tmp_path / "o.attn").matrix("X"), [[1, 0], [3, 4]])
