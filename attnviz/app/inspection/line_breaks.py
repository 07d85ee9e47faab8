"""Where arithmetic and formulas that are wider than the page go on in the next line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from attnviz.app.inspection.page import PageLine
from attnviz.content.explanation_parts import Part
from attnviz.content.formula_pieces import pieces_of
from attnviz.content.numerals import MINUS

HARD_SPACE, JOINER = "\u00a0", "\u2060"  # neither lets a line break; Qt copies the first as a space
MAY_BREAK = "\u200b"  # a line may break here, and nothing is to be seen
_BETWEEN = "\0"  # stands between the pieces of a line while they are looked at together
_NAMES = f":{HARD_SPACE}"  # between a name and its number
_GAP = HARD_SPACE * 2  # between a number and whose it is
_BREAKS = re.compile(f"{HARD_SPACE}([+=→·÷]){HARD_SPACE}")
# Where else a stretch may break that has no room, in this order: within and before what is said of the rest, before a
# product's dot, after a comma or a bar of a list, before a minus, at any space, and at last before the power of ten of
# a number that is wider than the page.
_CLOSER = (
    (re.compile(rf"(\(\d+{HARD_SPACE}more){HARD_SPACE}"), r"\1 "),
    (re.compile(rf"{HARD_SPACE}(\(\d+{HARD_SPACE}more)"), r" \1"),
    (re.compile("·"), f"{MAY_BREAK}·"),
    (re.compile(f"([,|:]){HARD_SPACE}"), r"\1 "),
    (re.compile(f"{HARD_SPACE}{MINUS}{HARD_SPACE}"), f" {MINUS}{HARD_SPACE}"),
    (re.compile(HARD_SPACE), " "),
    (re.compile(f"{JOINER}?×"), f"{MAY_BREAK}×"),
)
_EXPONENT = re.compile(rf"\^[^ {HARD_SPACE}{MAY_BREAK}]*")
_OF_EXPONENTS = 0.83  # of a sign's width are those of exponents, as the page writes them
# What parts a formula, the first that is enough: two equations, two sides, two terms, two factors. With what a line
# ends before it, and with what the next one begins; None for the sign itself.
_PARTINGS: tuple[tuple[re.Pattern[str], str, str | None], ...] = (
    (re.compile(r"(,\\quad )"), ",", ""),
    (re.compile(r"( = )"), "", None),
    (re.compile(r"( \+ | - )"), "", None),
    (re.compile(r"( \\cdot | \\, )"), "", r"\cdot "),
)


def unbroken(line: PageLine, room: float, further: float | None = None) -> list[str]:
    """The line's pieces, kept together but before + and =, where a sum may go on in the next line.

    Sentences may break between all words, and no number breaks. What stands after a name goes on under it as a whole,
    and so does a name with all that follows it under a number that it stands behind.
    room: signs that a line has room for; only what is longer may break elsewhere too. further: those of the lines
    that it goes on in, where these have less.
    """
    if line.prose:
        return [_whole_numbers(part.text) for part in line.parts]
    further = room if further is None else further
    whole = _BETWEEN.join(_kept(line))
    name, colon, rest = whole.partition(_NAMES)
    number, gap, own = whole.rpartition(_GAP)
    parted = gap and number.strip(HARD_SPACE + _BETWEEN) and " " not in own  # else it goes on elsewhere
    if parted and _across(whole) > room and further >= _across(own):
        whole = f"{number} {own}"
    elif colon and _across(whole) > room and further >= _across(rest):
        whole = f"{name}{colon[:-1]} {rest.replace(' ', HARD_SPACE)}"
    first, *others = whole.split(" ")
    pieces = [_broken_up(first, room), *(_broken_up(stretch, further) for stretch in others)]
    return " ".join(pieces).split(_BETWEEN)


def longest(line: PageLine, hangs: float = 0) -> float:
    """Signs of the longest stretch of a line of arithmetic that does not break of itself; 0 of a sentence.

    hangs: signs by which what stands after a name is further in, which it needs too.
    """
    if line.prose:
        return 0
    name, colon, rest = _BETWEEN.join(_kept(line)).partition(_NAMES)
    return max(_longest_in(name + colon[:1]), _longest_in(rest) + hangs)


def _longest_in(words: str) -> int:
    return max(_length(piece) for own in words.split(" ") for piece in _broken_up(own, 0, _CLOSER[:1]).split(" "))


def formula_lines(latex: str, fits: Callable[[str], bool]) -> list[str]:
    """The formula in as few lines as hold it, each of them LaTeX; one that cannot be parted stays as it is.

    It is parted between two equations, else before =, else before + and −, else between two factors.
    """
    return list(_parted(latex, fits, 0))


def _parted(latex: str, fits: Callable[[str], bool], level: int) -> Iterator[str]:
    if level == len(_PARTINGS) or fits(latex):
        yield latex
        return
    sign, ends, begins = _PARTINGS[level]
    (_, row), *others = pieces_of(latex, sign)
    for own, term in others:
        if fits(f"{row}{own}{term}"):
            row += own + term
            continue
        yield from _parted(row + ends, fits, level + 1)
        row = (f"{own.strip()} " if begins is None else begins) + term
    yield from _parted(row, fits, level + 1)


def _kept(line: PageLine) -> list[str]:
    """The pieces with spaces that hold together, but before + and = and the like."""
    pieces = [_held(part.text) for part in line.parts]
    follow = [*pieces[1:], " "]
    return [
        piece + JOINER if _sticks(part, after) else piece
        for part, piece, after in zip(line.parts, pieces, follow, strict=True)
    ]


@lru_cache(1024)
def _held(text: str) -> str:
    """A piece with spaces that do not break; kept, for most are written again with each key that is typed."""
    held = _BREAKS.sub(r" \1" + HARD_SPACE, text.replace(" ", HARD_SPACE))
    return _whole_numbers(held).replace("…)", f"…{JOINER})")


def _whole_numbers(text: str) -> str:
    """With the power of ten held to the dots before it, the one place at which a number would break."""
    return text.replace("…×", f"…{JOINER}×")


def _sticks(part: Part, after: str) -> bool:
    return part.text.endswith("…") and not after.startswith((" ", HARD_SPACE))


def _broken_up(stretch: str, room: float, closer: tuple[tuple[re.Pattern[str], str], ...] = _CLOSER) -> str:
    """A stretch that may break at more places, as far as it has no room."""
    if not closer or _across(stretch) <= room:
        return stretch
    (sign, instead), *others = closer
    pieces = re.split(f"([ {MAY_BREAK}])", sign.sub(instead, stretch))
    return "".join(_broken_up(piece, room, tuple(others)) for piece in pieces)


def _across(stretch: str) -> float:
    """How wide a stretch is, in signs of a line: those of exponents are smaller, and their ^ is not seen."""
    raised = sum(_length(found.group()) for found in _EXPONENT.finditer(stretch))
    return _length(stretch) - raised * (1 - _OF_EXPONENTS) - stretch.count("^") * _OF_EXPONENTS


def _length(stretch: str) -> int:
    """The signs that are seen."""
    return len(stretch) - sum(map(stretch.count, (JOINER, MAY_BREAK, _BETWEEN)))
