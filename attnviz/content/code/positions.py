"""Rows that tell attention where tokens stand: pairs of numbers that turn, or a penalty that grows with distance."""

from __future__ import annotations

from attnviz.content.code import literals
from attnviz.content.code.library import Library
from attnviz.content.code.rounding import kept
from attnviz.content.code.rows import Row, row
from attnviz.engine.positions import Alibi, Rotary
from attnviz.engine.scenario import Scenario

# Both libraries work out angles in float64, whatever the vectors are in: far from the start little is left of float32.


def turning_rows(scenario: Scenario, library: Library) -> list[Row]:
    """The function that turns vectors, (..., rows, d_k), by the positions of their rows; none without rotary."""
    rotary, d_k = scenario.positions, scenario.sizes.d_k
    if not isinstance(rotary, Rotary) or d_k is None:
        return []
    width, whole = rotary.turning(d_k), rotary.turning(d_k) == d_k
    if rotary.pairing == "half":
        pairs, first, second = "number c of a row with c + width/2", ": width // 2", "width // 2 : width"
    else:
        pairs, first, second = "each number of a row with its neighbour", "0:width:2", "1:width:2"
    cast = "" if scenario.dtype == "float64" else _cast(library, scenario.dtype)
    copy = "copy" if library.is_numpy else "clone"
    name = library.name
    position = "position" if library.is_numpy else "position.double()"
    words = f"Pairs {pairs}, turned by the row's position times the pair's frequency."
    return [
        row(f"width = {width if not whole else 'd_k'}", "so many numbers of a head turn" if not whole else ""),
        *_frequencies(rotary, library),
        row(""),
        row("def turned(vectors, position):"),
        row(f'    """{words}"""'),
        row(f"    angle = {position}[:, None] * frequency", "(rows, width/2)  in radians"),
        row(f"    cos, sin = {name}.cos(angle){cast}, {name}.sin(angle){cast}"),
        row(f"    a, b = vectors[..., {first}], vectors[..., {second}]"),
        row(f"    result = vectors.{copy}()"),
        row(f"    result[..., {first}] = a * cos - b * sin"),
        row(f"    result[..., {second}] = a * sin + b * cos"),
        row("    return result"),
    ]


def position_rows(scenario: Scenario, library: Library) -> list[Row]:
    """Where each query and key stands, if rotary positions are on."""
    rotary = scenario.positions
    if not isinstance(rotary, Rotary):
        return []
    start = f"{rotary.start} + " if rotary.start else ""
    return [
        row(f"key_position = {start}{library.name}.arange(S)"),
        row(f"query_position = {start}S - T + {library.name}.arange(T)", "the queries are the last T of the S"),
    ]


def turned_rows(scenario: Scenario, query: str, key: str) -> list[Row]:
    """The two rows that turn queries and keys, under their names."""
    if not isinstance(scenario.positions, Rotary):
        return []
    told = "each row turned by its position"
    return [
        row(f"{query} = {kept(scenario, f'turned({query}, query_position)')}", told, "rotated_queries"),
        row(f"{key} = {kept(scenario, f'turned({key}, key_position)')}", told, "rotated_keys"),
    ]


def distance_rows(scenario: Scenario, library: Library) -> list[Row]:
    """ALiBi's slopes, one a head, and the distances that they are multiplied by."""
    alibi = scenario.positions
    if not isinstance(alibi, Alibi):
        return []
    heads, name = scenario.sizes.heads, library.name
    if alibi.slopes is not None:
        slopes = literals.numbers(alibi.slopes)
    elif heads == 1:
        slopes = "[2.0**-8]"
    else:
        slopes = "[2.0 ** (-8 * (h + 1) / heads) for h in range(heads)]"
    if not library.is_numpy:
        slopes = f"torch.tensor({slopes}, dtype=torch.float64)[:, None, None]"
    distance = f"{name}.arange(S) - ({name}.arange(T)[:, None] + S - T)"
    return [
        row(f"slopes = {slopes}", "ALiBi: one a head", "alibi"),
        row(f"distance = {distance}", "(T, S)  how far key j lies after query i", "alibi"),
    ]


def penalty(scenario: Scenario, library: Library, head: str) -> str:
    """What ALiBi adds to the scores: in NumPy of one head, in PyTorch of all."""
    product = f"slopes[{head}] * distance" if library.is_numpy else "slopes * distance"
    return product if scenario.dtype == "float64" else f"({product}){_cast(library, scenario.dtype)}"


def _frequencies(rotary: Rotary, library: Library) -> list[Row]:
    if rotary.frequencies is not None:
        values = literals.numbers(rotary.frequencies)
    else:
        values = f"[1 / {literals.number(rotary.base)} ** (2 * pair / width) for pair in range(width // 2)]"
    made = f"np.array({values})" if library.is_numpy else f"torch.tensor({values}, dtype=torch.float64)"
    return [row(f"frequency = {made}", "(width/2,)  radians from one position to the next")]


def _cast(library: Library, dtype: str) -> str:
    return f".astype({library.dtype(dtype)})" if library.is_numpy else f".to({library.dtype(dtype)})"
