"""Lines from each token to the tokens that it looks at, for one head or several: the data, and where all of it lies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from attnviz.content.numerals import format_result
from attnviz.engine.arrays import Array, Bools
from attnviz.figures.labels import ruler, visible
from attnviz.figures.theme import Theme, font

KEY = "lines"
MOST_LINES = 2500  # that are drawn; more would be a blot
_NUMBERED_HEADS = 3  # whose weights are written in columns; of more heads the largest one is
_LABEL_SHARE = 0.24  # of the width that labels of one side may take
_LONGEST_LABEL = 15.0  # in letters' heights
_LEAST_FAN, _LIKED_FAN = 60.0, 300.0  # the width of the lines themselves
_STEADY_FAN = 110.0  # that is left where numbers have their room on both sides at any time
_CLOSE, _AIRY = 1.4, 2.5  # the height of a line in letters' heights
_AIR = 6.0


@dataclass(frozen=True, eq=False)
class LinesOfHead:
    """One head's weights, (T, S). number: the head's own, from 1. hidden_share: what hidden keys hold of each row."""

    number: int
    weights: Array
    hidden_share: Array | None = None


@dataclass(frozen=True, eq=False)
class TokenLines:
    """Queries left, keys right; a line is as wide and as dark as its weight. heads: in the order of their colours.

    queries, keys: labels. hidden_queries, hidden_keys: positions that are left out; weights stay as they are.
    threshold: the least weight that gets a line. query: a lit token, whose lines alone are drawn. key: another
    one, which is set off beside a query, and without one has its lines drawn alone. steady: there is always room for
    the numbers of a lit token, so that nothing moves when one is lit.
    """

    title: str
    subtitle: str
    queries: tuple[str, ...]
    keys: tuple[str, ...]
    heads: tuple[LinesOfHead, ...]
    threshold: float = 0.0
    hidden_queries: frozenset[int] = frozenset()
    hidden_keys: frozenset[int] = frozenset()
    query: int | None = None
    key: int | None = None
    decimals: int = 3
    numbers: bool = True
    legend: bool = True
    show_title: bool = True
    steady: bool = False

    @cached_property
    def shown_queries(self) -> tuple[int, ...]:
        """Positions of the queries that are not left out."""
        return tuple(index for index in range(len(self.queries)) if index not in self.hidden_queries)

    @cached_property
    def shown_keys(self) -> tuple[int, ...]:
        """Positions of the keys that are not left out."""
        return tuple(index for index in range(len(self.keys)) if index not in self.hidden_keys)

    @cached_property
    def query_labels(self) -> tuple[str, ...]:
        """Labels with nothing invisible in them."""
        return tuple(map(visible, self.queries))

    @cached_property
    def key_labels(self) -> tuple[str, ...]:
        """Labels with nothing invisible in them."""
        return tuple(map(visible, self.keys))

    @cached_property
    def largest(self) -> float:
        """The weight that has the widest line: 1, or more where saved numbers go beyond."""
        return max([1.0, *(float(head.weights.max()) for head in self.heads)])

    @cached_property
    def seen(self) -> Bools:
        """Which pairs may have a line: of tokens that are shown, and of the lit one where there is one, (T, S)."""
        seen = np.zeros((len(self.queries), len(self.keys)), dtype=np.bool_)
        seen[np.ix_(self.shown_queries, self.shown_keys)] = True
        if self.query is not None:
            seen[np.arange(len(self.queries)) != self.query] = False
        elif self.key is not None:
            seen[:, np.arange(len(self.keys)) != self.key] = False
        return seen

    def weights_between(self, query: int, key: int) -> tuple[tuple[int, float], ...]:
        """The weight of each head for one pair, by the place of the head."""
        return tuple((place, float(head.weights[query, key])) for place, head in enumerate(self.heads))

    def number_texts(self, query: int, key: int) -> tuple[tuple[int, str], ...]:
        """What stands beside a token while another one is lit: (place of the head, text)."""
        pairs = self.weights_between(query, key)
        if len(pairs) <= _NUMBERED_HEADS:
            return tuple((place, format_result(weight, self.decimals)) for place, weight in pairs)
        place, weight = max(pairs, key=lambda pair: pair[1])
        return ((place, f"{self.heads[place].number}: {format_result(weight, self.decimals)}"),)


@dataclass(frozen=True)
class LinesPlaces:
    """The geometry in the painter's coordinates. left, right: x where lines begin and end.

    query_ys, key_ys: the middles of the lines of shown tokens, in their order. labels: width of each side's labels.
    numbers: width of the numbers beside each side. shares: width of the shares that are hidden, 0 where none is.
    """

    theme: Theme
    px: int
    title: QRectF
    chips: tuple[QRectF, ...]
    left: float
    right: float
    top: float
    pitch: float
    query_ys: tuple[float, ...]
    key_ys: tuple[float, ...]
    query_labels: float
    key_labels: float
    positions: float
    numbers: float
    shares: float
    foot: QRectF

    def query_rect(self, row: int) -> QRectF:
        """The label of a shown query, its position included."""
        wide = self.query_labels + self.positions
        return QRectF(self.left - _AIR - wide, self.query_ys[row] - self.pitch / 2, wide, self.pitch)

    def key_rect(self, row: int) -> QRectF:
        """The label of a shown key, its position included."""
        wide = self.key_labels + self.positions
        return QRectF(self.right + _AIR, self.key_ys[row] - self.pitch / 2, wide, self.pitch)

    def row_at(self, point: QPointF, ys: tuple[float, ...]) -> int | None:
        """Which of the lines of tokens is at the height of a point."""
        if not ys or not ys[0] - self.pitch / 2 <= point.y() < ys[-1] + self.pitch / 2:
            return None
        return min(int((point.y() - ys[0] + self.pitch / 2) / self.pitch), len(ys) - 1)


def lines_places(model: TokenLines, rect: QRectF, theme: Theme) -> LinesPlaces:
    """The geometry in `rect`: as airy as its height allows; higher than `rect` where its tokens need that."""
    px = letters_px(theme)
    letters, small = ruler(font(px)), ruler(theme.small_font)
    title = ruler(theme.title_font).height + 6 if model.show_title else 0.0
    chips, after_chips = _chips(model, rect, theme, rect.top() + title)
    top = after_chips + (small.height + 4 if _has_heads_line(model) else 2.0)
    foot_height = small.height + 8 if model.legend else 0.0
    count = max(len(model.shown_queries), len(model.shown_keys), 1)
    room = rect.bottom() - top - foot_height
    pitch = min(max(room / count, _CLOSE * px), _AIRY * px)
    most = min(_LABEL_SHARE * rect.width(), _LONGEST_LABEL * px)
    ours = min(letters.widest(tuple(model.query_labels[i] for i in model.shown_queries)), most)
    theirs = min(letters.widest(tuple(model.key_labels[i] for i in model.shown_keys)), most)
    positions = _positions_width(model, theme)
    numbers, shares = _numbers_width(model, theme), _shares_width(model, theme)
    taken = shares + 2 * (positions + _AIR) + ours + theirs
    both = model.steady and rect.width() - taken - 2 * numbers >= _STEADY_FAN * theme.factor
    ours_too, theirs_too = both or _numbers_left(model), model.steady or not _numbers_left(model)
    left = rect.left() + shares + (numbers if ours_too else 0.0) + positions + ours + _AIR
    right = rect.right() - (numbers if theirs_too else 0.0) - positions - theirs - _AIR
    if right - left < _LEAST_FAN:
        right = left + _LEAST_FAN
    queries = tuple(top + pitch * (row + 0.5) for row in range(len(model.shown_queries)))
    keys = tuple(top + pitch * (row + 0.5) for row in range(len(model.shown_keys)))
    foot = QRectF(rect.left(), top + pitch * count + 4, rect.width(), foot_height) if foot_height else QRectF()
    return LinesPlaces(
        theme, px, QRectF(rect.left(), rect.top(), rect.width(), title), chips, left, right, top, pitch, queries, keys,
        ours, theirs, positions, numbers, shares, foot,
    )  # fmt: skip


def lines_size(model: TokenLines, theme: Theme, width: float | None = None, *, airy: bool = True) -> QSizeF:
    """The size it likes, or with that width: every token on a line of its own, nothing left out."""
    px = letters_px(theme)
    letters, small, bold = ruler(font(px)), ruler(theme.small_font), ruler(theme.title_font)
    labels = sum(
        min(letters.widest(tuple(texts[i] for i in shown)), _LONGEST_LABEL * px)
        for texts, shown in ((model.query_labels, model.shown_queries), (model.key_labels, model.shown_keys))
    )
    positions = _positions_width(model, theme)
    numbers = _numbers_width(model, theme) * (2 if model.steady else 1)
    likes = labels + 2 * (positions + _AIR) + numbers + _shares_width(model, theme) + _LIKED_FAN * theme.factor
    if model.show_title:
        likes = max(likes, bold.width(model.title) + 8 + small.width(model.subtitle))
    wide = likes if width is None else width
    title = bold.height + 6 if model.show_title else 0.0
    _, after_chips = _chips(model, QRectF(0, 0, wide, 0), theme, title)
    count = max(len(model.shown_queries), len(model.shown_keys), 1)
    pitch = (1.9 if airy else _CLOSE) * px
    line = small.height + 4 if _has_heads_line(model) else 2.0
    foot = small.height + 8 if model.legend else 0.0
    return QSizeF(wide, after_chips + line + pitch * count + 4 + foot)


def least_lines_width(model: TokenLines, theme: Theme) -> float:
    """The width below which labels leave no room for lines."""
    return _numbers_width(model, theme) + _shares_width(model, theme) + 8.0 * letters_px(theme) + 2 * _LEAST_FAN


def letters_px(theme: Theme) -> int:
    """The height of tokens' letters: a little larger than labels, since they are read as a sentence."""
    return round(1.18 * theme.small_px)


def _chips(model: TokenLines, rect: QRectF, theme: Theme, top: float) -> tuple[tuple[QRectF, ...], float]:
    """A place for the name of each head, in as many lines as they need; none where one head stands in the title."""
    if len(model.heads) < 2:
        return (), top
    small = ruler(theme.small_font)
    x, y = rect.left(), top
    chips: list[QRectF] = []
    for head in model.heads:
        wide = small.width(f"head {head.number}") + 26
        if chips and x + wide > rect.right():
            x, y = rect.left(), y + small.height + 4
        chips.append(QRectF(x, y, wide, small.height))
        x += wide
    return tuple(chips), y + small.height + 8


def _has_heads_line(model: TokenLines) -> bool:
    """True if something stands over the columns: what the shares beside them are."""
    return any(head.hidden_share is not None for head in model.heads)


def _positions_width(model: TokenLines, theme: Theme) -> float:
    """Room for the positions beside the tokens; none where the labels are positions themselves."""
    longest = len(model.queries) if len(model.queries) >= len(model.keys) else len(model.keys)
    if all(label == str(index + 1) for labels in (model.queries, model.keys) for index, label in enumerate(labels)):
        return 0.0
    return ruler(theme.small_font).width(str(longest)) + _AIR


def _numbers_left(model: TokenLines) -> bool:
    """True if the weights of a lit key stand beside the queries."""
    return model.key is not None and model.query is None


def _numbers_width(model: TokenLines, theme: Theme) -> float:
    """Room for the weights beside the tokens on the other side of a lit one."""
    lit = model.query is not None or model.key is not None
    if not model.numbers or not model.heads or not (lit or model.steady):
        return 0.0
    number = ruler(font(letters_px(theme))).width("0." + "0" * model.decimals)
    if len(model.heads) <= _NUMBERED_HEADS:
        return len(model.heads) * (number + _AIR + 4)
    return number + ruler(font(letters_px(theme))).width("00: ") + _AIR + 4


def _shares_width(model: TokenLines, theme: Theme) -> float:
    """Room for what is hidden of each row."""
    if all(head.hidden_share is None for head in model.heads):
        return 0.0
    small = ruler(theme.small_font)
    text = "100 %" if len(model.heads) == 1 else "00–100 %"
    return max(small.width(text), small.width("hidden")) + 2 * _AIR
