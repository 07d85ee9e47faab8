"""SVG as the formulas' typesetter writes it, read into painter paths: values that need no renderer to be kept alive."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from xml.etree.ElementTree import Element

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainterPath, QPainterPathStroker, Qt

Shape = tuple[QPainterPath, QColor]

_STEP = re.compile(r"([MLQCZ])([^MLQCZ]*)")


def shapes_of(svg: Element, colour: str) -> tuple[Shape, ...]:
    """What it draws, neighbours of one colour as one path; `colour` is that of what names none."""
    return joined(_shapes(svg, colour, ""))


def joined(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """The shapes in their order, neighbours of one colour as one path."""
    found = []
    for ink, group in groupby(shapes, key=lambda shape: shape[1].rgba()):
        whole = QPainterPath()
        whole.setFillRule(Qt.FillRule.WindingFill)
        for path, _ in group:
            whole.addPath(path)
        found.append((whole, QColor.fromRgba(ink)))
    return tuple(found)


def _shapes(element: Element, fill: str, stroke: str) -> Iterator[Shape]:
    fill, stroke = element.get("fill", fill), element.get("stroke", stroke)
    path = _outline(element)
    if path is not None:
        drawn_by_line = element.get("stroke") is not None
        if drawn_by_line:
            yield _stroked(path, float(element.get("stroke-width", "1"))), QColor(stroke)
        if fill != "none" and not (drawn_by_line and element.get("fill") is None):
            yield path, QColor(fill)
    for part in element:
        yield from _shapes(part, fill, stroke)


def _outline(element: Element) -> QPainterPath | None:
    if element.tag == "rect":
        path = QPainterPath()
        path.addRect(QRectF(*(float(element.get(name, "0")) for name in ("x", "y", "width", "height"))))
        return path
    return _path(element.get("d", "")) if element.tag == "path" else None


def _path(description: str) -> QPainterPath:
    """The path of SVG's absolute commands M, L, Q, C and Z; nothing else is ever written."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for command, text in _STEP.findall(description):
        numbers = [float(number) for number in text.replace(",", " ").split()]
        if command == "M":
            path.moveTo(*numbers[:2])
        elif command == "L":
            path.lineTo(*numbers[:2])
        elif command == "Q":
            path.quadTo(*numbers[:4])
        elif command == "C":
            path.cubicTo(*numbers[:6])
        else:
            path.closeSubpath()
    return path


def _stroked(path: QPainterPath, width: float) -> QPainterPath:
    pen = QPainterPathStroker()
    pen.setWidth(width)
    return pen.createStroke(path)
