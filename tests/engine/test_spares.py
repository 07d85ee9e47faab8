"""Memory of large arrays that were let go is used again, and none that anybody still sees."""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np
import pytest

from attnviz.engine.arrays import frozen
from attnviz.engine.sealing import memory, sealed
from attnviz.engine.spares import LEAST, MOST, Spares

FLOAT = np.dtype(np.float32)


def place(array: np.ndarray) -> int:
    return int(array.__array_interface__["data"][0])


@pytest.fixture
def spares() -> Spares:
    return Spares()


def test_what_is_let_go_is_lent_again(spares: Spares) -> None:
    first = spares.lend((1024, 1024), FLOAT)
    where = place(first)
    del first
    assert spares.sizes == (4 << 20,)
    second = spares.lend((512, 512), np.dtype(np.complex128))
    assert place(second) == where
    assert spares.sizes == ()


def test_a_sealed_array_keeps_its_memory_for_itself_as_long_as_a_view_of_it_is_seen(spares: Spares) -> None:
    filled = spares.lend((1024, 1024), FLOAT)
    filled[:] = 7
    row = sealed(filled)[3]
    del filled
    other = spares.lend((1024, 1024), FLOAT)
    other[:] = 1
    assert (row == 7).all()
    del row
    assert spares.sizes == (4 << 20,)


def test_memory_that_a_view_past_its_holder_shows_is_never_lent_again(spares: Spares) -> None:
    filled = spares.lend((1024, 1024), FLOAT)
    plain = np.asarray(filled)
    plain[:] = 7
    del filled
    assert spares.sizes == ()
    other = spares.lend((1024, 1024), FLOAT)
    other[:] = 1
    assert (plain == 7).all()


@pytest.mark.parametrize("size", [LEAST // 2, 2 * MOST])
def test_what_is_small_and_what_is_very_large_goes_back_to_the_system(spares: Spares, size: int) -> None:
    del_me = spares.lend((size,), np.dtype(np.uint8))
    assert del_me.nbytes == size
    del del_me
    assert spares.sizes == ()


def test_no_more_than_two_pieces_are_kept(spares: Spares) -> None:
    for size in (LEAST, 2 * LEAST, LEAST + 64):
        spares.lend((size,), np.dtype(np.uint8))
    assert spares.sizes == (2 * LEAST, LEAST + 64)


def test_many_threads_that_lend_and_let_go_never_share_a_piece(spares: Spares) -> None:
    wrong: list[int] = []

    def work(own: int) -> None:
        for _ in range(40):
            filled = spares.lend((LEAST,), np.dtype(np.uint8))
            filled[::4096] = own
            if (filled[::4096] != own).any():
                wrong.append(own)
            del filled

    threads = [threading.Thread(target=work, args=(own,)) for own in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize("point", range(100))  # more than there are steps of Python's in it
def test_another_thread_may_lend_and_let_go_at_any_point_while_a_piece_comes_back(
    point: int, spares: Spares, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", faults.append)  # whoever lets a piece go hears nothing of it
    points = itertools.count()

    def use(size: int) -> None:
        spares.lend((size,), np.dtype(np.uint8))

    def come_in(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        if frame.f_code is not Spares._take_back.__code__:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode" and next(points) == point:
            use(LEAST + 192)
        return come_in

    use(LEAST)
    use(LEAST + 64)
    before = sys.gettrace()
    sys.settrace(come_in)
    try:
        use(LEAST + 128)
    finally:
        sys.settrace(before)
    assert 10 < next(points) < 100
    assert faults == []
    assert len(spares.sizes) == 2


def test_frozen_numbers_stay_what_they_were_while_others_come_and_go() -> None:
    kept = frozen(np.full((1024, 1024), 3, np.float32), "X", 2)
    for number in range(4):
        frozen(np.full((1024, 1024), number, np.float32), "X", 2)
    again = memory((1024, 1024), FLOAT)
    again[:] = 9
    assert (kept == 3).all()
