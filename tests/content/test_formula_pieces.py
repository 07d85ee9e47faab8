"""A formula is parted at its signs, and nowhere within brackets."""

from __future__ import annotations

import re

import pytest

from attnviz.content.formula_pieces import pieces_of

_SIGNS = re.compile(r"( \+ | = )")


@pytest.mark.parametrize(
    ("latex", "pieces"),
    [
        ("a", [("", "a")]),
        ("a = b + c", [("", "a"), (" = ", "b"), (" + ", "c")]),
        (r"\frac{a + b}{2} + c", [("", r"\frac{a + b}{2}"), (" + ", "c")]),
        (r"\left( a + b \right) + c", [("", r"\left( a + b \right)"), (" + ", "c")]),
        (r"a \rightarrow b + c", [("", r"a \rightarrow b"), (" + ", "c")]),
        (r"\left( a \rightarrow b + c \right) + d", [("", r"\left( a \rightarrow b + c \right)"), (" + ", "d")]),
    ],
)
def test_each_piece_stands_after_its_sign(latex: str, pieces: list[tuple[str, str]]) -> None:
    assert list(pieces_of(latex, _SIGNS)) == pieces


def test_a_sign_at_the_beginning_parts_nothing() -> None:
    assert list(pieces_of(" + a = b", _SIGNS)) == [("", " + a"), (" = ", "b")]
