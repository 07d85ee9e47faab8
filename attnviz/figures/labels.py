"""Token labels as they can be shown: spaces visible, direction isolated, shortened where there is no room."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from math import ceil

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

from attnviz.content.labels import isolated, quoted, visible

__all__ = ["Ruler", "every", "isolated", "quoted", "ruler", "visible"]

_MOST = 50_000  # texts that are remembered, in all fonts together
_DIGITS = "0123456789"
_MANY = 100
_AS_NOUGHTS = str.maketrans(_DIGITS, "0" * len(_DIGITS))


class Ruler:
    """Measures and shortens texts in one font, remembering what it measured."""

    def __init__(self, font: QFont) -> None:
        self.font = font
        self._metrics = QFontMetricsF(font)
        self.ascent = self._metrics.ascent()
        self.height = self._metrics.ascent() + self._metrics.descent()
        self.figure_height = self._metrics.tightBoundingRect(_DIGITS).height()
        self._widths: dict[str, float] = {}
        self._widest: dict[tuple[str, ...], float] = {}
        self._shortened: dict[tuple[str, int], str] = {}

    def width(self, text: str) -> float:
        """The advance width of a text."""
        known = self._widths.get(text)
        if known is None:
            _rulers.make_room()
            known = self._widths[text] = self._metrics.horizontalAdvance(text)
        return known

    def widest(self, texts: tuple[str, ...]) -> float:
        """The largest advance width among the texts, 0 for none.

        Remembered too: laying out a board asks for the same ones thousands of times. Where all digits are equally
        wide, many texts that differ in digits alone are measured once: of thousands of numbered tokens a few are left.
        """
        known = self._widest.get(texts)
        if known is None:
            _rulers.make_room()
            several: Iterable[str] = texts
            if len(texts) > _MANY and len({self.width(digit) for digit in _DIGITS}) == 1:
                several = {text.translate(_AS_NOUGHTS) for text in texts}
            known = self._widest[texts] = max(map(self.width, several), default=0.0)
        return known

    def shortened(self, text: str, room: float) -> str:
        """The text if it fits, else its two ends with … between; an empty text where not even … fits."""
        if self.width(text) <= room:
            return text
        if room < self.width("…"):
            return ""
        key = (text, int(room))
        known = self._shortened.get(key)
        if known is None:
            _rulers.make_room()
            known = self._metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, int(room))
            known = self._shortened[key] = known if self.width(known) <= room else ""
        return known

    def lines(self, text: str, room: float) -> list[str]:
        """The words of a text in lines no wider than `room`; only a single word that is wider is shortened."""
        lines: list[str] = []
        for word in filter(None, text.split(" ")):  # but not where a space holds two words together
            if lines and self.width(f"{lines[-1]} {word}") <= room:
                lines[-1] += f" {word}"
            else:
                lines.append(self.shortened(word, room))
        return lines

    def forget(self) -> None:
        """Remembers no text any more."""
        self._widths.clear()
        self._widest.clear()
        self._shortened.clear()


class _Rulers(threading.local):
    """The rulers of one thread, by the identity of their fonts."""

    def __init__(self) -> None:
        self.known: dict[int, Ruler] = {}
        self._texts = 0

    def make_room(self) -> None:
        """Counts one more text that is remembered; beyond a number all are forgotten: numbers are ever new texts."""
        self._texts += 1
        if self._texts > _MOST:
            self._texts = 0
            for one in self.known.values():
                one.forget()


_rulers = _Rulers()


def ruler(font: QFont) -> Ruler:
    """The shared ruler of a font made by `theme.font`, which hands out the same object for the same font."""
    rulers = _rulers.known
    known = rulers.get(id(font))
    if known is None or known.font is not font:
        known = rulers[id(font)] = Ruler(font)
    return known


def every(count: int, pitch: float, needed: float) -> int:
    """Each how-manieth label is drawn so that labels `needed` pixels apart do not meet: 1, 2, 5, 10, 20, 50, …"""
    if count <= 1 or pitch >= needed:
        return 1
    least = ceil(needed / max(pitch, 1e-6))
    step = 1
    while True:
        for part in (1, 2, 5):
            if step * part >= least:
                return step * part
        step *= 10
