"""Which bars have lines of their own where not all have room, what the others' is called, and their room."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF

from attnviz.content.numerals import format_result
from attnviz.figures.labels import Ruler, ruler
from attnviz.figures.theme import Theme

if TYPE_CHECKING:
    from attnviz.figures.bars import Bars

MOST_LINES = 64  # that bars ask for, however many they are
AT_LEAST = 16  # lines of very many bars for which there is room, however few show a digit
_NAMED = 16  # bars whose labels stand there while they have no numbers

AIRY = 2.2  # the height of a line in number sizes
_APART = 2.5  # letters between the ends of a scale, at least

Line = tuple[tuple[int, ...], str]  # the bars that it stands for, and its label


def lines_in(model: Bars, fitting: int) -> list[Line]:
    """The bars of each line with its label: all, or the greatest in their own order and one line for the others.

    The selected one always has a line of its own, a hidden one only if all have. Of very many the greatest come first.
    While there are no numbers nobody knows which they are, and names of many would be a list of nothing.
    """
    count = len(model.labels)
    if model.values is None and count > _NAMED:
        return [(tuple(range(count)), "")]
    if model.ranked:
        return _ranked(model, fitting)
    if count <= fitting or not model.share:
        return [((index,), label) for index, label in enumerate(model.shown_labels)]
    if model.values is None:
        return [(tuple(range(count)), "")]
    values = np.where(np.array(model.hidden), -1.0, _sizes(model))
    if model.cursor is not None:
        values[model.cursor] = np.inf
    order = np.argsort(-values, kind="stable")[: min(fitting - 1, np.count_nonzero(values >= 0))]
    top = sorted(order.tolist())
    return [((index,), model.shown_labels[index]) for index in top] + [_others(model, top)]


def greatest_first(model: Bars) -> tuple[int, ...]:
    """The bars that show a digit or what was typed, and the selected one, the greatest first; none without numbers.

    What is hidden, and what is written as 0 or nearly 0, stands in the line for the others.
    """
    if model.values is None:
        return ()
    greatest = np.argsort(-_sizes(model), kind="stable")[: model.most].tolist()
    known = [index for index in greatest if not model.hidden[index] and index not in model.marks]
    if model.written:
        shown = [index for index in known if _shows_digit(model, index)]
    else:  # where one of them shows no digit, no smaller one does
        shown = known[: bisect_left(known, True, key=lambda index: not _shows_digit(model, index))]
    typed = [index for index in model.marks if index not in shown]
    shown = [*shown[: max(model.most - len(typed), 0)], *typed[: model.most]]
    if model.cursor is not None and model.cursor not in shown:
        shown = [*shown[: model.most - 1], model.cursor]
    return tuple(shown)


def _shows_digit(model: Bars, index: int) -> bool:
    return model.text(index).strip("0.≈−") != ""


def _sizes(model: Bars) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    sizes: np.ndarray[tuple[int], np.dtype[np.float64]] = np.abs(np.nan_to_num(np.asarray(model.values, np.float64)))
    return sizes


def _ranked(model: Bars, fitting: int) -> list[Line]:
    own = list(model.order[: max(fitting - 1, 0)])
    if model.cursor is not None and own and model.cursor not in own:
        own[-1] = model.cursor
    return [((index,), model.label(index)) for index in own] + [_others(model, own)]


def _others(model: Bars, own: list[int]) -> Line:
    """The line for all but those that have their own; hidden ones have no part in what it says, unless all are."""
    rest = np.delete(np.arange(len(model.labels)), own)
    seen = len(rest) - np.count_nonzero(np.asarray(model.hidden, np.bool_)[rest])
    return tuple(rest.tolist()), others_label(model, int(seen) or len(rest), own=bool(own))


def others_label(model: Bars, count: int, *, own: bool) -> str:
    """What the line for so many bars is called. own: others have lines of their own."""
    if model.listed:
        noun = f"other{'s' if count > 1 else ''}" if own else f"{model.word}s"
        return f"{count} {noun} {'within' if model.limits[0] < 0 else 'up to'}"
    return f"{count} {'other ' if own else ''}{model.word}{'s' if count > 1 else ''}"


def ends_have_room(model: Bars, track: float, letters: Ruler) -> bool:
    """Whether both ends of the scale, and 0 between them, can stand over a track of that width, well apart."""
    ends = [format_result(end, model.decimals) for end in model.limits]
    between = [letters.width("0")] if model.limits[0] < 0 < model.limits[1] else []
    words = sum([*map(letters.width, ends), *between])
    return words + (len(ends) + len(between) - 1) * _APART * letters.width("0") <= track


def title_height(model: Bars, theme: Theme, *, axis: bool = True) -> float:
    """The room over the bars: of their title and, where these have room, of the ends of their scale."""
    ends = ruler(theme.small_font).height + 2 if model.axis and axis else 0.0
    return ends + (ruler(theme.title_font).height + 6 if model.show_title else 0.0)


def number_px_in(model: Bars, rect: QRectF, theme: Theme) -> int:
    """The size of the numbers in that room."""
    if model.fit is not None:
        return model.fit.number_px or theme.number_px
    free = (rect.height() - title_height(model, theme)) / (AIRY * max(model.lines, 1))
    across = rect.width() / 18
    return int(max(round(theme.least_number), theme.small_px, min(free, across, model.growth * theme.number_px)))
