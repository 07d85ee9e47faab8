"""Reads safetensors files: a length, a JSON header that says where each array lies, then the numbers.

The format is read here and not by the package `safetensors`, whose NumPy side knows no bfloat16.
Source: https://github.com/huggingface/safetensors, section Format.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from pathlib import Path

from attnviz.content import strict_json
from attnviz.content.atomic import FileProblem, said
from attnviz.content.tensors.formats import named
from attnviz.content.tensors.tensors import Entry, Identity, Tensors, identity_of, opened, quoted
from attnviz.engine.errors import AttentionError, counted

MOST_HEADER = 16 << 20  # bytes; the largest shards that are published have headers well under 1 MB
MOST_TENSORS = 100_000
_MOST_AXES = 32
_LENGTH = 8
_POINTER = b"version https://git-lfs"


def open_safetensors(path: str | os.PathLike[str]) -> Tensors:
    """The arrays of the file, listed. Raises FileProblem for a header that says anything but where they lie."""
    with opened(path) as file:
        identity = identity_of(file)
        try:
            head = file.read(_LENGTH)
            count = int.from_bytes(head, "little")
            _check_length(path, identity.size, head, count)
            text = file.read(count)
        except OSError as error:
            raise FileProblem(path, said(error)) from error
    header = _parsed(path, text)
    start = _LENGTH + count
    metadata = _metadata(path, header.pop("__metadata__", None))
    if len(header) > MOST_TENSORS:
        raise FileProblem(path, f"the header lists {len(header)} arrays, more than are read here. Choose another file.")
    entries = {name: _entry(path, identity, name, told, start) for name, told in header.items()}
    _check_contiguous(path, header, identity.size - start)
    return Tensors(os.fspath(path), entries, metadata)


def _check_length(path: object, size: int, head: bytes, count: int) -> None:
    if head == _POINTER[:_LENGTH] and size < 1024:
        raise FileProblem(path, "this is a pointer of Git LFS, not the file itself. Fetch it with: git lfs pull")
    if len(head) < _LENGTH:
        raise FileProblem(path, "this is no safetensors file: it is too short for a header. Get it again.")
    if count > size - _LENGTH:
        raise FileProblem(
            path,
            f"the header should take {count} bytes but the file has {size}. "
            "It is cut short or no safetensors file: get it again.",
        )
    if count > MOST_HEADER:
        raise FileProblem(path, f"the header takes {count >> 20} MB, more than is read here. Choose another file.")


def _parsed(path: str | os.PathLike[str], text: bytes) -> dict[str, object]:
    """The header's object. Raises FileProblem for what is no JSON and for a name that is there twice."""
    try:
        header = strict_json.parse(text, Path(path).name)
    except FileProblem as error:
        raise FileProblem(path, "the header is no JSON. This is no safetensors file, or it is damaged.") from error
    except AttentionError as error:
        raise FileProblem(path, f"in its header {error}") from error
    if not isinstance(header, dict):
        raise FileProblem(path, "the header is no list of arrays. This is no safetensors file, or it is damaged.")
    return header


def _metadata(path: object, told: object) -> Mapping[str, str]:
    if told is None:
        return {}
    if not isinstance(told, dict) or not all(isinstance(value, str) for value in told.values()):
        raise FileProblem(path, "__metadata__ of the header holds other things than texts. Save the file again.")
    return told


def _entry(path: str | os.PathLike[str], identity: Identity, name: str, told: object, start: int) -> Entry:
    """Where one array lies, after its shape, format and offsets were found to agree."""
    given = told if isinstance(told, dict) else {}
    code, shape, offsets = given.get("dtype"), _sizes(given.get("shape")), _sizes(given.get("data_offsets"))
    if not isinstance(code, str) or shape is None or offsets is None or len(offsets) != 2:
        raise FileProblem(path, f"{quoted(name)} lacks a proper dtype, shape or data_offsets. Save the file again.")
    begin, end = offsets
    if not begin <= end <= identity.size - start:
        raise FileProblem(path, f"{quoted(name)} lies outside the file. It is cut short or damaged: get it again.")
    kind = named(code)
    size = math.prod(shape) * (kind.bits or 0) // 8
    if kind.bits is not None and size != end - begin:
        raise FileProblem(
            path,
            f"{quoted(name)} should have {counted(size, 'byte')} by its shape {shape} but has {end - begin}. "
            "Save the file again.",
        )
    return Entry(os.fspath(path), identity, kind, shape, start + begin)


def _sizes(values: object) -> tuple[int, ...] | None:
    """Whole numbers from 0, not too many of them; else None."""
    if not isinstance(values, list) or len(values) > _MOST_AXES:
        return None
    return tuple(values) if all(type(one) is int and one >= 0 for one in values) else None


def _check_contiguous(path: object, header: Mapping[str, object], size: int) -> None:
    """Raises FileProblem unless the arrays lie one after another without overlap or gap and fill the file."""
    spans = sorted(
        (told["data_offsets"][0], told["data_offsets"][1], name)
        for name, told in header.items()
        if isinstance(told, dict)
    )
    reached = 0
    for begin, end, name in spans:
        if begin != reached:
            fault = "overlaps the array before it" if begin < reached else "leaves a gap before it"
            raise FileProblem(path, f"{quoted(name)} {fault}. The file is damaged: get it again.")
        reached = end
    if reached != size:
        raise FileProblem(path, f"{size - reached} bytes at the end belong to no array. The file is damaged.")
