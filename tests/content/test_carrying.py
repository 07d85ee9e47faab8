"""A picture carries its scenario: what went in comes out identical, and damage is told."""

from __future__ import annotations

import io
import random
import struct
import zlib
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from PIL import Image
from random_scenarios import scenarios

from attnviz import Mask, Projected, Scenario, load, trace
from attnviz.content.atomic import FileProblem
from attnviz.content.attn_file import decode, encode
from attnviz.content.carrying import MOST_CARRIED, carried_in, into_png, into_svg, is_carrier
from attnviz.content.importing import read
from attnviz.engine.errors import AttentionError, FieldError
from attnviz.figures.compose import figure_of
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.view import Selection, View

pytestmark = pytest.mark.usefixtures("qapp")

FORMATS = ("png", "svg", "pdf")


def _picture(scenario: Scenario, kind: str, *, carried: bool = True) -> bytes:
    figure = figure_of("X", trace(scenario), Selection(), View())
    return export_bytes(figure, ExportOptions(format=kind), encode(scenario) if carried else None)


def _hard() -> Scenario:
    """Labels that XML, PDF and Latin-1 cannot hold as they are, an odd number, and a mask."""
    tokens = ("]]>", "</attnviz:scenario>", "endstream", "\0", "\u200fמה", "👩\u200d👩\u200d👧", "\ufffe")
    X = np.array([[0.1, 1 / 3], [5e-324, -0.0], [1e300, 2.0], [1, 1], [0, 0], [3, 4], [1, 2]])
    eye = np.eye(2)
    custom = np.tri(7, dtype=bool)
    return Scenario(Projected(X, eye, eye, eye), title="<b>&", tokens=tokens, mask=Mask(custom=custom), pencil=2)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_picture_gives_its_scenario_back_identical(kind):
    scenario = _hard()
    assert decode(_picture(scenario, kind), "x") == scenario


@pytest.mark.parametrize("kind", FORMATS)
@given(scenarios())
@settings(max_examples=15)
def test_a_picture_gives_any_scenario_back_in_every_bit(kind, scenario):
    figure = figure_of(
        "X", trace(load("by-hand")), Selection(), View()
    )  # whatever it shows, it carries what it is given
    data = export_bytes(figure, ExportOptions(format=kind), encode(scenario))
    assert encode(decode(data, "x")) == encode(scenario)
    assert encode(read(data, "x").scenario) == encode(scenario)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_scenario_of_many_numbers_comes_back_too(kind):
    scenario = load("trophy-layer")
    assert decode(_picture(scenario, kind), "x") == scenario


@pytest.mark.parametrize("kind", FORMATS)
def test_a_picture_is_opened_from_its_file(kind, tmp_path):
    path = tmp_path / f"figure.{kind}"
    path.write_bytes(_picture(load("by-hand"), kind))
    assert load(path) == load("by-hand")


@pytest.mark.parametrize("kind", FORMATS)
def test_a_picture_without_a_scenario_says_so(kind):
    with pytest.raises(FileProblem, match="carries no scenario"):
        decode(_picture(load("by-hand"), kind, carried=False), "f")


def test_the_checksum_of_the_chunk_is_right():
    picture = _picture(load("by-hand"), "png")
    start, seen = 8, []
    while start < len(picture):
        length, name = struct.unpack(">I4s", picture[start : start + 8])
        data = picture[start + 8 : start + 8 + length]
        (sum_,) = struct.unpack(">I", picture[start + 8 + length : start + 12 + length])
        assert sum_ == zlib.crc32(name + data)
        seen.append(name)
        start += 12 + length
    assert seen[-2:] == [b"iTXt", b"IEND"]


def test_the_svg_stays_xml():
    assert ElementTree.fromstring(_picture(_hard(), "svg")).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("data", [b'{"attnviz": 1}', b"PK\x03\x04", b"", b"<table></table>"])
def test_other_files_are_no_carriers(data):
    assert not is_carrier(data)


def test_an_svg_behind_a_byte_order_mark_and_a_comment_is_a_picture():
    assert is_carrier(b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- made -->\n<svg xmlns='x'/>")


def test_a_packed_scenario_that_would_fill_the_memory_is_refused():
    bomb = zlib.compress(b"{" + b" " * (MOST_CARRIED + 10), 9)
    data = b"attnviz scenario\0\1\0\0\0" + bomb
    chunk = struct.pack(">I", len(data)) + b"iTXt" + data + b"\0\0\0\0"
    with pytest.raises(FileProblem, match="too large"):
        carried_in(b"\x89PNG\r\n\x1a\n" + chunk, "bomb.png")


def test_a_scenario_too_large_for_a_picture_is_refused_before_it_is_written():
    figure = figure_of("X", trace(load("by-hand")), Selection(), View())
    with pytest.raises(FieldError, match="Leave it out"):
        export_bytes(figure, ExportOptions(), b"{" + b" " * MOST_CARRIED)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_damaged_picture_opens_right_or_says_what_is_wrong(kind):
    scenario = load("by-hand")
    whole = _picture(scenario, kind)
    draw = random.Random(kind)
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(draw.randint(1, 8)):
            data[draw.randrange(8, len(data))] = draw.randrange(256)
        if draw.random() < 0.3:
            del data[draw.randrange(len(data)) :]
        try:
            found = decode(bytes(data), "damaged")
        except AttentionError:
            continue
        assert found.sizes.T >= 1  # a scenario that can be made, whatever a flipped digit says


def test_what_is_put_in_is_what_is_found():
    picture = _picture(load("by-hand"), "png", carried=False)
    assert carried_in(into_png(picture, b'{"attnviz": 1}'), "f") == b'{"attnviz": 1}'
    drawn = _picture(load("by-hand"), "svg", carried=False)
    assert carried_in(into_svg(drawn, b"PK\x03\x04abc"), "f") == b"PK\x03\x04abc"


def test_a_png_that_carries_millions_of_numbers_opens_in_pillow() -> None:
    draw = np.random.default_rng(3)
    wide = Scenario(Projected(draw.normal(size=(400, 400)), *(draw.normal(size=(400, 4)) for _ in range(3))))
    figure = figure_of("W_Q", trace(wide), Selection(), View())
    data = export_bytes(figure, ExportOptions(), encode(wide))
    with Image.open(io.BytesIO(data)) as picture:
        picture.load()
    assert decode(data, "it") == wide
