"""The rules of WordPiece on a vocabulary of a few words, worked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from attnviz.content.atomic import FileProblem
from attnviz.content.sources.vocabulary import read_wordpiece
from attnviz.content.sources.wordpiece import WordPiece

WORDS = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "un",
    "##want",
    "##ed",
    "runn",
    "##ing",
    "run",
    "e",
    "é",
    "E",
    ",",
]
NUMBERS = {word: number for number, word in enumerate(WORDS)}


def _pieces(text: str, **options: bool | None) -> tuple[str, ...]:
    return WordPiece(NUMBERS, **options).tokens(text)[1:-1]  # type: ignore[arg-type]


def test_a_word_becomes_its_longest_known_pieces_from_the_left() -> None:
    assert _pieces("UNwantéd running") == ("un", "##want", "##ed", "runn", "##ing")


def test_a_word_that_pieces_do_not_cover_is_unknown_as_a_whole() -> None:
    assert _pieces("runx, run") == ("[UNK]", ",", "run")


def test_the_sentence_stands_between_cls_and_sep() -> None:
    tokens = WordPiece(NUMBERS).tokens("run")
    assert tokens == ("[CLS]", "run", "[SEP]")
    assert WordPiece(NUMBERS).ids(tokens) == (2, 10, 3)


def test_a_cased_model_keeps_capitals_and_accents() -> None:
    assert _pieces("E é e", lower=False) == ("E", "é", "e")
    assert _pieces("E é e") == ("e", "e", "e")
    assert _pieces("É", strip_accents=False) == ("é",)


def test_special_tokens_that_are_typed_stay_whole() -> None:
    assert _pieces("run [MASK],[mask]") == ("run", "[MASK]", ",", "[UNK]", "[UNK]", "[UNK]")


def test_cutting_stops_after_as_many_pieces_as_are_wanted() -> None:
    assert len(WordPiece(NUMBERS).tokens("run " * 1000, most=10)) == 12


def test_settings_of_the_tokenizer_are_read_beside_the_vocabulary(tmp_path: Path) -> None:
    (tmp_path / "vocab.txt").write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    (tmp_path / "tokenizer_config.json").write_text("{}", encoding="utf-8")
    told = read_wordpiece(tmp_path)
    assert not told.lower
    assert "Capitals are kept" in told.note
    (tmp_path / "tokenizer_config.json").write_text('{"do_lower_case": false, "strip_accents": null}', encoding="utf-8")
    cased = read_wordpiece(tmp_path)
    assert cased.tokens("E é") == ("[CLS]", "E", "é", "[SEP]")
    assert cased.numbers == NUMBERS


@pytest.mark.parametrize(("capitals", "lower"), [(0, True), (5, False)])
def test_without_settings_capitals_are_kept_if_the_vocabulary_has_them(
    tmp_path: Path, capitals: int, lower: bool
) -> None:
    words = ["[UNK]", "[CLS]", "[SEP]", *(f"w{number}" for number in range(200)), *"ABCDE"[:capitals]]
    (tmp_path / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    found = read_wordpiece(tmp_path)
    assert (found.lower, bool(found.note)) == (lower, not lower)


@pytest.mark.parametrize(("data", "words"), [(b"", "lists no"), (b"a\nb\n", "lists no"), (b"\xff\xfe", "not UTF-8")])
def test_what_is_no_vocabulary_is_refused(tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "vocab.txt").write_bytes(data)
    with pytest.raises(FileProblem, match=words):
        read_wordpiece(tmp_path)
