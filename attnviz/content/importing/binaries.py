"""Files of arrays, told by their first bytes: .npy, .npz, .safetensors and folders of them; pickles are refused."""

from __future__ import annotations

import os
import zipfile
from dataclasses import replace
from functools import partial
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from attnviz.content.atomic import FileProblem, shown
from attnviz.content.attn_file import load
from attnviz.content.attn_npz import EXPORTED
from attnviz.content.importing.file_settings import is_setting, named, number_of
from attnviz.content.importing.found import Found, FoundArray, FoundTexts, Values
from attnviz.content.importing.refusals import MOST_STORED, short
from attnviz.content.numerals import grouped
from attnviz.content.sources.layouts import is_checkpoint
from attnviz.content.tensors.npy import open_npy
from attnviz.content.tensors.npz import open_npz
from attnviz.content.tensors.opening import CONVERT, open_tensors
from attnviz.content.tensors.safetensors import open_safetensors
from attnviz.content.tensors.tensors import Tensors, in_words
from attnviz.content.whole_numbers import EXACT_BELOW, ROUNDED
from attnviz.engine.arrays import Array
from attnviz.engine.errors import FieldError, NonFinite, Where, counted
from attnviz.engine.stages import BY_NAME

_NPY, _ZIP = b"\x93NUMPY", b"PK"
_SHEET = "this is a spreadsheet's own file. Save the sheet as CSV, or copy the cells and paste them."
_REFUSED = (
    (b"\x80\x02", "PICKLE"), (b"\x80\x03", "PICKLE"), (b"\x80\x04", "PICKLE"), (b"\x80\x05", "PICKLE"),
    (b"\x89HDF\r\n\x1a\n", "this is an HDF5 file, which is not read here. Save the arrays with numpy.savez."),
    (b"\xd0\xcf\x11\xe0", _SHEET),
    (b"MATLAB 5.0", "this is a MATLAB file. Save the matrix as text: writematrix(W, 'W.csv')."),
    (b"PAR1", "this is a Parquet file. Save the table as CSV."),
    (b"GGUF", "this is a GGUF file, which is not read here. Save the weights as .safetensors."),
    (b"\x1f\x8b", "this is packed with gzip. Unpack it first."),
    (b"BZh", "this is packed with bzip2. Unpack it first."),
    (b"\xfd7zXZ\x00", "this is packed with xz. Unpack it first."),
    (b"7z\xbc\xaf", "this is packed with 7-Zip. Unpack it first."),
    (b"\xff\xd8\xff", "this is a photograph. Give the numbers as text or arrays."),
    (b"GIF8", "this is a picture. Give the numbers as text or arrays."),
)  # fmt: skip
_PICKLE = f"this is a pickle, which can run anything when it is read, so it is refused. {CONVERT}"
_CARRIED = "scenario"
_MOST_NAMED = 6
_LABELS = {"queries": "query_labels", "keys": "key_labels"}


def refuse_foreign(head: bytes, name: str) -> None:
    """Raises FileProblem for the beginning of a file whose kind is known and not read here, with the way out."""
    for magic, message in _REFUSED:
        if head.startswith(magic):
            raise FileProblem(name, _PICKLE if message == "PICKLE" else message)


def is_binary(head: bytes) -> bool:
    """True if a file that begins so is read here as arrays."""
    return head.startswith((_NPY, _ZIP)) or _is_safetensors(head)


def arrays_of(path: str | os.PathLike[str], name: str, head: bytes | None = None) -> Found | None:
    """What a file of arrays holds; head: its first bytes, None for a folder. None for a scenario of ours.

    Nothing is read but the list. Raises FileProblem for what is damaged or no array.
    """
    if head is None:
        tensors, kind = open_tensors(path), "safetensors"
    elif head.startswith(_NPY):
        tensors, kind = open_npy(path), "npy"
    elif head.startswith(_ZIP):
        if _is_scenario(path, name):
            return None
        tensors, kind = open_npz(path), "npz"
        if EXPORTED.removesuffix(".npy") in tensors.names:
            return _exported(tensors, path, name)
    else:
        tensors, kind = open_safetensors(path), "safetensors"
    return _found(tensors, name, kind)


def _exported(tensors: Tensors, path: str | os.PathLike[str], name: str) -> Found:
    """What we exported: arrays by name, and the scenario if it is there."""
    carries = _CARRIED in tensors.names
    found = replace(_found(tensors, name, "npz"), exported=True)
    if not carries:
        return found
    arrays = tuple(array for array in found.arrays if array.name != _CARRIED)
    words = f"an export of {counted(len(arrays), 'array')} with their scenario"
    return replace(found, arrays=arrays, words=words, scenario=load(path))


def _found(tensors: Tensors, name: str, kind: str) -> Found:
    texts = {one: tensors.texts(one) for one in tensors.names if _is_list_of_texts(tensors, one)}
    lists = tuple(FoundTexts(labels, one) for one, labels in texts.items() if labels and one != "title")
    shapes = {one: tensors.shape(one) for one in tensors.names if one not in texts}
    settings = _settings(tensors, shapes)
    for one, _ in settings:
        del shapes[one]
    arrays = tuple(_array(tensors, one, kind, texts) for one, shape in shapes.items() if shape and 0 not in shape)
    left = {
        "empty array": [one for one, shape in shapes.items() if 0 in shape],
        "single number": [one for one, shape in shapes.items() if not shape],
    }
    skipped = tuple(f"Left out {counted(len(names), words)}{_names(names)}." for words, names in left.items() if names)
    skipped = (*skipped, *named(settings))
    if kind == "safetensors" and is_checkpoint(tensors.names):
        words = f"a model's weights, {counted(len(arrays), 'array')}"
        return Found(name, "checkpoint", words, arrays, lists, skipped=skipped)
    words = {"npy": "a NumPy array", "npz": f"a NumPy archive of {counted(len(arrays), 'array')}"}.get(
        kind, f"a safetensors file of {counted(len(arrays), 'array')}"
    )
    if not arrays and not lists:
        raise FileProblem(name, f"it holds {_instead(tensors, kind)} and no matrix. Give rows and columns of numbers.")
    if not arrays and kind != "npy":
        words = words.replace("0 arrays", counted(len(lists), "list") + " of labels")
    return Found(name, kind, words, arrays, lists, skipped=skipped, settings=settings)  # type: ignore[arg-type]


def _is_list_of_texts(tensors: Tensors, name: str) -> bool:
    """True for texts along one axis: a table of them is none of labels."""
    shape = tensors.shape(name)
    return tensors.dtype(name) == "text" and prod(shape) == max(shape, default=1)


def _instead(tensors: Tensors, kind: str) -> str:
    """What a file holds that is no matrix; the one array of a .npy has no name of its own."""
    if kind == "npy":
        return next(in_words(tensors.shape(one)) for one in tensors.names)
    told = [f"{short(one)} ({in_words(tensors.shape(one))})" for one in tensors.names]
    return ", ".join(told[:_MOST_NAMED]) + (", …" if len(told) > _MOST_NAMED else "")


def _settings(tensors: Tensors, shapes: dict[str, tuple[int, ...]]) -> tuple[tuple[str, Any], ...]:
    """Arrays of one number, or of two for a window, whose names say a setting."""
    names = [one for one, shape in shapes.items() if is_setting(one) and prod(shape) in (1, 2)]
    pairs = ((one, number_of(tensors.read(one))) for one in names)
    return tuple((one, value) for one, value in pairs if not isinstance(value, tuple) or one.endswith("window"))


def _names(names: list[str]) -> str:
    """The first of them behind a colon; "" for the one of a .npy, which has none."""
    shown = ", ".join(short(one) for one in names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")
    return f": {shown}" if any(names) else ""


def _array(tensors: Tensors, name: str, kind: str, texts: dict[str, tuple[str, ...]]) -> FoundArray:
    shape = tensors.shape(name)
    stage = BY_NAME.get(name)
    labels: list[tuple[str, ...] | None] = [None, None]
    for side, axis in enumerate(stage.axes if stage is not None else ()):
        known = texts.get(_LABELS.get(axis, ""))
        if known is not None and len(shape) >= 2 and len(known) == shape[side - 2]:
            labels[side] = known
    called = "" if kind == "npy" else name
    load = partial(_numbers, tensors, name)
    return FoundArray(called, shape, tensors.dtype(name), load, labels[0], labels[1], name if stage else "")


def _numbers(tensors: Tensors, name: str, leading: tuple[int, ...]) -> Values:
    """The array, or a block of it, as float64, float32 or bool.

    Raises FileProblem for too many numbers, NonFinite and FieldError with the place.
    """
    count = prod(tensors.shape(name)[len(leading) :])
    if count > MOST_STORED:
        many, most = grouped(count), grouped(MOST_STORED)
        raise FileProblem(
            tensors.path, f"{short(name)} holds {many} numbers, more than the {most} of one import. Cut it."
        )
    values = tensors.read(name, *leading)
    if values.dtype.kind == "b":
        return values
    kind = np.float32 if values.dtype.itemsize <= 4 and values.dtype.kind == "f" else np.float64
    numbers: Array = values.astype(kind, copy=False)
    if np.isnan(numbers.min()) or numbers.max() == np.inf:
        wrong = np.isnan(numbers) | (numbers == np.inf)
        at = tuple(int(index) for index in np.argwhere(wrong)[0])
        where = _place(name, at)
        place = _told(tensors.path, where)
        raise NonFinite(f"{shown(tensors.path)}: {place} is {numbers[at]}. Give a finite number there.", where)
    if values.dtype.kind in "iu" and values.dtype.itemsize == 8:
        _check_whole(tensors.path, name, values, numbers)
    return numbers


def _check_whole(path: str, name: str, whole: Values, numbers: Array) -> None:
    """Raises FieldError for a whole number that float64 would round, which nobody asked for."""
    for index in np.argwhere(np.abs(numbers) >= EXACT_BELOW):
        at = tuple(int(place) for place in index)
        if int(numbers[at]) != int(whole[at]):
            where = _place(name, at)
            place = _told(path, where)
            raise FieldError(
                f"{shown(path)}: {place} is {whole[at]}, which {ROUNDED}. Save it as float64 if it may be rounded.",
                where,
            )


def _told(path: str, where: Where) -> str:
    """The place, without the name where it is that of the file: the array of a .npy has none."""
    return str(where).removeprefix(f"{where.name}, ") if Path(path).name == f"{where.name}.npy" else str(where)


def _place(name: str, at: tuple[int, ...]) -> Where:
    row, column = (0, *at)[-2:]
    return Where(short(name), row, column)


def _is_scenario(path: str | os.PathLike[str], name: str) -> bool:
    """True if an archive is a scenario of ours. Raises FileProblem for archives of others, with the way out."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise FileProblem(name, "the archive is damaged. Get or save the file again.") from error
    if any(one.endswith("data.pkl") for one in names):
        raise FileProblem(name, _PICKLE)
    if "[Content_Types].xml" in names or "content.xml" in names:
        raise FileProblem(name, _SHEET)
    return EXPORTED not in names and ("scenario.npy" in names or "scenario" in names)


def _is_safetensors(head: bytes) -> bool:
    """Eight bytes that say how long the header is, then the header, which is JSON."""
    return len(head) > 8 and head[8:9] == b"{" and int.from_bytes(head[:8], "little") < 1 << 30
