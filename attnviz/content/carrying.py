"""Pictures and web pages that carry their scenario: the bytes of its file inside them, put in and found again.

A PNG holds them in a text chunk (PNG 3rd edition, section 11.3.3.4) or in one of its own, an SVG in its <metadata>, a
PDF as an attached file, which any PDF reader can save, a page as a text that people see. What is found is only ever
read as a scenario file, never run.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Iterator
from html import escape, unescape
from itertools import islice

from attnviz.content.atomic import FileProblem
from attnviz.content.pdf_attachment import attached
from attnviz.engine.errors import FieldError, Where

ATTACHED = "scenario.attn"  # what the file is called inside a PDF
MOST_CARRIED = 32 << 20  # bytes of the scenario's file; the picture then stays below what is read as one
_MOST_STREAMS = 20_000  # of a PDF, looked at
_BEGINNING = 4096  # bytes that tell what a file is
_PNG = b"\x89PNG\r\n\x1a\n"
_KEYWORD = b"attnviz scenario"
_OWN_CHUNK = b"atTn"  # ancillary, private, safe to copy: PNG 3rd edition, section 5.4
_LONGEST_TEXT = 500_000  # bytes of a text chunk; Pillow opens no picture with more than 2^20
_CHUNK_HEAD, _CHUNK_END = 8, 4  # length and name before its data, a checksum behind
_SVG_OPEN, _SVG_CLOSE = (
    b'<attnviz:scenario xmlns:attnviz="urn:attnviz:scenario" encoding="zlib base64">',
    b"</attnviz:scenario>",
)
_SVG_CARRIED = re.compile(rb"<attnviz:scenario[^>]*>\s*([A-Za-z0-9+/=\s]*)</attnviz:scenario>")
_PDF = b"%PDF-"
_PAGE = (b"<!doctype html", b"<html")
_PAGE_OPEN, _PAGE_CLOSE = b'<pre id="scenario">', b"</pre>"
_PDF_STREAM = re.compile(rb"stream\r?\n")
_LINE = 76  # letters of base64 in a line, as MIME has it


def is_carrier(data: bytes) -> bool:
    """True for the beginning of a PNG, SVG or PDF file, or of a web page."""
    if data.startswith((_PNG, _PDF)) or _is_page(data):
        return True
    start = data[:_BEGINNING].removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith(b"<") and b"<svg" in start  # behind what XML and comments put before it


def check_carried(scenario: bytes) -> bytes:
    """The bytes of a scenario's file again, if a picture can carry so many. Raises FieldError."""
    if len(scenario) > MOST_CARRIED:
        raise FieldError(
            f"The scenario takes {len(scenario) >> 20} MB, more than a picture can carry ({MOST_CARRIED >> 20} MB). "
            "Leave it out of the picture.",
            Where("scenario"),
        )
    return scenario


def into_png(picture: bytes, scenario: bytes) -> bytes:
    """The PNG with the scenario's file in a chunk before its end. scenario: what `attn_file.encode` gives.

    A long one goes into a chunk of our own: programs refuse a picture with a megabyte of text.
    """
    text = _as_text(scenario)
    if len(text) > _LONGEST_TEXT:
        chunk = _chunk(_OWN_CHUNK, zlib.compress(scenario))
    else:  # compressed, no language, no translated keyword
        chunk = _chunk(b"iTXt", _KEYWORD + b"\0\1\0\0\0" + zlib.compress(text, 9))
    end = picture.rindex(b"IEND") - 4
    return picture[:end] + chunk + picture[end:]


def into_svg(picture: bytes, scenario: bytes) -> bytes:
    """The SVG with the scenario's file in its metadata, behind its description."""
    text = base64.b64encode(zlib.compress(scenario, 9))
    lines = b"\n".join(text[start : start + _LINE] for start in range(0, len(text), _LINE))
    place = picture.index(b"</desc>") + len(b"</desc>")
    metadata = b"\n<metadata>" + _SVG_OPEN + b"\n" + lines + b"\n" + _SVG_CLOSE + b"</metadata>"
    return picture[:place] + metadata + picture[place:]


def into_pdf(picture: bytes, scenario: bytes) -> bytes:
    """The PDF with the scenario's file attached."""
    kind = "application/zip" if scenario.startswith(b"PK") else "application/json"
    return attached(picture, ATTACHED, kind, scenario)


def for_page(scenario: bytes) -> str:
    """The scenario's file, which is JSON, as the part of a web page that shows it."""
    return f"{_PAGE_OPEN.decode()}{escape(scenario.decode())}{_PAGE_CLOSE.decode()}"


def carried_in(picture: bytes, file: str) -> bytes:
    """The scenario's file that a picture or page carries. Raises FileProblem if there is none, or if it is damaged."""
    try:
        found = next(_carried(picture), None)
    except (zlib.error, binascii.Error, struct.error, UnicodeDecodeError) as error:
        raise FileProblem(file, "the scenario in this picture is damaged. Get the file again.") from error
    if found is None and _is_page(picture):
        raise FileProblem(file, "this page shows rounded numbers and carries no scenario. Export JSON or NPZ.")
    if found is None:
        raise FileProblem(file, "this picture carries no scenario. Open one that attnviz exported with its scenario.")
    if len(found) > MOST_CARRIED:
        raise FileProblem(file, "the scenario in this picture is too large. Open another file.")
    return found


def _carried(picture: bytes) -> Iterator[bytes]:
    """Each scenario file inside; one byte more than is allowed stands for all that are too large."""
    if picture.startswith(_PNG):
        yield from _in_png(picture)
    elif picture.startswith(_PDF):
        yield from _in_pdf(picture)
    elif _is_page(picture):
        _, opened, rest = picture.partition(_PAGE_OPEN)
        text, closed, _ = rest.partition(_PAGE_CLOSE)
        if opened and closed:
            yield unescape(text.decode()).encode()
    else:
        for found in _SVG_CARRIED.finditer(picture):
            yield _unpacked(base64.b64decode(b"".join(found[1].split()), validate=True))


def _is_page(data: bytes) -> bool:
    return data[:_BEGINNING].removeprefix(b"\xef\xbb\xbf").lstrip().lower().startswith(_PAGE)


def _in_png(picture: bytes) -> Iterator[bytes]:
    start = len(_PNG)
    while start + _CHUNK_HEAD <= len(picture):
        length, name = struct.unpack(">I4s", picture[start : start + _CHUNK_HEAD])
        data = picture[start + _CHUNK_HEAD : start + _CHUNK_HEAD + length]
        if name == b"iTXt" and data.startswith(_KEYWORD + b"\0"):
            yield _from_text(_text_of_chunk(data[len(_KEYWORD) + 1 :]))
        elif name == _OWN_CHUNK:
            yield _unpacked(data)
        start += _CHUNK_HEAD + length + _CHUNK_END


def _text_of_chunk(data: bytes) -> bytes:
    """The text behind the keyword: a flag, a method, a language and a translated keyword come first."""
    packed = data[:1] == b"\1"
    _, _, rest = data[2:].partition(b"\0")
    _, _, text = rest.partition(b"\0")
    return _unpacked(text) if packed else text


def _in_pdf(picture: bytes) -> Iterator[bytes]:
    """Every stream that is a scenario's file, packed or not: programs that save a PDF anew move and pack its parts."""
    for mark in islice(_PDF_STREAM.finditer(picture), _MOST_STREAMS):
        body = memoryview(picture)[mark.end() :]
        plain = bytes(body[:64])
        if _is_scenario(plain):
            end = picture.find(b"endstream", mark.end())
            yield bytes(body[: end - mark.end()]).rstrip(b"\r\n") if end >= 0 else plain
            continue
        if plain[:1] != b"\x78":  # what zlib begins with
            continue
        try:
            if _is_scenario(zlib.decompressobj().decompress(body[:4096], 64)):
                yield _unpacked(body)
        except zlib.error:  # a stream that is packed in another way, such as a JPEG that happens to begin so
            continue


def _is_scenario(beginning: bytes) -> bool:
    return beginning.startswith(b"PK\x03\x04") or re.match(rb'\s*\{\s*"attnviz":', beginning) is not None


def _unpacked(packed: bytes | memoryview) -> bytes:
    """The bytes before packing, one more than allowed at most. Raises zlib.error for what ends too early."""
    unpacker = zlib.decompressobj()
    found = unpacker.decompress(packed, MOST_CARRIED + 1)
    if len(found) <= MOST_CARRIED and not unpacker.eof:
        raise zlib.error("the packed scenario ends too early")
    return found


def _as_text(scenario: bytes) -> bytes:
    """Its JSON as it is, an archive as base64: a text chunk holds UTF-8 only."""
    return base64.b64encode(scenario) if scenario.startswith(b"PK") else scenario


def _from_text(text: bytes) -> bytes:
    return text if text.lstrip().startswith(b"{") else base64.b64decode(text, validate=True)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
