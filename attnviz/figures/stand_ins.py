"""Large images in SVG and PDF files: a stand-in of two pixels is painted, and the image put in its place afterwards.

Qt packs an image while it paints it, and holds the whole program up meanwhile: seconds for a map with a pixel for each
of 16.8 million cells. Packed here, other threads go on; and with its table of colours it is a third as large.
"""

from __future__ import annotations

import base64
import re
import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from attnviz.content.pdf_update import updated

_LEAST = 40_000  # pixels: less is packed at once
_LEVEL = 4  # of compression: the next ones are slower by more than they save
_RED, _GREEN = 201, 57  # of a stand-in, whose blue is its number; no map of ours has this colour twice
_MOST = 256
_IN_SVG = re.compile(rb'"data:image/png;base64,([A-Za-z0-9+/=]{1,400})"')
_IN_PDF = re.compile(
    rb"\n(?P<number>[0-9]+) 0 obj\s*<<(?P<fields>[^>]*?/Subtype\s*/Image\b[^>]*)>>\s*stream\r?\n(?P<data>.{0,200}?)"
    rb"\s*endstream",
    re.DOTALL,
)


class _Collecting(threading.local):
    """The images of the file that this thread paints; None while it paints none."""

    def __init__(self) -> None:
        self.images: list[QImage] | None = None


_collecting = _Collecting()


@contextmanager
def standing_in() -> Iterator[list[QImage]]:
    """Has `draw_in_file` paint stand-ins meanwhile; the list is of the images that they stand for."""
    before, _collecting.images = _collecting.images, []
    try:
        yield _collecting.images
    finally:
        _collecting.images = before


def draw_in_file(painter: QPainter, area: QRectF, image: QImage) -> None:
    """Draws an indexed image into an SVG or PDF, or has a large one put in afterwards."""
    images = _collecting.images
    large = image.width() * image.height() >= _LEAST
    if images is None or not large or len(images) == _MOST or image.format() != QImage.Format.Format_Indexed8:
        painter.drawImage(area, image)
        return
    stand_in = QImage(2, 1, QImage.Format.Format_RGB32)
    stand_in.fill(QColor(_RED, _GREEN, len(images)))
    images.append(image)
    painter.drawImage(area, stand_in)


def put_into_svg(svg: bytes, images: list[QImage]) -> bytes | None:
    """The SVG with each image where its stand-in is; None if not all of them are found."""
    parts, done, put = [], 0, set()
    for found in _IN_SVG.finditer(svg) if images else ():
        place = _meant(QImage.fromData(base64.b64decode(found[1])), len(images))
        if place is not None:
            parts += [svg[done : found.start(1)], base64.b64encode(_png(images[place]))]
            done = found.end(1)
            put.add(place)
    return b"".join((*parts, svg[done:])) if len(put) == len(images) else None


def put_into_pdf(pdf: bytes, images: list[QImage]) -> bytes | None:
    """The PDF with each image in place of its stand-in, behind it as an update; None if not all of them are found."""
    objects, put = {}, set()
    for found in _IN_PDF.finditer(pdf) if images else ():
        try:  # the last of the packed bytes may be taken for a line's end: they are no more than a checksum
            pixel = zlib.decompressobj().decompress(found["data"], 3)
        except zlib.error:
            continue
        if len(pixel) == 3 and (pixel[0], pixel[1]) == (_RED, _GREEN) and pixel[2] < len(images):
            objects[int(found["number"])] = _pdf_object(images[pixel[2]])
            put.add(pixel[2])
    if len(put) < len(images):
        return None
    return updated(pdf, objects) if objects else pdf


def _meant(stand_in: QImage, count: int) -> int | None:
    """Which of so many images a small one stands for."""
    if (stand_in.width(), stand_in.height()) != (2, 1):
        return None
    colour = stand_in.pixelColor(0, 0)
    here = (colour.red(), colour.green()) == (_RED, _GREEN) and colour.blue() < count
    return colour.blue() if here else None


def _rows(image: QImage) -> npt.NDArray[np.uint8]:
    """(height, width): which entry of its table of colours each pixel has."""
    whole = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
    return whole[:, : image.width()]


def _table(image: QImage) -> bytes:
    """Red, green and blue of each entry."""
    return b"".join(bytes(((one >> 16) & 255, (one >> 8) & 255, one & 255)) for one in image.colorTable())


def _png(image: QImage) -> bytes:
    """The image as a PNG with its table of colours. Source: PNG specification, third edition, section 11."""
    rows = _rows(image)
    lines = np.zeros((rows.shape[0], rows.shape[1] + 1), dtype=np.uint8)  # a line begins with its filter: none
    lines[:, 1:] = rows
    head = struct.pack(">IIBBBBB", image.width(), image.height(), 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"PLTE", _table(image)), (b"IDAT", zlib.compress(lines.data, _LEVEL)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


def _pdf_object(image: QImage) -> bytes:
    """The image as an object of a PDF. Source: ISO 32000-1, sections 8.6.6.3 and 8.9.5."""
    table = _table(image)
    packed = zlib.compress(np.ascontiguousarray(_rows(image)).data, _LEVEL)
    return (
        b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8\n"
        b"/ColorSpace [/Indexed /DeviceRGB %d <%b>]\n/Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream"
    ) % (image.width(), image.height(), len(table) // 3 - 1, table.hex().encode(), len(packed), packed)
