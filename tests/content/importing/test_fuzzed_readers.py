"""Damaged files of every format: only named errors, soon, and never a wrong number."""

from __future__ import annotations

import pytest

from tools.fuzz.readers import READERS
from tools.fuzz.running import one_file, run

FILES = 300


@pytest.mark.parametrize("name", sorted(READERS))
def test_damaged_files_give_named_errors_or_the_right_numbers(name: str) -> None:
    assert run(READERS[name], FILES, first=1_000_000).faults == []


@pytest.mark.parametrize("name", sorted(READERS))
def test_whole_files_are_read(name: str) -> None:
    for data in READERS[name].samples:
        READERS[name].check(data)


def test_a_damaged_file_is_the_same_for_the_same_number() -> None:
    reader = READERS["table"]
    assert one_file(reader, 7) == one_file(reader, 7)
    assert len({one_file(reader, number) for number in range(50)}) > 40
