"""A stage or input as an HTML table: each number in its colour, in full where the pointer rests on it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from html import escape
from typing import Any

import numpy as np

from attnviz.content.colours import ENTRIES, Limits, entries_of, scale_for, steps_between
from attnviz.content.documents.extract import Extract
from attnviz.content.documents.web_style import MOST_LIT
from attnviz.content.glimpse import places_shown
from attnviz.content.labels import HEADING, isolated, visible
from attnviz.content.numerals import format_result, format_results
from attnviz.content.stage_formulas import formula_of, group_title, role_of
from attnviz.content.tables import Table
from attnviz.content.wording import number_in_full, row_name
from attnviz.engine.arrays import Array, Bools
from attnviz.engine.errors import AttentionError
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.positions import Alibi
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

_POSITIVE = ("exponentials", "weights")
_HIDDEN = ("masked", "exponentials", "weights")
_PENALISED = ("alibi", "biased")
_OF_PAIRS = ("bias", "alibi")
_ROWS = {"X": "q", "Q": "q", "source": "k", "K": "k", "V": "k", "bias": "q", "alibi": "q"}
_DENSE = 20  # columns from which numbers have no room, and stand in the hover alone
_LONG = 6  # signs of a label from which those over the columns are turned
_STEPS = 40  # of a legend
_LAST = 4
_BLOCK = 256  # rows that are looked at together


@dataclass
class Colours:
    """Which entries of the maps a page has used so far, so that its style sheet holds no others."""

    used: set[tuple[str, int]] = field(default_factory=set)

    def of(self, letter: str, entry: int) -> str:
        """The class of a cell in that colour."""
        self.used.add((letter, entry))
        return f"{letter}{entry}"


@dataclass(frozen=True)
class Face:
    """What the page decides for all tables. query: the one that is followed. most: rows and columns that are shown."""

    decimals: int
    query: int
    most: int
    colours: Colours


def web_table(extract: Extract, name: str, head: int | None, face: Face) -> str:
    """One matrix as a figure with its formula and legend; where it has no numbers, why."""
    trace = extract.trace
    title = escape(group_title(trace, name, head or 0))
    formula = escape(formula_of(trace, name, head or 0, face.decimals))
    role = role_of(name)
    try:
        table = extract.table(name, head)
    except AttentionError as error:
        said = f'<figcaption><b>{title}</b> <span class="soft">{formula}</span></figcaption>'
        return f'<figure class="map {role}">{said}<p class="reason">{escape(str(error))}</p></figure>\n'
    return _figure(trace, name, head, table, face, title, formula, role)


def hidden_in(trace: Trace, name: str, head: int | None, table: Table) -> Bools:
    """Where a key is hidden from a query; of what ALiBi adds, too, where the mask is going to hide it."""
    penalised = name in _PENALISED and isinstance(trace.scenario.positions, Alibi)
    if penalised or (name in _HIDDEN and not isinstance(trace.scenario.inputs, GivenWeights)):
        if trace.large:
            return _hidden_by_settings(trace, head)
        with suppress(AttentionError):  # where a number on the way is too large, nothing can be said of the mask
            return np.isneginf(trace.at("masked", head))
    return np.isneginf(table.values)


def _hidden_by_settings(trace: Trace, head: int | None) -> Bools:
    """Where the mask or −∞ in the bias hides a key: the same, without the scores of a large head."""
    hidden = ~trace.scenario.mask.allowed(trace.sizes.T, trace.sizes.S)
    if trace.scenario.bias is not None:
        hidden |= np.isneginf(trace.at("bias", head))
    return hidden


def _figure(
    trace: Trace, name: str, head: int | None, table: Table, face: Face, title: str, formula: str, role: str
) -> str:
    values = table.values
    rows, columns = (places_shown(count, face.most, _LAST) for count in values.shape)
    hidden = hidden_in(trace, name, head, table)
    limits, ends = _scale(name, table, hidden)
    letter = "w" if name in _POSITIVE else "s"
    part = table.part(rows, columns)
    entries = entries_of(part, limits, diverging=letter == "s")
    size = f"{values.shape[0]}×{values.shape[1]}"
    short = ", shortened" if len(rows) < values.shape[0] or len(columns) < values.shape[1] else ""
    note = f", {escape(table.note)}" if table.note and "row max" not in formula else ""
    lines = [f'<figure class="map {role}"><table class="{_looks(table, columns)}">',
             f"<caption><b>{title}</b> <span>{formula}{note} {size}{short}</span></caption>",
             _heading(name, trace, table, columns), "<tbody>"]  # fmt: skip
    texts = format_results(part, face.decimals)
    names = [_column_name(trace, name, table, column) for column in columns]
    keyed = _keyed(trace, name)
    for place, row in enumerate(rows):
        if place and row != rows[place - 1] + 1:
            lines.append(f'<tr><th scope="row"></th><td class="gap" colspan="{len(columns)}">⋮</td></tr>')
        own = row_name(trace, name, row, HEADING)
        cells = [f'<tr{_row_class(trace, name, row, face)}><th scope="row">{_label(table.rows[row])}</th>']
        for at, column in enumerate(columns):
            if at and column != columns[at - 1] + 1:
                cells.append('<td class="gap">…</td>')
            value, text = part[place, at], texts[place][at]
            if hidden[row, column]:
                looks, text, said = "x", f"<span>{text}</span>", f"{full_text(trace, name, value)}, hidden"
            else:
                looks, said = face.colours.of(letter, int(entries[place, at])), full_text(trace, name, value)
            looks += f" k{column + 1}" if keyed and column < MOST_LIT else ""
            cells.append(f'<td class="{looks}" title="{escape(own)}, {names[at]}: {said}">{text}</td>')
        lines.append("".join(cells) + "</tr>")
    lines.append(f"</tbody></table>\n{_legend(letter, limits, ends, face)}</figure>\n")
    return "\n".join(lines)


def full_text(trace: Trace, name: str, value: np.floating[Any]) -> str:
    """The number of a stage or input by itself, as it is read."""
    return number_in_full(trace, name, value)


def _scale(name: str, table: Table, hidden: Bools) -> tuple[Limits, Limits | None]:
    """Where the colours begin and end, and the true ends of the numbers."""
    ends = _ends(table.values, hidden)
    fixed = None
    if name == "weights":
        low, high = ends or (0.0, 1.0)
        fixed = ends = min(0.0, low), max(1.0, high)
    return scale_for(ends, signed=name not in _POSITIVE, fixed=fixed, choice="auto"), ends


def _ends(values: Array, hidden: Bools) -> Limits | None:
    """The smallest and largest number that is not hidden, None where all are; found by blocks of rows."""
    found = []
    for start in range(0, len(values), _BLOCK):
        part, veiled = values[start : start + _BLOCK], hidden[start : start + _BLOCK]
        shown = part[~veiled & np.isfinite(part)]
        found += [float(shown.min()), float(shown.max())] if shown.size else []
    return (min(found), max(found)) if found else None


def _legend(letter: str, limits: Limits, ends: Limits | None, face: Face) -> str:
    if ends is None:
        return ""
    low, high = (escape(format_result(end, face.decimals)) for end in ends)
    steps = steps_between(ends, _STEPS if ends[0] != ends[1] else 1)
    entries = entries_of(steps, limits, diverging=letter == "s")
    bar = "".join(f'<i class="{face.colours.of(letter, min(int(entry), ENTRIES - 1))}"></i>' for entry in entries)
    bar = f"<span>{bar}</span>"
    words = f"{low} {bar} {high}" if ends[0] != ends[1] else f"{bar} {low}"
    return f'<p class="legend" role="img" aria-label="Colours from {low} to {high}">{words}</p>'


def _heading(name: str, trace: Trace, table: Table, columns: list[int]) -> str:
    keyed = _keyed(trace, name)
    cells = []
    for at, column in enumerate(columns):
        if at and column != columns[at - 1] + 1:
            cells.append("<td></td>")
        looks = f' class="k{column + 1}"' if keyed and column < MOST_LIT else ""
        cells.append(f'<th scope="col"{looks}>{_label(table.columns[column])}</th>')
    return f"<thead><tr><td></td>{''.join(cells)}</tr></thead>"


def _looks(table: Table, columns: list[int]) -> str:
    if len(columns) > _DENSE:
        return "dense"
    return "turned" if max(len(visible(table.columns[column])) for column in columns) > _LONG else "plain"


def _row_class(trace: Trace, name: str, row: int, face: Face) -> str:
    side = _ROWS.get(name, "")
    if name in trace.stages:
        side = "q" if BY_NAME[name].axes[0] == "queries" else "k"
    if not side or row >= MOST_LIT:
        return ""
    # A token of X is query and key at once.
    both = f" k{row + 1}" if name == "X" and getattr(trace.scenario.inputs, "source", None) is None else ""
    followed = " followed" if side == "q" and row == face.query and name in trace.stages else ""
    return f' class="{side}{row + 1}{both}{followed}"'


def _keyed(trace: Trace, name: str) -> bool:
    """True if its columns are keys."""
    return name in _OF_PAIRS or (name in trace.stages and BY_NAME[name].axes[1] == "keys")


def _column_name(trace: Trace, name: str, table: Table, column: int) -> str:
    if not _keyed(trace, name):
        return f"column {column + 1}"
    label = table.columns[column]
    word = f"key {column + 1}"
    return word if label == str(column + 1) else f"{word} “{escape(isolated(label, HEADING))}”"


def _label(label: str) -> str:
    text = escape(visible(label))
    return f'<bdi title="{text}">{text}</bdi>' if len(text) > _LONG else f"<bdi>{text}</bdi>"
