"""Texts made to hang or to fill the memory are refused before they are cut into cells."""

from __future__ import annotations

import tracemalloc

import pytest

from attnviz.content.blocks import parse_block
from attnviz.content.importing import read
from attnviz.engine.errors import AttentionError

MANY = 200_000
HOSTILE = {
    "ten million columns": b"1," * (50 * MANY),
    "brackets a hundred thousand deep": b"[" * 100_000,
    "closed brackets as deep": b"[" * 50_000 + b"]" * 50_000,
    "objects as deep": b'{"a":' * 100_000,
    "a number of very many digits": b"1" * MANY + b";2",
    "a fraction of very many digits": b"0." + b"3" * MANY + b"\t2",
    "very many digits and a letter": b"1" * MANY + b"x",
    "very many digits in brackets": b"[[" + b"1" * MANY + b"]]",
    "a million empty rows": b"\n" * (5 * MANY) + b"1",
    "a million empty lists": b"[]," * (5 * MANY),
    "rows of one number without end": b"[[1]" + b",[1]" * (3 * MANY) + b"]",
    "records without end": b'[{"a":1}' + b',{"a":1}' * (3 * MANY) + b"]",
    "spaces without end": b" " * (50 * MANY) + b"[1",
    "quotes without end": b'"' * (5 * MANY),
    "open quotes in every cell": b',"x' * MANY,
    "roots without end": "√".encode() * MANY,
    "brackets of an expression": b"(" * MANY,
    "calls without end": b"array(" * MANY,
    "names without end": b"x = " * MANY + b"[1]",
    "groups without end": b"1" + b"'234" * MANY,
    "too many rows": b"1;2\n" * (500_010),
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_a_hostile_text_is_refused_in_bounded_memory(name: str) -> None:
    data = HOSTILE[name]
    tracemalloc.start()
    try:
        problem = read(data, "file").problem
    except AttentionError as error:
        problem = error
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert problem is not None
    assert most < 400 << 20


@pytest.mark.parametrize(
    "name", ["very many digits and a letter", "brackets a hundred thousand deep", "roots without end"]
)
def test_a_hostile_paste_is_refused(name: str) -> None:
    with pytest.raises(AttentionError):
        parse_block(HOSTILE[name].decode())


def test_a_text_beyond_the_limit_is_not_even_decoded() -> None:
    with pytest.raises(AttentionError, match="64 MB"):
        read(bytes(65 << 20), "file")


def test_a_matrix_beyond_four_million_numbers_is_refused_with_the_limit() -> None:
    with pytest.raises(AttentionError, match="4\u202f001\u202f000 numbers, more than the 4\u202f000\u202f000"):
        read(b"1,1,1,1,1,1,1,1,1,1\n" * 400_100, "file")
