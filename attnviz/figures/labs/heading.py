"""The title over an exhibit, and its soft words after it or, where they are long, in lines of their own."""

from __future__ import annotations

import re
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainter

from attnviz.figures.labels import Ruler, ruler
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.measuring import once
from attnviz.figures.theme import Theme
from attnviz.labs.exhibits import Sweep

BELOW = 6.0  # pixels between a heading and what it is over
_BETWEEN = 8.0
_FACTOR = r"(?:W_[QKVO]|X|Q|K|source)ᵀ?"
_PRODUCT = re.compile(rf"(?<!\S)({_FACTOR}) (?={_FACTOR}(?!\w))")
_TIMES = re.compile(r" (?=× )|(?<= ×) ")


def body_of(drawing: Drawing, rect: QRectF, theme: Theme) -> QRectF:
    """What the heading leaves of a rectangle."""
    return rect.adjusted(0, heading_height(drawing, theme, rect.width()), 0, 0)


def heading_height(drawing: Drawing, theme: Theme, width: float) -> float:
    """The height that title and soft words take at that width, with the gap below them."""
    if not drawing.show_title:
        return 0.0
    titles, beside, soft = _lines(drawing, theme, width)
    below = 0 if beside else len(soft)
    own = len(titles) * _leading(theme.title_font) + below * _leading(theme.small_font) + BELOW
    return max(own, drawing.lead)


def title_lines(drawing: Drawing, theme: Theme, width: float) -> int:
    """How many lines the title takes at that width."""
    return len(_lines(drawing, theme, width)[0]) if drawing.show_title else 0


def title_width(drawing: Drawing, theme: Theme) -> float:
    """The least width at which the title takes one line."""
    return ruler(theme.title_font).width(_held(drawing.title)) if drawing.show_title else 0.0


@once
def heading_width(drawing: Drawing, theme: Theme) -> float:
    """The least width at which the title takes two lines, over a narrow picture three, and no word is shortened."""
    if not drawing.show_title:
        return 0.0
    bold, small = ruler(theme.title_font), ruler(theme.small_font)
    title = _narrowest(_held(drawing.title).split(" "), bold, 3 if isinstance(drawing.exhibit, Sweep) else 2)
    return max(title, small.widest(tuple(_held(drawing.subtitle).split(" ")))) + 1.0


def _narrowest(words: list[str], letters: Ruler, lines: int) -> float:
    """The least width of the words in so many lines at most."""
    whole = letters.width(" ".join(words))
    if lines == 1 or len(words) < 2:
        return whole
    parts = (
        max(letters.width(" ".join(words[:k])), _narrowest(words[k:], letters, lines - 1)) for k in range(1, len(words))
    )
    return min((*parts, whole))


def paint_heading(painter: QPainter, rect: QRectF, drawing: Drawing, theme: Theme) -> None:
    """Draws title and soft words at the top of `rect`."""
    if not drawing.show_title:
        return
    bold, small = ruler(theme.title_font), ruler(theme.small_font)
    titles, beside, soft = _lines(drawing, theme, rect.width())
    painter.setFont(theme.title_font)
    painter.setPen(theme.role(getattr(drawing.exhibit, "role", "input")))
    baseline = rect.top() + bold.ascent
    for number, line in enumerate(titles):
        painter.drawText(QPointF(rect.left(), baseline + number * _leading(theme.title_font)), line)
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.soft)
    if beside:
        painter.drawText(QPointF(rect.left() + bold.width(titles[-1]) + _BETWEEN, baseline), soft[0])
        return
    baseline = rect.top() + len(titles) * _leading(theme.title_font) + small.ascent
    for number, line in enumerate(soft):
        painter.drawText(QPointF(rect.left(), baseline + number * _leading(theme.small_font)), line)


def _lines(drawing: Drawing, theme: Theme, width: float) -> tuple[list[str], bool, list[str]]:
    """The lines of the title, whether the soft words stand after it, and their lines."""
    titles = ruler(theme.title_font).lines(_held(drawing.title), width) or [""]
    text = _held(drawing.subtitle)
    if not text:
        return titles, False, []
    left = width - ruler(theme.title_font).width(titles[0]) - _BETWEEN
    if len(titles) == 1 and ruler(theme.small_font).width(text) <= left:
        return titles, True, [text]
    return titles, False, ruler(theme.small_font).lines(text, width)


@lru_cache(maxsize=512)
def _held(text: str) -> str:
    """The words with what is one thing held together: 75 × 75, and a product such as W_Q W_Kᵀ."""
    return _PRODUCT.sub("\\1\u00a0", _TIMES.sub("\u00a0", text))


def _leading(font: QFont) -> float:
    return float(round(ruler(font).height + 2))
