"""A formula in LaTeX set as on paper: curves to be painted at any size, with the room that they need known before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from warnings import catch_warnings, simplefilter
from xml.etree import ElementTree

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter, Qt

from attnviz.engine.errors import FieldError, Where
from attnviz.figures.svg_shapes import Shape, joined, shapes_of

LONGEST = 1000  # characters of a formula
_Symbols = tuple[tuple[str, str], ...]  # a letter, and the "#rrggbb" of it and what stands under it
_SCRIPTED = frozenset({"msub", "msup", "msubsup"})
_MATRICES = frozenset({"W", "b"})  # belong to what stands under them


@dataclass(frozen=True, eq=False)
class FormulaPicture:
    """What a formula looks like: filled curves about a baseline at y = 0, from x = 0 to `width`.

    ascent, descent: how far it reaches above and below the baseline, in pixels.
    """

    latex: str
    width: float
    ascent: float
    descent: float
    shapes: tuple[Shape, ...]

    @property
    def size(self) -> QSizeF:
        """Width and whole height."""
        return QSizeF(self.width, self.ascent + self.descent)

    def paint(self, painter: QPainter, at: QPointF, scale: float = 1.0) -> None:
        """Draws it with the left end of its baseline at a point."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(at)
        painter.scale(scale, scale)
        for path, colour in self.shapes:
            painter.fillPath(path, colour)
        painter.restore()

    def image(self, ratio: float = 1.0) -> QImage:
        """The same as pixels on nothing, `ratio` of them for each unit; the baseline is `ascent` below the top."""
        width, height = max(1, round(self.width * ratio)), max(1, round((self.ascent + self.descent) * ratio))
        image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as painter:
            self.paint(painter, QPointF(0.0, self.ascent))
        return image


def formula_picture(
    latex: str, px: float, colour: QColor, symbols: Mapping[str, QColor] | None = None, *, inline: bool = False
) -> FormulaPicture:
    r"""The formula in letters of `px` pixels, in `colour`; the same object for the same wish.

    latex: what stands between dollars, such as r"\frac{q_2 \cdot k_3}{\sqrt{d_k}}". symbols: letters with a colour
    of their own, which their scripts share; W_Q takes the colour of Q. inline: low enough for a line of text.
    Raises FieldError with the reason if it cannot be read.
    """
    coloured = tuple(sorted((name, own.name()) for name, own in (symbols or {}).items()))
    return _inked(latex.strip(), float(px), colour.name(), coloured, inline)


@lru_cache(512)
def _inked(latex: str, px: float, colour: str, symbols: _Symbols, inline: bool) -> FormulaPicture:
    """Another theme has other inks, and to set a formula takes a hundred times as long as to give it those."""
    letters = tuple(name for name, _ in symbols)
    wanted = colour, *(own for _, own in symbols)
    inks = {_mark(place): own for place, own in enumerate(wanted)}
    bare = _set(latex, px, letters, inline)
    shapes = tuple((path, QColor(inks.get(ink.name(), ink.name()))) for path, ink in bare.shapes)
    return replace(bare, shapes=joined(shapes))


def _mark(place: int) -> str:
    """The ink that stands for that of a letter until a theme is known: 0 for all that have none of their own."""
    return f"#0000{place:02x}"


@lru_cache(512)
def _set(latex: str, px: float, letters: tuple[str, ...], inline: bool) -> FormulaPicture:
    """Set in inks that stand for those of a theme."""
    if not latex:
        raise FieldError("The formula is empty. Write something between the dollars.", Where("formula"))
    if len(latex) > LONGEST:  # setting one takes more than its share of time with each sign
        raise FieldError(
            f"The formula {latex[:20]!r}… is longer than {LONGEST} characters. Make several of it.", Where("formula")
        )
    colour, symbols = _mark(0), tuple((name, _mark(place)) for place, name in enumerate(letters, start=1))
    shapes = shapes_of(_drawn(latex, px, colour, symbols, inline), colour)
    bounds = QRectF()
    for path, _ in shapes:
        bounds = bounds.united(path.boundingRect())
    moved = tuple((path.translated(-bounds.left(), 0.0), own) for path, own in shapes)
    return FormulaPicture(latex, bounds.width(), max(-bounds.top(), 0.0), max(bounds.bottom(), 0.0), moved)


def _drawn(latex: str, px: float, colour: str, symbols: _Symbols, inline: bool) -> ElementTree.Element:
    """The formula as SVG that holds nothing but paths and rectangles."""
    with catch_warnings():
        # ziafont 0.11 finds its fonts in a way that Python 3.11 and 3.12 call deprecated, and 3.13 no longer.
        simplefilter("ignore", DeprecationWarning)
        # Imported where the first formula is set: it costs as much as a fifth of the program's start.
        from latex2mathml import exceptions
        from ziamath.config import config
        from ziamath.tex import tex2mml

        from attnviz.figures.formula_rows import as_svg

        kinds = (kind for kind in vars(exceptions).values() if isinstance(kind, type) and issubclass(kind, Exception))
        unreadable: tuple[type[Exception], ...] = (
            ValueError, LookupError, AssertionError, RuntimeError, StopIteration, ElementTree.ParseError, *kinds,
        )  # fmt: skip
        config.svg2 = False  # SVG 2 draws each sign with <use>; plain paths are all that `shapes_of` reads
        try:
            written = ElementTree.fromstring(tex2mml(latex, inline=inline))
            for element in written.iter():  # without the namespace, as ziamath itself reads text
                element.tag = element.tag.partition("}")[2] or element.tag
            written.set("mathcolor", colour)
            _colour(written, dict(symbols))
            return as_svg(written, px)
        except unreadable as error:
            reason = str(error) or type(error).__name__.removesuffix("Error")
            text = f"The formula {latex!r} cannot be read ({reason}). Mend its LaTeX."
            raise FieldError(text, Where("formula")) from error


def _colour(element: ElementTree.Element, symbols: Mapping[str, str]) -> None:
    """Gives letters their own colours, together with their scripts; what stands under other letters is no symbol."""
    if element.tag in _SCRIPTED and len(element) > 1:
        base, under = ("".join(part.itertext()).strip() for part in (element[0], element[1]))
        own = symbols.get(under if base in _MATRICES else base)
        if own is not None and element[0].tag == "mi":
            for part in element.iter():
                part.set("mathcolor", own)
            return
        parts = element[:1] if element.tag == "msub" else (element[0], element[-1])
    elif element.tag == "mi" and (element.text or "").strip() in symbols:
        element.set("mathcolor", symbols[(element.text or "").strip()])
        return
    else:
        parts = element[:]
    for part in parts:
        _colour(part, symbols)
