"""The lines of a TOML text's entries, found apart from tomllib, against where the entries visibly stand."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.content.lessons.course import LESSONS, Listed
from attnviz.content.lessons.toml_lines import Path, lines_of

TRICKY = '''\
# title = "not here"
title = "a # no comment"  # one
"quoted key" = 1
'single.quoted' = 2
a.b . "c.d" = 3

[table]   # a header
text = """
first [[steps]]
second \\
   still second
third "quoted" ""two""
x = 1"""
raw = \'\'\'one
two = "no entry"
[nor.this]\'\'\'
inline = { x = 1, y = { z = [1, 2] }, "w w" = "}" }
many = [
  # a comment with ] in it
  "one",
  ["two", "three"], { four = 4, five = 5 } ,
]

[[steps]]
title = "first"
[[steps.claims]]
of = "x"
[[steps.claims]]
of = "y"
[[steps]]
[steps.set]
mask.causal = true
[[steps.claims]]
of = \'z\'
last = 1979-05-27T07:32:00Z
'''


def _line(words: str, text: str = TRICKY) -> int:
    """The line in which these words stand for the first time."""
    return text.count("\n", 0, text.index(words)) + 1


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (("title",), 'title = "a'), (("quoted key",), '"quoted key"'), (("single.quoted",), "'single"),
        (("a", "b", "c.d"), "a.b"), (("table",), "[table]"), (("table", "text"), "text ="), (("table", "raw"), "raw ="),
        (("table", "inline", "y", "z", 1), "inline ="), (("table", "many", 0), '"one",'),
        (("table", "many", 1, 1), '"three"'), (("table", "many", 2, "five"), "five"),
        (("steps", 0, "title"), 'title = "first"'), (("steps", 0, "claims", 0, "of"), 'of = "x"'),
        (("steps", 0, "claims", 1, "of"), 'of = "y"'), (("steps", 1, "set", "mask", "causal"), "mask.causal"),
        (("steps", 1, "claims", 0, "of"), "of = 'z'"), (("steps", 1, "claims", 0, "last"), "last ="),
    ],
)  # fmt: skip
def test_an_entry_is_found_where_it_stands(path: Path, words: str) -> None:
    assert lines_of(TRICKY).of(path) == _line(words)


def test_what_is_not_there_has_the_line_of_what_is_around_it() -> None:
    lines = lines_of(TRICKY)
    assert lines.of(("steps", 0, "claims", 1, "is")) == lines.of(("steps", 0, "claims", 1))
    assert lines.of(("nothing",)) == 1


@pytest.mark.parametrize(("row", "words"), [(0, "first [["), (1, "second"), (2, "third")])
def test_a_place_inside_a_long_text_has_its_own_line(row: int, words: str) -> None:
    assert lines_of(TRICKY).within(("table", "text"), row) == _line(words)


def test_the_last_line_of_a_long_text_comes_after_a_swallowed_line_end() -> None:
    value = tomllib.loads(TRICKY)["table"]["text"]
    row = value[: value.index("x = 1")].count("\n")
    assert lines_of(TRICKY).within(("table", "text"), row) == _line("x = 1")


def test_a_line_end_written_as_an_escape_adds_no_line() -> None:
    text = 'a = """one\\ntwo\nthree"""'
    assert lines_of(text).within(("a",), 1) == 1
    assert lines_of(text).within(("a",), 2) == 2


def _entries(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key), part
        yield from _entries(part, (*path, key))


@pytest.mark.parametrize("one", LESSONS, ids=lambda one: one.name)
def test_every_entry_of_the_course_stands_in_the_line_that_is_said(one: Listed) -> None:
    text = one.path.read_text(encoding="utf-8")
    lines, source = lines_of(text), text.split("\n")
    for path, value in _entries(tomllib.loads(text)):
        line = source[lines.of(path) - 1]
        if isinstance(path[-1], str):
            assert path[-1] in line
        if isinstance(value, str) and '"""' not in line and "'''" not in line:
            assert value in line or json.dumps(value, ensure_ascii=False)[1:-1] in line


_KEYS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=6)
_TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
_VALUES = st.recursive(
    st.integers(0, 99) | st.booleans() | _TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=8,
)


def _quoted(text: str) -> str:
    return '"' + "".join(f"\\U{ord(sign):08X}" if not sign.isalnum() else sign for sign in text) + '"'


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list):
        return "[\n" + "".join(f"# ] a, b\n{_written(part)} ,\n" for part in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quoted(key)} = {_written(part)}" for key, part in value.items()) + "}"
    return str(value)


@given(st.dictionaries(_KEYS, _VALUES, min_size=1, max_size=4))
def test_every_entry_of_any_text_is_found(values: dict[str, Any]) -> None:
    text = "".join(f"{_quoted(key)} = {_written(value)}\n\n" for key, value in values.items())
    assert tomllib.loads(text) == values
    lines, source = lines_of(text), text.split("\n")
    for path, value in _entries(values):
        assert lines.has(path)
        line = source[lines.of(path) - 1]
        assert _quoted(path[-1]) in line if isinstance(path[-1], str) else _written(value).split("\n")[0] in line
