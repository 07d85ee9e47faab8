"""Cuts a sentence into the tokens of a BERT model: words and punctuation first, then the longest known pieces of each.

Source: Devlin et al. 2019, section 3; google-research/bert, tokenization.py.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

LONGEST_WORD = 100  # characters; a longer word is unknown as a whole
LONGEST_TEXT = 100_000  # characters; no sentence that fits a model is as long
UNKNOWN, FIRST, LAST = "[UNK]", "[CLS]", "[SEP]"
SPECIAL = ("[PAD]", UNKNOWN, FIRST, LAST, "[MASK]")
_IDEOGRAPHS = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip  # 0x2B920 is the number in the `tokenizers` library, whose tokens all models get; it was 0x2B820 once
_NO_TEXT = frozenset({"Cc", "Cf", "Co", "Cs"})
_SPACES = frozenset("\t\n\r\u2028\u2029")


@dataclass(frozen=True)
class WordPiece:
    """A vocabulary and the rules by which text becomes its tokens.

    numbers: each token's place in the vocabulary. lower: letters become lower case. strip_accents: é becomes e; None
    means as `lower`. ideographs: each Chinese character becomes a word of its own. note: what was assumed, or "".
    """

    numbers: Mapping[str, int] = field(repr=False)
    lower: bool = True
    strip_accents: bool | None = None
    ideographs: bool = True
    note: str = ""

    def tokens(self, text: str, most: int | None = None) -> tuple[str, ...]:
        """[CLS], the pieces, [SEP]; a piece that continues a word begins with ##.

        A special token that is typed as such, [MASK] for instance, stays whole. most: after so many pieces it stops.
        """
        found = [FIRST]
        for piece in self._all_pieces(text):
            found.append(piece)
            if most is not None and len(found) > most:
                break
        return (*found, LAST)

    def ids(self, tokens: tuple[str, ...]) -> tuple[int, ...]:
        """The number of each token in the vocabulary."""
        return tuple(self.numbers[token] for token in tokens)

    @cached_property
    def special(self) -> frozenset[str]:
        """The tokens of this vocabulary that stand for no text."""
        return frozenset(SPECIAL) & frozenset(self.numbers)

    def _all_pieces(self, text: str) -> Iterator[str]:
        for part in re.split("(" + "|".join(map(re.escape, sorted(self.special))) + ")", text):
            if part in self.special:
                yield part
                continue
            for word in self._words(part):
                yield from self._pieces(word)

    def _words(self, text: str) -> Iterator[str]:
        """Words and single punctuation marks of the text, cleaned, spaced and in lower case as the model wants it."""
        clean = "".join(" " if _is_space(sign) else sign for sign in text if not _is_dropped(sign))
        if self.ideographs:
            clean = "".join(f" {sign} " if _is_ideograph(sign) else sign for sign in clean)
        if self.lower if self.strip_accents is None else self.strip_accents:
            apart = unicodedata.normalize("NFD", clean)
            clean = "".join(sign for sign in apart if unicodedata.category(sign) != "Mn")
        if self.lower:
            clean = "".join(sign.lower() for sign in clean)  # sign by sign: no rule for a sigma at a word's end
        for word in clean.split():
            yield from _without_punctuation(word)

    def _pieces(self, word: str) -> Iterator[str]:
        """The longest known pieces of a word from left to right, or [UNK] if they do not cover it."""
        if len(word) > LONGEST_WORD:
            yield UNKNOWN
            return
        found, start = [], 0
        while start < len(word):
            lead = "##" if start else ""
            end = next((end for end in range(len(word), start, -1) if lead + word[start:end] in self.numbers), None)
            if end is None:
                yield UNKNOWN
                return
            found.append(lead + word[start:end])
            start = end
        yield from found


def _without_punctuation(word: str) -> Iterator[str]:
    """Stretches of letters, and each punctuation mark alone."""
    start = 0
    for place, sign in enumerate(word):
        if _is_punctuation(sign):
            if start < place:
                yield word[start:place]
            yield sign
            start = place + 1
    if start < len(word):
        yield word[start:]


def _is_space(sign: str) -> bool:
    return sign in _SPACES or unicodedata.category(sign) == "Zs"


def _is_dropped(sign: str) -> bool:
    """True for what is no text: NUL, the replacement character, control, format and private characters.

    A character that this Python's Unicode does not know yet stays: a new emoji becomes [UNK], not nothing.
    """
    return sign in "\0\ufffd" or (sign not in "\t\n\r" and unicodedata.category(sign) in _NO_TEXT)


def _is_punctuation(sign: str) -> bool:
    """True for every ASCII sign that is neither letter nor digit, and what Unicode calls punctuation."""
    code = ord(sign)
    if code < 0x80:
        return not sign.isalnum() and 0x20 < code < 0x7F
    return unicodedata.category(sign).startswith("P")


def _is_ideograph(sign: str) -> bool:
    code = ord(sign)
    return code >= 0x3400 and any(first <= code <= last for first, last in _IDEOGRAPHS)
