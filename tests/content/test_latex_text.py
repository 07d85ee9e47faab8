"""Any text becomes LaTeX that sets it: nothing is taken for a command, and what no font has is told by code points."""

from __future__ import annotations

import re

import pytest
from hard_labels import HARD
from hypothesis import given
from hypothesis import strategies as st

from attnviz.content.documents.latex_text import CODEPOINT, latex_label, latex_sentence, latex_text, signs_of

ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def balanced(latex: str) -> bool:
    """True if braces and dollars pair up once escaped ones are gone."""
    bare = re.sub(r"\\[\\{}$&%#_]", "", latex)
    depth = 0
    for sign in bare:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth < 0:
            return False
    return depth == 0 and bare.count("$") % 2 == 0


def unescaped(latex: str) -> set[str]:
    """The signs that LaTeX takes for its own, apart from those that were written on purpose."""
    bare = re.sub(
        r"\\codepoint\{[0-9A-F ]+\}\{[^{}]*\}|\$\^\{[-0-9]\}\$|\$_k\$|\$\^\\circ\$|\$\^\{\\top\}\$", "", latex
    )
    bare = re.sub(r"\\[&%#_~^]", "", bare)
    return set("%#&^_~") & set(bare)


@pytest.mark.parametrize(
    ("label", "latex"),
    [
        ("the", r"\texttt{the}"), ("Ġcat", r"\texttt{\.{G}cat}"), ("$x_1$", r"\texttt{\$x\_1\$}"),
        ("100% & #1", r"\texttt{100\% \& \#1}"), ("<b>", r"\texttt{$<$b$>$}"), ("", r"\texttt{(empty)}"),
        ("你好", r"\texttt{\codepoint{4F60 597D}{你好}}"), ("\ufffd", r"\texttt{\codepoint{FFFD}{?}}"),
        (" ", r"\texttt{\textvisiblespace{}}"),
        ("naïve", r'\texttt{na\"{\i}ve}'), ("a\\b", r"\texttt{a$\backslash$b}"), ("a--b", r"\texttt{a-{}-b}"),
        ("ß", r"\texttt{\ss{}}"), ("α²", r"\texttt{$\alpha$$^{2}$}"),
        ("{\u0308", "\\texttt{$\\{$\\codepoint{0308}{\u0308}}"),
    ],
)  # fmt: skip
def test_a_label_is_set_as_it_reads(label: str, latex: str) -> None:
    assert latex_label(label) == latex


@pytest.mark.parametrize("label", HARD)
def test_hard_labels_hold_nothing_that_latex_takes_for_its_own(label: str) -> None:
    for latex in (latex_label(label), latex_label(label, None), latex_text(label)):
        assert balanced(latex)
        assert unescaped(latex) == set()


@given(ANY)
def test_any_text_is_balanced_and_escaped(text: str) -> None:
    for latex in (latex_label(text), latex_label(text, None), latex_text(text), latex_sentence(text)):
        assert balanced(latex)
        assert signs_of(latex) >= 0
    assert unescaped(latex_label(text, None)) == set()


@given(ANY)
def test_a_label_is_one_line_without_anything_invisible(text: str) -> None:
    latex = latex_label(text, None)
    assert len(latex.splitlines()) == 1
    assert not set(latex) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u200b")


@given(st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=1, max_size=6))
def test_what_the_fonts_lack_is_told_by_its_code_points_and_kept_beside_them(text: str) -> None:
    points = " ".join(f"{ord(sign):04X}" for sign in text)
    assert latex_label(text, None) == rf"\texttt{{\codepoint{{{points}}}{{{text}}}}}"


def test_a_long_label_is_shortened_beside_a_matrix_and_whole_in_the_list() -> None:
    word = "Donaudampfschifffahrtsgesellschaft"
    assert latex_label(word) == r"\texttt{Donaudampfs\ldots{}}"
    assert word in latex_label(word, None)


def test_a_run_of_code_points_beside_a_matrix_is_short() -> None:
    assert latex_label("你好世界") == r"\texttt{\codepoint{4F60 597D}{你好}\ldots{}}"


def test_symbols_in_our_own_sentences_are_mathematics() -> None:
    assert latex_sentence("W_Q and √d_k, d_model") == r"$W_Q$ and $\sqrt{d_k}$, $d_{\text{model}}$"


def test_the_command_for_code_points_can_be_changed_by_the_reader() -> None:
    assert r"\providecommand{\codepoint}[2]" in CODEPOINT
    assert all(line.startswith(("%", "\\")) for line in CODEPOINT.splitlines())
