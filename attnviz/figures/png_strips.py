"""A PNG of any size, painted and compressed strip by strip, so that memory holds one strip and the finished file."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter

_STRIP = 3_000_000  # pixels of a strip
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_UP = 2  # the filter that stores differences from the row above: cells of several pixels become zeros
_LEVEL = 4  # of compression: the next ones are slower by more than they save


def png_in_strips(
    size: tuple[int, int], paint: Callable[[QPainter], None], background: QColor | None, dots_per_metre: int
) -> bytes:
    """The file. paint: draws the whole picture in its pixels; it is called once for each strip, with the rest cut off.

    size: width and height. background: None is transparent. Source: PNG specification, third edition, sections 5, 9.
    """
    width, height = size
    colour_type, channels = (6, 4) if background is None else (2, 3)
    parts = [
        _SIGNATURE,
        _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, colour_type, 0, 0, 0)),
        _chunk(b"pHYs", struct.pack(">IIB", dots_per_metre, dots_per_metre, 1)),
        _chunk(b"tEXt", b"Software\0attnviz"),
    ]
    packer = zlib.compressobj(_LEVEL)
    above: npt.NDArray[np.uint8] = np.zeros((1, width * channels), dtype=np.uint8)
    for rows in _strips(width, height, paint, background, channels):
        filtered = np.empty((len(rows), 1 + rows.shape[1]), dtype=np.uint8)
        filtered[:, 0] = _UP
        np.subtract(rows[:1], above, out=filtered[:1, 1:])
        np.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
        above = rows[-1:].copy()
        _put(parts, packer.compress(filtered.data))
    _put(parts, packer.flush())
    parts.append(_chunk(b"IEND", b""))
    return b"".join(parts)


def _strips(
    width: int, height: int, paint: Callable[[QPainter], None], background: QColor | None, channels: int
) -> Iterator[npt.NDArray[np.uint8]]:
    """The rows of the picture from the top, (rows, width × channels) at a time."""
    step = max(1, min(height, _STRIP // width))
    for top in range(0, height, step):
        image = QImage(width, min(step, height - top), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent if background is None else background)
        with QPainter(image) as painter:  # ends also on an error: else Qt crashes
            painter.translate(0, -top)
            paint(painter)
        image = image.convertToFormat(QImage.Format.Format_RGBA8888 if channels == 4 else QImage.Format.Format_RGB888)
        rows = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
        yield rows[:, : width * channels]


def _put(parts: list[bytes], data: bytes) -> None:
    if data:
        parts.append(_chunk(b"IDAT", data))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
