"""Every way in which a scenario in an archive can be wrong is a named error, and no archive escapes as another one."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zipfile
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusal

from attnviz.content.attn_file import decode, encode
from attnviz.engine.errors import AttentionError
from attnviz.engine.inputs import Direct
from attnviz.engine.scenario import Scenario


def _archive(entries: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return file.getvalue()


def _npy(array: Any, **options: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array, **options)
    return file.getvalue()


TEXT_WITHOUT_MASK = b'{"attnviz": 1, "mask": null, "inputs": {"kind": "direct", "K": [[1]], "V": [[1]]}}'
TEXT_WITH_MASK = b'{"attnviz": 1, "mask": {"custom": [[true]]}, "inputs": {"kind": "direct", "K": [[1]], "V": [[1]]}}'
TEXT = b'{"attnviz": 1, "inputs": {"kind": "direct", "K": [[1]], "V": [[1]]}}'


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ({"Q.npy": _npy([[1.0]])}, "no scenario"),
        ({"scenario": TEXT, "Q.npy": b"not an array"}, "Q is no array"),
        ({"scenario": TEXT, "Q.npy": b"\x93NUM"}, "Q is no array"),
        ({"scenario": TEXT, "Q.txt": b"1"}, "no array"),
        ({"scenario": TEXT, "Q.npy": _npy([[1.0]])[:-1]}, "should have 8 bytes but has 7"),
        ({"scenario": TEXT, "Q.npy": _npy([[1.0]]) + b"x"}, "should have 8 bytes but has 9"),
        ({"scenario": TEXT, "Q.npy": _npy(np.array([[{}]]), allow_pickle=True)}, "other than numbers"),
        ({"scenario": TEXT, "Q.npy": _npy([[1j]])}, "other than numbers"),
        ({"scenario": TEXT, "Q.npy": _npy([["a"]])}, "other than numbers"),
        ({"scenario": TEXT, "Q.npy": _npy([[True]])}, "real numbers"),
        ({"scenario": TEXT, "Q.npy": _npy([1.0])}, "shape"),
        ({"scenario": TEXT, "Q.npy": _npy([[np.nan]])}, "Q, row 1, column 1 is nan"),
        ({"scenario": TEXT, "Q.npy": _npy(np.zeros((0, 1)))}, "my.attn: "),
        ({"scenario": TEXT, "Z.npy": _npy([[1.0]])}, "inputs.Z"),
        ({"scenario": TEXT, "K.npy": _npy([[1.0]])}, "given twice"),
        ({"scenario": TEXT_WITHOUT_MASK, "Q.npy": _npy([[1.0]]), "mask.custom.npy": _npy([[True]])}, "mask holds null"),
        (
            {"scenario": TEXT_WITH_MASK, "Q.npy": _npy([[1.0]]), "mask.custom.npy": _npy([[True]])},
            "is given twice",
        ),
        ({"scenario": TEXT, "Q.npy": _npy([[1.0]]), "mask.npy": _npy([[True]])}, "Name it mask.custom"),
        (
            {"scenario": TEXT, "Q.npy": _npy([[1.0]]), "title.npy": _npy([1.0])},
            "title is stored as an array",
        ),
        (
            {"scenario": TEXT, "Q.npy": _npy([[1.0]]), "mask.padding.npy": _npy([1])},
            "padding is stored as an array",
        ),
        ({"scenario.npy": _npy(TEXT.decode()), "Q.npy": _npy([[1.0]])}, "scenario holds no bytes"),
        ({"scenario.npy": _npy([1.0, 2.0]), "Q.npy": _npy([[1.0]])}, "scenario holds no bytes"),
        ({"scenario.npy": _npy(np.array([{}]), allow_pickle=True)}, "scenario holds no bytes"),
        ({"scenario": b"{", "Q.npy": _npy([[1.0]])}, "ends too early"),
    ],
)
def test_a_bad_entry_of_an_archive_is_named(entries: dict[str, bytes], words: str) -> None:
    assert words in str(refusal(_archive(entries)))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_archive_with_a_name_twice_is_refused() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for _ in range(2):
            archive.writestr("Q.npy", _npy([[1.0]]))
    assert "twice" in str(refusal(file.getvalue()))


def test_a_header_that_promises_more_than_the_entry_holds_allocates_nothing() -> None:
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (100000000, 1000000), }"
    npy = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + b"\0" * 8
    assert "should have 800000000000000 bytes" in str(refusal(_archive({"scenario": TEXT, "Q.npy": npy})))


def test_an_archive_that_unpacks_to_too_much_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("attnviz.content.attn_npz.MOST_BYTES", 100_000)
    bomb = _archive({"scenario": TEXT, "Q.npy": _npy(np.zeros((1, 100_000)))}, zipfile.ZIP_DEFLATED)
    assert len(bomb) < 10_000
    assert "unpacks to more" in str(refusal(bomb))


def _packed() -> bytes:
    return encode(Scenario(Direct(Q=[[0.1]], K=[[1.0]], V=[[1.0]])), packed=True)


@given(st.integers(0, len(_packed()) - 1), st.integers(0, 255))
def test_one_wrong_byte_never_escapes_as_another_error(position: int, byte: int) -> None:
    data = bytearray(_packed())
    data[position] = byte
    try:
        decode(bytes(data), "x")
    except AttentionError:
        return


@given(st.integers(0, len(_packed()) - 1))
def test_a_cut_archive_never_escapes_as_another_error(length: int) -> None:
    with pytest.raises(AttentionError):
        decode(_packed()[:length], "x")


def test_more_scores_than_are_computed_with_are_refused_before_a_number_is_unpacked() -> None:
    zeros = _npy(np.zeros((2_000_000, 4), dtype=np.float32))  # 32 MB, and 30 kB packed
    data = _archive({"scenario": TEXT, "Q.npy": zeros, "K.npy": zeros, "V.npy": zeros}, zipfile.ZIP_DEFLATED)
    tracemalloc.start()
    error = refusal(data)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "scores of shape (2000000, 2000000)" in str(error)
    assert most < 4 << 20


def test_numbers_are_read_into_the_memory_in_which_they_stay() -> None:
    draw = np.random.default_rng(6)
    given = {name: draw.normal(size=(4000, 250)) for name in "QKV"}  # 8 MB each
    data = encode(Scenario(Direct(**given)))
    tracemalloc.start()
    scenario = decode(data, "my.attn")
    size, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    np.testing.assert_array_equal(scenario.matrix("Q"), given["Q"])
    assert most - size < 16 << 20
