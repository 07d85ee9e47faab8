"""The bytes of a text file to its text: byte-order marks, UTF-16 without one, and Windows' own encoding."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from attnviz.content.atomic import FileProblem
from attnviz.content.documents.long_table import is_long
from attnviz.content.importing.grid import labelled
from attnviz.content.importing.refusals import MOST_TEXT_BYTES

ENCODINGS = {"utf-8": "UTF-8", "utf-16": "UTF-16", "cp1252": "Windows (Western Europe)"}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip
_CONTROLS = frozenset(
    {*range(9), *range(14, 27), *range(28, 32)}
)  # bytes that no text holds in any encoding of letters
_LOOKED_AT = 4096


@dataclass(frozen=True)
class Decoded:
    """A text, its encoding, and whether the encoding is beyond doubt."""

    text: str
    encoding: str
    certain: bool


def decoded(data: bytes, name: str, encoding: str | None = None) -> Decoded:
    """The text in a file's bytes, without its byte-order mark. Raises FileProblem for what is no text or too long."""
    if len(data) > MOST_TEXT_BYTES:
        raise FileProblem(name, "this text is larger than 64 MB. Save the numbers as .npy, or a part of them.")
    for mark, of_mark in _MARKS:
        if data.startswith(mark):
            return Decoded(_strictly(data[len(mark) :], of_mark, name), of_mark, certain=True)
    if encoding in (None, "utf-16"):
        wide = _wide(data)
        if wide is not None:
            return Decoded(_strictly(data, wide, name), wide, certain=True)
    if encoding == "cp1252":
        return Decoded(_windows(data, name), "cp1252", certain=False)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return Decoded(_windows(data, name), "cp1252", certain=False)
    if not _CONTROLS.isdisjoint(data[:_LOOKED_AT]) and not is_long(text) and labelled(text) is None:
        raise _no_text(name)  # exports are text whatever their labels hold
    return Decoded(text, "utf-8", certain=True)


def _strictly(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise FileProblem(
            name, f"this text is damaged: byte {error.start + 1} is no {encoding}. Save it anew."
        ) from error


def _windows(data: bytes, name: str) -> str:
    if not _CONTROLS.isdisjoint(data[:_LOOKED_AT]):
        raise _no_text(name)
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileProblem(name, f"line {line} is not UTF-8. Save the file as UTF-8.") from error


def _wide(data: bytes) -> str | None:
    """UTF-16 without a byte-order mark: every second byte of the first ones is 0, as digits and separators have it."""
    head = data[: _LOOKED_AT & ~1]
    head = head[: len(head) & ~1]
    if len(head) < 4:
        return None
    for encoding, zeros, others in (("utf-16-le", head[1::2], head[::2]), ("utf-16-be", head[::2], head[1::2])):
        if 2 * zeros.count(0) > len(zeros) and 0 not in others:
            return encoding
    return None


def _no_text(name: str) -> FileProblem:
    return FileProblem(
        name, "this is no text, and no array that is read here. Save it as CSV, JSON, .npy, .npz or .safetensors."
    )
