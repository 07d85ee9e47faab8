"""Programs whose comments are too long for their place."""

from __future__ import annotations

from attnviz.figures.labs.listing import shown_lines
from attnviz.labs.exhibits import Code


def texts(line: str, letters: int) -> list[str]:
    return [shown.text for shown in shown_lines(Code("code", "Code", (line,)), letters)]


def test_a_comment_that_makes_its_line_too_long_stands_over_it() -> None:
    assert texts("    m = low  # the largest score so far", 32) == ["    # the largest score so far", "    m = low"]


def test_what_of_a_comment_goes_on_is_a_comment_too() -> None:
    assert texts("  x = 1  # so far, not yet divided", 20) == ["  # so far, not yet", "  # divided", "  x = 1"]


def test_a_line_that_fits_keeps_its_comment() -> None:
    assert texts("x = 1  # one", 12) == ["x = 1  # one"]


def test_a_deeply_indented_comment_in_a_narrow_place_ends() -> None:
    shown = texts(" " * 14 + "# " + "word " * 9, 12)
    assert "".join(shown).count("word") == 9


def test_a_number_sign_in_a_text_is_no_comment() -> None:
    assert texts('say("a # b and much more")', 20)[0].startswith("say(")
