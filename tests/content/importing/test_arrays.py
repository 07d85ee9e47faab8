"""Files of arrays, told by their first bytes: .npy, .npz, .safetensors; pickles and the rest are refused in words."""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from attnviz.content.atomic import FileProblem
from attnviz.content.importing import binaries, read, read_path
from attnviz.engine.errors import AttentionError, FieldError, NonFinite
from tools.fuzz.samples import safetensors


def _npy(array: np.ndarray, *, pickled: bool = False) -> bytes:
    file = io.BytesIO()
    np.save(file, array, allow_pickle=pickled)
    return file.getvalue()


def _npz(**named: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.savez(file, **named)
    return file.getvalue()


def _zip(*names: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, b"x")
    return file.getvalue()


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "int64", "uint8", ">f8", "bool"])
def test_a_numpy_file_is_read_whatever_it_is_called(tmp_path: Path, dtype: str) -> None:
    values = np.arange(6).reshape(2, 3).astype(dtype)
    path = tmp_path / "numbers.csv"
    path.write_bytes(_npy(values))
    (array,) = read_path(path).arrays
    np.testing.assert_array_equal(array.values, values.astype(bool if dtype == "bool" else np.float64))


def test_arrays_of_an_archive_go_by_their_names() -> None:
    found = read(_npz(X=np.eye(2), W_Q=np.ones((2, 3)), query_labels=np.array(["a", "b"])), "file")
    assert [(array.name, array.shape) for array in found.arrays] == [("X", (2, 2)), ("W_Q", (2, 3))]
    assert found.labels[0].texts == ("a", "b")


def test_safetensors_are_read() -> None:
    found = read(safetensors({"a.q_proj.weight": np.eye(2), "b": np.float32([1, 2])}), "file")
    assert [(array.name, array.values.tolist()) for array in found.arrays] == [
        ("a.q_proj.weight", [[1, 0], [0, 1]]), ("b", [1, 2]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (pickle.dumps(np.eye(2)), "safetensors.torch.save_file"),
        (_zip("archive/data.pkl", "archive/data/0"), "safetensors.torch.save_file"),
        (_npy(np.array([1, None], dtype=object), pickled=True), "pickle"),
        (_npy(np.array([1 + 2j])), "complex"),
        (_npy(np.zeros(2, dtype=[("a", "<i4"), ("b", "<f8")])), "named fields"),
        (_npy(np.array(["2020"], dtype="datetime64[Y]")), "dates"),
        (_zip("[Content_Types].xml", "xl/workbook.xml"), "Save the sheet as CSV"),
        (_zip("mimetype", "content.xml"), "Save the sheet as CSV"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), "Save the sheet as CSV"),
        (b"\x89HDF\r\n\x1a\n" + bytes(64), "numpy.savez"),
        (b"MATLAB 5.0 MAT-file" + bytes(200), "writematrix"),
        (b"PAR1" + bytes(64), "CSV"),
        (b"\x1f\x8b\x08" + bytes(64), "Unpack"),
        (b"GGUF" + bytes(64), "safetensors"),
        (bytes(range(256)) * 4, "no text"),
        (b"", "nothing in it"),
        (b"   \n", "nothing in it"),
        (b"\x93NUMPY\x01\x00", "damaged"),
        (b"PK\x03\x04" + bytes(64), "damaged"),
    ],
)
def test_what_is_not_read_is_refused_with_the_way_out(data: bytes, words: str) -> None:
    with pytest.raises(AttentionError, match=words):
        read(data, "file")


def test_numbers_that_are_not_finite_are_refused_with_their_place() -> None:
    found = read(_npy(np.array([[1.0, 2.0], [3.0, np.nan]])), "file")
    with pytest.raises(NonFinite, match="row 2, column 2") as caught:
        _ = found.arrays[0].values
    assert (caught.value.where.row, caught.value.where.column) == (1, 1)


@pytest.mark.parametrize(("number", "kind"), [(2**62 + 1, np.int64), (-(2**53) - 1, np.int64), (2**64 - 1, np.uint64)])
def test_a_whole_number_that_would_be_rounded_is_refused_with_its_place(number: int, kind: type) -> None:
    found = read(_npy(np.array([[1, 2], [3, number]], dtype=kind)), "file")
    with pytest.raises(FieldError, match=f"row 2, column 2 is {number}, which has more digits"):
        _ = found.arrays[0].values


def test_large_whole_numbers_that_are_exact_are_kept() -> None:
    (array,) = read(_npy(np.array([[2**53, -(2**60), 3]])), "file").arrays
    assert array.values.tolist() == [[2.0**53, -(2.0**60), 3.0]]


def test_minus_infinity_is_kept_for_masks() -> None:
    (array,) = read(_npy(np.array([[0.0, -np.inf]])), "file").arrays
    np.testing.assert_array_equal(array.values, [[0, -np.inf]])


def test_a_header_that_announces_more_than_there_is_is_refused_before_room_is_made() -> None:
    head = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000, 1000000), }".ljust(117) + b"\n"
    with pytest.raises(FileProblem, match="announces"):
        read(b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head, "file")


def test_too_many_numbers_are_refused_when_they_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binaries, "MOST_STORED", 4_000_000)  # 134 million take a while
    path = tmp_path / "large.npy"
    np.save(path, np.zeros((2001, 2000), dtype=bool))
    (array,) = read_path(path).arrays
    assert array.shape == (2001, 2000)
    with pytest.raises(FileProblem, match="4\u202f002\u202f000 numbers"):
        _ = array.values


def test_one_layer_of_a_large_array_can_be_had(tmp_path: Path) -> None:
    values = np.zeros((12, 700, 700), dtype=np.float32)
    values[7, 3, 4] = 5
    path = tmp_path / "attention.npy"
    np.save(path, values)
    (array,) = read_path(path).arrays
    assert array.block(7)[3, 4] == 5


_finite = st.floats(allow_nan=False, allow_infinity=False)


@given(arrays(np.float64, array_shapes(min_dims=1, max_dims=4, max_side=4), elements=_finite), st.booleans())
@settings(max_examples=100)
def test_what_numpy_saves_comes_back_identical(values: np.ndarray, fortran: bool) -> None:
    given_values = np.asfortranarray(values) if fortran else values
    np.testing.assert_array_equal(read(_npy(given_values), "file").arrays[0].values, values)
    np.testing.assert_array_equal(read(_npz(a=given_values), "file").arrays[0].values, values)
    np.testing.assert_array_equal(read(safetensors({"a": values}), "file").arrays[0].values, values)
