"""What other readers find in the same bytes: csv, json, ast and NumPy; None where they too find no numbers for sure."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
import warnings
import zipfile
import zlib

import numpy as np

_PLAIN = re.compile(rb"[0-9.eE+\-;\t, \n]*")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_GROUPED = re.compile(r"(?<![0-9])[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9,])")
_BARE = re.compile(r"\s*\[[\[\]0-9.eE+\-,\s]*\]\s*")
_DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "U8": "u1", "BOOL": "?"}


def plain_rows(data: bytes) -> np.ndarray | None:
    """The numbers of a text of digits, points and one kind of separator between them; None for all else.

    Only where each row has two separators or more, or they are tabs or semicolons: one comma a row can be read twice.
    """
    if not _PLAIN.fullmatch(data):
        return None
    text = data.decode()
    present = [mark for mark in "\t;, " if mark in text.strip()]
    if present == [";", ","] and "." not in text and not _GROUPED.search(text):  # decimal commas
        text, present = text.replace(",", "."), [";"]
    if len(present) != 1 or "\n\n" in text.strip("\n"):
        return None
    rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text), delimiter=present[0])]
    rows = [row for row in rows if row]
    if not rows or len(set(map(len, rows))) > 1 or len(rows[0]) < (3 if present[0] == "," else 2):
        return None
    return _array(rows)


def bracketed_rows(data: bytes) -> np.ndarray | None:
    """The numbers of nested brackets with commas, or with spaces, between; None for all else."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    start, stop = text.find("["), text.rfind("]")
    body = text[start : stop + 1]
    if start < 0 or not _BARE.fullmatch(body):
        return None
    if "," not in body:
        body = re.sub(r"(?<=[0-9.])\s+(?=[-+.0-9])", ",", body)
        body = re.sub(r"\]\s*\[", "],[", body)
    try:
        value = ast.literal_eval(body)
        if isinstance(value, tuple):
            return None
        array = np.array(value, dtype=np.float64)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError, OverflowError):
        return None
    return array if array.size and np.isfinite(array).all() else None


def json_rows(data: bytes) -> np.ndarray | None:
    """The numbers of a JSON list of lists; None for all else."""
    try:
        value = json.loads(data.decode("utf-8-sig"))
        array = np.array(value)
    except (ValueError, RecursionError, OverflowError):
        return None
    if not isinstance(value, list) or array.dtype.kind not in "if" or array.ndim < 1 or _holds_flags(value):
        return None
    return array if array.size and np.isfinite(array).all() else None


def npy_array(data: bytes) -> np.ndarray | None:
    """What NumPy itself loads."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = np.load(io.BytesIO(data), allow_pickle=False)
    except (ValueError, OSError, EOFError, SyntaxError, MemoryError, OverflowError, TypeError, KeyError, UnicodeError):
        return None
    return found if isinstance(found, np.ndarray) and found.dtype.kind in "fiub" else None


def npz_arrays(data: bytes) -> dict[str, np.ndarray] | None:
    """What NumPy itself loads of an archive, array by array."""
    found = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                array = npy_array(archive.read(name))
                if array is not None:
                    found[name.removesuffix(".npy")] = array
    except (ValueError, OSError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, KeyError):
        return None
    return found


def safetensors_arrays(data: bytes) -> dict[str, np.ndarray] | None:
    """The arrays by the format's own description, without any check."""
    try:
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + length])
        body = data[8 + length :]
        found = {}
        for name, told in header.items():
            if name == "__metadata__" or told["dtype"] not in _DTYPES:
                continue
            start, stop = told["data_offsets"]
            raw = np.frombuffer(body[start:stop], np.uint8 if told["dtype"] == "BOOL" else _DTYPES[told["dtype"]])
            found[name] = (raw != 0 if told["dtype"] == "BOOL" else raw).reshape(told["shape"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError, IndexError):
        return None
    return found


def long_values(data: bytes) -> dict[str, np.ndarray] | None:
    """The numbers of an export of several stages by stage, in the order of head, row and column."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter="\t" if "\t" in text.split("\n")[0] else ","))
    found: dict[str, list[tuple[int, int, int, float]]] = {}
    try:
        for row in rows:
            place = int(row["head"] or 0), int(row["row"]), int(row["column"])
            found.setdefault(row["stage"], []).append((*place, float(row["value"])))
    except (ValueError, KeyError, TypeError):
        return None
    return {stage: np.array([value for *_, value in sorted(cells)]) for stage, cells in found.items()}


def _array(rows: list[list[str]]) -> np.ndarray | None:
    if not all(_NUMBER.fullmatch(cell) for row in rows for cell in row):
        return None
    array = np.array([[float(cell) for cell in row] for row in rows])
    return array if np.isfinite(array).all() else None


def _holds_flags(value: object) -> bool:
    return isinstance(value, bool) or (isinstance(value, list) and any(map(_holds_flags, value)))
