"""What Qt's SVG writer leaves to be done: exact size, font fallbacks, and nothing that XML forbids."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import QSizeF

from attnviz.figures.theme import FAMILIES

# XML 1.0 allows tab, newline, return and everything from space on but surrogates, U+FFFE and U+FFFF.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_ROOT_SIZE = re.compile(r'<svg width="[^"]*" height="[^"]*"')
_GROUP_FONT = re.compile(r'(<g [^>]*?)\s*font-family="[^>]*(?=>)')  # each text names its font again
_TEXT_FAMILY = re.compile(r'font-family="[^"]*" ')
_EMPTY_GROUP = re.compile(r"<g [^>]*>\s*</g>\s*")
_TITLE = re.compile(r"<title>.*?</title>\s*<desc>.*?</desc>", re.DOTALL)


def finished_svg(written: bytes, size: QSizeF, each: float, unit: str, title: str) -> bytes:
    """The SVG with width and height exact in `unit` (each: how much of it a pixel is), viewable without our fonts."""
    text = written.decode("utf-8")
    width, height = (f"{number * each:.6g}{unit}" for number in (size.width(), size.height()))
    families = ", ".join(f"'{name}'" if " " in name else name for name in FAMILIES)
    root = f'<svg width="{width}" height="{height}" font-family="{families}"'
    text, found = _ROOT_SIZE.subn(root, text, count=1)
    if found != 1:  # Qt's writer has changed: better no file than one of a wrong size
        raise RuntimeError("The SVG writer of this Qt version puts its size elsewhere.")
    text = _GROUP_FONT.sub(r"\1", text)
    text = _EMPTY_GROUP.sub("", text)
    head, rest = text.split("<g ", 1)
    head = _TITLE.sub(lambda _: f"<title>{escape(title)}</title>\n<desc>Made with attnviz</desc>", head)
    text = f"{head}<g {_TEXT_FAMILY.sub('', rest)}"
    return _FORBIDDEN.sub("\ufffd", text).encode()
