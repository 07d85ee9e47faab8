"""The arrays of a file by name: listed without reading them, and then only what is asked for is read.

Each read opens the file anew and leaves it closed. A memory map would be as fast, but a file that is cut short or
taken away while it is mapped ends the whole program; here it is one named error.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

import numpy as np

from attnviz.content.atomic import FileProblem, said
from attnviz.content.ordinary_files import opened as opened
from attnviz.content.tensors.formats import Format, Stored, not_read
from attnviz.engine.errors import FieldError, Where, counted

MOST_BYTES = 1 << 30  # that one read may take: twelve heads of weights over 3,000 tokens in float64 are 0.86 GB
_LONGEST_NAME = 80


@dataclass(frozen=True)
class Identity:
    """What tells whether a file is still the one whose header was read."""

    size: int
    changed: int
    number: int


@dataclass(frozen=True)
class Entry:
    """One array: its format and shape, and where its numbers lie.

    offset: of its first byte in the file. fortran: True if the first index runs fastest. unpack: how all its bytes are
    had where they do not lie in the file as they are.
    """

    path: str
    identity: Identity
    format: Format
    shape: tuple[int, ...]
    offset: int
    fortran: bool = False
    unpack: Callable[[], bytes] | None = None

    @property
    def size(self) -> int:
        """Bytes of all its numbers."""
        return math.prod(self.shape) * (self.format.bits or 0) // 8


@dataclass(frozen=True)
class Tensors:
    """The arrays of one file or folder. Reading from several threads at once is safe: nothing is shared but names."""

    path: str
    entries: Mapping[str, Entry]
    metadata: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The arrays' names as the file orders them."""
        return tuple(self.entries)

    def shape(self, name: str) -> tuple[int, ...]:
        """Its shape. Raises FieldError for a name that is not there, as all that follow."""
        return self._entry(name).shape

    def dtype(self, name: str) -> str:
        """Its number format, such as "float32", "bfloat16" or "bool"; "text" for texts."""
        return self._entry(name).format.name

    def read(self, name: str, *leading: int) -> Stored:
        """The numbers, read-only; `leading` indices pick a block, and only that is read from the file.

        bfloat16 comes as float32, which holds each number exactly; all else as stored.
        Raises FileProblem for what holds no real numbers, is too much at once, or cannot be read.
        """
        entry = self._numbers(name)
        self._check_leading(name, entry, leading)
        if entry.fortran or entry.unpack is not None:
            return self._whole(name, entry)[leading] if leading else self._whole(name, entry)
        rest = entry.shape[len(leading) :]
        size = math.prod(rest) * (entry.format.bits or 0) // 8
        self._check_size(name, entry, size)
        block = int(np.ravel_multi_index(leading, entry.shape[: len(leading)])) if leading else 0
        (raw,) = self._bytes(entry, [(entry.offset + block * size, size)])
        return entry.format.decode(raw).reshape(rest)

    def rows(self, name: str, indices: Sequence[int]) -> Stored:
        """Some rows of the first axis, in the order asked for, read-only; only they are read from the file."""
        entry = self._numbers(name)
        for index in indices:
            self._check_leading(name, entry, (index,))
        if entry.fortran or entry.unpack is not None:
            found = self._whole(name, entry)[list(indices)]
            found.flags.writeable = False
            return found
        size = entry.size // max(1, entry.shape[0])
        self._check_size(name, entry, size * len(indices))
        parts = self._bytes(entry, [(entry.offset + index * size, size) for index in indices])
        return entry.format.decode(b"".join(parts)).reshape(len(indices), *entry.shape[1:])

    def texts(self, name: str) -> tuple[str, ...]:
        """An array of texts, one after another. Raises FileProblem if it holds none."""
        entry = self._entry(name)
        if entry.format.name != "text" or not entry.format.readable:
            raise FileProblem(entry.path, f"{quoted(name)} holds no texts. Choose another array.")
        found = self._whole(name, entry).ravel().tolist()
        try:
            return tuple(one if isinstance(one, str) else one.decode("utf-8") for one in found)
        except (UnicodeDecodeError, ValueError) as error:
            raise FileProblem(entry.path, f"the texts of {quoted(name)} are damaged. Save the file again.") from error

    def _whole(self, name: str, entry: Entry) -> Stored:
        self._check_size(name, entry, entry.size)
        raw = entry.unpack() if entry.unpack else self._bytes(entry, [(entry.offset, entry.size)])[0]
        return entry.format.decode(raw).reshape(entry.shape, order="F" if entry.fortran else "C")

    def _bytes(self, entry: Entry, parts: Sequence[tuple[int, int]]) -> list[bytes]:
        """The bytes at each offset. Raises FileProblem if the file is not as it was when it was opened."""
        with opened(entry.path) as file:
            if identity_of(file) != entry.identity:
                raise FileProblem(entry.path, "the file has changed since it was opened. Open it again.")
            try:
                found = []
                for offset, size in parts:
                    file.seek(offset)
                    found.append(file.read(size))
            except OSError as error:
                raise FileProblem(entry.path, said(error)) from error
        if any(len(raw) != size for raw, (_, size) in zip(found, parts, strict=True)):
            raise FileProblem(entry.path, "the file ends too early. Get it again.")
        return found

    def _entry(self, name: str) -> Entry:
        if name not in self.entries:
            raise FieldError(f"{quoted(name)} is no array of this file. Choose one that is listed.", Where(name))
        return self.entries[name]

    def _numbers(self, name: str) -> Entry:
        entry = self._entry(name)
        if entry.format.name == "text" or not entry.format.readable:
            raise FileProblem(entry.path, f"{quoted(name)} holds {not_read(entry.format.name)}")
        return entry

    def _check_leading(self, name: str, entry: Entry, leading: tuple[int, ...]) -> None:
        if len(leading) > len(entry.shape):
            raise FieldError(f"{quoted(name)} has {counted(len(entry.shape), 'axis')}. Ask for fewer.", Where(name))
        for index, length in zip(leading, entry.shape, strict=False):
            if not 0 <= index < length:
                raise FieldError(f"{quoted(name)} has no {index + 1} of {length}. Ask for a lower one.", Where(name))

    def _check_size(self, name: str, entry: Entry, size: int) -> None:
        if size > MOST_BYTES:
            raise FileProblem(
                entry.path, f"{quoted(name)} takes {size >> 20} MB at once, more than is read here. Save a part of it."
            )


def identity_of(file: IO[bytes]) -> Identity:
    """What an open file is at this moment."""
    status = os.fstat(file.fileno())
    return Identity(status.st_size, status.st_mtime_ns, status.st_ino)


def in_words(shape: Sequence[int], noun: str = "number") -> str:
    """What an array of that shape is: "a single number", "3 numbers in a row", "2×3", "an empty array of 2×0"."""
    if 0 in shape:
        return "an empty array" + (f" of {'×'.join(map(str, shape))}" if len(shape) > 1 else "")
    if len(shape) < 2:
        return f"a single {noun}" if math.prod(shape) == 1 else f"{counted(shape[0], noun)} in a row"
    return "×".join(map(str, shape))


def quoted(name: str) -> str:
    """An array's name for a message of one line, shortened where it is very long."""
    text = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in name)
    return f"“{text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 1] + '…'}”"
