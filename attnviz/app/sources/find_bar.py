"""Finding heads: the token that looks, the token that is looked at, and the heads in the order of that weight."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from attnviz.app.pipeline.flow import Flow
from attnviz.content.numerals import format_result
from attnviz.content.sources.source import Place
from attnviz.content.sources.strongest import Found
from attnviz.figures.labels import quoted

MOST_LISTED = 6
_ROOMY = 36  # heights of letters in which the words about bold ones have room
ANY = "any token"
ASK = "Choose both tokens, here or in the lines: the heads are then in the order of that weight."


@dataclass(frozen=True)
class Heads:
    """What a search came up with, and whether all layers were there to be searched."""

    found: tuple[Found, ...] = ()
    whole: bool = True


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
        self._list = QWidget(self)
        self._flow = Flow(self._list, margin=0, gap=6)
        self._buttons = [self._button(number) for number in range(MOST_LISTED)]
        first = QHBoxLayout()
        first.setSpacing(6)
        label = QLabel("&Find heads where", self)
        label.setBuddy(self.query)
        first.addWidget(label)
        first.addWidget(self.query)
        first.addWidget(QLabel("looks at", self))
        first.addWidget(self.key)
        first.addStretch(1)
        self._bold = QLabel("bold: no token gets more", self)
        self._bold.setProperty("part", "soft")
        first.addWidget(self._bold)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 8)
        column.setSpacing(4)
        column.addLayout(first)
        column.addWidget(self._words)
        column.addWidget(self._list)

    def show_tokens(self, queries: tuple[str, ...], keys: tuple[str, ...], query: int | None, key: int | None) -> None:
        """Offers the tokens and shows which are chosen."""
        self._shows = True
        for box, tokens, before in ((self.query, queries, self._tokens[0]), (self.key, keys, self._tokens[1])):
            if tokens != before or not box.count():
                box.clear()
                box.addItem(ANY, None)
                for index, token in enumerate(tokens):
                    box.addItem(quoted(index + 1, token, 24), index)
        self._tokens = queries, keys
        for box, chosen in ((self.query, query), (self.key, key)):
            box.setCurrentIndex(0 if chosen is None else chosen + 1)
            box.setEnabled(bool(queries))
        self._shows = False

    def show_found(self, heads: Heads | None, most: int = MOST_LISTED) -> None:
        """Lists the heads; None where a token is still to be chosen."""
        self._words.setText(ASK if heads is None else "" if heads.whole else "Among the layers that are there so far:")
        self._words.setVisible(bool(self._words.text()))
        found = () if heads is None else heads.found[:most]
        for number, button in enumerate(self._buttons):
            button.setVisible(number < len(found))
            if number < len(found):
                _say(button, found[number], number)
        self._list.setVisible(bool(found))
        self._bold.setVisible(any(one.top for one in found) and self.width() > _ROOMY * self.fontMetrics().height())

    def _button(self, number: int) -> QToolButton:
        button = QToolButton(self._list)
        button.setObjectName(f"source.find.{number + 1}")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(partial(self._point, number))
        self._flow.addWidget(button)
        return button

    def _point(self, number: int) -> None:
        place = self._buttons[number].property("place")
        if isinstance(place, Place):
            self.pointed.emit(place)

    def _box(self, name: str, title: str, field: str) -> QComboBox:
        box = QComboBox(self)
        box.setObjectName(name)
        box.setAccessibleName(title)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
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
    button.setText(f"{number + 1}  layer {place.layer + 1}, head {head}:  {weight}")
    most = "what it looks at most" if found.top else "it looks more at another token"
    button.setToolTip(f"Layer {place.layer + 1}, head {head}: weight {weight}, {most}. Shows its lines.")
    button.setAccessibleName(button.toolTip())
    button.setProperty("place", place)
    font = button.font()
    font.setBold(found.top)
    button.setFont(font)
