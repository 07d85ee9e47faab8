"""The result of a laboratory as JSON, CSV and text to be read."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from attnviz.content.facts_in_words import filled
from attnviz.content.numerals import MINUS, format_number, full
from attnviz.labs.protocol import Lab, Result

_DECIMALS = 4
_MOST_ROWS = 24  # of a table in the text; JSON and CSV hold all


def json_of(lab: Lab, values: Mapping[str, Any], result: Result) -> str:
    """{"lab", "values", "numbers"}, a name a line, at full precision; "nan", "inf" and "-inf" are strings."""

    def fields(named: Mapping[str, Any]) -> str:
        lines = (f"  {json.dumps(name)}: {_json(value)}" for name, value in named.items())
        return "{\n" + ",\n".join(lines) + "\n}"

    return f'{{"lab": {json.dumps(lab.name)}, "values": {fields(values)}, "numbers": {fields(result.numbers)}}}\n'


def csv_of(result: Result) -> str:
    """A line for each number: name, row, column, value; rows and columns count from 1 and are empty for one number."""
    lines = ["name,row,column,value"]
    for name, value in result.numbers.items():
        for place, number in np.ndenumerate(np.asarray(value)):
            row, column = (
                (str(index + 1) for index in ((0, *place) if len(place) == 1 else place)) if place else ("", "")
            )
            lines.append(f"{name},{row},{column},{_plain(number)}")
    return "\n".join(lines) + "\n"


def text_of(lab: Lab, values: Mapping[str, Any], result: Result) -> str:
    """What was chosen, the facts, then every number by its name, to four decimals."""
    facts = [filled(fact.text, result.numbers, _DECIMALS) for fact in result.facts]
    lines = [lab.title, *_chosen(lab, values), "", *facts, ""]
    for name, value in result.numbers.items():
        table = np.atleast_2d(np.asarray(value))
        if np.ndim(value) < 2:
            lines.append(f"{name}  " + "  ".join(_short(number) for number in table[0]))
        else:
            lines.append(name)
            lines += _rows(table)
    return "\n".join(lines) + "\n"


def _chosen(lab: Lab, values: Mapping[str, Any]) -> list[str]:
    """One line with the values that bear on the result, tables left out; nothing where all are tables."""
    idle = lab.idle(values)
    said = [
        f"{name}={_typed(value)}"
        for name, value in values.items()
        if name not in idle and not isinstance(value, np.ndarray)
    ]
    return [f"{' '.join(said)}  (attnviz lab {lab.name} --help tells more)"] if said else []


def _typed(value: Any) -> str:
    """The value as one types it after --set."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else f"{value:.12g}"


def _rows(table: Any) -> list[str]:
    cells = [[_short(number) for number in row] for row in table[:_MOST_ROWS, :_MOST_ROWS]]
    wide = max(len(cell) for row in cells for cell in row)
    lines = ["  " + "  ".join(cell.rjust(wide) for cell in row) for row in cells]
    if max(table.shape) > _MOST_ROWS:
        lines.append(f"  … {table.shape[0]}×{table.shape[1]} in all; --format json shows them.")
    return lines


def _short(number: Any) -> str:
    """Four decimals, or as many as a small number needs to be seen at all."""
    value = float(number)
    if value and math.isfinite(value) and abs(value) < 10.0**-_DECIMALS:
        return f"{value:.3e}".replace("-", MINUS)
    if value.is_integer() and abs(value) < 1e15:
        return str(int(value)).replace("-", MINUS)
    return format_number(value, _DECIMALS)


def _json(value: Any) -> str:
    if isinstance(value, bool | str):
        return json.dumps(value)
    if isinstance(value, np.ndarray) and value.ndim:
        return "[" + ", ".join(map(_json, value)) + "]"
    if isinstance(value, int):
        return str(value)
    return _plain(value) if math.isfinite(value) else json.dumps(_plain(value))


def _plain(number: Any) -> str:
    """Full precision; a whole number without its point: 3, 0.5, nan, -inf."""
    if not math.isfinite(number):
        return "nan" if math.isnan(number) else ("inf" if number > 0 else "-inf")
    text = full(number)
    return text.removesuffix(".0")
