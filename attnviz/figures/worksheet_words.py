"""The words of a worksheet in lines, with symbols such as √d_k and W_Q set as formulas between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QPainter

from attnviz.figures.formula_picture import FormulaPicture, formula_picture
from attnviz.figures.labels import Ruler, ruler

FORMULA_SIZE = 1.18  # of the words': the letters of formulas are lower for their size
_AFTER = 1.5  # pixels: what follows keeps clear of a low letter
SYMBOL = re.compile(r"√(?:(?:d_(?:k|v|model))|\d+)|\b(?:[Wb]_[QKVO]|d_(?:k|v|model))\b")


@dataclass(frozen=True)
class Run:
    """A piece of a word: letters, or a symbol that is set."""

    text: str
    picture: FormulaPicture | None
    width: float


Line = tuple[tuple[Run, ...], ...]  # words


def latex_of(symbol: str) -> str:
    """ "√d_k" as \\sqrt{d_k}, "d_model" as d_{\\text{model}}."""
    inner = symbol.removeprefix("√")
    letter, under, below = inner.partition("_")
    if under:
        inner = f"{letter}_{{{below}}}" if len(below) == 1 else rf"{letter}_{{\text{{{below}}}}}"
    return rf"\sqrt{{{inner}}}" if symbol.startswith("√") else inner


def with_formulas(text: str) -> str:
    """The text as Markdown in which symbols stand between dollars; no sign of it is taken for Markdown."""
    plain = re.compile(r"[\\`*_{}\[\]<>#|$~&]")
    parts, place = [], 0
    for found in SYMBOL.finditer(text):
        parts.append(plain.sub(r"\\\g<0>", text[place : found.start()]))
        parts.append(f"${latex_of(found[0])}$")
        place = found.end()
    return "".join((*parts, plain.sub(r"\\\g<0>", text[place:])))


def lines_of(text: str, own: QFont, colour: QColor, width: float) -> list[Line]:
    """The words of a text in lines; a single word that is too wide is shortened."""
    measure = ruler(own)
    space = measure.width(" ")
    lines: list[list[tuple[Run, ...]]] = []
    used = 0.0
    for word in text.split(" "):
        runs = tuple(_runs(word, measure, colour, width))
        own_width = sum(run.width for run in runs)
        if lines and used + space + own_width <= width:
            lines[-1].append(runs)
            used += space + own_width
        else:
            lines.append([runs])
            used = own_width
    return [tuple(line) for line in lines]


def paint_line(painter: QPainter, baseline: QPointF, line: Line, own: QFont, colour: QColor) -> None:
    """A line from that point on."""
    space = ruler(own).width(" ")
    left = baseline.x()
    painter.setFont(own)
    painter.setPen(colour)
    for runs in line:
        for run in runs:
            if run.picture is not None:
                run.picture.paint(painter, QPointF(left, baseline.y()))
            else:
                painter.drawText(QPointF(left, baseline.y()), run.text)
            left += run.width
        left += space


def _runs(word: str, measure: Ruler, colour: QColor, width: float) -> Iterator[Run]:
    place = 0
    for found in SYMBOL.finditer(word):
        if found.start() > place:
            text = word[place : found.start()]
            yield Run(text, None, measure.width(text))
        size = FORMULA_SIZE * measure.font.pixelSize()
        picture = formula_picture(latex_of(found[0]), size, colour, inline=True)
        yield Run(found[0], picture, picture.width + _AFTER)
        place = found.end()
    if place < len(word) or not word:
        text = measure.shortened(word[place:], width)
        yield Run(text, None, measure.width(text))
