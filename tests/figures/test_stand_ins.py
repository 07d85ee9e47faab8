"""Large images in SVG and PDF files are put in afterwards: every one in its place, pixel for pixel."""

from __future__ import annotations

import base64
import io
import re
import zlib

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from attnviz.figures.stand_ins import draw_in_file, put_into_pdf, put_into_svg, standing_in

pytestmark = pytest.mark.usefixtures("qapp")
SIDE = 200


def indexed(seed: int, side: int = SIDE) -> QImage:
    codes = np.random.default_rng(seed).integers(0, 256, (side, side)).astype(np.uint8)
    image = QImage(codes.data, side, side, side, QImage.Format.Format_Indexed8)
    image.setColorTable([QColor(code, 255 - code, seed).rgb() for code in range(256)])
    return image.copy()


def pixels(image: QImage) -> np.ndarray:
    """(height, width, 3)."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    whole = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return whole[:, : 3 * plain.width()].reshape(plain.height(), plain.width(), 3).copy()


def written(images: list[QImage], kind: str) -> bytes:
    """Each image in a file of Qt's, in squares of 50 units beside each other."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    device: QPdfWriter | QSvgGenerator
    if kind == "pdf":
        device = QPdfWriter(buffer)
    else:
        device = QSvgGenerator()
        device.setOutputDevice(buffer)
        device.setSize(QSize(50 * len(images), 50))
    with QPainter(device) as painter:
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering, True)
        for place, image in enumerate(images):
            draw_in_file(painter, QRectF(50 * place, 0, 50, 50), image)
    return bytes(buffer.data().data())


def embedded(pdf: bytes) -> list[np.ndarray]:
    """The images of the update at the end of a PDF, as its last cross-reference table leads to them."""
    start = int(re.findall(rb"startxref\s+(\d+)", pdf)[-1])
    found = []
    for offset in re.findall(rb"\d+ 1\n(\d{10}) 00000 n \n", pdf[start:]):
        body = pdf[int(offset) :]
        wide, high, last, table = re.search(
            rb"/Width (\d+) /Height (\d+).*?/Indexed /DeviceRGB (\d+) <([0-9a-f]+)>", body, re.DOTALL
        ).groups()  # type: ignore[union-attr]
        data = zlib.decompressobj().decompress(body.partition(b"stream\n")[2])
        colours = np.frombuffer(bytes.fromhex(table.decode()), np.uint8).reshape(int(last) + 1, 3)
        found.append(colours[np.frombuffer(data, np.uint8).reshape(int(high), int(wide))])
    return found


@pytest.mark.parametrize("count", [1, 8, 40])
def test_every_image_is_put_into_a_pdf_pixel_for_pixel(count: int) -> None:
    images = [indexed(seed) for seed in range(count)]
    with standing_in() as kept:
        pdf = put_into_pdf(written(images, "pdf"), kept)
    assert pdf is not None
    found = embedded(pdf)
    assert len(found) == count
    for own, image in zip(found, images, strict=True):
        np.testing.assert_array_equal(own, pixels(image))


@pytest.mark.parametrize("count", [1, 8, 40])
def test_every_image_is_put_into_an_svg_in_its_order(count: int) -> None:
    images = [indexed(seed) for seed in range(count)]
    with standing_in() as kept:
        svg = put_into_svg(written(images, "svg"), kept)
    assert svg is not None
    found = re.findall(rb"data:image/png;base64,([A-Za-z0-9+/=]+)", svg)
    assert len(found) == count
    for own, image in zip(found, images, strict=True):
        with Image.open(io.BytesIO(base64.b64decode(own))) as png:
            np.testing.assert_array_equal(np.asarray(png.convert("RGB")), pixels(image))


def test_what_qt_writes_is_two_pixels_for_each() -> None:
    with standing_in():
        small = written([indexed(1), indexed(2)], "pdf")
    assert len(small) < len(written([indexed(1)], "pdf")) / 4


def test_small_images_are_painted_at_once() -> None:
    with standing_in() as kept:
        written([indexed(1, 20)], "svg")
    assert kept == []


def test_outside_of_a_file_that_collects_them_images_are_painted_at_once() -> None:
    assert len(written([indexed(1)], "pdf")) > SIDE * SIDE / 2


@pytest.mark.parametrize("put", [put_into_pdf, put_into_svg])
def test_a_stand_in_that_is_not_found_is_told(put: object) -> None:
    assert put(b"%PDF-1.4 without", [indexed(1)]) is None  # type: ignore[operator]
