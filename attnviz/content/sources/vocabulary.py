"""Reads the vocabulary of a BERT model, vocab.txt, and the settings that say how its text is cleaned."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from attnviz.content.atomic import FileProblem, said
from attnviz.content.sources.config import read_config
from attnviz.content.sources.wordpiece import FIRST, LAST, UNKNOWN, WordPiece
from attnviz.content.tensors.tensors import opened

NAME = "vocab.txt"
_MOST_BYTES = 64 << 20
_MOST_TOKENS = 2_000_000
_CAPITALS_FROM = 100


def read_wordpiece(folder: str | os.PathLike[str]) -> WordPiece:
    """The vocabulary in a model's folder, a token a line. Raises FileProblem for what is no such list."""
    path = Path(folder) / NAME
    with opened(path) as file:
        try:
            raw = file.read(_MOST_BYTES + 1)
        except OSError as error:
            raise FileProblem(path, said(error)) from error
    if len(raw) > _MOST_BYTES or raw.count(b"\n") > _MOST_TOKENS:
        raise FileProblem(path, "this is larger than any vocabulary. Choose another folder.")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileProblem(path, "this is not UTF-8. Get the file again.") from error
    lines = text.removesuffix("\n").split("\n")
    numbers = {line.rstrip("\r"): number for number, line in enumerate(lines)}
    missing = next((token for token in (UNKNOWN, FIRST, LAST) if token not in numbers), None)
    if missing is not None:
        raise FileProblem(path, f"it lists no {missing}: this is no vocabulary of BERT. Get the file again.")
    config = read_config(folder, "tokenizer_config.json")
    accents = None if config.values.get("strip_accents") is None else config.flag("strip_accents", True)
    lower, note = config.flag("do_lower_case", True), ""
    if config.values.get("do_lower_case") is None and _has_capitals(numbers):
        lower, note = False, f"Capitals are kept: {NAME} has them, and no tokenizer_config.json says otherwise."
    return WordPiece(numbers, lower, accents, config.flag("tokenize_chinese_chars", True), note)


def _has_capitals(tokens: Iterable[str]) -> bool:
    """True for a vocabulary that tells capitals apart: one in a hundred words or more has some."""
    words = [token for token in tokens if not token.startswith("[")]
    return sum(word != word.lower() for word in words) * _CAPITALS_FROM >= len(words) > 0
