"""NumPy's own files: what `numpy.save` writes comes back, and nothing that is no plain array is ever unpacked."""

from __future__ import annotations

import io
import os
import struct
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from attnviz.content.atomic import FileProblem
from attnviz.content.tensors import tensors
from attnviz.content.tensors.npy_header import read_header
from attnviz.content.tensors.opening import open_tensors

FORMATS = ["<f2", "<f4", "<f8", ">f4", ">f8", "i1", "<i2", ">i4", "<i8", "u1", "<u2", "<u4", ">u8", "?"]


def _npy(values: Any, **options: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, values, **options)
    return file.getvalue()


def _with_header(text: str, body: bytes = b"") -> bytes:
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + body


@pytest.mark.parametrize("descr", FORMATS)
@pytest.mark.parametrize("order", ["C", "F"])
def test_an_array_comes_back_in_every_format_and_order(tmp_path: Path, descr: str, order: Any) -> None:
    values = np.array(np.arange(24).reshape(2, 3, 4) % 5, dtype=descr, order=order)
    np.save(tmp_path / "w.npy", values)
    stored = open_tensors(tmp_path / "w.npy")
    assert stored.names == ("w",)
    assert stored.shape("w") == (2, 3, 4)
    np.testing.assert_array_equal(stored.read("w"), values)
    np.testing.assert_array_equal(stored.read("w", 1, 2), values[1, 2])
    np.testing.assert_array_equal(stored.rows("w", [1, 0]), values[[1, 0]])
    assert stored.read("w").dtype.isnative


@pytest.mark.parametrize("compressed", [False, True])
def test_arrays_of_an_archive_come_back_by_name(tmp_path: Path, compressed: bool) -> None:
    given = {"a": np.arange(6.0).reshape(2, 3), "b/c": np.array([[1, 2]], np.int32), "turned": np.ones((3, 2)).T}
    (np.savez_compressed if compressed else np.savez)(tmp_path / "w.npz", **given)
    stored = open_tensors(tmp_path / "w.npz")
    assert set(stored.names) == set(given)
    for name, values in given.items():
        np.testing.assert_array_equal(stored.read(name), values)
        np.testing.assert_array_equal(stored.read(name, 0), values[0])


@given(arrays(np.float32, array_shapes(max_dims=4, max_side=4), elements=st.floats(width=32, allow_nan=False)))
def test_what_numpy_saves_is_read_identically(tmp_path_factory: pytest.TempPathFactory, values: np.ndarray) -> None:
    path = tmp_path_factory.mktemp("saved") / "x.npy"
    np.save(path, values)
    found = open_tensors(path).read("x")
    assert found.dtype == values.dtype
    assert found.tobytes() == values.tobytes()


def test_texts_come_back_as_texts(tmp_path: Path) -> None:
    np.savez(tmp_path / "w.npz", words=np.array(["the", "größer", "你好"]), raw=np.array([b"a", b"bc"]))
    stored = open_tensors(tmp_path / "w.npz")
    assert stored.dtype("words") == "text"
    assert stored.texts("words") == ("the", "größer", "你好")
    assert stored.texts("raw") == ("a", "bc")
    with pytest.raises(FileProblem, match="holds text"):
        stored.read("words")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (np.array([{}, 1], dtype=object), "Python objects, .*pickle"),
        (np.array([1j]), "complex numbers"),
        (np.zeros(2, dtype=[("a", "f4"), ("b", "f4")]), "named fields"),
        (np.array(["2020-01-01"], dtype="datetime64[D]"), "dates"),
        (np.zeros(2, dtype="V2"), "raw bytes"),
        (np.zeros(2, dtype=np.longdouble), "wider than float64"),
    ],
)
def test_what_holds_no_real_numbers_is_refused_by_name(tmp_path: Path, values: Any, words: str) -> None:
    (tmp_path / "w.npy").write_bytes(_npy(values, allow_pickle=True))
    with pytest.raises(FileProblem, match=words):
        open_tensors(tmp_path / "w.npy")
    np.savez(tmp_path / "w.npz", w=values, good=np.ones(1))
    stored = open_tensors(tmp_path / "w.npz")
    assert stored.read("good") == [1]
    with pytest.raises(FileProblem, match=words.split(",")[0]):
        stored.read("w")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x93NUM",
        b"\x93NUMPY\x01\x00\x05\x00{}",
        _npy(np.ones(3))[:-1],
        _npy(np.ones(3)) + b"x",
        _with_header("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", bytes(16)),
        _with_header("{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427, 4611686018427), }", bytes(8)),
        _with_header("{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }", bytes(8)),
        _with_header("{'descr': '<f8', 'fortran_order': False, 'shape': (1,)*40, }", bytes(8)),
        _with_header("{'descr': '<f8', 'fortran_order': False, 'shape': (" + "1, " * 40 + "), }", bytes(8)),
        _with_header("__import__('os').system('true')"),
        b"\x93NUMPY\x02\x00\xff\xff\xff\xff" + b" " * 100,
    ],
)
def test_a_damaged_array_is_a_named_error(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "w.npy"
    path.write_bytes(data)
    with pytest.raises(FileProblem) as caught:
        open_tensors(path)
    assert "\n" not in str(caught.value)


def test_an_array_cut_within_its_header_is_no_array() -> None:
    whole = _npy(np.ones(12))
    start = len(whole) - 12 * 8
    assert [length for length in range(start + 1) if read_header(io.BytesIO(whole[:length]))] == [start]


def test_a_header_that_announces_more_than_the_file_holds_allocates_nothing(tmp_path: Path) -> None:
    path = tmp_path / "w.npy"
    path.write_bytes(_with_header("{'descr': '<f8', 'fortran_order': False, 'shape': (100000000000,), }", bytes(8)))
    tracemalloc.start()
    with pytest.raises(FileProblem, match="800000000000 bytes but 8 follow"):
        open_tensors(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


def test_an_archive_that_unpacks_to_too_much_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tensors, "MOST_BYTES", 32 << 20)
    path = tmp_path / "bomb.npz"
    np.savez_compressed(path, w=np.zeros(8 << 20))
    assert path.stat().st_size < 1 << 20
    tracemalloc.start()
    with pytest.raises(FileProblem, match="64 MB at once"):
        open_tensors(path).read("w")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


def test_a_damaged_archive_is_a_named_error(tmp_path: Path) -> None:
    np.savez(tmp_path / "w.npz", w=np.arange(100.0))
    whole = (tmp_path / "w.npz").read_bytes()
    for data in (b"", b"PK\x05\x06", whole[:-30], whole[:60], b"x" * 200):
        (tmp_path / "w.npz").write_bytes(data)
        with pytest.raises(FileProblem):
            open_tensors(tmp_path / "w.npz")


def test_numbers_that_were_changed_in_an_archive_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    np.savez(path, w=np.arange(100.0))
    data = bytearray(path.read_bytes())
    data[300] ^= 1
    path.write_bytes(bytes(data))
    with pytest.raises(FileProblem, match="damaged"):
        open_tensors(path).read("w")


def test_an_archive_with_other_files_or_twice_the_same_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    for names, words in ((("a.txt",), "no NumPy array"), (("a.npy", "a"), "there twice"), ((), "no array")):
        with zipfile.ZipFile(path, "w") as archive:
            for name in names:
                archive.writestr(name, b"1" if name.endswith(".txt") else _npy(np.ones(1)))
        with pytest.raises(FileProblem, match=words):
            open_tensors(path)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "w.npy")
    with pytest.raises(FileProblem, match="no ordinary file"):
        open_tensors(tmp_path / "w.npy")
