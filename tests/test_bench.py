"""`make bench` holds what its processes found against the promises, and its page says what its numbers say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.bench import fresh, promises
from tools.bench.__main__ import main
from tools.bench.fresh import Found, run_rounds
from tools.bench.pace import pace, told
from tools.bench.page import page
from tools.bench.promises import GROUPS, Measure, Promise
from tools.bench.results import Curves, Result, Run, result_of, to_json
from tools.bench.timing import Spread
from tools.bench.witness import Span, Touch, Witness, halts
from tools.bench.words import line_of, number


class Told:
    """A variant that finds what it is told, one number for each round."""

    def __init__(self, name: str, *seconds: float) -> None:
        self.name = name
        self._seconds = list(seconds)

    def run(self) -> Found:
        return {"seconds": self._seconds.pop(0)}


def _result(sense: promises.Sense, bar: float, ours: list[float], theirs: list[float]) -> Result:
    our, their = Told("ours", *ours), Told("theirs", *theirs)
    promise = Promise("e", "a thing", Measure(our), Measure(their), sense, bar)
    return result_of(promise, run_rounds((our, their), len(ours)))


def test_every_activity_that_is_promised_is_measured_and_no_other() -> None:
    from tools.bench.tasks import windows

    assert tuple(windows._ACTIVITIES) == promises.ACTIVITIES


def test_at_most_holds_our_time_against_theirs() -> None:
    assert _result("at most", 1.6, [3.0, 3.0, 3.0], [2.0, 2.0, 2.0]).kept  # 1.5 times as long
    assert not _result("at most", 1.4, [3.0, 3.0, 3.0], [2.0, 2.0, 2.0]).kept


def test_at_least_holds_their_time_against_ours() -> None:
    assert _result("at least", 10, [1.0, 1.0, 1.0], [12.0, 12.0, 12.0]).kept
    assert not _result("at least", 10, [1.0, 1.0, 1.0], [9.0, 9.0, 9.0]).kept


def test_a_ratio_is_made_within_a_round_so_that_a_slow_minute_slows_both() -> None:
    found = _result("at most", 1.6, [1.0, 10.0, 2.0], [1.0, 10.0, 2.0])
    assert found.value.values == (1.0, 1.0, 1.0)


def test_each_round_runs_each_variant_once_in_an_order_that_turns() -> None:
    told: list[str] = []
    run_rounds((Told("a", 1, 2), Told("b", 3, 4)), 2, told.append)
    assert [line.split(": ")[1] for line in told] == ["a", "b", "b", "a"]


def test_a_process_of_its_own_measures_and_tells() -> None:
    found = fresh.Task("one head", "engine:one_head", {"tokens": 64}, threads=1).run()
    assert 0 < found["seconds"] < 10


def test_a_process_that_fails_says_why() -> None:
    with pytest.raises(RuntimeError, match="cannot be interpreted as an integer"):
        fresh.Task("one head", "engine:one_head", {"tokens": "no such sizes"}).run()


def test_the_json_of_a_run_holds_every_round() -> None:
    run = Run(
        {"processor": "one"},
        (_result("at most", 1.5, [1.0, 1.25], [1.0, 1.0]), _result("at least", 2, [1.0, 1.0], [3.0, 2.5])),
        Curves((128, 256), {"output": (0.5, 1.5)}),
    )
    kept = json.loads(to_json(run))
    assert [(result["ours"], result["theirs"], result["kept"]) for result in kept["results"]] == [
        ([1.0, 1.25], [1.0, 1.0], True),
        ([1.0, 1.0], [3.0, 2.5], True),
    ]
    assert kept["curves"] == {"sizes": [128, 256], "values": {"output": [0.5, 1.5]}}


def test_the_page_names_every_promise_with_its_bar_and_verdict() -> None:
    run = Run({"processor": "one"}, (_result("at most", 1.5, [3.0], [1.0]),), None)
    assert "| a thing | at most 1.5× | 3.00× | **not kept** | 3.00 s | 1.00 s |" in page(run)


def test_the_line_of_a_promise_names_both_sides() -> None:
    line = line_of(_result("at least", 10, [0.001], [0.012]))
    assert line == "(e) a thing: 12.0×, at least 10×: kept\n      ours 1.00 ms; theirs 12.0 ms"


@pytest.mark.parametrize(
    ("value", "told"), [(0.0, "0.000"), (0.4567, "0.457"), (1.2345, "1.23"), (45.67, "45.7"), (1234.5, "1234")]
)
def test_numbers_have_three_digits(value: float, told: str) -> None:
    assert number(value) == told


def test_variants_of_one_name_are_one_variant() -> None:
    known: dict[str, object] = {}
    for group in GROUPS:
        for promise in group.promises:
            for variant in promise.variants:
                assert known.setdefault(variant.name, variant) == variant


def test_work_at_a_moment_when_the_machine_halted_is_told_apart() -> None:
    from tools.bench.tasks.windows import longest_works

    works = [(Span(1.0, 1.03), 0.03), (Span(2.0, 2.15), 0.15), (Span(3.0, 3.04), 0.04)]
    assert longest_works(works, [Span(2.1, 2.12)]) == {"work": 40.0, "work halted": 150.0}
    assert longest_works(works, []) == {"work": 150.0, "work halted": 0.0}


def test_the_machine_halts_where_a_touch_takes_twenty_times_what_touches_take() -> None:
    times = [0.1e-3] * 40
    times[30], times[35] = 1.9e-3, 2.1e-3
    touches = [Touch(Span(number, number + 0.5), took) for number, took in enumerate(times)]
    assert halts(touches) == [Span(34.5, 35.5)]  # since the end of the touch before


def test_the_pace_is_told_from_the_fastest_to_the_slowest() -> None:
    assert told([0.0331, 0.0615, 0.04]) == "33.1 ms to 61.5 ms"
    assert told([0.0331, 0.03312]) == "33.1 ms"
    assert pace() > 0


def test_a_witness_looks_from_the_beginning_of_a_block_to_its_end() -> None:
    with Witness() as witness:
        assert witness.halts == []
    assert witness._process.returncode == 0


def test_what_the_machine_halted_is_told_beside_the_number_and_not_held_against_it() -> None:
    spread = Spread((30.0, 40.0, 35.0))
    result = Result(
        "l", "work", "at most", 50, "ms", "ours", "", spread, Spread(()), spread, Spread((0.0, 120.0, 90.0))
    )
    assert result.kept
    assert line_of(result) == (
        "(l) work: 35.0 ms (32.5 ms to 37.5 ms); up to 120 ms in 2 of 3 rounds while the machine halted, "
        "at most 50 ms: kept"
    )


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["zz"], "“zz” is no promise. Give letters from a to m."),
        (["a", "b", "ö"], "“ö” is no promise. Give letters from a to m."),
        (["a", "--rounds", "0"], "“0” is no number of rounds. Give 1 or more."),
        (["a", "--rounds", "-1"], "“-1” is no number of rounds. Give 1 or more."),
    ],
)
def test_what_is_no_promise_is_refused_before_anything_is_measured_or_written(
    given: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main(given)
    assert end.value.code == 2
    assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
