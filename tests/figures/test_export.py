"""Files show what the screen shows, in the size that was asked for; what cannot be had is refused in words."""

import re
import tracemalloc
import xml.etree.ElementTree as ET
import zlib
from dataclasses import replace

import pytest
from figure_scenes import HARD_LABELS, LIGHT, VIEW, causal, random_layer, selected
from PySide6.QtCore import QMarginsF, QSizeF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPageLayout, QPageSize
from PySide6.QtPrintSupport import QPrinter

from attnviz import AttentionError, trace
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.figures.board import place_naturally
from attnviz.figures.colour_maps import colour_map
from attnviz.figures.compose import FIGURES, board_of, concat_of, figure_of
from attnviz.figures.export import ExportOptions, copy_to_clipboard, export_bytes, print_figure

SVG = "{http://www.w3.org/2000/svg}"


def weights(layer=None):
    return figure_of("weights", layer or causal(), selected(1), VIEW)


def image_of(data: bytes) -> QImage:
    image = QImage.fromData(data, "PNG")
    assert not image.isNull()
    return image


def texts_of(data: bytes) -> list[str]:
    return [element.text or "" for element in ET.fromstring(data).iter(f"{SVG}text")]


@pytest.mark.parametrize("figure", ["weights", "X", *FIGURES])
@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_every_figure_becomes_every_kind_of_file(figure, kind):
    data = export_bytes(figure_of(figure, causal(), selected(1), VIEW), ExportOptions(format=kind))
    assert data.startswith({"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[kind])


def test_a_png_is_as_wide_as_asked_times_its_scale():
    assert image_of(export_bytes(weights(), ExportOptions(width=600, scale=2))).width() == 1200


def test_a_png_in_millimetres_has_the_dots_that_its_resolution_asks_for():
    image = image_of(export_bytes(weights(), ExportOptions(width=80, unit="mm", dpi=300)))
    assert image.width() == round(80 / 25.4 * 300)
    assert image.dotsPerMeterX() == round(300 / 0.0254)


def test_the_resolution_of_a_png_in_pixels_is_written_into_it():
    assert image_of(export_bytes(weights(), ExportOptions(width=500, dpi=144))).dotsPerMeterX() == round(144 / 0.0254)


def test_a_png_stands_on_the_panel_or_on_nothing():
    opaque = image_of(export_bytes(weights(), ExportOptions()))
    clear = image_of(export_bytes(weights(), ExportOptions(transparent=True)))
    assert QColor(opaque.pixel(0, 0)) == LIGHT.palette.panel
    assert clear.pixelColor(0, 0).alpha() == 0


def test_the_theme_of_a_file_is_its_own():
    dark = image_of(export_bytes(weights(), ExportOptions(theme="dark")))
    assert QColor(dark.pixel(0, 0)).name() == "#1c212a"


def test_the_picture_is_shaped_by_the_figure_so_that_nothing_is_cut_off():
    for figure in ("weights", "X", *FIGURES):
        image = image_of(export_bytes(figure_of(figure, causal(), selected(1), VIEW), ExportOptions(width=700)))
        panel = LIGHT.palette.panel.rgb()
        edges = [(x, y) for x in range(image.width()) for y in (0, 1, image.height() - 2, image.height() - 1)]
        edges += [(x, y) for y in range(image.height()) for x in (0, 1, image.width() - 2, image.width() - 1)]
        assert all(image.pixel(x, y) == panel for x, y in edges), figure


def test_an_svg_has_its_size_and_view_box():
    root = ET.fromstring(export_bytes(weights(), ExportOptions(format="svg", width=120, unit="mm")))
    box = [float(number) for number in root.attrib["viewBox"].split()]
    assert root.attrib["width"] == "120mm"
    assert box[2] == pytest.approx(120 / 25.4 * 96, abs=0.01)
    assert float(root.attrib["height"][:-2]) / 120 == pytest.approx(box[3] / box[2], abs=1e-4)


def test_numbers_and_labels_of_an_svg_are_text():
    texts = texts_of(export_bytes(weights(), ExportOptions(format="svg")))
    assert {"0.670", "0.330", "a", "b", "c", "Weights"} <= set(texts)


def test_the_trophys_weight_can_be_searched_for_in_its_svg():
    layer = trace(preset("trophy"))
    query = layer.scenario.query_labels.index("it")
    figure = figure_of("weights", layer, selected(query, cell=Cell("weights", 0, query, 2)), VIEW)
    assert "0.574" in texts_of(export_bytes(figure, ExportOptions(format="svg")))


def test_an_svg_names_fonts_to_fall_back_on_and_a_title():
    data = export_bytes(weights(), ExportOptions(format="svg")).decode()
    assert "sans-serif" in data
    assert "<title>Weights</title>" in data


def test_cells_of_an_svg_are_vector_up_to_64_by_64_and_one_image_beyond():
    small = export_bytes(figure_of("weights", random_layer(64, 2), selected(), VIEW), ExportOptions(format="svg"))
    large = export_bytes(figure_of("weights", random_layer(65, 2), selected(), VIEW), ExportOptions(format="svg"))
    assert small.count(b"<rect") >= 64 * 64
    assert b"<image" not in small
    assert large.count(b"<image") == 1


def test_labels_that_xml_forbids_do_not_break_an_svg():
    layer = random_layer(len(HARD_LABELS), 2, labels=HARD_LABELS)
    for figure in ("weights", *FIGURES):
        texts = texts_of(export_bytes(figure_of(figure, layer, selected(), VIEW), ExportOptions(format="svg")))
        assert texts


def test_markup_in_a_label_is_shown_as_it_is():
    layer = random_layer(2, 2, labels=("<b>x</b>", "a&b"))
    assert {"<b>x</b>", "a&b"} <= set(texts_of(export_bytes(weights(layer), ExportOptions(format="svg"))))


def test_title_legend_and_numbers_can_be_left_out():
    bare = ExportOptions(format="svg", title=False, legend=False, numbers=False)
    texts = set(texts_of(export_bytes(weights(), bare)))
    assert texts.isdisjoint({"Weights", "0.670", "0", "1"})
    assert {"a", "b", "c"} <= texts


def test_another_colour_map_recolours_the_cells():
    data = export_bytes(weights(), ExportOptions(format="svg", colour_map="viridis")).decode()
    assert colour_map("viridis", "light", signed=False).colours[255].name() in data


def test_font_points_are_the_size_of_the_labels():
    data = export_bytes(weights(), ExportOptions(format="svg", width=150, unit="mm", font_points=9)).decode()
    label = re.search(r'<g [^>]*transform="matrix\(([\d.]+),[^>]*>\s*<text [^>]*font-size="(\d+)"[^>]*>a</text>', data)
    assert float(label[1]) * float(label[2]) == pytest.approx(9 / 72 * 96, abs=0.02)


def test_a_narrow_figure_gives_up_its_numbers_and_not_its_labels():
    layer = random_layer(16, 4, labels=tuple(f"t{number}" for number in range(16)))
    texts = texts_of(export_bytes(weights(layer), ExportOptions(format="svg", width=260)))
    assert "t0" in texts
    assert not any(text.startswith("0.") for text in texts)


def test_a_pdf_holds_its_text_as_text_in_an_embedded_font():
    data = export_bytes(weights(), ExportOptions(format="pdf", width=100, unit="mm"))
    assert b"/FontFile2" in data
    assert b"/ToUnicode" in data


@pytest.mark.parametrize(("width", "unit"), [(160, "mm"), (85.6, "mm"), (500, "px"), (333.3, "px")])
def test_a_page_of_a_pdf_is_as_wide_as_asked_and_of_the_figures_shape(width, unit):
    options = ExportOptions(format="pdf", width=width, unit=unit)
    data = export_bytes(weights(), options)
    (box,) = re.findall(rb"/MediaBox \[([-\d. ]+)\]", data)
    left, bottom, right, top = map(float, box.split())
    svg = ET.fromstring(export_bytes(weights(), replace(options, format="svg"))).attrib["viewBox"].split()
    points = width * 72 / (25.4 if unit == "mm" else 96)
    assert right - left == pytest.approx(points, abs=0.001)
    assert (top - bottom) / points == pytest.approx(float(svg[3]) / float(svg[2]), abs=1e-4)
    assert top == int(top)  # pages are measured from the bottom, but painted from the top


def test_a_pdf_with_an_exact_page_still_points_at_all_its_parts():
    data = export_bytes(weights(), ExportOptions(format="pdf", width=160, unit="mm"))
    start = int(re.search(rb"startxref\n(\d+)", data)[1])
    assert data[start:].startswith(b"xref\n")
    offsets = [int(offset) for offset in re.findall(rb"(\d{10}) 00000 n", data[start:])]
    assert len(offsets) > 10
    for number, offset in enumerate(offsets, start=1):
        assert data[offset:].startswith(b"%d 0 obj" % number)


def test_a_pdf_has_no_ligatures_that_searching_would_miss():
    layer = random_layer(2, 2, labels=("fit", "suffix"))
    data = export_bytes(weights(layer), ExportOptions(format="pdf"))
    maps = b"".join(zlib.decompress(part) for part in re.findall(rb"stream\r?\n(x.*?)\r?\nendstream", data, re.DOTALL))
    assert b"FB01" not in maps.upper()  # the sign for fi


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"width": 5}, "wider"),
        ({"width": 0}, "above 0"),
        ({"width": -3}, "above 0"),
        ({"width": float("nan")}, "above 0"),
        ({"width": float("inf")}, "above 0"),
        ({"dpi": 0}, "from 1"),
        ({"scale": 0}, "from 0.1"),
        ({"font_points": 0}, "from 1"),
        ({"width": 1e9}, "width is 1000000000 px. Give a number above 0 and up to 20000"),
        ({"width": 90_000}, "up to 20000"),
        ({"width": 5292, "unit": "mm"}, "up to 5291"),
        ({"width": 4000, "unit": "mm", "dpi": 1200}, "smaller"),
        ({"width": 3000, "scale": 30}, "smaller"),
        ({"format": "gif"}, "png, svg or pdf"),
        ({"colour_map": "rainbow"}, "cividis"),
    ],
)
def test_what_cannot_be_had_is_refused_with_one_thing_to_do(options, words):
    with pytest.raises(AttentionError, match=words):
        export_bytes(weights(), ExportOptions(**options))


def test_a_board_that_would_become_a_long_strip_is_refused_with_its_height():
    board = figure_of("board", causal(), selected(1), VIEW)
    with pytest.raises(AttentionError, match=r"strip \d+ mm high\. Make it wider or the letters smaller"):
        export_bytes(board, ExportOptions(width=160, unit="mm", font_points=18))
    export_bytes(board, ExportOptions(width=160, unit="mm", font_points=9))


def test_a_refused_picture_takes_no_memory():
    tracemalloc.start()
    with pytest.raises(AttentionError):
        export_bytes(weights(), ExportOptions(width=15_000, scale=32))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20_000_000


def test_the_selection_is_in_the_file():
    plain, chosen = (
        export_bytes(figure_of("weights", causal(), selected(1, cell=cell), VIEW), ExportOptions(format="svg"))
        for cell in (None, Cell("weights", 0, 1, 0))
    )
    assert plain != chosen


def test_copying_offers_pixels_and_vectors():
    copy_to_clipboard(weights(), ExportOptions())
    held = QGuiApplication.clipboard().mimeData()
    assert held.hasImage()
    assert b"0.670" in held.data("image/svg+xml").data()


def test_a_printed_page_holds_the_figure(tmp_path):
    printer = QPrinter(QPrinter.PrinterMode.ScreenResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "page.pdf"))
    printer.setPageSize(QPageSize(QSizeF(210, 297), QPageSize.Unit.Millimeter))
    printer.setPageMargins(QMarginsF(10, 10, 10, 10), QPageLayout.Unit.Millimeter)
    print_figure(figure_of("board", causal(), selected(1), VIEW), printer, ExportOptions())
    assert (tmp_path / "page.pdf").stat().st_size > 5_000


def test_an_svg_of_a_figure_without_a_title_is_named_after_the_program():
    board = figure_of("board", trace(preset("by-hand")), selected(1), VIEW)
    assert "<title>attnviz</title>" in export_bytes(board, ExportOptions(format="svg")).decode()


def test_an_exported_map_names_every_column_in_full():
    figure = figure_of("weights", trace(preset("trophy")), selected(10), VIEW)
    data = export_bytes(figure, ExportOptions(format="svg")).decode()
    assert all(f">{word}<" in data for word in ("trophy", "suitcase", "because"))
    assert "…" not in data


def test_a_board_in_a_file_is_no_wider_for_one_long_line_alone():
    size, placed = place_naturally(board_of(trace(preset("softcap")), selected(), VIEW), LIGHT)
    assert size.width() < 700
    assert len({part.rect.top() for part in placed}) == 5


def test_the_bias_of_the_output_stands_in_the_line_of_the_output():
    _, placed = place_naturally(concat_of(trace(preset("trophy-layer")), selected(), VIEW), LIGHT)
    tops = {part.figure.key: part.rect.top() for part in placed}
    assert tops["concatenated"] == tops["W_O"] < tops["b_O"] == tops["output"]
