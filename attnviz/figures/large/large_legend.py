"""The legend of a large map whose colours go by powers of ten: upright beside it, or wide over several of them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from attnviz.figures.colour_maps import ColourMap, colour_map
from attnviz.figures.labels import ruler
from attnviz.figures.large.fading import strength, words_strength
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.powers import NONE, WORDS, apart
from attnviz.figures.legend import paint_scale, paint_scale_texts, paint_steps
from attnviz.figures.margins import LEGEND_BAR
from attnviz.figures.theme import Theme

_BESIDE = 4.0  # from the bar to the words beside it
_TICK = 3.0
_CLEAR = 5.0  # from a tick to its number, before which it would be read as a minus
_HIGH = 6.0  # lines of words: a lower legend does not say what kind of scale it is
_OVER_WORDS = 6.0
_STEPS = 96  # colours of the bar
_LENGTHS = (24.0, 17.0, 11.0)  # of a wide bar in small letters, whichever has room
_MOST = 0.4  # of the room of the title, that a wide bar takes
_BEFORE = 16.0  # from a title's words to a wide bar
_AIR = 8.0  # between two texts under a wide bar


def bar_width(theme: Theme) -> int:
    """The width of an upright bar."""
    return round(LEGEND_BAR * theme.small_px / 11)


def legend_width(model: LargeMap, theme: Theme, *, roomy: bool) -> float:
    """The room of an upright legend with its words. roomy: also for what kind of scale it is, below."""
    small = ruler(theme.small_font)
    own = bar_width(theme) + _beside(model) + small.widest(model.legend_texts)
    return max(own, small.width(WORDS)) if model.powers and roomy else own


def _beside(model: LargeMap) -> float:
    """From an upright bar to its words."""
    return _TICK + _CLEAR if model.powers else _BESIDE


def bar_in(area: QRectF, model: LargeMap, theme: Theme) -> QRectF:
    """Where the upright bar stands; below it is room to say what kind of scale it is, if that has room at all."""
    small, texts = ruler(theme.small_font), model.legend_texts
    words = small.height + _OVER_WORDS if _is_told(area, model, theme) else 0.0
    height = max(area.height() - words, small.height * min(len(texts), 2))
    return QRectF(
        round(area.left()), area.top(), bar_width(theme), height if len(texts) > 1 else round(1.2 * small.height)
    )


def paint_large_legend(painter: QPainter, area: QRectF, model: LargeMap, colours: ColourMap, theme: Theme) -> None:
    """An upright bar with its ends, or by powers of ten with a tick at each power that has room."""
    ends, texts = model.legend_ends, model.legend_texts
    if ends is None or not texts:
        return
    bar = bar_in(area, model, theme)
    painter.setOpacity(strength(model))
    if model.powers:
        _paint_bar(painter, bar, model, colours, theme)
    else:
        paint_scale(painter, bar, ends, model.limits, colours, theme)
    painter.setOpacity(words_strength(model))
    if model.powers:
        _paint_powers(painter, bar, model, theme)
    else:
        paint_scale_texts(painter, bar, texts, theme)
    if _is_told(area, model, theme):
        painter.drawText(QPointF(bar.left(), bar.bottom() + _OVER_WORDS + ruler(theme.small_font).ascent), WORDS)
    painter.setOpacity(1.0)


def _is_told(area: QRectF, model: LargeMap, theme: Theme) -> bool:
    """True if it is said under an upright bar that its colours go by powers of ten."""
    small = ruler(theme.small_font)
    return model.powers and small.width(WORDS) <= area.width() + 0.5 and area.height() >= _HIGH * small.height


def _paint_powers(painter: QPainter, bar: QRectF, model: LargeMap, theme: Theme) -> None:
    """A tick at each power that has room, and its number beside it."""
    small, texts, high = ruler(theme.small_font), model.legend_texts, bar.height()
    painter.setFont(theme.small_font)
    rise, left = small.figure_height, bar.right() + _beside(model)
    heights = [min(max(place * high, rise / 2), high - rise / 2) for place, _ in model.ticks]  # of the texts' middles
    by_place = dict(zip((place for place, _ in model.ticks), heights, strict=True))
    for place, text in _standing(model, heights, [small.height] * len(texts)):
        middle = bar.bottom() - place * high
        if 0 < place < 1:
            painter.setPen(theme.pen(theme.palette.soft))
            painter.drawLine(QPointF(bar.right(), middle), QPointF(bar.right() + _TICK, middle))
        painter.setPen(theme.palette.soft)
        painter.drawText(QPointF(left, bar.bottom() - by_place[place] + rise / 2), text)


def wide_legend_widths(model: LargeMap, theme: Theme) -> list[float]:
    """How wide one legend for several maps may be with its words and the gap before it, the widest first."""
    small, texts = ruler(theme.small_font), model.legend_texts
    over = (small.width(texts[0]) + small.width(texts[-1])) / 2  # the words of the ends reach beyond it
    return [round(share * theme.small_px) + over + _BEFORE for share in _LENGTHS]


def paint_wide_legend(painter: QPainter, place: QRectF, model: LargeMap, theme: Theme, room: float) -> float:
    """One legend for several maps at the right of `place`, its words under it; comes back with the width it takes.

    room: for the legend, which is shortened to fit in, but not below its least width.
    """
    small = ruler(theme.small_font)
    sizes = [small.width(text) for text in model.legend_texts]
    over = [sizes[0] / 2, sizes[-1] / 2]
    fitting = [own for own in wide_legend_widths(model, theme) if own - _BEFORE <= _MOST * place.width()]
    if not fitting:
        return 0.0
    length = round(next((own for own in fitting if own <= room), fitting[-1]) - sum(over) - _BEFORE)
    thick = max(5.0, round(0.5 * theme.small_px))
    bar = QRectF(round(place.right() - length - over[1]), round(place.top()) + 2, length, thick)
    painter.save()
    painter.setOpacity(strength(model))
    _paint_bar(painter, bar, model, colour_map(model.colour_map, theme.name, signed=model.signed), theme)
    painter.setOpacity(words_strength(model))
    painter.setFont(theme.small_font)
    baseline = bar.bottom() + 2 + _TICK + small.figure_height
    middles = [place * length for place, _ in model.ticks]
    for share, text in _standing(model, middles, [size + _AIR for size in sizes]):
        middle = bar.left() + share * length
        painter.setPen(theme.pen(theme.palette.soft))
        painter.drawLine(QPointF(middle, bar.bottom()), QPointF(middle, bar.bottom() + _TICK))
        painter.setPen(theme.palette.soft)
        painter.drawText(QPointF(middle - small.width(text) / 2, baseline), text)
    painter.restore()
    return length + sum(over) + _BEFORE


def _standing(model: LargeMap, middles: list[float], sizes: list[float]) -> list[tuple[float, str]]:
    """The ticks whose texts touch no other."""
    middle = next((index for index, (_, text) in enumerate(model.ticks) if text.startswith(NONE)), None)
    return [tick for tick, stands in zip(model.ticks, apart(middles, sizes, middle), strict=True) if stands]


def _paint_bar(painter: QPainter, bar: QRectF, model: LargeMap, colours: ColourMap, theme: Theme) -> None:
    """The colours from the low end to the high one, upward in a high bar and rightward in a wide one."""
    steps = max(2, min(_STEPS, int(max(bar.height(), bar.width()) // 2)))
    values = model.scale.along(model.legend_ends or model.limits, steps)
    entries = model.scale.entries(values, diverging=colours.diverging).tolist()
    paint_steps(painter, bar, [colours.colours[entry] for entry in entries], theme)
