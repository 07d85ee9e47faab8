"""A list that drops down to have a token chosen: by its number or by its first letters, whichever is typed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QWidget

from attnviz.app.controls.drop_down import drop_down
from attnviz.figures.labels import quoted

_MOST = 24  # signs of a token that are shown
_WORD = Qt.ItemDataRole.UserRole + 1  # the token without its number
_AHEAD = "\u2423\u0120\u2581#"  # ␣, Ġ, ▁ and ## say where a token stands in its word; nobody types them


def token_list(parent: QWidget, name: str, words: str) -> QComboBox:
    """An empty one of that objectName and accessible name, as wide as its tokens."""
    box = drop_down(parent, name, words)
    box.setModel(_Tokens(box))
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    return box


def offer(box: QComboBox, tokens: Sequence[str]) -> None:
    """Adds the tokens, each with its number from 1; its data is its place from 0."""
    for index, token in enumerate(tokens):
        box.addItem(quoted(index + 1, token, _MOST), index)
        box.setItemData(box.count() - 1, token, _WORD)


class _Tokens(QStandardItemModel):
    """Finds what is typed where Qt looks for a text that begins so."""

    def match(
        self,
        start: QModelIndex | QPersistentModelIndex,
        role: int,
        value: object,
        hits: int = 1,
        flags: Qt.MatchFlag = Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchWrap,
    ) -> list[QModelIndex]:
        """The first entry from `start` on, and then from the top, whose text or token begins with what was typed."""
        if role != Qt.ItemDataRole.DisplayRole or not flags & Qt.MatchFlag.MatchStartsWith:
            return super().match(start, role, value, hits, flags)
        typed = str(value).casefold()
        for step in range(self.rowCount()):
            index = self.index((start.row() + step) % self.rowCount(), 0)
            word = str(index.data(_WORD) or "")
            if any(text.casefold().startswith(typed) for text in (index.data(), word, word.lstrip(" " + _AHEAD))):
                return [index]
        return []
