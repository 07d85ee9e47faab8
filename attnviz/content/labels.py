"""Token labels as they can be shown and named: nothing invisible in them, and their direction kept to themselves."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

LONGEST = 400  # characters that are looked at at all; a label with more is shortened before it is measured
HEADING = 16  # signs of a label that a heading has room for
EMPTY = "(empty)"
_ISOLATE, _POP = "\u2068", "\u2069"
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
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


def shortened(label: str, most: int = HEADING) -> str:
    """The visible label in no more than `most` signs, the last of them "…" where something is left out."""
    text = visible(label)
    return text if len(text) <= most else text[: most - 1].rstrip("".join(_JOINERS)) + "…"


def isolated(label: str, most: int | None = None) -> str:
    """The visible label for use inside a sentence: between marks that keep its direction to itself, if it has one.

    most: signs after which it is shortened; None keeps all of it.
    """
    text = visible(label) if most is None else shortened(label, most)
    turns = any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in text)
    return f"{_ISOLATE}{text}{_POP}" if turns else text


def quoted(number: int, label: str, most: int | None = None) -> str:
    """A position counted from 1 with its label: 2 “b”; the number alone where the label is that number."""
    return str(number) if label == str(number) else f"{number} “{isolated(label, most)}”"


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
