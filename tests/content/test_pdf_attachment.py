"""A file attached behind a finished PDF: nothing of the PDF moves, and the table at its end leads to everything."""

from __future__ import annotations

import re
import zlib

import pytest

from attnviz.content.pdf_attachment import attached
from attnviz.content.presets import preset
from attnviz.engine.tracing import trace
from attnviz.figures.compose import figure_of
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.view import Selection, View


@pytest.fixture(scope="module")
def plain(qapp: object) -> bytes:
    figure = figure_of("weights", trace(preset("by-hand")), Selection(), View())
    return export_bytes(figure, ExportOptions(format="pdf"))


def objects_at_the_end(pdf: bytes) -> dict[int, bytes]:
    """The objects that the last cross-reference table leads to, each read from where it is said to lie."""
    start = int(re.findall(rb"startxref\s+(\d+)", pdf)[-1])
    assert pdf[start:].startswith(b"xref\n")
    found = {}
    for number, offset in re.findall(rb"(\d+) 1\n(\d{10}) 00000 n \n", pdf[start:]):
        body = pdf[int(offset) :]
        assert body.startswith(number + b" 0 obj\n")
        found[int(number)] = body[: body.index(b"endobj")]
    return found


def test_no_byte_of_the_pdf_moves(plain: bytes) -> None:
    assert attached(plain, "a.attn", "application/json", b"{}").startswith(plain)


def test_the_catalogue_leads_to_the_file(plain: bytes) -> None:
    pdf = attached(plain, "a.attn", "application/json", b"data " * 1000)
    found = objects_at_the_end(pdf)
    catalogue = next(body for body in found.values() if b"/Catalog" in body)
    names = re.search(rb"/EmbeddedFiles (\d+) 0 R", catalogue)
    assert names is not None
    listed = re.search(rb"\(a\.attn\) (\d+) 0 R", found[int(names[1])])
    assert listed is not None
    stream = re.search(rb"/EF << /F (\d+) 0 R", found[int(listed[1])])
    assert stream is not None
    packed = found[int(stream[1])].partition(b"stream\n")[2].partition(b"\nendstream")[0]
    assert zlib.decompress(packed) == b"data " * 1000


def test_the_pages_stay_those_of_the_pdf(plain: bytes) -> None:
    pages = re.search(rb"/Pages \d+ 0 R", plain)
    assert pages is not None
    catalogue = next(
        body for body in objects_at_the_end(attached(plain, "a", "text/plain", b"x")).values() if b"/Catalog" in body
    )
    assert pages[0] in catalogue


def test_the_table_before_is_kept(plain: bytes) -> None:
    before = re.findall(rb"startxref\s+(\d+)", plain)[-1]
    pdf = attached(plain, "a", "text/plain", b"x")
    assert b"/Prev " + before in pdf[len(plain) :]


def test_what_is_no_pdf_is_refused() -> None:
    with pytest.raises(ValueError, match="no trailer"):
        attached(b"%PDF-1.4 nothing", "a", "text/plain", b"x")
