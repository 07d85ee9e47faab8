"""Formulas set by ziamath, each row once where it would set all that is in it once more to know their height.

Imported where the first formula is set, for what it imports takes long to load.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from xml.etree import ElementTree

from ziamath import operators
from ziamath.nodes.mrow import Mrow
from ziamath.zmath import Math

_FORMS = "prefix", "infix", "postfix"
_ROWS = frozenset({"mrow", "mtr", "mtd", "math", "none"})
_LETTERS = frozenset({"mo", "mi"})  # an operator may be written as a letter, and ziamath takes it for one


class Row(Mrow, tag="mrow"):
    """A row that measures what is in it only where a fence or an arrow is to be as high as that.

    ziamath 0.13 sets the parts of each row twice, so that a fraction whose exponent has an index takes eight times as
    long as it needs. What comes out is the same to the last digit. It may go once ziamath measures no row in vain.
    """

    def _get_height_nostretch(self, line: list[ElementTree.Element], **kwargs: object) -> tuple[float, float]:
        if not any(_stretches(part) for child in line for part in _outside_rows(child)):
            return 0.0, 0.0
        return super()._get_height_nostretch(line, **kwargs)


def as_svg(written: ElementTree.Element, px: float) -> ElementTree.Element:
    """The formula, given as MathML, in letters of `px` pixels as SVG."""
    return Math(written, size=px).svgxml()


def _outside_rows(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """The element and what is in it, but not what is in a row of its own, which is as high as that one."""
    yield element
    if element.tag not in _ROWS:
        for part in element:
            yield from _outside_rows(part)


def _stretches(part: ElementTree.Element) -> bool:
    """True if it may become as high as the row that it stands in."""
    if part.tag not in _LETTERS:
        return False
    own = part.get("stretchy")
    return _may_stretch((part.text or "").strip()) if own is None else own != "false"


@lru_cache(256)
def _may_stretch(sign: str) -> bool:
    return any(operators.get_params(sign, form).get("stretchy", "false") != "false" for form in _FORMS)
