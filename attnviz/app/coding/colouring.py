"""Light colours for a program: queries, keys, values and output have theirs, comments are soft."""

from __future__ import annotations

import re

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from attnviz.content.stage_formulas import role_of
from attnviz.engine.stages import STAGES
from attnviz.figures.theme import Theme

_WORDS = "def return for in if else import from as and not assert print True False None"
_TOKEN = re.compile(
    r"(?P<comment>#.*)|(?P<string>\"\"\".*?\"\"\"|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')|"
    rf"(?P<word>\b(?:{'|'.join(_WORDS.split())})\b)|(?P<name>\b[A-Za-z]\w*)"
)
_SHORT = {"q": "queries", "k": "keys", "v": "values", "key_position": "keys", "query_position": "queries"}
# Inputs whose names are also words of a program, and stages.
_NAMES = ("W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O", "Q", "K", "V")
ROLES: dict[str, str] = {**_SHORT, **{name: role_of(name) for name in (*_NAMES, *(stage.name for stage in STAGES))}}


class Colouring(QSyntaxHighlighter):
    """Colours a document in one theme; `show_look` changes it."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._theme: Theme | None = None
        self._bold = QTextCharFormat()
        self._bold.setFontWeight(QFont.Weight.Bold)

    def show_look(self, theme: Theme) -> None:
        """Takes the colours of another theme."""
        if theme is not self._theme:
            self._theme = theme
            self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        """Colours one line."""
        theme = self._theme
        if theme is None:
            return
        for match in _TOKEN.finditer(text):
            kind = match.lastgroup
            if kind == "word":
                self.setFormat(match.start(), len(match.group()), self._bold)
            elif kind == "comment":
                self._paint(match.start(), match.group(), theme.palette.soft)
            elif kind == "name" and match.group() in ROLES:
                self._paint(match.start(), match.group(), theme.role(ROLES[match.group()]))

    def _paint(self, start: int, text: str, colour: QColor) -> None:
        self.setFormat(start, _units(text), colour)


def _units(text: str) -> int:
    """The length as Qt counts it."""
    return len(text.encode("utf-16-le")) // 2
