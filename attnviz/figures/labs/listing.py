"""Lines of a program: monospaced, coloured lightly, the lines that make the difference set off."""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter

from attnviz.figures.labels import ruler
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.heading import heading_height, paint_heading
from attnviz.figures.theme import Theme, font
from attnviz.labs.exhibits import Code

_GUTTER = 16.0  # pixels at normal size for the sign before a marked line
_LEADING = 1.5
_LONGEST, _SHORTEST = 64, 24  # letters of a line that is not broken if it can be helped, and at the narrowest
_HANGING = 4  # letters that what is broken off is indented by
_MARK = "▸"
_WORDS = (
    "def return for in if else elif import from as with while not and or is None True False lambda class raise assert"
)
_TOKEN = re.compile(
    r"(?P<comment>#.*)|(?P<string>\"[^\"]*\"|'[^']*')|(?P<number>(?<![\w.])-?\d[\w.]*)|"
    rf"(?P<word>\b(?:{'|'.join(_WORDS.split())})\b)"
)
_ROLES = {"comment": "", "string": "values", "number": "keys", "word": "queries"}


@dataclass(frozen=True)
class ShownLine:
    """One line as it is drawn: the number of the program's line, its letters, and whether it goes on from above."""

    number: int
    text: str
    goes_on: bool = False


def paint_listing(painter: QPainter, rect: QRectF, drawing: Drawing, theme: Theme) -> None:
    """Draws heading and lines."""
    code = _code(drawing)
    painter.save()
    paint_heading(painter, rect, drawing, theme)
    top = rect.top() + heading_height(drawing, theme, rect.width())
    own = font(_px(theme), monospaced=True)
    measure, pitch = ruler(own), _pitch(theme)
    gutter = _gutter(theme)
    painter.setFont(own)
    for place, line in enumerate(shown_lines(code, _letters(theme, rect.width()))):
        y = top + pitch * place
        baseline = y + (pitch - measure.height) / 2 + measure.ascent
        if line.number in code.marked:
            _paint_ground(painter, QRectF(rect.left(), y, rect.width(), pitch), code, theme)
            if not line.goes_on:
                painter.setPen(_mark_colour(code, theme))
                painter.drawText(QPointF(rect.left() + 3, baseline), _MARK)
        _paint_tokens(painter, QPointF(rect.left() + gutter, baseline), line.text, theme)
    painter.restore()


def shown_lines(code: Code, letters: int) -> tuple[ShownLine, ...]:
    """The lines of the program, those with more letters broken at a space, comma or bracket.

    A comment that makes its line too long stands over it; what of a comment goes on begins with a # of its own.
    """
    found: list[ShownLine] = []
    for number, text in enumerate(code.lines):
        for part in _parts(text.rstrip(), letters):
            rest, first = part, not found or found[-1].number != number
            indent = " " * (len(part) - len(part.lstrip()))
            sign = "# " if rest.lstrip().startswith("#") else " " * _HANGING
            further = indent[: letters // 2 - len(sign)] + sign
            while len(rest) > letters:
                cut = _cut(rest, letters)
                found.append(ShownLine(number, rest[:cut].rstrip(), not first))
                rest, first = further + rest[cut:].lstrip(), False
            found.append(ShownLine(number, rest, not first))
    return tuple(found)


def _parts(text: str, letters: int) -> tuple[str, ...]:
    """The line itself; one that its comment makes too long as the comment and, below it, the rest."""
    comment = next((match for match in _TOKEN.finditer(text) if match.lastgroup == "comment"), None)
    if len(text) <= letters or comment is None or not text[: comment.start()].strip():
        return (text,)
    indent = text[: len(text) - len(text.lstrip())]
    return indent + comment.group(), text[: comment.start()].rstrip()


def listing_size(drawing: Drawing, theme: Theme) -> QSizeF:
    """Room for every line whole, up to the longest that one reads at a glance."""
    code = _code(drawing)
    widest = max((len(line.rstrip()) for line in code.lines), default=1)
    width = _gutter(theme) + (min(widest, _LONGEST) + 1) * ruler(font(_px(theme), monospaced=True)).width("0")
    return QSizeF(width, _height(drawing, theme, width))


def listing_least(drawing: Drawing, theme: Theme, width: float) -> QSizeF:
    """The narrowest in which lines can be read, and the height that they take at `width`."""
    code = _code(drawing)
    widest = max((len(line.rstrip()) for line in code.lines), default=1)
    least = _gutter(theme) + (min(widest, _SHORTEST) + 1) * ruler(font(_px(theme), monospaced=True)).width("0")
    return QSizeF(least, _height(drawing, theme, max(width, least)))


def _cut(text: str, letters: int) -> int:
    """Where a line that is too long is broken."""
    start = len(text) - len(text.lstrip())
    comment = text.lstrip().startswith("#")
    for signs in (" ",) if comment else (",", " ", "([)]=+-*/."):
        cut = max(text.rfind(sign, start + 1, letters) for sign in signs) + 1
        if cut > max(start + 1, letters // 2):
            return cut
    return letters


def _paint_ground(painter: QPainter, place: QRectF, code: Code, theme: Theme) -> None:
    ground = QColor(_mark_colour(code, theme))
    ground.setAlphaF(0.13)
    painter.fillRect(place, ground)


def _mark_colour(code: Code, theme: Theme) -> QColor:
    if code.side == "wrong":
        return theme.palette.error
    return theme.role("values") if code.side == "right" else theme.palette.accent


def _paint_tokens(painter: QPainter, start: QPointF, text: str, theme: Theme) -> None:
    """The line in runs of one colour; every letter has its own place, so that columns stand under each other."""
    letter = ruler(font(_px(theme), monospaced=True)).width("0")
    for place, run, colour in _runs(text, theme):
        painter.setPen(colour)
        painter.drawText(QPointF(start.x() + place * letter, start.y()), run)


def _runs(text: str, theme: Theme) -> list[tuple[int, str, QColor]]:
    runs, last = [], 0
    for match in _TOKEN.finditer(text):
        if match.start() > last:
            runs.append((last, text[last : match.start()], theme.palette.text))
        role = _ROLES[match.lastgroup or "comment"]
        runs.append((match.start(), match.group(), theme.role(role) if role else theme.palette.soft))
        last = match.end()
    if last < len(text):
        runs.append((last, text[last:], theme.palette.text))
    return [run for run in runs if run[1].strip()]


def _height(drawing: Drawing, theme: Theme, width: float) -> float:
    lines = len(shown_lines(_code(drawing), _letters(theme, width)))
    return heading_height(drawing, theme, width) + lines * _pitch(theme) + 4


def _letters(theme: Theme, width: float) -> int:
    room = (width - _gutter(theme) - 2) / ruler(font(_px(theme), monospaced=True)).width("0")
    return max(int(room + 1e-6), 12)


def _px(theme: Theme) -> int:
    return max(theme.small_px, round(0.96 * theme.number_px)) if theme.text_size == "normal" else theme.small_px


def _pitch(theme: Theme) -> float:
    return float(round(_LEADING * _px(theme)))


def _gutter(theme: Theme) -> float:
    return _GUTTER * theme.small_px / 11


def _code(drawing: Drawing) -> Code:
    assert isinstance(drawing.exhibit, Code)
    return drawing.exhibit
