"""Finding heads: the token that looks, the token that is looked at, and the heads in the order of that weight."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QLabel, QToolButton, QVBoxLayout, QWidget

from attnviz.app.pipeline.flow import Flow
from attnviz.app.sources.side_by_side import beside
from attnviz.app.sources.token_list import offer, token_list
from attnviz.content.numerals import format_result
from attnviz.content.sources.source import Place
from attnviz.content.sources.strongest import Found

MOST_LISTED = 6
ANY = "any token"
ASK = "Choose both tokens, here or in the lines: the heads whose strongest key it is come first, then by weight."
STAR = "★"
STAR_WORDS = f"{STAR} its strongest key"
_LINES = 2  # of found heads beside each other
_NO_LIMIT = (1 << 24) - 1  # pixels: what Qt takes for any width


@dataclass(frozen=True)
class Heads:
    """What a search came up with, and whether all layers were there to be searched."""

    found: tuple[Found, ...] = ()
    whole: bool = True

    @property
    def best(self) -> Place | None:
        """The first of them."""
        return self.found[0].place if self.found else None


class FindBar(QWidget):
    """`wanted(changes)` carries query and key of Looks, `pointed(place)` a head that was chosen among the found."""

    wanted = Signal(object)
    pointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source.find")
        self.query = self._box("source.find.query", "The token that looks", "query")
        self.key = self._box("source.find.key", "The token that is looked at", "key")
        self._words = QLabel(self)
        self._words.setObjectName("source.find.words")
        self._words.setWordWrap(True)
        self._words.setProperty("part", "soft")
        self._tokens: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self._shows = False
        self._below = QWidget(self)  # keeps the height of its lines, whatever stands in it
        self._list = QWidget(self._below)
        self._flow = Flow(self._list, margin=0, gap=6)
        self._buttons = [self._button(number) for number in range(MOST_LISTED)]
        self._lines, self._count = _LINES, 0
        self._star = QLabel(STAR_WORDS, self)
        self._star.setProperty("part", "soft")
        kept = self._star.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self._star.setSizePolicy(kept)
        label, other = QLabel("&Find heads where", self), QLabel("looks at", self)
        label.setBuddy(self.query)
        self._boxes = boxes = QWidget(self)
        first = Flow(boxes, margin=0, gap=8, last_at_edge=True)
        self._rows = (label, beside(label, self.query)), (other, beside(other, self.key))
        for _, row in self._rows:
            first.addWidget(row)
        first.addWidget(self._star)
        inside = QVBoxLayout(self._below)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(2)
        inside.addWidget(self._words)
        inside.addWidget(self._list)
        inside.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 8)
        column.setSpacing(4)
        column.addWidget(boxes)
        column.addWidget(self._below)

    def show_tokens(self, queries: tuple[str, ...], keys: tuple[str, ...], query: int | None, key: int | None) -> None:
        """Offers the tokens and shows which are chosen."""
        self._shows = True
        for box, tokens, before in ((self.query, queries, self._tokens[0]), (self.key, keys, self._tokens[1])):
            if tokens != before or not box.count():
                box.clear()
                box.addItem(ANY, None)
                offer(box, tokens)
        self._tokens = queries, keys
        for box, chosen in ((self.query, query), (self.key, key)):
            box.setCurrentIndex(0 if chosen is None else chosen + 1)
            box.setEnabled(bool(queries))
        self._shows = False

    def stack(self, stacked: bool) -> None:
        """Keeps room for all found heads one under the other, or for some lines of them."""
        self._lines = MOST_LISTED if stacked else _LINES
        self._fit()

    def show_found(self, heads: Heads | None) -> None:
        """Lists the heads; None where a token is still to be chosen."""
        self._words.setText(ASK if heads is None else "" if heads.whole else "Among the layers that are there so far:")
        self._words.setVisible(bool(self._words.text()))
        found = () if heads is None else heads.found[:MOST_LISTED]
        for number, (button, one) in enumerate(zip(self._buttons, found, strict=False)):
            _say(button, one, number)
        self._count = len(found)
        self._list.setVisible(bool(found))
        self._star.setVisible(any(one.top for one in found))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More or fewer of the found heads have room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Shows as many of the found heads as fit in the lines that are kept for them."""
        for button in self._buttons:
            button.ensurePolished()  # an unseen one has the letters of no theme yet
        line = max(button.sizeHint().height() for button in self._buttons)
        high = self._lines * (line + 3)
        if self._below.minimumHeight() != high or self._below.maximumHeight() != high:
            self._below.setFixedHeight(high)
        room = max(self.width() - 24, 1)
        self._align(room)
        widest = max(button.sizeHint().width() for button in self._buttons[: max(self._count, 1)])
        spare = room - widest - 6 if self._lines == MOST_LISTED else 0  # which would hold two beside each other
        self._flow.setContentsMargins(0, 0, max(spare, 0), 0)
        for number, button in enumerate(self._buttons):
            button.setVisible(number < self._count)
        for button in reversed(self._buttons[1 : self._count]):
            if self._flow.heightForWidth(room) <= high:
                break
            button.hide()

    def _align(self, room: int) -> None:
        """Both lists as wide, under each other, where found heads stand so too: then nothing below ever moves."""
        stacked = self._lines == MOST_LISTED
        self._boxes.setMinimumWidth(1 if stacked else 0)  # lists as wide as the column must not keep it so wide
        for label, _ in self._rows:
            label.ensurePolished()
        widest = max(label.sizeHint().width() for label, _ in self._rows)
        for label, row in self._rows:
            label.setMinimumWidth(widest if stacked else 0)
            row.setMinimumWidth(room if stacked else 0)
            row.setMaximumWidth(room if stacked else _NO_LIMIT)

    def _button(self, number: int) -> QToolButton:
        button = QToolButton(self._list)
        button.setObjectName(f"source.find.{number + 1}")
        button.setText(STAR)  # as high from the beginning as with words
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(partial(self._point, number))
        self._flow.addWidget(button)
        return button

    def _point(self, number: int) -> None:
        place = self._buttons[number].property("place")
        if isinstance(place, Place):
            self.pointed.emit(place)

    def _box(self, name: str, title: str, field: str) -> QComboBox:
        box = token_list(self, name, title)
        box.setMaxVisibleItems(20)
        box.currentIndexChanged.connect(lambda _: self._want(field, box.currentData()))
        return box

    def _want(self, field: str, index: int | None) -> None:
        if not self._shows:
            self.wanted.emit({field: index})


def _say(button: QToolButton, found: Found, number: int) -> None:
    """Layer, head and weight; on hover whether the head looks there most."""
    place, weight = found.place, format_result(found.weight, 3)
    head = (place.head or 0) + 1
    button.setText(f"{number + 1} {STAR if found.top else ' '} layer {place.layer + 1}, head {head}:  {weight}")
    most = "what it looks at most" if found.top else "it looks more at another token"
    button.setToolTip(f"Layer {place.layer + 1}, head {head}: weight {weight}, {most}. Shows its lines.")
    button.setAccessibleName(button.toolTip())
    button.setProperty("place", place)
