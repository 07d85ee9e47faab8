"""Programs whose comments are too long, bytes in words, and tables with units."""

from __future__ import annotations

from attnviz.figures.labs.amounts import bytes_text, filled
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


def test_bytes_are_told_in_units_of_a_thousand() -> None:
    told = [bytes_text(count) for count in (0, 1, 96, 999, 1000, 4096, 99_960, 134_217_728, 2 * 8 * 10**12)]
    assert told == ["0 bytes", "1 byte", "96 bytes", "999 bytes", "1.0 kB", "4.1 kB", "100 kB", "134 MB", "16.0 TB"]


def test_a_sentence_tells_bytes_where_it_asks_for_them() -> None:
    assert filled("{n:bytes} of {n}", {"n": 134_217_728.0}, 3).startswith("134 MB of 134")
