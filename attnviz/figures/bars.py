"""The weights of one query, or the components of one vector, as bars with their labels and numbers: the data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf

import numpy as np
from PySide6.QtCore import QRectF, QSizeF

from attnviz.content.adding_up import total_of
from attnviz.content.changes import Moves
from attnviz.content.colours import per_one
from attnviz.content.numerals import format_result
from attnviz.engine.arrays import Array
from attnviz.figures.bar_lines import (
    AIRY,
    AT_LEAST,
    MOST_LINES,
    ends_have_room,
    greatest_first,
    lines_in,
    number_px_in,
    others_label,
    title_height,
)  # fmt: skip
from attnviz.figures.bars_grid import BarGrid, BarRow, title_place
from attnviz.figures.fitting import figure_theme, titled_theme
from attnviz.figures.heatmap import Fit
from attnviz.figures.labels import every, ruler
from attnviz.figures.margins import LABEL_LETTERS, LABEL_SHARE
from attnviz.figures.matrix_figure import shown_labels
from attnviz.figures.theme import Theme, font
from attnviz.figures.veil import ASK, Mark

HIDDEN = "hidden"
_BESIDE = 6.0  # between a label and its track
_GAP = 8.0  # between a bar's track and its number
_DENSE = 1.35  # the height of a dense line in number sizes
_DENSEST = 1.1  # the same where that saves a sum
_WORTH_A_SUM = 5  # a line for others together stands for so many at least, unless there is no other way
_FEWEST = 5  # lines that bars ask for at least, if there are so many
_NUMBERED = 1.35  # times as much room for labels with a number before the word
_LONGEST_TRACK = 26.0  # in number sizes


@dataclass(frozen=True, eq=False)
class Bars:
    """One bar for each number. key, head, row: where the numbers stand, as Cells name them; columns count from 0.

    values: None where they do not exist, and then dim_reason says why. hidden: positions that may not be seen.
    limits: where the bars' scale begins and ends; it holds 0. word: what one bar is, "key" or "component".
    share: the numbers are parts of a whole, so that those without room can be given as one sum; else all are drawn,
    as thin as need be. listed: of very many the greatest have lines, and of the others it is said how large they are.
    marks: what stands in place of veiled numbers, by position; their values here are NaN.
    changes: what moved since another trace, as one row. written: what stands as the number of each bar, () for the
    number itself. most: bars of very many that have lines of their own. growth: times the theme's numbers up to which
    its own grow. axis: the ends of the scale are said over them where both have room, as where it is not that of all
    rows. longest: the length of a track at most. laid: the latest layout, with the room that it is for.
    """

    key: str
    head: int | None
    row: int
    title: str
    role: str
    values: Array | None
    labels: tuple[str, ...]
    hidden: tuple[bool, ...]
    limits: tuple[float, float]
    decimals: int
    formula: str = ""
    word: str = "key"
    share: bool = True
    listed: bool = False
    cursor: int | None = None
    numbers: bool = True
    show_title: bool = True
    dim_reason: str = ""
    fit: Fit | None = None
    marks: Mapping[int, Mark] = field(default_factory=dict)
    changes: Moves | None = None
    written: tuple[str, ...] = ()
    most: int = MOST_LINES
    growth: float = 2.0
    axis: bool = False
    longest: float = inf
    laid: list[tuple[object, BarGrid]] = field(default_factory=list, init=False, repr=False, compare=False)

    @cached_property
    def shown_labels(self) -> tuple[str, ...]:
        """Labels with nothing invisible in them."""
        return shown_labels(self.labels)

    @property
    def ranked(self) -> bool:
        """True if there are so many that the greatest are listed, each with its place."""
        return (self.share or self.listed) and len(self.labels) > MOST_LINES

    def label(self, index: int) -> str:
        """What one bar is called: its label; among very many "701 River", since words come back."""
        label = self.shown_labels[index]
        return f"{index + 1} {label}" if self.ranked and label != str(index + 1) else label

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Of very many the bars that get lines of their own, the greatest first."""
        return greatest_first(self)

    @cached_property
    def told(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Labels and numbers of the bars that have lines at first; no veiled numbers, since typed ones move nothing."""
        listed = self.order if self.ranked else range(min(len(self.labels), MOST_LINES))
        return tuple(map(self.label, listed)), tuple(self.text(index) for index in listed if index not in self.marks)

    @property
    def lines(self) -> int:
        """For how many lines there should be room; of very many not fewer than some, so that few do not jump.

        Where no more than those are listed nothing moves.
        """
        least = AT_LEAST if self.most >= AT_LEAST else 1
        return max(len(self.order) + 1, least) if self.ranked else len(self.labels)

    @property
    def texts(self) -> tuple[str, ...]:
        """The number of each bar as it is shown, or "hidden"."""
        return tuple(map(self.text, range(len(self.labels))))

    def text(self, index: int) -> str:
        """The number of one bar as it is shown, or "hidden"; made when it is shown, for most of thousands never are."""
        if self.values is None:
            return ""
        if index in self.marks:
            return self.marks[index].text
        if self.written:
            return self.written[index]
        return HIDDEN if self.hidden[index] else format_result(float(self.values[index]), self.decimals)

    def value_of(self, indices: tuple[int, ...]) -> float:
        """The sum of some bars, hidden and veiled ones left out; exact however many they are."""
        if self.values is None:
            return 0.0
        if len(indices) == 1:  # as of nearly all lines
            index = indices[0]
            return 0.0 if self.hidden[index] or index in self.marks else float(self.values[index])
        places = [index for index in indices if index not in self.marks] if self.marks else list(indices)
        return total_of(self._counted[places].tolist())

    @cached_property
    def _counted(self) -> Array:
        """The numbers with 0 in place of hidden ones."""
        assert self.values is not None
        return np.where(np.asarray(self.hidden, np.bool_), self.values.dtype.type(0), self.values)

    def text_of(self, indices: tuple[int, ...], value: float | None = None) -> str:
        """The number of a line that stands for some bars. value: of them, where it is known."""
        if self.values is None or len(indices) == 1:
            return self.text(indices[0])
        if self.marks and any(index in self.marks for index in indices):
            return ASK
        if all(self.hidden[index] for index in indices):
            return HIDDEN
        if self.listed:
            reach = float(np.abs(np.asarray(self.values)[list(indices)]).max())
            return ("±" if reach and self.limits[0] < 0 else "") + format_result(reach, self.decimals)
        return format_result(self.value_of(indices) if value is None else value, self.decimals)


def bars_size(model: Bars, theme: Theme, fit: Fit, most_height: float | None = None) -> QSizeF:
    """The size with lines as high as the cells of a board; long lists may be cut to `most_height`.

    Of very many bars it has room for as many lines as one still reads.
    """
    number_px = fit.number_px or theme.number_px
    grown = figure_theme(theme, fit.number_px, fit.letters)
    small, measure = ruler(grown.small_font), ruler(font(number_px))
    count = len(model.labels)
    summed = (others_label(model, count, own=True),) if (model.share or model.ranked) and count > _FEWEST else ()
    labels, typed = model.told
    label = min(small.widest((*labels, *summed)), LABEL_LETTERS * grown.small_px)
    width = label + 2 * _GAP + 8.0 * number_px + measure.widest((*typed, HIDDEN))
    if model.show_title:
        width = max(width, ruler(grown.title_font).width(model.title) + label + 8)
    title = title_height(model, grown)
    pitch = max(fit.cell_height, _DENSE * number_px)
    height = title + pitch * (len(labels) + 1 if model.ranked else len(labels)) + 2
    if most_height is not None:
        height = min(height, max(most_height, title + _DENSE * number_px * min(count, _FEWEST) + 2))
    return QSizeF(width, height)


def bars_indent(model: Bars, theme: Theme, fit: Fit) -> float:
    """How far the tracks begin from the left of a figure with lines as high as those cells."""
    grown = figure_theme(theme, fit.number_px, fit.letters)
    widest = ruler(grown.small_font).widest(model.told[0])
    return min(widest, LABEL_LETTERS * grown.small_px) + _BESIDE


def bars_layout(model: Bars, rect: QRectF, theme: Theme) -> BarGrid:
    """The geometry in `rect`: the bars that fit, and where not all do, the greatest of them and one for the rest.

    The latest is kept: a list of thousands is laid out once, and not for each event that scrolls or points at it.
    """
    asked = rect.getRect(), theme
    if not model.laid or model.laid[0][0] != asked:
        model.laid[:] = [(asked, _laid_out(model, rect, theme, axis=model.axis))]
    return model.laid[0][1]


def _laid_out(model: Bars, rect: QRectF, theme: Theme, *, axis: bool) -> BarGrid:
    number_px = number_px_in(model, rect, theme)
    grown = figure_theme(theme, number_px, 1.0 if model.fit is None else model.fit.letters)
    if model.fit is None and model.show_title:
        grown = titled_theme(theme, number_px, model.title, rect.width() - 1)
    title = title_height(model, grown, axis=axis)
    small, count = ruler(grown.small_font), model.lines
    room = max(rect.height() - title - 2, 1.0)
    least = max(_DENSE * number_px, small.height)
    wanted = max(model.fit.cell_height if model.fit is not None else AIRY * number_px, least)
    pitch = min(wanted, room / count)
    dense = max(_DENSEST * theme.least_number, ruler(theme.small_font).figure_height + 3)
    if pitch < least and count * dense <= room:  # rather closer lines than a sum of few
        number_px = min(number_px, max(int(pitch / _DENSEST), round(theme.least_number)))
    elif pitch < least and (model.share or model.ranked):  # the greatest and a sum
        pitch = max(room / max(1, min(int(room / least), len(model.labels) + 1 - _WORTH_A_SUM)), dense)
    elif pitch < least:  # thin bars without numbers, over an axis that says how long they are
        number_px = 0
        pitch = max(room - small.height - 4, 1.0) / count
    lines = lines_in(model, max(1, int(room / pitch + 1e-6)))
    written = lines if number_px and model.numbers else []  # but what was typed for one, which stands on its track
    values = [model.value_of(one) for one, _ in lines]
    texts = tuple(
        "" if len(one) == 1 and one[0] in model.marks else model.text_of(one, value)
        for (one, _), value in zip(written, values, strict=False)
    )
    own = tuple(label for indices, label in lines if len(indices) == 1)  # the others' goes over its track
    label_width = small.widest(own if model.listed and own else tuple(label for _, label in lines))
    longer = _NUMBERED if model.ranked else 1.0
    label_width = min(label_width, longer * LABEL_SHARE * rect.width(), longer * LABEL_LETTERS * grown.small_px)
    measure = ruler(font(number_px))
    text_width = measure.widest(texts)
    left = rect.left() + label_width + _BESIDE
    track = max(rect.right() - left - text_width - (_GAP if text_width else 0), 4.0)
    if model.fit is not None:  # alone, bars fill the width that they have
        track = min(track, _LONGEST_TRACK * (number_px or theme.number_px), model.longest)
    if axis and not ends_have_room(model, track, small):
        return _laid_out(model, rect, theme, axis=False)
    low, high = model.limits
    scale = per_one(track, model.limits)
    zero = left - low * scale
    thick = max(1.0, min(round(pitch * 0.62), 2.0 * (number_px or theme.number_px)))
    top = rect.top() + title
    rows = []
    for number, ((indices, label), value) in enumerate(zip(lines, values, strict=True)):
        y = top + pitch * number
        reach = min(max(value, low), high) * scale
        middle = round(y + (pitch - thick) / 2) if pitch >= 3 else y
        rows.append(
            BarRow(
                indices, label, value, texts[number] if texts else "",
                all(model.hidden[index] for index in indices),
                QRectF(left - _BESIDE - label_width, y, label_width, pitch), QRectF(left, middle, track, thick),
                QRectF(min(zero, zero + reach), middle, abs(reach), thick),
                QRectF(left + track + _GAP, y, text_width, pitch),
            )
        )  # fmt: skip
    body = QRectF(rect.left(), top, rect.width(), pitch * len(rows))
    over = title_place(rect, left, title, ruler(grown.title_font).width(model.title))
    ends = left + track + _GAP + measure.widest(tuple(text for text in texts if text != HIDDEN))
    return BarGrid(grown, number_px, over, tuple(rows), zero, body, every(len(rows), pitch, grown.small_px), ends, axis)
