"""The laboratory of cost: T² against T on log axes, for any sizes, with this machine's time if asked for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.errors import AttentionError, Where, counted
from attnviz.engine.scenario import Scenario
from attnviz.labs.cost.counts import BYTES, Model
from attnviz.labs.cost.measured import measured_result
from attnviz.labs.cost.timing import SHORTEST, Asked, Timing, timing
from attnviz.labs.exhibits import Axis, Exhibit, Mark, Plot, Series, Table
from attnviz.labs.introductions import Introduced
from attnviz.labs.parameters import Choice, Option, Parameter, Switch, Values, Whole, choice, switch, whole
from attnviz.labs.protocol import Fact, Progress, Result, tell

MOST_T = 1_000_000
_SHORTEST, _BEYOND = 64, 8  # where curves begin; how many times the longest text they go on to at most
_MEASURE = "Times one head at growing lengths on this machine, some 10 seconds to a minute; no two runs agree exactly."
_ALL = "“all” counts every head of every layer, and multiplications for Q Kᵀ and weights · V"
_KNOWN = (1000, 2000, 4096)


class Cost(Introduced):
    """Unit 10: twice the length, four times the scores; the KV cache grows linearly."""

    name = "cost"

    def parameters(self, scenario: Scenario | None) -> tuple[Parameter, ...]:
        """The sizes, the number format, and whether this machine is timed."""
        formats = tuple(Option(name, name, f"{counted(size, 'byte')} each.") for name, size in BYTES.items())
        return (
            Whole("T", "Tokens T", 4096, 1, MOST_T),
            Whole("d_k", "d_k", 64, 1, 4096),
            Whole("h", "Heads h", 8, 1, 256),
            Whole("kv_heads", "Key/value heads", 8, 1, 256),
            Whole("layers", "Layers", 6, 1, 256),
            Choice("dtype", "Numbers", "float16", formats),
            Switch(
                "measure", "Measuring this machine", False, _MEASURE, ("Measure", "Measure again", "Back to Counts")
            ),
            Whole("longest", "Longest T", 4096, SHORTEST, 8192),
            Whole("window", "Keys in the window", 256, 1, 8192),
            Whole("rounds", "Rounds", 5, 3, 25),
            Choice("timed", "Numbers", "float32", formats[:2][::-1]),
        )

    def idle(self, values: Values) -> frozenset[str]:
        """What belongs to counting while this machine is timed, and the other way round."""
        timed = {"longest", "window", "rounds", "timed"}
        return frozenset({"T", "h", "kv_heads", "layers", "dtype"} if switch(values, "measure") else timed)

    def run(self, values: Values, scenario: Scenario | None, progress: Progress) -> Result:
        """The counts at T and their curves over T; if asked for, the measured seconds in place of the curves."""
        T, d_k, h, kv_heads, layers = (whole(values, name) for name in ("T", "d_k", "h", "kv_heads", "layers"))
        model = Model(T, d_k, h, kv_heads, layers, choice(values, "dtype"))
        if model.h % model.kv_heads:
            raise AttentionError(
                f"kv_heads is {model.kv_heads}, which does not divide h = {model.h}. Choose a divisor.",
                Where("kv_heads"),
            )
        numbers: dict[str, float | Array] = {
            name: float(getattr(model, name))
            for name in ("scores_per_head", "score_multiplications", "multiplications", "score_bytes", "kv_bytes")
        }
        numbers |= {
            "lengths": np.array(_KNOWN, dtype=np.float64),
            "scores_at_lengths": np.array([model.at(T).scores_per_head for T in _KNOWN], dtype=np.float64),
        }
        if switch(values, "measure"):
            longest, window, rounds = (whole(values, name) for name in ("longest", "window", "rounds"))
            asked = Asked(longest, d_k, choice(values, "timed"), window, rounds)

            def so_far(found: Timing) -> None:
                tell(progress, measured_result(asked, found, numbers))

            return measured_result(asked, timing(asked, progress, so_far), numbers)
        exhibits: tuple[Exhibit, ...] = (_memory(model), _work(model), _at_lengths(model))
        facts, most = _facts(model), _facts(replace(model, kv_heads=1) if model.h > 1 else model)
        # Both plots are as high as each other; three sentences have room where there are two, so that nothing jumps.
        return Result(exhibits, numbers, facts, longest=most, bands=(("memory", "work"), ("lengths",)))


def _lengths(model: Model) -> tuple[int, ...]:
    """Lengths for the curves, from 64 or an eighth of T, if that is less, to at least 16 times T or 65,536.

    So the curves go on at both sides of T, where their numbers have room.
    """
    shortest, longest = min(_SHORTEST, max(model.T // 8, 1)), min(_BEYOND * MOST_T, max(16 * model.T, 65_536))
    return tuple(int(length) for length in np.unique(np.rint(np.geomspace(shortest, longest, 49))))


def _axis(model: Model) -> Axis:
    """The lengths, with the same ticks in plots that stand beside each other and are not equally wide."""
    lengths = _lengths(model)
    powers = (10.0**power for power in range(8))
    return Axis("T", log=True, ticks=tuple(power for power in powers if lengths[0] <= power <= lengths[-1]))


def _curve(model: Model, label: str, name: str, role: str, *, dashed: bool = False) -> Series:
    lengths = _lengths(model)
    counts = np.array([float(getattr(model.at(T), name)) for T in lengths])
    return Series(label, np.array(lengths, dtype=np.float64), counts, role, dashed=dashed)


def _memory(model: Model) -> Plot:
    return Plot(
        "memory",
        "Memory",
        _axis(model),
        Axis("bytes", log=True, unit="bytes", unwritten=True),
        (
            _curve(model, "scores, ∝ T²", "score_bytes", "scores"),
            _curve(model, "KV cache, ∝ T", "kv_bytes", "keys", dashed=True),
        ),
        (Mark("x", float(model.T), "now", "T", tells=True),),
        f"all {model.layers} layers, {model.dtype}",
        large=True,
    )


def _work(model: Model) -> Plot:
    return Plot(
        "work",
        "Scores and multiplications",
        _axis(model),
        Axis("count", log=True, unwritten=True),
        (
            _curve(model, "scores, one head", "scores_per_head", "scores"),
            _curve(model, "Q Kᵀ, one head", "score_multiplications", "scores", dashed=True),
            _curve(model, "Q Kᵀ + weights · V, heads × layers", "multiplications", "scores", dashed=True),
        ),
        (Mark("x", float(model.T), "now", "T", tells=True),),
        large=True,
    )


def _at_lengths(model: Model) -> Table:
    names = ("scores_per_head", "multiplications", "score_bytes", "kv_bytes")
    rows = tuple(
        (float(T), *(float(getattr(model.at(T), name)) for name in names))
        for T in sorted({*_KNOWN, model.T, 2 * model.T})
    )
    columns = ("T", "scores, one head", "multiplications, all", "scores, all", "KV cache, all")
    units = ("", "", "", "bytes", "bytes")
    return Table("lengths", "At some lengths", columns, rows, _ALL, units=units, large=True)


def _facts(model: Model) -> tuple[Fact, ...]:
    facts = [
        Fact("Twice the length, four times the scores: {scores_per_head} a head at this T.", "right"),
        Fact(
            "The KV cache grows with T, not with T²: {kv_bytes:bytes} save computing every earlier key and value again."
        ),
    ]
    if model.kv_heads < model.h:
        share = model.h // model.kv_heads
        facts.append(Fact(f"{share} query heads share each key/value head: the cache is {share} times smaller."))
    return tuple(facts)
