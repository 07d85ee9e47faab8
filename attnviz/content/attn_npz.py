"""A scenario as .npz, for many numbers: `scenario` (the JSON as bytes) and one array for each matrix by its field name.

Read without NumPy's loader: no pickles, and no byte is unpacked before the sizes in the header and the archive agree.
"""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Mapping
from typing import IO, Any

import numpy as np

from attnviz.content.atomic import FileProblem
from attnviz.content.tensors.npy_header import read_header
from attnviz.content.tensors.npz import DAMAGE, is_closed
from attnviz.content.tensors.npz_writer import Report, write_arrays
from attnviz.engine.arrays import check_amount
from attnviz.engine.errors import AttentionError, FieldError, Where, counted
from attnviz.engine.sealing import memory, sealed

MAGIC = b"PK"
EXPORTED = "query_labels.npy"  # what exported numbers have, and a scenario's own file never
NUMBERS_ALONE = "it holds numbers without their scenario. Import them: attnviz import FILE."
MOST_BYTES = 1 << 30  # unpacked: twelve heads of weights over 3,000 tokens in float64 are 0.86 GB
_MOST_ENTRIES = 32
_PIECE = 4 << 20  # bytes that are read at once
_LOOKED_AT = 4096  # numbers that tell in nearly all cases whether an array is exact in float32
_SCENARIO = ("scenario", "scenario.npy")
_ROWS = ("X", "Q"), ("source", "K", "X")  # whose rows are the queries, and the keys
_DTYPES = {"f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1"}


def pack(text: str, arrays: Mapping[str, np.ndarray[Any, Any]]) -> bytes:
    """The bytes of an .npz that `numpy.load` reads too; the same scenario always gives the same bytes."""
    file = io.BytesIO()
    pack_into(file, text, arrays)
    return file.getvalue()


def pack_into(
    file: IO[bytes], text: str, arrays: Mapping[str, np.ndarray[Any, Any]], report: Report | None = None
) -> None:
    """Writes the same into a file; of the arrays none is copied as a whole, but those that are stored narrower.

    A float64 array whose numbers are all exact in float32 is stored as float32, which halves the file.
    Raises Stopped where `report` says so.
    """
    narrow = {name: _narrow(array) for name, array in arrays.items()}
    write_arrays(file, {"scenario": np.array([text.encode()]), **narrow}, report)


def unpack(data: bytes | IO[bytes], file: str) -> tuple[bytes, dict[str, np.ndarray[Any, Any]]]:
    """The JSON bytes and the arrays by name. Raises FileProblem for a damaged or oversized archive, FieldError for a
    single bad entry."""
    try:
        with zipfile.ZipFile(_stream(data)) as archive:
            entries = archive.infolist()
            _check_entries(entries, file)
            _check_amounts(archive, entries)
            found = {entry.filename: _entry(archive, entry) for entry in entries}
    except AttentionError:
        raise
    except DAMAGE as error:
        raise FileProblem(file, "the archive is damaged. Get or save the file again.") from error
    scenario = next((found.pop(name) for name in _SCENARIO if name in found), None)
    if scenario is None:
        raise FileProblem(file, "the archive holds no scenario. Make one of its arrays with attnviz import.")
    text = scenario if isinstance(scenario, bytes) else scenario.tobytes().rstrip(b"\0")
    arrays = {name.removesuffix(".npy"): array for name, array in found.items() if isinstance(array, np.ndarray)}
    return text, arrays


def carried(data: bytes | IO[bytes], file: str) -> bytes | None:
    """The scenario's own file in an archive of exported numbers; None if the archive is no such export.

    Raises FileProblem where the archive is damaged or holds numbers alone.
    """
    try:
        with zipfile.ZipFile(_stream(data)) as archive:
            entries = {entry.filename: entry for entry in archive.infolist()}
            if EXPORTED not in entries:
                return None
            entry = entries.get(_SCENARIO[1])
            if entry is None:
                raise FileProblem(file, NUMBERS_ALONE)
            if is_closed(entry) or entry.file_size > MOST_BYTES:
                raise FileProblem(file, "the scenario in this archive cannot be read. Export it again.")
            found = _entry(archive, entry)
    except (FileProblem, FieldError):
        raise
    except DAMAGE as error:
        raise FileProblem(file, "the archive is damaged. Get or save the file again.") from error
    return found if isinstance(found, bytes) else found.tobytes()


def is_export(file: IO[bytes]) -> bool:
    """True for an archive of exported numbers, by the names in it; False for one that cannot be read."""
    try:
        with zipfile.ZipFile(file) as archive:
            return EXPORTED in archive.namelist()
    except DAMAGE:
        return False


def _stream(data: bytes | IO[bytes]) -> IO[bytes]:
    return io.BytesIO(data) if isinstance(data, bytes) else data


def _narrow(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    if array.dtype != np.float64:
        return array
    with np.errstate(over="ignore", under="ignore"):
        first = array.reshape(-1)[:_LOOKED_AT]
        if not np.array_equal(first.astype(np.float32).astype(np.float64), first):
            return array
        small = array.astype(np.float32)
    return small if np.array_equal(small, array) else array


def _check_entries(entries: list[zipfile.ZipInfo], file: str) -> None:
    """Refuses what would take too much room, and what can be read in two ways."""
    names = [entry.filename for entry in entries]
    if len(names) > _MOST_ENTRIES or sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise FileProblem(file, "the archive unpacks to more than a scenario can hold. Choose another file.")
    bare = [name.removesuffix(".npy") for name in names]
    twice = next((name for name in bare if bare.count(name) > 1), None)
    if twice is not None:
        raise FieldError(f"{twice!r} is there twice. Keep one of them.", Where(twice))
    for entry in entries:
        if is_closed(entry):
            raise FileProblem(
                file, f"{entry.filename!r} is encrypted or packed in a way that is not read here. Save it anew."
            )


def _check_amounts(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> None:
    """Raises ShapeError for more scores than are computed with, by the headers, before any number is unpacked."""
    shapes: dict[str, tuple[int, ...]] = {}
    for entry in entries:
        with archive.open(entry) as stream:
            header = read_header(stream) if entry.filename.endswith(".npy") else None
        name = entry.filename.removesuffix(".npy")
        if header is not None and name not in _SCENARIO:
            shapes[name] = header.shape
    queries, keys = (next((shapes[name][0] for name in names if shapes.get(name)), 0) for names in _ROWS)
    check_amount((queries, keys), "scores")


def _entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> np.ndarray[Any, Any] | bytes:
    name = entry.filename.removesuffix(".npy")
    with archive.open(entry) as stream:
        if entry.filename == "scenario":
            return stream.read()
        if not entry.filename.endswith(".npy"):
            raise FieldError(f"{entry.filename!r} is no array. Leave it out.", Where(name))
        dtype, shape, fortran, start = _header(stream, name)
        size = math.prod(shape) * dtype.itemsize
        if start + size != entry.file_size:
            there = counted(entry.file_size - start, "byte")
            raise FieldError(
                f"{name} should have {counted(size, 'byte')} but has {there}. Save the file again.", Where(name)
            )
        flat = _filled(stream, math.prod(shape), dtype)
    return np.ascontiguousarray(flat.reshape(shape, order="F")) if fortran else flat.reshape(shape)


def _filled(stream: IO[bytes], count: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """So many numbers, read piece by piece into the memory in which they stay. Raises BadZipFile where they end early.

    Truths are compared with 0: any other byte than 0 and 1 would make a boolean that equals nothing.
    """
    flat = memory((count,), dtype)
    raw, size = flat.view(np.uint8), count * dtype.itemsize
    for start in range(0, size, _PIECE):
        piece = np.frombuffer(stream.read(min(_PIECE, size - start)), np.uint8)
        if len(piece) != min(_PIECE, size - start):
            raise zipfile.BadZipFile("too short")
        raw[start : start + len(piece)] = piece if dtype.kind != "b" else piece != 0
    stream.read(1)  # at its end the checksum is compared
    return sealed(flat)


def _header(stream: IO[bytes], name: str) -> tuple[np.dtype[Any], tuple[int, ...], bool, int]:
    """Number format, shape, order, and the bytes that the header itself takes."""
    header = read_header(stream)
    if header is None:
        raise FieldError(f"{name} is no array. Save the file again.", Where(name))
    if name == "scenario" and not (header.descr.startswith("|S") or header.descr == "|u1"):
        raise FieldError("scenario holds no bytes. Store the JSON as bytes: text.encode().", Where(name))
    if not header.format.readable or not (name == "scenario" or header.descr[1:] in _DTYPES):
        raise FieldError(f"{name} holds something other than numbers. Store real numbers.", Where(name))
    return np.dtype(header.descr), header.shape, header.fortran, header.start
