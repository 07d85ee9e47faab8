"""The online softmax as lines of text: what the laboratory of tiles shows is what it runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

import numpy as np

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.blocks.visible import Visible
from attnviz.engine.mask import Mask
from attnviz.engine.positions import Alibi
from attnviz.engine.rules import matched_stages
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace
from attnviz.labs.protocol import Progress, Stopped
from attnviz.labs.tiled.visits import Visit
from attnviz.labs.traffic import CACHE, CAUSAL, FULL, WINDOW

BEGIN = (
    "q = Q[rows]",
    "m = np.full(len(q), -np.inf, q.dtype)  # largest so far",
    "l = np.zeros(len(q), q.dtype)  # sum so far",
    "O = np.zeros((len(q), d_v), q.dtype)  # output, undivided",
)
END = ("output[rows] = O / l[:, np.newaxis]",)
_AT_ONCE = 1 << 20  # scores of a block in which the largest is looked for
_NO_KEY_YET = "top = np.where(np.isneginf(top), 0, top)"
_WHY = "# where no key is seen yet: −∞ − −∞ is no number"
# What is all that differs between the ways: which queries are a block, and which keys its tiles.
_BLOCKS = {WINDOW: "one query each", CACHE: "one query each, as it comes"}
_TILES = {
    FULL: "one tile: all keys", CAUSAL: "those with a visible key",
    WINDOW: "one tile: the keys in its window", CACHE: "one tile: all keys so far",
}  # fmt: skip


@dataclass(frozen=True)
class Moment:
    """What the lines leave behind after one tile: (r, c) scores and exponentials, (r,) or (r, d_v) of the state.

    output: not yet divided by the sum.
    """

    scores: Array
    exponentials: Array
    maximum_before: Array
    maximum: Array
    factor: Array
    sum_before: Array
    sum: Array
    output_before: Array
    output: Array


def tile_lines(scenario: Scenario) -> tuple[str, ...]:
    """The lines for one tile, with those settings and masks that the scenario has and no others."""
    scale = " / d_k**0.5" if scenario.scale is True else "" if scenario.factor == 1.0 else f" * {scenario.factor!r}"
    hides = not scenario.mask.hides_nothing
    bias = scenario.bias
    starts_blind = hides or (bias is not None and bool(np.isneginf(bias).any()))
    steps = (
        (f"scores = q @ K[keys].T{scale}", True),
        ("scores = np.tanh(scores / softcap) * softcap", scenario.softcap is not None),
        ("scores = scores + slope * distance[rows, keys]", isinstance(scenario.positions, Alibi)),
        ("scores = scores + bias[rows, keys]", bias is not None),
        ("scores = scores / temperature", scenario.temperature != 1.0),
        ("scores = np.where(allowed[rows, keys], scores, -np.inf)", hides),
        ("new = np.maximum(m, scores.max(axis=1))", True),
        ("top = new", True),
        (_WHY, starts_blind),
        (_NO_KEY_YET, starts_blind),
        ("factor = np.exp(m - top)  # 1 unless the maximum grew", True),
        ("shares = np.exp(scores - top[:, np.newaxis])", True),
        ("l = l * factor + shares.sum(axis=1)", True),
        ("O = O * factor[:, np.newaxis] + shares @ V[keys]", True),
        ("m = new", True),
    )
    lines = tuple(line for line, used in steps if used)
    if _NO_KEY_YET in lines:
        return lines
    plain = (line.replace("new = ", "top = ").replace("m = new", "m = top") for line in lines if line != "top = new")
    return tuple(plain)


def whole_program(scenario: Scenario, way: str) -> tuple[str, ...]:
    """The lines of all tiles as one program, to be read; comments say which blocks and tiles the way has."""
    tiles = _commented("for keys in tiles[rows]:", _TILES.get(way))
    inside = (*BEGIN, tiles, *(f"    {line}" for line in tile_lines(scenario)), *END)
    return (_commented("for rows in blocks:", _BLOCKS.get(way)), *(f"    {line}" for line in inside))


def _commented(line: str, words: str | None) -> str:
    return f"{line}  # {words}" if words else line


def names_of(found: Trace, head: int) -> dict[str, Any]:
    """What the lines read: Q (T, d_k), K (S, d_k), V (S, d_v) of a head, its mask, bias and settings."""
    scenario, size = found.scenario, found.scenario.sizes
    queries, keys = matched_stages(scenario)
    Q = found.at(queries, head)
    names: dict[str, Any] = {
        "Q": Q,
        "K": found.at(keys, head),
        "V": found.at("values", head),
        "d_k": size.d_k,
        "d_v": size.d_v,
        "softcap": scenario.softcap,
        "temperature": scenario.temperature,
    }
    if not scenario.mask.hides_nothing:
        names["allowed"] = Allowed(scenario.mask, size.T, size.S)
    if scenario.bias is not None:
        names["bias"] = scenario.bias if scenario.bias.ndim == 2 else scenario.bias[head]
    if isinstance(scenario.positions, Alibi):
        names["slope"] = Q.dtype.type(scenario.positions.of(size.heads)[head])
        # Row i, column j is j − i − (S − T): all rows are parts of one, so that T×S numbers are never stored.
        names["distance"] = _rows_of(np.arange(1 - size.S, size.T, dtype=Q.dtype), size.T, size.S)
    return names


def run_block(lines: tuple[str, ...], names: dict[str, Any], visits: Iterable[Visit]) -> tuple[list[Moment], Array]:
    """What each tile of one block of queries leaves behind, and the block's output (r, d_v)."""
    own = {"np": np, **names}
    moments: list[Moment] = []
    with np.errstate(all="ignore"):
        for visit in visits:
            own |= {"rows": slice(*visit.rows), "keys": slice(*visit.keys)}
            if not moments:
                own["output"] = np.empty((len(names["Q"]), names["d_v"]), names["Q"].dtype)
                _run(BEGIN, own)
            before = own["m"], own["l"], own["O"]
            _run(lines, own)
            moments.append(_moment(before, own))
        _run(END, own)
    result: Array = own["output"][own["rows"]]
    return moments, result


def largest_score(lines: tuple[str, ...], names: dict[str, Any], progress: Progress) -> float:
    """The largest score of all that are not hidden, without its sign; found block by block, so that none are stored.

    Raises Stopped when progress says so.
    """
    own = {"np": np, **names}
    queries, keys = len(names["Q"]), len(names["K"])
    scores = tuple(line for line in lines if line.startswith("scores ="))
    reach = 0.0
    rows = max(1, _AT_ONCE // keys)
    for first in range(0, queries, rows):
        if not progress(first / queries):
            raise Stopped
        own |= {"rows": slice(first, min(first + rows, queries)), "keys": slice(0, keys)}
        with np.errstate(all="ignore"):
            _run((BEGIN[0], *scores), own)
        sizes = np.abs(own["scores"])
        reach = max(reach, float(sizes.max(where=np.isfinite(sizes), initial=0.0)))
    return reach


def _moment(before: tuple[Array, Array, Array], own: dict[str, Any]) -> Moment:
    maximum, total, output = before
    return Moment(
        own["scores"], own["shares"], maximum, own["m"], own["factor"], total, own["l"], output, own["O"]
    )  # fmt: skip


def _run(lines: tuple[str, ...], names: dict[str, Any]) -> None:
    exec(_compiled("\n".join(lines)), names)


@lru_cache(maxsize=8)
def _compiled(text: str) -> CodeType:
    """The lines ready to run: thousands of tiles run the same ones."""
    return compile(text, "<tile>", "exec")


class Allowed:
    """What may be seen, read as a table of T×S that is not stored either."""

    def __init__(self, mask: Mask, T: int, S: int) -> None:
        self._visible = Visible(mask, T, S)

    def __getitem__(self, part: tuple[slice, slice]) -> Bools:
        rows, keys = part
        block = np.zeros((rows.stop - rows.start, keys.stop - keys.start))
        self._visible.hide(block, rows, keys)
        seen: Bools = block == 0
        return seen


def _rows_of(line: Array, rows: int, columns: int) -> Array:
    """(rows, columns) windows of a line of numbers, each one number further left, without a copy."""
    windows = np.lib.stride_tricks.sliding_window_view(line, columns)
    view: Array = windows[:rows][::-1]
    return view
