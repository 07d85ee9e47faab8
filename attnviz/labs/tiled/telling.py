"""What the laboratory of tiles tells: its named numbers, and the sentences under its exhibits."""

from __future__ import annotations

from dataclasses import replace

from attnviz.engine.arrays import Array
from attnviz.engine.errors import counted
from attnviz.labs.protocol import Fact
from attnviz.labs.tiled.passing import Found
from attnviz.labs.traffic import CAUSAL, FULL, TILED, Extent, traffic

_LAST = " This is the block's last tile: output now ÷ sum now is its output."


def numbers_of(found: Found, here: Extent, there: Extent) -> dict[str, float | Array]:
    """The named numbers of a result; here, there: the sizes of this scenario and of the length chosen."""
    plan, moment, visit = found.plan, found.moment, found.visit
    numbers: dict[str, float | Array] = {
        "step": float(found.step + 1),
        "steps": float(len(plan.visits)),
        "length": float(there.T),
        "bytes_kept_tiled": float(traffic(TILED, there).kept * there.each),
        "skipped": float(plan.skipped),
        "first_query": float(visit.rows[0] + 1),
        "last_query": float(visit.rows[1]),
        "first_key": float(visit.keys[0] + 1),
        "last_key": float(visit.keys[1]),
        "scores": moment.scores,
        "maximum_before": moment.maximum_before,
        "maximum": moment.maximum,
        "factor": moment.factor,
        "sum_before": moment.sum_before,
        "sum": moment.sum,
        "running_output": moment.output,
        "output": found.output,
        "difference": found.difference,
        "scores_computed": float(plan.scores),
        "scores_of_all": float(here.T * here.S),
        "scores_in_step": float(visit.scores),
    }
    for name, size in (("", here), ("_at_length", there)):
        full, own = traffic(FULL, size), traffic(found.way, size)
        numbers |= {
            f"multiplications{name}": float(own.multiplications),
            f"multiplications_full{name}": float(full.multiplications),
            f"bytes_moved{name}": float(own.moved * size.each),
            f"bytes_moved_full{name}": float(full.moved * size.each),
            f"bytes_kept{name}": float(own.kept * size.each),
            f"bytes_kept_full{name}": float(full.kept * size.each),
        }
    return numbers


def facts_of(found: Found, show: str) -> tuple[Fact, ...]:
    """What the present part comes to, and what the present step is."""
    if show == "cost":
        return (
            Fact("Tiles compute as many scores as the full way and store none of them."),
            Fact(
                "At T = {length} the full way keeps {bytes_kept_full_at_length:bytes} a head, "
                "tiles {bytes_kept_tiled:bytes}."
            ),
        )
    if show == "program":
        return tuple(Fact(text) for text in _program(found.way))
    facts = [Fact(_equal(found), "right" if found.is_equal else "symptom")]
    if show == "step":
        facts += [Fact(text) for text in _steps(found)]
    return tuple(facts)


def longest_facts(found: Found) -> tuple[Fact, ...]:
    """The facts of the last step, which need as much room as those of any step of this way."""
    last = replace(found, step=len(found.plan.visits) - 1)
    return (facts_of(found, "step")[0], *(Fact(text) for text in _steps(last)))


def _program(way: str) -> tuple[str, ...]:
    """What the lines have to do with the way that was chosen."""
    same = "The same lines run on every way: all that differs is which queries are a block and which keys its tiles."
    match way:
        case "cache":
            own = "With a cache each new token is a block of its own and its keys are one tile: no loop is left."
        case "window":
            own = "With a window each query is a block of its own, and its window one tile."
        case "full":
            own = "Here all is one block and one tile: the factor never changes anything."
        case _:
            return (same,)
    return same, own


def _steps(found: Found) -> tuple[str, ...]:
    """What the present step is, in words."""
    plan, visit = found.plan, found.visit
    which = f"Step {found.step + 1} of {len(plan.visits)}: {_span('query', visit.rows)} on {_span('key', visit.keys)}."
    match found.way:
        case "full":
            return ("All {scores_of_all} scores are written, read for the weights, which are written and read again.",)
        case "window":
            return (which, "The window visits {scores_computed} of {scores_of_all} scores; T² never appears.")
        case "cache":
            return (which, "It computes {scores_in_step} scores; what is kept are keys and values, not scores.")
    end = _LAST if visit == plan.block_of(found.step)[-1] else ""
    skipped = f" {counted(plan.skipped, 'tile')} beyond the diagonal skipped." if plan.skipped else ""
    return (which + end + skipped,)


def _span(noun: str, span: tuple[int, int]) -> str:
    first, last = span[0] + 1, span[1]
    if first == last:
        return f"{noun} {first}"
    return f"{'queries' if noun == 'query' else 'keys'} {first} to {last}"


def _equal(found: Found) -> str:
    """How far the output that ends these queries is from the engine's own."""
    tiled = found.way in (TILED, CAUSAL)
    when = "After the last tile the output" if tiled else "The output"
    other = "that of the whole matrix" if not found.by_blocks else "the engine's own, by blocks too at this size"
    if found.difference == 0:
        return f"{when} is exactly {other}."
    if found.is_equal:
        return f"{when} equals {other}: they differ by at most {{difference}}."
    return f"{when} is not {other}: they differ by up to {{difference}}."
