"""What comes out at a terminal or a pipe: thousands with their narrow space, numbers for programs as UTF-8."""

from __future__ import annotations

import io
import sys

import pytest

from attnviz.cli.printing import complain, draw_over


@pytest.mark.parametrize(("encoding", "space"), [("utf-8", "\u202f"), ("cp1252", " "), ("ascii", " ")])
def test_thousands_are_told_with_a_space_in_any_encoding(
    encoding: str, space: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stderr", stream)
    complain("this has more rows than the 500\u202f000 that are read at once.")
    stream.seek(0)
    assert stream.read() == f"attnviz: this has more rows than the 500{space}000 that are read at once.\n"


def test_other_signs_that_are_not_seen_are_spelt_out(capsys: pytest.CaptureFixture[str]) -> None:
    complain("a\u200bb\x1b[2J\u2028c\u00a0d")
    assert capsys.readouterr().err == "attnviz: a\\u200bb\\x1b[2J\\u2028c\\xa0d\n"


def test_a_line_of_progress_keeps_its_thousands() -> None:
    stream = io.StringIO()
    draw_over(stream, "12\u202f000 pictures\x07")
    assert stream.getvalue() == "\r\x1b[K12\u202f000 pictures?"
