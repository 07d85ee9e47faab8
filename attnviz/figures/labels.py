"""Token labels as they can be shown: spaces visible, direction isolated, shortened where there is no room."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from math import ceil

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

LONGEST = 400  # characters that are looked at at all; a label with more is shortened before it is measured
EMPTY = "(empty)"
_ISOLATE, _POP = "\u2068", "\u2069"
_VISIBLE = {"\n": "⏎", "\r": "␍", "\t": "⇥", "\x7f": "␡", "\u00a0": "⍽"}
# Joiners build one emoji or letter out of several characters; every other invisible character is spelt out.
_JOINERS = frozenset("\u200c\u200d")


@lru_cache(maxsize=8192)
def visible(label: str) -> str:
    """The label with nothing invisible in it: spaces at its ends as ␣, a newline as ⏎, control characters spelt out.

    What comes back is valid in XML, keeps joined emoji whole and never changes the direction of its neighbours.
    """
    if not label:
        return EMPTY
    if len(label) > LONGEST:
        label = label[:LONGEST] + "…"
    body = label.strip(" ")
    before = len(label) - len(label.lstrip(" "))
    after = len(label) - before - len(body)
    return "␣" * before + "".join(_shown(sign) for sign in body.replace("  ", " ␣")) + "␣" * after


def isolated(label: str) -> str:
    """The visible label between marks that keep its direction to itself, for use inside a sentence."""
    return f"{_ISOLATE}{visible(label)}{_POP}"


def quoted(number: int, label: str) -> str:
    """A position counted from 1 with its label: 2 'b'; the number alone where the label is that number."""
    return str(number) if label == str(number) else f"{number} '{isolated(label)}'"


class Ruler:
    """Measures and shortens texts in one font, remembering what it measured."""

    def __init__(self, font: QFont) -> None:
        self.font = font
        self._metrics = QFontMetricsF(font)
        self.ascent = self._metrics.ascent()
        self.height = self._metrics.ascent() + self._metrics.descent()
        self.figure_height = self._metrics.tightBoundingRect("0123456789").height()
        self._widths: dict[str, float] = {}
        self._shortened: dict[tuple[str, int], str] = {}

    def width(self, text: str) -> float:
        """The advance width of a text."""
        known = self._widths.get(text)
        if known is None:
            if len(self._widths) > 20_000:
                self._widths.clear()
            known = self._widths[text] = self._metrics.horizontalAdvance(text)
        return known

    def widest(self, texts: tuple[str, ...]) -> float:
        """The largest advance width among the texts, 0 for none."""
        return max(map(self.width, texts), default=0.0)

    def shortened(self, text: str, room: float) -> str:
        """The text if it fits, else its two ends with … between; an empty text where not even … fits."""
        if self.width(text) <= room:
            return text
        if room < self.width("…"):
            return ""
        key = (text, int(room))
        known = self._shortened.get(key)
        if known is None:
            if len(self._shortened) > 5_000:
                self._shortened.clear()
            known = self._metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, int(room))
            known = self._shortened[key] = known if self.width(known) <= room else ""
        return known


_rulers: dict[int, Ruler] = {}


def ruler(font: QFont) -> Ruler:
    """The shared ruler of a font made by `theme.font`, which hands out the same object for the same font."""
    known = _rulers.get(id(font))
    if known is None or known.font is not font:
        known = _rulers[id(font)] = Ruler(font)
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


def _shown(sign: str) -> str:
    known = _VISIBLE.get(sign)
    if known is not None:
        return known
    code = ord(sign)
    if code < 0x20:
        return chr(0x2400 + code)
    if code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF:  # never characters, and refused by XML
        return f"\\u{code:x}"
    kind = unicodedata.category(sign)
    if kind in ("Cc", "Cs", "Zl", "Zp") or (kind == "Cf" and sign not in _JOINERS and not 0xE0020 <= code <= 0xE007F):
        return f"\\u{code:04x}"
    return sign
