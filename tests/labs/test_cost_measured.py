"""Times of this machine: measured only when asked for, each way at each length, beside what is counted for them."""

from __future__ import annotations

import numpy as np
import pytest
from trials import run, said

from attnviz.labs.catalogue import LABS, lab
from attnviz.labs.cost import timing as timing_module
from attnviz.labs.cost.measured import measured_facts, measured_result
from attnviz.labs.cost.timing import WAYS, Asked, Timing, timing
from attnviz.labs.exhibits import Plot, Table
from attnviz.labs.parameters import settle
from attnviz.labs.protocol import Result, Stopped

QUICK = {"measure": True, "longest": 256, "d_k": 4, "rounds": 3, "window": 16}


@pytest.fixture(scope="module")
def measured() -> Result:
    return run("cost", **QUICK)


def test_nothing_is_measured_unless_asked_for() -> None:
    assert "seconds" not in run("cost").numbers
    assert lab("cost").parameters(None)[6].default is False


def test_no_laboratory_measures_by_default() -> None:
    """So that the same values give the same result in all tests that compare runs."""
    for one in LABS:
        assert not settle(one.parameters(None), {}).get("measure", False)


def test_lengths_double_up_to_the_longest() -> None:
    assert Asked(4096, 64, "float32", 256, 3).lengths == (128, 256, 512, 1024, 2048, 4096)
    assert Asked(300, 64, "float32", 256, 3).lengths == (128, 256, 300)
    assert Asked(128, 64, "float32", 256, 3).lengths == (128,)


def test_every_way_has_a_time_at_every_length(measured: Result) -> None:
    seconds, low, high = (measured.numbers[name] for name in ("seconds", "least_seconds", "most_seconds"))
    assert seconds.shape == (2, len(WAYS))
    assert (low > 0).all()
    assert (low <= seconds).all()
    assert (seconds <= high).all()


def test_the_prediction_goes_through_the_longest_by_the_square(measured: Result) -> None:
    predicted, seconds = measured.numbers["predicted_seconds"], measured.numbers["seconds"]
    assert predicted[-1] == seconds[-1, 0]
    np.testing.assert_allclose(predicted[-1] / predicted[0], 4)


def test_the_plot_shows_the_spread_of_each_median(measured: Result) -> None:
    plot = measured.exhibits[0]
    assert isinstance(plot, Plot)
    assert plot.x.log
    assert plot.y.log
    for place, series in enumerate(plot.series[1:]):
        np.testing.assert_allclose(series.low, 1000 * measured.numbers["least_seconds"][:, place])
        np.testing.assert_allclose(series.high, 1000 * measured.numbers["most_seconds"][:, place])


def test_machine_and_number_format_are_named(measured: Result) -> None:
    text = said(measured)
    assert "processor" in text
    assert "thread" in text
    assert f"NumPy {np.__version__}" in text
    assert "float32, d_k 4" in text


def test_rounds_that_differ_much_are_told() -> None:
    asked, ones = Asked(128, 4, "float32", 16, 3), np.ones((1, len(WAYS)))
    for factor, told in ((1.2, False), (3.0, True)):
        found = Timing(np.array([128.0]), ones, ones, factor * ones, np.ones(1), 3)
        assert any("3.0 times as long" in fact.text for fact in measured_facts(asked, found)) == told


def test_no_median_of_all_rounds_is_told_before_they_are_done() -> None:
    asked, heard = Asked(128, 4, "float32", 16, 3), list[Timing]()
    timing(asked, lambda _part: True, heard.append)
    told = [measured_result(asked, found, {}).exhibits for found in heard]
    words = ["1 of 3 rounds so far", "2 of 3 rounds so far", "median, least to most, of 3 rounds"]
    assert [page[0].subtitle.partition(";")[0] for page in told] == words
    tables = [page[1] for page in told if isinstance(page[1], Table)]
    assert ["–" in str(table.rows[0][1]) for table in tables] == [False, True, True]


def test_nothing_is_concluded_from_rounds_that_differ_much(measured: Result) -> None:
    asked, ones = Asked(128, 4, "float32", 16, 3), np.ones((1, len(WAYS)))
    for factor, told in ((1.2, True), (3.0, False)):
        facts = measured_facts(asked, Timing(np.array([128.0]), ones, ones, factor * ones, np.ones(1), 3))
        assert any("causal tiles take" in fact.text for fact in facts) == told


def test_each_way_is_named_at_the_end_of_its_line_with_its_time(measured: Result) -> None:
    plot = measured.exhibits[0]
    assert isinstance(plot, Plot)
    assert [series.label for series in plot.series[1:]] == ["full", "in tiles", "causal tiles", "window of 16"]
    for place, series in enumerate(plot.series[1:]):
        told = float(series.at_end.removesuffix(" ms"))
        np.testing.assert_allclose(told, 1000 * measured.numbers["seconds"][-1, place], rtol=0.05)


def test_what_is_known_is_told_length_by_length_and_then_round_by_round() -> None:
    known: list[int] = []

    def hear(found: Timing) -> None:
        known.append(int(np.isfinite(found.seconds).all(axis=1).sum()))

    timing(Asked(512, 4, "float32", 16, 3), lambda _part: True, hear)
    assert known == [1, 2, 3, 3, 3]


def test_times_are_of_single_or_double_precision_as_asked() -> None:
    assert [option.value for option in lab("cost").parameters(None)[-1].options] == ["float32", "float64"]
    assert "float64, d_k 4" in said(run("cost", **QUICK, timed="float64"))


def test_each_measured_length_has_a_tick(measured: Result) -> None:
    plot = measured.exhibits[0]
    assert isinstance(plot, Plot)
    assert plot.x.ticks == (128.0, 256.0)


def test_ways_have_marks_and_no_colour_of_queries_keys_or_outputs(measured: Result) -> None:
    plot = measured.exhibits[0]
    assert isinstance(plot, Plot)
    ways = plot.series[1:]
    assert [series.role for series in plot.series] == ["", *(f"line {place}" for place in range(1, len(WAYS) + 1))]
    assert len({series.mark for series in ways}) == len(WAYS)


def test_scores_beside_the_times_are_those_counted_by_hand(measured: Result) -> None:
    # A causal mask leaves 1, 2, … 128 keys, a window of 16 leaves 16 to each query but the first.
    full, tiled, causal, window = measured.numbers["scores_measured"][0]
    assert (full, tiled) == (128 * 128, 128 * 128)
    assert causal == 128 * 129 / 2
    assert window == 128 * 16 - sum(range(16))


def test_multiplications_and_bytes_stand_beside_the_times(measured: Result) -> None:
    table = next(one for one in measured.exhibits if one.name == "counted")
    assert isinstance(table, Table)
    assert table.rows[1][1] == 256 * 256 * 4 * 2
    assert table.rows[1][5:] == (256 * 256 * 4, 256 * 4 * 4)


def test_weights_too_large_to_keep_are_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing_module, "MOST_BYTES", 200 * 200 * 4)
    found = timing(Asked(256, 4, "float32", 16, 3), lambda _part: True)
    assert np.isfinite(found.seconds[0]).all()
    assert np.isnan(found.seconds[1, 0])
    assert np.isfinite(found.seconds[1, 1:]).all()
    np.testing.assert_allclose(found.predicted[1], 4 * found.seconds[0, 0])


def test_progress_grows_from_nothing_to_nearly_all() -> None:
    parts: list[float] = []
    timing(Asked(256, 4, "float32", 16, 3), lambda part: parts.append(part) is None)
    assert parts == sorted(parts)
    assert parts[0] == 0
    assert 0.8 < parts[-1] < 1


def test_measuring_stops_when_it_is_told_to() -> None:
    cost = lab("cost")
    with pytest.raises(Stopped):
        cost.run(settle(cost.parameters(None), QUICK), None, lambda part: part < 0.5)


def test_no_time_is_taken_while_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(10**6))
    told: list[float] = []

    def progress(part: float) -> bool:
        told.append(part)
        for _ in range(1000):  # what else is done meanwhile
            next(clock)
        return True

    monkeypatch.setattr(timing_module, "perf_counter", lambda: float(next(clock)))
    found = timing(Asked(128, 4, "float32", 16, 3), progress)
    assert told
    np.testing.assert_array_equal(found.seconds, np.ones((1, len(WAYS))))
