"""Arrays of NumPy that are no matrix of real numbers: what is there, and one thing to do, for each kind and shape."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from attnviz.content.atomic import FileProblem
from attnviz.content.importing import place, plan, read_path, suggest
from attnviz.content.sources.opening import open_source
from attnviz.engine.errors import AttentionError

_GIVE = "and no matrix. Give rows and columns of numbers."


def _saved(folder: Path, array: np.ndarray, ending: str) -> Path:
    path = folder / f"a.{ending}"
    if ending == "npy":
        np.save(path, array)
    else:
        np.savez(path, q=array)
    return path


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (np.array(3.5), "a single number"),
        (np.array(True), "a single number"),
        (np.zeros((0, 3)), "an empty array of 0×3"),
        (np.zeros((3, 0)), "an empty array of 3×0"),
        (np.zeros((2, 0, 3), ">i4"), "an empty array of 2×0×3"),
        (np.zeros(0), "an empty array"),
    ],
)
def test_what_is_no_matrix_says_what_it_is(tmp_path: Path, array: np.ndarray, words: str) -> None:
    for ending, told in (("npy", words), ("npz", f"q ({words})")):
        with pytest.raises(FileProblem) as refused:
            read_path(_saved(tmp_path, array, ending))
        assert str(refused.value) == f"{tmp_path / f'a.{ending}'}: it holds {told} {_GIVE}"
        with pytest.raises(FileProblem) as refused:
            open_source(_saved(tmp_path, array, ending))
        name = "a" if ending == "npy" else "q"
        assert f"it holds “{name}” ({words}) and no attention weights. Choose a file" in str(refused.value)


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (np.array([[1 + 2j, 3]]), "complex numbers, which are not read here. Save x.real, or numpy.abs(x)."),
        (np.zeros((2, 2), np.longdouble), "floats wider than float64, which are not read here. Save it as float32 or"),
        (np.zeros(2, [("a", "i4"), ("b", "f8")]), "named fields, which are not read here. Save it as float32 or"),
        (np.zeros((2, 2), "M8[D]"), "dates, which are not read here. Save it as float32 or float64."),
        (np.array([["1", "2"], ["3", "4"]]), "text, which is not read here. Save it as numbers, as with x.astype(fl"),
        (np.array([[1, None], [2, "x"]]), "Python objects, which are not read here. That is a pickle, which can run"),
    ],
)
@pytest.mark.parametrize("ending", ["npy", "npz"])
def test_what_is_no_real_number_says_how_to_save_it(tmp_path: Path, array: np.ndarray, words: str, ending: str) -> None:
    path = _saved(tmp_path, array, ending)
    with pytest.raises(AttentionError) as refused:
        place(suggest([read_path(path)]))
    assert words in str(refused.value)


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("kind", ["<f8", ">f8", "<f4", ">f4", "<f2", ">f2", ">i2", "<u8", "i1"])
def test_order_and_ends_of_bytes_make_no_difference(tmp_path: Path, kind: str, order: str) -> None:
    values = np.array([[1, 2, 3], [4, 5, 6]])
    for ending in ("npy", "npz"):
        found = read_path(_saved(tmp_path, np.asarray(values.astype(kind), order=order), ending))
        np.testing.assert_array_equal(found.arrays[0].load(()), values)


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_the_place_in_an_array_without_a_name_is_told_by_row_and_column(tmp_path: Path, number: float) -> None:
    array = np.array([[1.0, 2.0], [3.0, number]])
    for ending, name in (("npy", ""), ("npz", "q, ")):
        problem = plan(suggest([read_path(_saved(tmp_path, array, ending))])).problem
        assert f"a.{ending}: {name}row 2, column 2 is {number}." in str(problem)


def test_texts_along_one_axis_are_labels(tmp_path: Path) -> None:
    for shape in ((3,), (3, 1), (1, 3)):
        found = read_path(_saved(tmp_path, np.array(["a", "b", "c"]).reshape(shape), "npz"))
        assert (found.words, [one.texts for one in found.labels]) == (
            "a NumPy archive of 1 list of labels",
            [("a", "b", "c")],
        )


@pytest.mark.parametrize("kind", ["int16", "bool"])
def test_whole_numbers_are_no_attention_weights(tmp_path: Path, kind: str) -> None:
    with pytest.raises(FileProblem, match=f"2×2.*holds {kind}, but weights are float16, .* Save it as float32"):
        open_source(_saved(tmp_path, np.eye(2, dtype=kind), "npz"))
