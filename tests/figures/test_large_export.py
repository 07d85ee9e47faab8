"""Large maps as files: every cell where it is asked for, one image and real letters in SVG and PDF, bounded memory."""

import base64
import re
import tracemalloc
import zlib
from dataclasses import replace

import numpy as np
import pytest
from figure_scenes import VIEW, causal, selected
from large_scenes import large_map, part, pixels_of
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from attnviz.engine.errors import FieldError
from attnviz.figures.colour_maps import colour_map
from attnviz.figures.compose import figure_of
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.large.large_legend import bar_in
from attnviz.figures.large.layout import layout
from attnviz.figures.large.sheet import sized, sized_to_width
from attnviz.figures.theme import theme

SIDE = 300
ENDS = [np.array(colour_map("ink", "light", signed=False).colours[entry].getRgb()[:3]) for entry in (0, 255)]


def checkered(rows, columns):
    """Cells that are 1 where row + column can be divided by 3, else 0."""
    return (np.add.outer(np.arange(rows), np.arange(columns)) % 3 == 0).astype(np.float32)


def image_of(data):
    """The picture in a PNG file."""
    return QImage.fromData(data)


def map_within(pixels, values, side):
    """True if somewhere in the picture each cell of the matrix is a square of `side` pixels in its colour."""
    expected = np.kron(values, np.ones((side, side))) > 0.5
    strong = np.abs(pixels.astype(int) - ENDS[1]).max(axis=2) <= 2
    weak = np.abs(pixels.astype(int) - ENDS[0]).max(axis=2) <= 2
    rows, columns = expected.shape
    starts = np.argwhere(strong & np.roll(weak, -side, axis=1))
    for top, left in starts[:400]:
        own = strong[top : top + rows, left : left + columns]
        if own.shape == expected.shape and (own == expected).all():
            return bool((weak[top : top + rows, left : left + columns] == ~expected).all())
    return False


@pytest.mark.parametrize("side", [1, 2, 3])
def test_a_png_has_whole_pixels_for_each_cell(side):
    values = checkered(SIDE, SIDE)
    data = export_bytes(large_map(values, signed=False), ExportOptions(cell=side, numbers=False))
    assert map_within(pixels_of(image_of(data)), values, side)


def test_a_png_of_4096_by_4096_cells_has_a_pixel_for_each_and_labels_around():
    values = checkered(4096, 4096)
    data = export_bytes(large_map(values, signed=False), ExportOptions(cell=1))
    pixels = pixels_of(image_of(data))
    assert pixels.shape[0] > 4096
    assert pixels.shape[1] > 4096
    assert map_within(pixels, values, 1)


def test_strips_make_the_same_picture_as_one_piece(monkeypatch):
    model = large_map(np.random.default_rng(1).normal(size=(SIDE, SIDE)), signed=True)
    whole = export_bytes(model, ExportOptions(scale=1.5))
    monkeypatch.setattr("attnviz.figures.export._AT_ONCE", 0)
    monkeypatch.setattr("attnviz.figures.png_strips._STRIP", 100_000)
    strips = export_bytes(model, ExportOptions(scale=1.5))
    assert (pixels_of(image_of(whole)) == pixels_of(image_of(strips))).all()


def test_strips_keep_transparency_resolution_and_author(monkeypatch):
    monkeypatch.setattr("attnviz.figures.export._AT_ONCE", 0)
    data = export_bytes(
        large_map(checkered(SIDE, SIDE), signed=False), ExportOptions(width=80, unit="mm", transparent=True)
    )
    image = image_of(data)
    assert image.pixelColor(1, 1).alpha() == 0
    assert image.dotsPerMeterX() == round(300 / 25.4 * 1000)
    assert image.text("Software") == "attnviz"
    assert image.width() == pytest.approx(80 / 25.4 * 300, abs=1)


@pytest.mark.parametrize("options", [{}, {"width": 160, "unit": "mm"}, {"width": 900}])
def test_a_picture_at_print_size_keeps_a_sink_and_a_single_cell(options):
    values = np.zeros((2000, 2000), dtype=np.float32)
    values[:, 1234] = 1
    values[77, 310] = 1
    pixels = pixels_of(image_of(export_bytes(large_map(values, signed=False), ExportOptions(**options))))
    strong = np.abs(pixels.astype(int) - ENDS[1]).max(axis=2) <= 2
    assert strong.mean(axis=0).max() > 0.8
    column = strong.mean(axis=0).argmax()
    assert strong[: pixels.shape[0] // 4, : column - 100].any()


def embedded(svg):
    """The images in an SVG."""
    found = re.findall(r'xlink:href="data:image/png;base64,([^"]+)"', svg)
    return [image_of(base64.b64decode(each)) for each in found]


def test_an_svg_holds_the_map_as_one_image_and_labels_as_text():
    svg = export_bytes(large_map(checkered(SIDE, SIDE), signed=False), ExportOptions(format="svg")).decode()
    images = embedded(svg)
    assert len(images) == 1
    width = float(re.search(r'<svg[^>]*width="([0-9.]+)', svg)[1])
    assert images[0].width() >= width
    texts = re.findall(r"<text[^>]*>([^<]+)</text>", svg)
    assert {"Title", "100", "300"} <= {text.strip() for text in texts}


def test_an_svg_has_a_pixel_for_each_cell_where_asked():
    values = checkered(1500, 1500)
    svg = export_bytes(large_map(values, signed=False), ExportOptions(format="svg", cell=1)).decode()
    (image,) = embedded(svg)
    assert (image.width(), image.height()) == (1500, 1500)
    assert map_within(pixels_of(image), values, 1)


def test_a_pdf_holds_one_image_without_loss_and_letters_that_can_be_found():
    values = checkered(1500, 1500)
    pdf = export_bytes(large_map(values, signed=False), ExportOptions(format="pdf", cell=1))
    image = rb"(\d+) 0 obj\s<<[^>]*?/Subtype /Image.{0,200}?/Width (\d+).{0,40}?/Height (\d+)"
    parts = re.findall(image, pdf, re.DOTALL)
    images = {number: (int(wide), int(high)) for number, wide, high in parts}  # the last of a number is what counts
    assert list(images.values()) == [(1500, 1500)]
    assert b"/DCTDecode" not in pdf
    assert b"/FontFile2" in pdf


def test_a_large_export_takes_bounded_memory():
    values = np.random.default_rng(1).random((2048, 2048), dtype=np.float32)
    model = large_map(values, signed=False)
    tracemalloc.start()
    data = export_bytes(model, ExportOptions(cell=2))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(zlib.decompress(b"".join(_idat(data)))) > 3 * 4096 * 4096
    assert peak < 3 * len(data) + 60_000_000


def _idat(data):
    place = 8
    while place < len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        if data[place + 4 : place + 8] == b"IDAT":
            yield data[place + 8 : place + 8 + length]
        place += 12 + length


@pytest.mark.parametrize("option", [{"title": False}, {"legend": False}, {"theme": "dark"}, {"colour_map": "viridis"}])
@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_options_reach_large_maps(option, kind):
    model = large_map(np.random.default_rng(1).normal(size=(SIDE, SIDE)), signed=True)
    plain = export_bytes(model, ExportOptions(format=kind))
    assert export_bytes(model, ExportOptions(format=kind, **option)) != plain


def test_a_dark_map_stands_on_the_dark_panel():
    data = export_bytes(large_map(checkered(SIDE, SIDE), signed=False), ExportOptions(theme="dark", cell=8))
    assert image_of(data).pixelColor(1, 1) == theme("dark").palette.panel


def test_a_cropped_map_is_exported_as_it_is_seen():
    values = np.zeros((2000, 2000), dtype=np.float32)
    values[500:540, 700:760] = checkered(40, 60)
    model = large_map(values, signed=False).seeing(part(500, 700, 40, 60))
    pixels = pixels_of(image_of(export_bytes(model, ExportOptions(cell=4, numbers=False))))
    assert pixels.shape[1] < 600
    assert map_within(pixels, checkered(40, 60), 4)


@pytest.mark.parametrize(
    ("options", "words"),
    [({"cell": 0}, "cell is 0"), ({"cell": 1, "width": 300}, "do not go together"), ({"cell": 64}, "fewer pixels")],
)
def test_what_cannot_be_had_is_refused_with_a_remedy(options, words):
    with pytest.raises(FieldError, match=words):
        export_bytes(large_map(checkered(SIDE * 2, SIDE * 2), signed=False), ExportOptions(**options))


def test_pixels_for_each_cell_are_for_large_maps_only():
    with pytest.raises(FieldError, match="more than 64×64 cells"):
        export_bytes(figure_of("weights", causal(), selected(), VIEW), ExportOptions(cell=1))


@pytest.mark.parametrize("shape", [(1, 4096), (4, 1000)])
def test_a_map_of_few_rows_has_them_no_higher_in_a_told_width_and_its_legend_inside(shape: tuple[int, int]) -> None:
    values = np.random.default_rng(2).random(shape)
    model = replace(large_map(values, signed=False), powers=True, limits=(1e-4, 1.0))
    look = theme("light", "normal")
    for found in (sized_to_width(model, look, 700.0), sized(replace(model, cell=(1.0, 1.0)), look)):
        assert found is not None
        placed, size = found
        place = layout(placed, QRectF(0, 0, size.width(), size.height()), look)
        assert place.map.height() <= shape[0] * 2.3 * look.number_px
        assert bar_in(place.legend, placed, look).bottom() <= size.height()
