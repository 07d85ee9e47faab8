"""What the laboratory of tiles tells: its named numbers, the line over its page, and the sentences under it."""

from __future__ import annotations

from dataclasses import replace

from attnviz.engine.arrays import Array
from attnviz.engine.errors import counted
from attnviz.engine.positions import Alibi
from attnviz.labs.protocol import Fact
from attnviz.labs.tiled.passing import Found
from attnviz.labs.traffic import CAUSAL, FULL, TILED, WINDOW, Extent, traffic


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
        "bytes_moved_tiled": float(traffic(TILED, there).moved * there.each),
    }
    if found.unmasked is not None:
        numbers["without_mask"] = found.change
    for name, size in (("", here), ("_at_length", there)):
        full, way = traffic(FULL, size), traffic(found.way, size)
        numbers |= {
            f"multiplications{name}": float(way.multiplications),
            f"multiplications_full{name}": float(full.multiplications),
            f"bytes_moved{name}": float(way.moved * size.each),
            f"bytes_moved_full{name}": float(full.moved * size.each),
            f"bytes_kept{name}": float(way.kept * size.each),
            f"bytes_kept_full{name}": float(full.kept * size.each),
        }
    return numbers


def facts_of(found: Found, show: str) -> tuple[Fact, ...]:
    """What the present part comes to, and what the present step is."""
    if show == "cost":
        return (
            Fact(
                "At T = {length} the full way moves {bytes_moved_full_at_length:bytes} a head and keeps "
                "{bytes_kept_full_at_length:bytes}, tiles move {bytes_moved_tiled:bytes} and keep "
                "{bytes_kept_tiled:bytes}.",
                "right",
            ),
            Fact("Tiles compute as many scores as the full way and store none of them."),
        )
    if show == "program":
        return tuple(Fact(text) for text in _program(found.way))
    if found.way == FULL:
        equal = Fact("This is the ordinary way, with which the others are compared.", "right")
    else:
        equal = Fact(_equal(found, whole=show == "end"), "right" if found.is_equal else "symptom")
    return (equal, *(Fact(text) for text in _notes(found, show)))


def longest_facts(found: Found) -> tuple[Fact, ...]:
    """The facts of the last step, which need as much room as those of any step of this way."""
    return facts_of(replace(found, step=len(found.plan.visits) - 1), "step")


def headline_of(found: Found) -> str:
    """What the present step is: over the page."""
    plan, visit = found.plan, found.visit
    if found.way == FULL:
        return "All queries on all keys at once"
    spans = (_span(noun, span).replace(" to ", "–") for noun, span in (("query", visit.rows), ("key", visit.keys)))
    which = f"Step {found.step + 1} of {len(plan.visits)}: {' on '.join(spans)}"
    tiles = found.way in (TILED, CAUSAL)
    return f"{which}, end of the block" if tiles and found.is_last and len(plan.block_of(found.step)) > 1 else which


def scores_title(found: Found) -> str:
    """The scores by the name that their last stage has on the board."""
    scenario = found.scenario
    if not scenario.mask.hides_nothing:
        return "Masked scores"
    if scenario.temperature != 1.0:
        return "Tempered scores"
    if scenario.bias is not None or isinstance(scenario.positions, Alibi):
        return "Biased scores"
    if scenario.softcap is not None:
        return "Capped scores"
    return "Scores" if scenario.factor == 1.0 else "Scaled scores"


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


def _notes(found: Found, show: str) -> tuple[str, ...]:
    """What the present way comes to, in words; as many sentences at every step."""
    plan, window = found.plan, found.scenario.mask.window
    match found.way:
        case "full":
            return (
                "All {scores_of_all} scores are written, read for the weights, which are written and read again: "
                "{bytes_kept_full:bytes} are kept.",
            )
        case "window":
            computed = "The window visits {scores_computed} of {scores_of_all} scores"
            narrow = window is not None and window[0] is not None and 2 * (window[0] + 1) <= found.scenario.sizes.S
            return (f"{computed}; T² never appears." if narrow else f"{computed}.",)
        case "cache" if show == "step":
            scores = counted(found.visit.scores, "score")
            return (f"It computes {scores}; what is kept are keys and values, not scores.",)
        case "cache":
            return ("What is kept are keys and values, not scores.",)
    return (f"{counted(plan.skipped, 'tile')} beyond the diagonal skipped.",) if plan.skipped else ()


def _span(noun: str, span: tuple[int, int]) -> str:
    first, last = span[0] + 1, span[1]
    if first == last:
        return f"{noun} {first}"
    return f"{'queries' if noun == 'query' else 'keys'} {first} to {last}"


def _equal(found: Found, *, whole: bool) -> str:
    """How far the output that ends these queries is from the engine's own, and which other output that is not."""
    other = "the rest of the program" if found.by_blocks else "the whole matrix"
    if found.unmasked is not None:
        other += f" under the same {'window' if found.way == WINDOW else 'mask'}"
    rows = found.visit.rows
    who = "All queries" if whole else _span("query", rows).capitalize()
    one = not whole and rows[1] - rows[0] == 1
    if not found.is_equal:
        return f"{who} {'does' if one else 'do'} not end as in {other}: up to {{difference}} apart."
    ends = f"{who} {'ends' if one else 'end'}"
    if found.difference == 0:
        text = f"{ends} exactly as in {other}"
    elif found.is_rough:
        text = f"{ends} as in {other}, within {{difference}}: {found.scenario.dtype} tells such scores no better apart"
    else:
        text = f"{ends} as in {other}, within {{difference}}"
    if found.is_changed and not whole:
        text += "; without it up to {without_mask} away"
    return f"{text}."
