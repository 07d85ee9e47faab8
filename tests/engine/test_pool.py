"""Tasks side by side: all are done, in any number of threads, and none of these is left."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from functools import partial

import pytest

from attnviz.engine import pool
from attnviz.engine.errors import Stopped
from attnviz.engine.pool import each


@pytest.fixture(params=[1, 2, 5], ids="{} threads".format)
def _threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "WORKERS", request.param)


@pytest.mark.usefixtures("_threads")
@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_every_task_is_done_once(count: int) -> None:
    done: list[int] = []
    each([partial(done.append, index) for index in range(count)])
    assert sorted(done) == list(range(count))


def test_tasks_stand_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "WORKERS", 2)
    both = threading.Barrier(2, timeout=30)
    each([both.wait, both.wait])  # one alone would wait for the other in vain


def test_light_work_is_done_by_the_thread_that_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "WORKERS", 2)
    seen: set[threading.Thread] = set()
    each([lambda: seen.add(threading.current_thread())] * 8, light=True)
    assert seen == {threading.current_thread()}


@pytest.mark.usefixtures("_threads")
def test_a_call_inside_a_task_runs_in_the_thread_of_that_task() -> None:
    apart: list[bool] = []

    def outer() -> None:
        own = threading.current_thread()
        each([lambda: apart.append(threading.current_thread() is not own)] * 4)

    each([outer] * 6)
    assert apart == [False] * 24


@pytest.mark.usefixtures("_threads")
def test_no_thread_is_left() -> None:
    before = threading.active_count()
    each([lambda: None] * 20)
    assert threading.active_count() == before


@pytest.mark.usefixtures("_threads")
def test_of_several_failing_tasks_the_first_is_told_and_no_thread_is_left() -> None:
    def task(index: int) -> None:
        if index >= 3:
            raise ValueError(f"task {index}")

    before = threading.active_count()
    for _ in range(20):
        with pytest.raises(ValueError, match="task 3"):
            each([partial(task, index) for index in range(12)])
    assert threading.active_count() == before


@pytest.mark.usefixtures("_threads")
def test_after_a_failure_no_further_task_begins() -> None:
    begun: list[int] = []

    def task(index: int) -> None:
        begun.append(index)
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011
        each([partial(task, index) for index in range(100)])
    assert len(begun) <= pool.WORKERS


@pytest.mark.usefixtures("_threads")
def test_reports_come_from_the_calling_thread_and_grow() -> None:
    told: list[float] = []

    def report(part: float) -> bool:
        assert threading.current_thread() is threading.main_thread()
        told.append(part)
        return True

    each([lambda: None] * 30, report)
    assert told == sorted(told)
    assert told[0] < 1


class Patient:
    """Tasks of which those on other threads wait until a report from the calling one has said no."""

    def __init__(self, verdict: type[BaseException] | None = None) -> None:
        self.done = 0
        self._verdict = verdict
        self._spoken = threading.Event()

    def task(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            assert self._spoken.wait(30)
        self.done += 1

    def report(self, _part: float) -> bool:
        if self.done == 0:
            return True
        self._spoken.set()
        if self._verdict is not None:
            raise self._verdict
        return False


@pytest.mark.usefixtures("_threads")
def test_a_report_that_says_no_stops_the_rest() -> None:
    patient = Patient()
    with pytest.raises(Stopped):
        each([patient.task] * 10_000, patient.report)
    assert patient.done < 10_000


@pytest.mark.usefixtures("_threads")
def test_what_is_told_to_stop_at_once_does_not_begin() -> None:
    done: list[int] = []
    with pytest.raises(Stopped):
        each([partial(done.append, 1)] * 10, lambda _: False)
    assert done == []


@pytest.mark.usefixtures("_threads")
def test_an_interrupt_ends_all_threads_and_the_next_call_has_its_own() -> None:
    before = threading.active_count()
    patient = Patient(KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        each([patient.task] * 10_000, patient.report)
    assert threading.active_count() == before
    both = threading.Barrier(min(pool.WORKERS, 2), timeout=30)
    each([both.wait, both.wait])


@pytest.mark.parametrize(
    ("environment", "alone"),
    [({}, True), ({"OPENBLAS_NUM_THREADS": "2"}, True), ({"OMP_NUM_THREADS": "1"}, False),
     ({"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "4"}, False)],
)  # fmt: skip
def test_threads_are_used_where_the_matrix_products_have_none_of_their_own(
    environment: dict[str, str], alone: bool
) -> None:
    program = (
        "import os; os.sched_getaffinity = lambda _: range(4); from attnviz.engine import pool; print(pool.WORKERS)"
    )
    own = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")} | environment
    ran = subprocess.run([sys.executable, "-c", program], env=own, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == ("1" if alone else "4")


def test_a_thread_that_outlives_the_main_one_still_computes() -> None:
    program = """
import sys, threading
from attnviz.engine import pool
pool.WORKERS = 3
def late():
    threading.main_thread().join()
    pool.each([lambda: sys.stdout.write("done\\n")] * 4)
threading.Thread(target=late).start()
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["done"] * 4
    assert ran.stderr == ""
