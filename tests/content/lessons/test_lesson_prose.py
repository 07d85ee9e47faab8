"""Prose in pieces, and the numbers that the engine fills in."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.content.attn_file import load
from attnviz.content.lessons.prose import covered, left_open, present, shown_value, source_of, split_terms
from attnviz.engine.cells import Region
from attnviz.engine.edits import set_mask
from attnviz.engine.tracing import Trace, trace


@pytest.fixture
def by_hand() -> Trace:
    return trace(load("by-hand"))


def _kinds(text: str) -> list[tuple[str, str]]:
    return [(piece.kind, piece.text) for piece in split_terms(text)]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("plain *words*", [("markdown", "plain *words*")]),
        ("a $x_1$ b", [("markdown", "a "), ("formula", "x_1"), ("markdown", " b")]),
        ("$$\nx\n\ny$$", [("display", "\nx\n\ny")]),
        ("[[head]]s", [("term", "head"), ("markdown", "s")]),
        ("{T}", [("value", "T")]),
        ("`{T} $x`", [("code", "`{T} $x`")]),
        ("``a ` {b}``", [("code", "``a ` {b}``")]),
        ("```\n{a}\n\n$\n```", [("code", "```\n{a}\n\n$\n```")]),
        (r"\{T} \$5 \[[x", [("markdown", r"\{T} \$5 \[[x")]),
        (r"$\frac{1}{2}$", [("formula", r"\frac{1}{2}")]),
        (r"$5\$$", [("formula", r"5\$")]),
        ("a [link](x) [i]", [("markdown", "a [link](x) [i]")]),
        ("$open", [("markdown", "$open")]),
        ("{open", [("markdown", "{open")]),
        ("`open {T}", [("markdown", "`open "), ("value", "T")]),
    ],
)  # fmt: skip
def test_prose_is_split_into_its_pieces(text: str, pieces: list[tuple[str, str]]) -> None:
    assert _kinds(text) == pieces


def test_a_term_may_be_shown_in_other_words() -> None:
    (piece,) = split_terms("[[dot product|dot products]]")
    assert (piece.text, piece.words) == ("dot product", "dot products")
    assert split_terms("[[head]]")[0].words == "head"


@pytest.mark.parametrize("text", ["$a", "one $a\n\nb$", "{a", "{a\n\nb}", "[[a", "$$ a", "{}", "$ {"])
def test_what_is_left_open_is_told(text: str) -> None:
    assert left_open(text)


def test_what_is_left_open_is_told_where_it_begins() -> None:
    assert [fault.at for fault in left_open("a {b} $c")] == [6]


@given(st.text(st.sampled_from("ab$`{}[]|\\:1 \n"), max_size=40))
def test_no_character_of_any_prose_is_lost(text: str) -> None:
    pieces = split_terms(text)
    assert [piece.at for piece in pieces] == sorted(piece.at for piece in pieces)
    plain = "".join(source_of(piece) for piece in pieces).replace(" ", "")
    assert (
        sorted(plain.replace("|", "")) == sorted(text.replace(" ", "").replace("|", "")) or "[[" in text or "{" in text
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{weights[2,3]}", "0.576"), ("{weights[2,3]:5}", "0.57598"), ("{ weights[2,3] : 1 }", "0.6"),
        ("{scores[2,3]}", "3"),
        ("{output[2,*]}", "(1.720, 0.716)"), ("{scores}", "(1, 0, 1), (2, 1, 3), (3, 1, 4)"), ("{1/3}", "0.333"),
        ("{0 - 1}", "−1"), ("{causal}", "false"), ("{biased[1,1]}", "—"), ("{lab.x}", "…"), ("{10^-7}", "0.0000001"),
        ("{weights[2,3]:0}", "1"), ("{2^60}", "1.153×10¹⁸"), ("q = {queries[2,*]}, $q_{1}$", "q = (1, 1), $q_{1}$"),
        ("{4 * 512^2}", "1\u202f048\u202f576"), ("{2^12}", "4096"), ("{1e6 / 7}", "142\u202f857"),
        (r"\{T}", r"\{T}"), ("[[head|heads]] {T}", "[[head|heads]] 3"),
    ],
)  # fmt: skip
def test_numbers_are_filled_in(text: str, shown: str, by_hand: Trace) -> None:
    assert present(text, by_hand) == shown


def test_numbers_follow_the_state() -> None:
    changed = replace(set_mask(load("by-hand"), causal=True), pencil=3)
    assert present("{masked[1,2]}, {exponentials[2,2]}", trace(changed)) == "−∞, 2.028"


def test_a_row_that_sees_no_key_has_no_numbers() -> None:
    traced = trace(set_mask(load("by-hand"), padding=(0, 1, 2)))
    assert present("{weights[1,1]} of {scores[1,1]}", traced) == "— of 1"


def test_numbers_of_the_laboratory_are_filled_in(by_hand: Trace) -> None:
    assert present("{lab.d_k}", by_hand, {"d_k": 64}) == "64"


def test_a_number_to_be_predicted_is_not_told(by_hand: Trace) -> None:
    veiled = (Region("weights", 0, (1, 2), (0, 3)),)
    assert present("{weights[2,1]}, {weights[1,1]}, {sum(weights)}", by_hand, veiled=veiled) == "?, 0.401, ?"
    assert covered("weights[2,3] * 2", by_hand, veiled)
    assert not covered("scores[2,3]", by_hand, veiled)


def test_live_numbers_can_be_set_apart(by_hand: Trace) -> None:
    assert present("a {T} b", by_hand, marks=("<", ">")) == "a <3> b"


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [(0.0, 3, "0"), (1.1253514939093229e-07, 3, "0.000000113"), (3e-4, 3, "0.0003"), (1e-17, 3, "≈0"),
     (0.0005, 3, "0.001"),
     (-2.5, 1, "−2.5"), (True, 3, "true"), ([1.0, 0.5], 2, "(1, 0.50)")],
)  # fmt: skip
def test_a_value_is_shown_with_its_decimals_unless_that_would_hide_it(value: object, decimals: int, shown: str) -> None:
    assert shown_value(value, decimals) == shown
