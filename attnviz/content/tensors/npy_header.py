"""The header before the numbers of a NumPy file: read without NumPy's loader, and before anything is allocated."""

from __future__ import annotations

import math
import re
import struct
from dataclasses import dataclass
from typing import IO

from attnviz.content.tensors.formats import Format, described

MAGIC = b"\x93NUMPY"
_MOST_HEADER = 1 << 16
_MOST_AXES = 32
_HEADER = re.compile(
    rb"\{\s{0,99}'descr'\s{0,99}:\s{0,99}(?P<descr>'[^']{1,99}'|\[.{0,60000}\]|\(.{0,60000}?\))\s{0,99},"
    rb"\s{0,99}'fortran_order'\s{0,99}:\s{0,99}(?P<fortran>True|False)\s{0,99},"
    rb"\s{0,99}'shape'\s{0,99}:\s{0,99}\((?P<shape>[0-9L, ]{0,999})\)\s{0,99},?\s{0,99}\}[ \n]*",
    re.DOTALL,
)
_SIZE = re.compile(rb"([0-9]{1,15})L?")  # the L is Python 2's


@dataclass(frozen=True)
class NpyHeader:
    """What stands before the numbers. descr: as NumPy writes it, such as "<f4"; "structured" for named fields.

    start: how many bytes come before the first number. fortran: True if the first index runs fastest.
    """

    descr: str
    shape: tuple[int, ...]
    fortran: bool
    start: int

    @property
    def format(self) -> Format:
        """The number format."""
        return Format("named fields", None, None) if self.descr == "structured" else described(self.descr)

    @property
    def size(self) -> int:
        """Bytes of all the numbers, of any size; 0 where the format is not known."""
        return math.prod(self.shape) * (self.format.bits or 0) // 8


def read_header(stream: IO[bytes]) -> NpyHeader | None:
    """The header at the start of a stream, which then stands at the first number; None if this is no NumPy array."""
    magic = stream.read(8)
    wide = magic[6:7] in (b"\x02", b"\x03")
    length = stream.read(4 if wide else 2)
    if magic[:6] != MAGIC or len(length) < (4 if wide else 2):
        return None
    (count,) = struct.unpack("<I" if wide else "<H", length)
    if count > _MOST_HEADER:
        return None
    text = stream.read(count)
    found = _HEADER.fullmatch(text)
    if found is None or len(text) < count:  # what is cut within its last blanks matches too
        return None
    shape = _shape(found["shape"])
    if shape is None:
        return None
    descr = found["descr"]
    name = descr[1:-1].decode("latin-1") if descr.startswith(b"'") else "structured"
    return NpyHeader(name, shape, found["fortran"] == b"True", 8 + len(length) + count)


def _shape(text: bytes) -> tuple[int, ...] | None:
    """The sizes that a tuple's inside says; None where it says none, or too many."""
    parts = text.replace(b" ", b"").split(b",")
    if parts[-1] == b"":
        parts.pop()
    sizes = [_SIZE.fullmatch(part) for part in parts]
    if len(parts) > _MOST_AXES or not all(sizes):
        return None
    return tuple(int(size[1]) for size in sizes if size)
