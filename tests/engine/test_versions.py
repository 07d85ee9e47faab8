"""An edit of a very large array holds what it changed; each version stays what it was, however many follow."""

from __future__ import annotations

import os
import pickle
import resource
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from attnviz import Direct, Scenario, load, save
from attnviz.app.what_changed import ChangedCells, step_between
from attnviz.engine import versions
from attnviz.engine.arrays import frozen, frozen_zeros
from attnviz.engine.edits import set_block, set_cell
from attnviz.engine.replacing import filled_but, with_block, with_cells
from attnviz.engine.sealing import memory_of
from attnviz.engine.versions import Version

SHAPE = 4, 256, 256
shares = pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="this system shares no pages")
Numbers = npt.NDArray[np.float32]


@pytest.fixture(autouse=True)
def _little_is_very_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "LEAST", 1 << 17)


def given() -> Numbers:
    return np.random.default_rng(2).normal(size=SHAPE).astype(np.float32)


def own(array: npt.NDArray[Any]) -> int:
    """How many numbers a version holds for itself."""
    found = memory_of(array)
    assert isinstance(found, Version)
    return sum(stop - start for start, stop in found.spans)


def files() -> int:
    """How many this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


STARTS = {
    "numbers": lambda: frozen(given(), "bias", 3),
    "zeros": lambda: frozen_zeros(SHAPE, np.float32),
}


@shares
@pytest.mark.parametrize("start", STARTS)
def test_an_edit_of_one_number_holds_one_row(start: str) -> None:
    after = with_block(STARTS[start](), np.array([[5]], np.float32), 7, 8, head=2)
    assert own(after) == SHAPE[-1]
    assert own(with_block(after, np.array([[6]], np.float32), 7, 9, head=2)) == SHAPE[-1]
    assert own(with_block(after, np.array([[6]], np.float32), 9, 9, head=0)) == 2 * SHAPE[-1]


@pytest.mark.parametrize("start", STARTS)
def test_every_version_stays_what_it_was(start: str) -> None:
    random = np.random.default_rng(4)
    now = STARTS[start]()
    wanted = np.array(now)
    kept = [(now, wanted.copy())]
    for _ in range(60):
        head, row, column = (
            int(random.integers(size - 8)) if size > 8 else int(random.integers(size)) for size in SHAPE
        )
        block = random.normal(size=(3, 4)).astype(np.float32)
        now = with_block(now, block, row, column, head=head)
        wanted[head, row : row + 3, column : column + 4] = block
        kept.append((now, wanted.copy()))
    for version, numbers in kept:
        np.testing.assert_array_equal(version, numbers)
        assert not version.flags.writeable


@shares
def test_versions_leave_most_files_to_others_however_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    few = 64
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (few, few))
    before = files()
    now = frozen(given(), "bias", 3)
    kept = [now := with_block(now, np.array([[number]], np.float32), number, 0, head=0) for number in range(few)]
    assert files() - before <= few / 2
    wanted = given()
    for number, version in enumerate(kept):
        wanted[0, number, 0] = number
        np.testing.assert_array_equal(version, wanted)


def test_versions_outlive_the_first_one() -> None:
    first = frozen(given(), "bias", 3)
    second = with_block(first, np.array([[5]], np.float32), 7, 8, head=2)
    del first
    third = with_block(second, np.array([[6]], np.float32), 0, 0, head=0)
    del second
    wanted = given()
    wanted[2, 7, 8], wanted[0, 0, 0] = 5, 6
    np.testing.assert_array_equal(third, wanted)


@shares
def test_what_holds_much_for_itself_is_written_whole_and_shared_anew() -> None:
    much = np.ones((200, 256), np.float32)
    after = with_block(frozen(given(), "bias", 3), much, 0, 0, head=1)
    assert own(after) == much.size
    after = with_block(after, much, 0, 0, head=2)
    assert own(after) == 0
    wanted = given()
    wanted[1, :200], wanted[2, :200] = 1, 1
    np.testing.assert_array_equal(after, wanted)
    assert own(with_block(after, np.array([[5]], np.float32), 7, 8, head=3)) == SHAPE[-1]


def test_cells_put_back_give_the_numbers_before() -> None:
    before = frozen(given(), "bias", 3)
    places = np.array([5, 17, 60_000])
    after = with_cells(before, places, np.array([1, 2, 3], np.float32))
    back = with_cells(after, places, before.ravel()[places])
    np.testing.assert_array_equal(after.ravel()[places], [1, 2, 3])
    np.testing.assert_array_equal(back, before)


@pytest.mark.parametrize("failing", ["memfd_create", "mmap"])
def test_where_the_system_shares_no_pages_each_version_is_a_copy(failing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise OSError("no more of them")

    monkeypatch.setattr(versions.os if failing == "memfd_create" else versions.mmap, failing, refuse, raising=False)
    after = with_block(frozen(given(), "bias", 3), np.array([[5]], np.float32), 7, 8, head=2)
    wanted = given()
    wanted[2, 7, 8] = 5
    np.testing.assert_array_equal(after, wanted)
    assert not isinstance(memory_of(after), Version)


@shares
def test_masks_painted_from_nothing_share_all_that_is_visible() -> None:
    hides = [600, 700], [900]
    masks = [filled_but((256, 512), np.array(places), np.zeros(len(places), dtype=np.bool_)) for places in hides]
    for mask, places, held in zip(masks, hides, (101, 1), strict=True):
        assert np.flatnonzero(~mask).tolist() == places
        assert own(mask) == held
    one, other = (memory_of(mask) for mask in masks)
    assert isinstance(one, Version)
    assert isinstance(other, Version)
    assert one.pages is other.pages
    further = with_block(masks[1], np.zeros((1, 1), dtype=np.bool_), 2, 0)
    assert np.flatnonzero(~further).tolist() == [900, 1024]
    assert np.flatnonzero(~masks[1]).tolist() == [900]


def test_places_far_apart_are_hidden_too() -> None:
    mask = filled_but((256, 512), np.array([3, 131_000]), np.zeros(2, dtype=np.bool_))
    assert np.flatnonzero(~mask).tolist() == [3, 131_000]


@shares
def test_no_file_stays_open_once_all_versions_are_gone() -> None:
    files = Path("/proc/self/fd")
    before = len(list(files.iterdir()))
    first = frozen(given(), "bias", 3)
    second = with_block(first, np.array([[5]], np.float32), 7, 8, head=2)
    assert len(list(files.iterdir())) > before
    del first, second
    assert len(list(files.iterdir())) == before


def scenario() -> Scenario:
    Q, K, V = (np.random.default_rng(seed).normal(size=(256, 16)).astype(np.float32) for seed in (1, 2, 3))
    return Scenario(Direct(Q, K, V), heads=4, dtype="float32", bias=given())


@shares
def test_an_edited_bias_of_each_head_is_undone_saved_compared_and_sent_like_any_other(
    tmp_path: Path,
) -> None:
    before = scenario()
    after = set_cell(before, "bias", 3, 4, 1.5, head=1)
    assert after.bias is not None
    assert own(after.bias) == SHAPE[-1]
    wanted = given()
    wanted[1, 3, 4] = 1.5
    copied = replace(before, bias=wanted)
    assert after == copied
    assert after != before
    assert pickle.loads(pickle.dumps(after)) == copied
    save(after, tmp_path / "edited.attn")
    assert load(tmp_path / "edited.attn") == copied
    step = step_between(before, after)
    assert isinstance(step, ChangedCells)
    assert step.before(after) == before
    assert step.after(step.before(after)) == copied


def test_minus_infinity_is_known_in_later_versions() -> None:
    hidden = set_cell(scenario(), "bias", 3, 4, -np.inf, head=1)
    later = set_block(hidden, "bias", 9, 9, [[0.5]], head=2)
    assert later.bias is not None
    assert np.argwhere(np.isneginf(later.bias)).tolist() == [[1, 3, 4]]
