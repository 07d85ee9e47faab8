"""The legend of a large map whose colours go by powers of ten: upright beside it, or wide over several of them."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from attnviz.content.colours import Limits
from attnviz.figures.colour_maps import ColourMap, colour_map
from attnviz.figures.labels import ruler
from attnviz.figures.large.fading import strength, words_strength
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.powers import NONE, WORDS, Scale
from attnviz.figures.large.tick_choice import apart
from attnviz.figures.legend import paint_scale, paint_scale_texts, paint_steps
from attnviz.figures.margins import LEGEND_BAR
from attnviz.figures.theme import Theme

_BESIDE = 4.0  # from the bar to the words beside it
_TICK = 3.0
_CLEAR = 5.0  # from a tick to its number, before which it would be read as a minus
_HIGH = 6.0  # lines of words: a lower legend does not say what kind of scale it is
_OVER_WORDS = 6.0
_OVER_BAR = 9.0  # from a map to a bar under it
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
    height = max(area.height() - words, least_height(model, theme))
    return QRectF(
        round(area.left()), area.top(), bar_width(theme), height if len(texts) > 1 else round(1.2 * small.height)
    )


def least_height(model: LargeMap, theme: Theme) -> float:
    """The height of an upright legend in which the words of both ends stand one over the other, 0 without a legend."""
    return ruler(theme.small_font).height * min(len(model.legend_texts), 2) if model.legend else 0.0


def paint_large_legend(painter: QPainter, area: QRectF, model: LargeMap, colours: ColourMap, theme: Theme) -> None:
    """An upright bar with its ends, or by powers of ten with a tick at each power that has room."""
    ends, texts = model.legend_ends, model.legend_texts
    if ends is None or not texts:
        return
    bar = bar_in(area, model, theme)
    _paint_colours(painter, bar, ends, model, colours, theme)
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
    bar = QRectF(round(place.right() - length - over[1]), round(place.top()) + 2, length, _thickness(theme))
    painter.save()
    painter.setOpacity(strength(model))
    _paint_bar(painter, bar, model, colour_map(model.colour_map, theme.name, signed=model.signed), theme)
    painter.setOpacity(words_strength(model))
    _paint_powers_under(painter, bar, model, theme, place)
    painter.restore()
    return length + sum(over) + _BEFORE


def height_under(model: LargeMap, theme: Theme) -> float:
    """The room of a legend under its map, 0 where it has none."""
    if not model.legend or not model.legend_texts:
        return 0.0
    small = ruler(theme.small_font)
    lines = 1 + model.powers  # and what kind of scale it is
    return _OVER_BAR + _thickness(theme) + 2 + _TICK + lines * small.height + 2


def width_under(model: LargeMap, theme: Theme) -> float:
    """The width of a legend under its map in which the words of both ends stand beside each other."""
    small, texts = ruler(theme.small_font), model.legend_texts
    return small.width(texts[0]) + small.width(texts[-1]) + _AIR if texts else 0.0


def paint_legend_under(
    painter: QPainter, area: QRectF, model: LargeMap, colours: ColourMap, theme: Theme, reach: QRectF
) -> None:
    """A bar as wide as `area` with its words under it, which may go beyond it as far as `reach`."""
    ends, texts, small = model.legend_ends, model.legend_texts, ruler(theme.small_font)
    if ends is None or not texts:
        return
    bar = QRectF(area.left(), round(area.top() + _OVER_BAR), area.width(), _thickness(theme))
    _paint_colours(painter, bar, ends, model, colours, theme)
    painter.setOpacity(words_strength(model))
    painter.setFont(theme.small_font)
    painter.setPen(theme.palette.soft)
    baseline = bar.bottom() + 2 + _TICK + small.figure_height
    if model.powers:
        _paint_powers_under(painter, bar, model, theme, reach)
        painter.drawText(QPointF(bar.left(), baseline + small.height), WORDS)
    else:
        painter.drawText(QPointF(bar.left(), baseline), texts[0])
        if len(texts) > 1:
            painter.drawText(QPointF(bar.right() - small.width(texts[-1]), baseline), texts[-1])
    painter.setOpacity(1.0)


def _thickness(theme: Theme) -> float:
    """Of a wide bar."""
    return max(5.0, round(0.5 * theme.small_px))


def _paint_powers_under(painter: QPainter, bar: QRectF, model: LargeMap, theme: Theme, reach: QRectF) -> None:
    """A tick at each power that has room, and its number under it, no further left and right than `reach`."""
    small = ruler(theme.small_font)
    painter.setFont(theme.small_font)
    baseline = bar.bottom() + 2 + _TICK + small.figure_height
    sizes = [small.width(text) for _, text in model.ticks]
    middles = [
        min(max(bar.left() + place * bar.width(), reach.left() + size / 2), reach.right() - size / 2)
        for (place, _), size in zip(model.ticks, sizes, strict=True)
    ]
    by_place = dict(zip((place for place, _ in model.ticks), middles, strict=True))
    for place, text in _standing(model, middles, [size + _AIR for size in sizes]):
        x = bar.left() + place * bar.width()
        painter.setPen(theme.pen(theme.palette.soft))
        painter.drawLine(QPointF(x, bar.bottom()), QPointF(x, bar.bottom() + _TICK))
        painter.setPen(theme.palette.soft)
        painter.drawText(QPointF(by_place[place] - small.width(text) / 2, baseline), text)


def _standing(model: LargeMap, middles: list[float], sizes: list[float]) -> list[tuple[float, str]]:
    """The ticks whose texts touch no other, evenly chosen."""
    middle = next((index for index, (_, text) in enumerate(model.ticks) if text.startswith(NONE)), None)
    stands = apart(middles, sizes, middle, [place for place, _ in model.ticks])
    return [tick for tick, own in zip(model.ticks, stands, strict=True) if own]


def _paint_colours(
    painter: QPainter, bar: QRectF, ends: Limits, model: LargeMap, colours: ColourMap, theme: Theme
) -> None:
    """The bar of any scale, as strong as the map is."""
    painter.setOpacity(strength(model))
    if model.powers:
        _paint_bar(painter, bar, model, colours, theme)
    else:
        paint_scale(painter, bar, ends, model.limits, colours, theme)


def _paint_bar(painter: QPainter, bar: QRectF, model: LargeMap, colours: ColourMap, theme: Theme) -> None:
    """Powers of ten from the low end to the high one, upward in a high bar and rightward in a wide one."""
    steps = max(2, min(_STEPS, int(max(bar.height(), bar.width()) // 2)))
    entries = _entries_along(model.scale, model.legend_ends or model.limits, steps, colours.diverging)
    paint_steps(painter, bar, [colours.colours[entry] for entry in entries], theme)


@lru_cache(32)
def _entries_along(scale: Scale, ends: Limits, steps: int, diverging: bool) -> tuple[int, ...]:
    """So many entries of a colour map from one end to the other: the bar stands there however the window is resized."""
    return tuple(scale.entries(scale.along(ends, steps), diverging=diverging).tolist())
