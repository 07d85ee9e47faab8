"""Texts made to hang or to fill the memory are refused before they are cut into cells."""

from __future__ import annotations

import json
import subprocess
import sys

import hostile_texts
import pytest
from hostile_texts import HOSTILE

from attnviz.content.blocks import parse_block
from attnviz.content.importing import read
from attnviz.engine.errors import AttentionError


@pytest.fixture(scope="module")
def told() -> dict[str, tuple[bool, int]]:
    """Of each text, whether it was refused and how many bytes were taken at most until then."""
    done = subprocess.run([sys.executable, hostile_texts.__file__], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_a_hostile_text_is_refused_in_bounded_memory(name: str, told: dict[str, tuple[bool, int]]) -> None:
    is_refused, most = told[name]
    assert is_refused
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
