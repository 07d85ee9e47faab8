"""Paints lines from tokens to what they look at: the weak ones first, those of one strength at once."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from attnviz.content.numerals import format_number
from attnviz.figures.labels import ruler
from attnviz.figures.overview.even_strokes import stroke_evenly
from attnviz.figures.overview.head_colours import head_colour
from attnviz.figures.overview.token_lines import MOST_LINES, LinesPlaces, TokenLines, lines_places
from attnviz.figures.theme import Theme, font
from attnviz.figures.titles import paint_title

_LEVELS = 12  # of strength: so many strokes for each head at most
_THINNEST, _WIDEST = 0.8, 5.5  # pixels at normal size
_FAINTEST = 0.16  # opacity of a line of weight 0
_BEND = 0.42  # of the way between the sides where a line has turned
_AIR = 6.0
HIDDEN = "hidden"  # over the shares


def paint_lines(painter: QPainter, rect: QRectF, model: TokenLines, theme: Theme) -> None:
    """Draws the figure from the top left of `rect` on; what a clip leaves out is not drawn."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    places = lines_places(model, rect, theme)
    clip = painter.clipBoundingRect() if painter.hasClipping() else None
    if model.show_title:
        paint_title(painter, places.title, theme, model.title, "weights", model.subtitle)
    _paint_chips(painter, model, places)
    drawn, wanted = _paint_strokes(painter, model, places, clip)
    _paint_tokens(painter, model, places, clip)
    _paint_shares(painter, model, places, clip)
    if model.legend:
        _paint_foot(painter, model, places, drawn, wanted)
    painter.restore()


def _paint_chips(painter: QPainter, model: TokenLines, places: LinesPlaces) -> None:
    """The name of each head after a stroke in its colour."""
    small = ruler(places.theme.small_font)
    painter.setFont(places.theme.small_font)
    for number, (head, place) in enumerate(zip(model.heads, places.chips, strict=False)):
        colour = head_colour(number, places.theme.name)
        painter.fillRect(QRectF(place.left(), place.center().y() - 2, 14, 4), colour)
        painter.setPen(places.theme.palette.text)
        painter.drawText(QPointF(place.left() + 18, place.top() + small.ascent), f"head {head.number}")


def _paint_strokes(painter: QPainter, model: TokenLines, places: LinesPlaces, clip: QRectF | None) -> tuple[int, int]:
    """The lines; comes back with how many were drawn, were it not for the clip, and how many there are."""
    found = _lines(model)
    wanted = sum(len(weights) for weights, *_ in found)
    most = max(MOST_LINES // max(len(found), 1), 1)
    rows = {index: row for row, index in enumerate(model.shown_queries)}
    columns = {index: row for row, index in enumerate(model.shown_keys)}
    painter.setBrush(Qt.BrushStyle.NoBrush)
    drawn = 0
    strokes: list[tuple[int, int, list[QPainterPath]]] = []
    for number, (weights, queries, keys) in enumerate(found):
        if len(weights) > most:
            kept = np.argpartition(weights, -most)[-most:]
            weights, queries, keys = weights[kept], queries[kept], keys[kept]
        drawn += len(weights)
        levels = np.clip(weights / model.largest * _LEVELS, 0, _LEVELS - 1).astype(int)
        paths: dict[int, list[QPainterPath]] = {}
        for level, query, key in zip(levels.tolist(), queries.tolist(), keys.tolist(), strict=True):
            start, end = places.query_ys[rows[query]], places.key_ys[columns[key]]
            if clip is None or (max(start, end) >= clip.top() - 8 and min(start, end) <= clip.bottom() + 8):
                paths.setdefault(level, []).append(_line(places, start, end))
        strokes += [(level, number, lines) for level, lines in paths.items()]
    for level, number, lines in sorted(strokes, key=lambda stroke: stroke[:2]):
        stroke_evenly(painter, lines, _pen(level, head_colour(number, places.theme.name), places.theme))
    return drawn, wanted


def _lines(model: TokenLines) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """For each head the weights from the threshold up, with their queries and keys."""
    found = []
    for head in model.heads:
        queries, keys = np.nonzero(model.seen & (head.weights >= model.threshold) & (head.weights > 0))
        found.append((head.weights[queries, keys], queries, keys))
    return found


def _line(places: LinesPlaces, start: float, end: float) -> QPainterPath:
    bend = (places.right - places.left) * _BEND
    path = QPainterPath(QPointF(places.left, start))
    path.cubicTo(places.left + bend, start, places.right - bend, end, places.right, end)
    return path


def _pen(level: int, colour: QColor, theme: Theme) -> QPen:
    share = (level + 0.5) / _LEVELS
    ink = QColor(colour)
    ink.setAlphaF(_FAINTEST + (1 - _FAINTEST) * share**0.8)
    pen = QPen(ink, (_THINNEST + (_WIDEST - _THINNEST) * share) * theme.factor)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def _paint_tokens(painter: QPainter, model: TokenLines, places: LinesPlaces, clip: QRectF | None) -> None:
    """Each token with its position; while one is lit, the weights beside the tokens on the other side."""
    lit = model.query is not None or model.key is not None
    for row, index in enumerate(model.shown_queries):
        if _out_of_sight(places.query_ys[row], places, clip):
            continue
        soft = lit and index != model.query and not (_key_alone(model) and _looks(model, index, model.key or 0))
        _paint_token(painter, model.query_labels[index], index, places.query_rect(row), places, side=-1,
                     own=index == model.query, soft=soft)  # fmt: skip
        if _key_alone(model) and model.key is not None and model.numbers:
            _paint_numbers(painter, model, places, index, model.key, places.query_rect(row), side=-1)
    for row, index in enumerate(model.shown_keys):
        if _out_of_sight(places.key_ys[row], places, clip):
            continue
        soft = lit and index != model.key and not (model.query is not None and _looks(model, model.query, index))
        _paint_token(painter, model.key_labels[index], index, places.key_rect(row), places, side=1,
                     own=index == model.key, soft=soft)  # fmt: skip
        if model.query is not None and model.numbers:
            _paint_numbers(painter, model, places, model.query, index, places.key_rect(row), side=1)


def _key_alone(model: TokenLines) -> bool:
    return model.key is not None and model.query is None


def _looks(model: TokenLines, query: int, key: int) -> bool:
    return any(weight >= model.threshold and weight > 0 for _, weight in model.weights_between(query, key))


def _out_of_sight(y: float, places: LinesPlaces, clip: QRectF | None) -> bool:
    return clip is not None and not clip.top() - places.pitch <= y <= clip.bottom() + places.pitch


def _paint_token(
    painter: QPainter, text: str, index: int, place: QRectF, places: LinesPlaces, *, side: int, own: bool, soft: bool
) -> None:
    """A token beside the lines, its position outside of it; side: −1 for queries, 1 for keys."""
    theme = places.theme
    letters, small = ruler(font(places.px, bold=own)), ruler(theme.small_font)
    room = place.width() - places.positions
    shown = letters.shortened(text, room + 0.5)
    width = letters.width(shown)
    left = place.right() - width if side < 0 else place.left()
    middle = place.center().y()
    if own:
        ground = QRectF(place.right() - width - 4 if side < 0 else left - 4, middle - 0.72 * places.px, width + 8,
                        1.44 * places.px)  # fmt: skip
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.palette.hover)
        painter.drawRoundedRect(ground, 3, 3)
    painter.setFont(letters.font)
    role = theme.role("queries" if side < 0 else "keys")
    painter.setPen(theme.palette.soft if soft else role if own else theme.palette.text)
    painter.drawText(QPointF(left, middle + letters.figure_height / 2), shown)
    number = str(index + 1)
    if number == text:
        return
    painter.setFont(small.font)
    painter.setPen(theme.palette.soft)
    x = left - _AIR - small.width(number) if side < 0 else left + width + _AIR
    painter.drawText(QPointF(x, middle + small.figure_height / 2), number)


def _paint_numbers(
    painter: QPainter, model: TokenLines, places: LinesPlaces, query: int, key: int, beside: QRectF, *, side: int
) -> None:
    """The weights of one pair outside its token, in their heads' colours; those without a line are soft."""
    letters = ruler(font(places.px))
    painter.setFont(letters.font)
    texts = model.number_texts(query, key)
    weights = dict(model.weights_between(query, key))
    column = places.numbers / max(len(texts), 1)
    for number, (head, text) in enumerate(texts):
        colour = head_colour(head, places.theme.name)
        painter.setPen(colour if weights[head] >= model.threshold else places.theme.palette.soft)
        start = (
            places.right + _AIR + places.key_labels + places.positions
            if side > 0
            else beside.left() - places.shares - places.numbers
        )
        right = start + column * (number + 1) - (0 if side > 0 else _AIR)
        painter.drawText(QPointF(right - letters.width(text), beside.center().y() + letters.figure_height / 2), text)


def _paint_shares(painter: QPainter, model: TokenLines, places: LinesPlaces, clip: QRectF | None) -> None:
    """How much of each row goes to keys that are left out."""
    if not places.shares:
        return
    small = ruler(places.theme.small_font)
    painter.setFont(small.font)
    painter.setPen(places.theme.palette.soft)
    right = places.left - _AIR - places.query_labels - places.positions - _AIR
    painter.drawText(QPointF(right - small.width(HIDDEN), places.top - 5), HIDDEN)
    for row, index in enumerate(model.shown_queries):
        y = places.query_ys[row]
        if not _out_of_sight(y, places, clip):
            text = share_text(model, index)
            painter.drawText(QPointF(right - small.width(text), y + small.figure_height / 2), text)


def share_text(model: TokenLines, query: int) -> str:
    """The share of a row that goes to keys that are left out: of one head in percent, of several from least to most."""
    shares = [float(head.hidden_share[query]) for head in model.heads if head.hidden_share is not None]
    if not shares:
        return ""
    low, high = (percent(share) for share in (min(shares), max(shares)))
    return f"{low} %" if low == high else f"{low}–{high} %"


def percent(share: float) -> str:
    """A share as a whole number of percent, but never 0 for what is more and never 100 for what is less."""
    if 0 < share < 0.005:
        return "<1"
    if 0.995 <= share < 0.9999999:
        return ">99"
    return f"{share * 100:.0f}"


def _paint_foot(painter: QPainter, model: TokenLines, places: LinesPlaces, drawn: int, wanted: int) -> None:
    """From which weight on there are lines, and how many of them."""
    small = ruler(places.theme.small_font)
    painter.setFont(small.font)
    painter.setPen(places.theme.palette.soft)
    count = f"{drawn} lines" if drawn == wanted else f"the {drawn} strongest of {wanted} lines"
    text = (
        f"weights from {format_number(model.threshold, 3)} up: {count}" if model.threshold else f"all weights: {count}"
    )
    told = (
        "how much of its weight each token gives to hidden ones",
        "the share of its weight that they get",
        "its share",
    )
    longer = (f"{text}; {HIDDEN}: {words}" for words in told if places.shares)
    text = next((words for words in longer if small.width(words) <= places.foot.width()), text)
    text = small.shortened(text, places.foot.width())
    painter.drawText(QPointF(places.foot.left(), places.foot.top() + 4 + small.ascent), text)
