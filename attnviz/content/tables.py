"""The numbers of one stage or input with their labels, as JSON, CSV, TSV or aligned text."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from attnviz.content.labels import visible
from attnviz.content.numerals import format_results, grouped
from attnviz.engine.arrays import Array
from attnviz.engine.errors import NoSuchStage, Where
from attnviz.engine.positions import Alibi
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace

_ROWS_ARE = {
    "X": "queries", "Q": "queries", "bias": "queries", "alibi": "queries", "source": "keys", "K": "keys", "V": "keys",
}  # fmt: skip


MOST_READ = 100_000  # numbers of a table to be read; NumPy prints the corners of more than 1,000
_EDGE = 4  # rows and columns at each end of what is shortened


@dataclass(frozen=True)
class Table:
    """A stage's values (rows, columns) with a label for each row and column.

    head: the query head, from 1; None without heads, and where keys and values that query heads share are listed once.
    kv_head: which head of keys and values it is, from 1; None where each query head has its own.
    """

    stage: str
    head: int | None
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: Array
    note: str = ""  # what people must know to read the numbers; for the text alone
    kv_head: int | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.values.shape[0], self.values.shape[1]

    def part(self, rows: Sequence[int], columns: Sequence[int]) -> Array:
        """The numbers in those rows and columns."""
        part: Array = self.values[np.ix_(rows, columns)]
        return part

    def json(self, *, ascii_only: bool = False) -> str:
        """{"stage", "head", "rows", "columns", "values"} at full precision, a row a line; a hidden cell is null.

        After "head" stands "kv_head" where query heads share keys and values.
        """
        return "".join(self.json_pieces(ascii_only=ascii_only))

    def json_pieces(self, *, ascii_only: bool = False) -> Iterator[str]:
        """The same row by row: the text of millions of numbers is never there as a whole."""
        shared = {} if self.kv_head is None else {"kv_head": self.kv_head}
        fields = {"stage": self.stage, "head": self.head, **shared, "rows": self.rows, "columns": self.columns}
        text = ", ".join(f'"{name}": {json.dumps(value, ensure_ascii=ascii_only)}' for name, value in fields.items())
        yield f'{{{text}, "values": [\n  '
        yield from json_rows(self.values, ",\n  ")
        yield "\n]}\n"

    def csv(self) -> str:
        """Comma-separated at full precision: column labels on top, row labels at the left; a hidden cell is -inf.

        Labels are quoted where the format asks for it and otherwise left as they are, also those that begin with "=":
        whoever reads the file gets the labels that the scenario has. Spreadsheets offer to import columns as text.
        """
        return "".join(self.separated_pieces(","))

    def tsv(self) -> str:
        """As `csv`, with tabs between."""
        return "".join(self.separated_pieces("\t"))

    def separated_pieces(self, delimiter: str) -> Iterator[str]:
        """The lines of `csv` or `tsv` one by one."""
        yield delimiter.join(["", *(quoted_field(label, delimiter) for label in self.columns)]) + "\n"
        for label, row in zip(self.rows, self.values, strict=True):
            yield delimiter.join([quoted_field(label, delimiter), *full_row(row)]) + "\n"

    def text(self, decimals: int, way: str = "--format csv -o FILE") -> str:
        """Aligned columns to be read; whole numbers are short, all others show all their decimals.

        Of more than MOST_READ numbers only the corners are there, as NumPy prints them, and a line that says so and by
        which way a command writes them all.
        """
        shown, rows, columns = self.values, list(self.rows), list(self.columns)
        if self.values.size > MOST_READ:
            shown, rows, columns = _corners(shown, rows, columns)
        cells = format_results(shown, decimals)
        lines = [["", *map(visible, columns)]]
        lines += [[visible(label), *row] for label, row in zip(rows, cells, strict=True)]
        told = ""
        if self.values.size > MOST_READ:
            lines = _with_gaps(lines, self.values.shape)
            high, wide = map(grouped, self.values.shape)
            told = f"{high}×{wide} in all; {way} writes them.\n"
        widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
        head = "" if self.head is None else f", head {self.head}"
        if self.kv_head is not None:
            head += f" (key/value head {self.kv_head})" if head else f", key/value head {self.kv_head}"
        title = BY_NAME[self.stage].title if self.stage in BY_NAME else self.stage
        note = f": {self.note}" if self.note else ""
        return f"{title}{head}{note}\n" + "".join(_aligned(line, widths) for line in lines) + told


def stage_table(trace: Trace, stage: str, head: int | None = None) -> Table:
    """The table of a stage or an input (by its own name); head counts from 0, None is the first where there are heads.

    Raises NoSuchStage for another name, for a head that does not exist, and for a head of what has none; HiddenRow and
    Overflow as the trace does.
    """
    own = check_place(trace, stage, head)
    values = trace.at(stage, head)
    number = None if own is None else own + 1
    note = "e^(s − row maximum)" if stage == "exponentials" and trace.shifted(head or 0) else ""
    return Table(stage, number, *labels_of(trace, stage), values, note, shared_head(trace, stage, head))


def labels_of(trace: Trace, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the rows and the columns of a stage or input are called: tokens, else numbers from 1."""
    rows, columns = zip(_axes(trace, name), trace.shape(name), strict=True)
    return _labels(trace, *rows), _labels(trace, *columns)


def check_place(trace: Trace, name: str, head: int | None) -> int | None:
    """The head of which a stage or an input is asked, the first where none was said; None where there are no heads.

    Nothing is computed. Raises NoSuchStage for another name, for a head that does not exist, and for a head of what has
    none.
    """
    if name not in trace.stages and name not in _not_stages(trace):
        raise trace.no_such_stage(name)
    if head is not None and not 0 <= head < trace.sizes.heads:
        raise NoSuchStage(f"There is no head {head + 1}. Choose one from 1 to {trace.sizes.heads}.", Where("head"))
    per_head = has_heads(trace, name)
    if head is not None and not per_head:
        raise NoSuchStage(f"{name} is not of one head. Leave the head out.", Where("head"))
    return (head or 0) if per_head else None


def _not_stages(trace: Trace) -> tuple[str, ...]:
    """What has numbers besides the stages: what is given, and ALiBi's penalties."""
    given = tuple(name for name, _ in trace.scenario.given())
    return (*given, "alibi") if isinstance(trace.scenario.positions, Alibi) else given


def shared_head(trace: Trace, name: str, head: int | None) -> int | None:
    """Which head of keys and values, from 1, a query head reads there; None where it shares them with no other."""
    last = trace.sizes.heads - 1
    if name not in trace.stages or trace.slot(name, last) in (None, last):
        return None
    return (trace.slot(name, head) or 0) + 1


def has_heads(trace: Trace, name: str) -> bool:
    """True if each head has numbers of its own in that stage or input."""
    if name == "bias":
        return trace.scenario.bias is not None and trace.scenario.bias.ndim == 3
    return name == "alibi" or (name in trace.stages and BY_NAME[name].per_head)


def _axes(trace: Trace, name: str) -> tuple[str, str]:
    if name in trace.stages:
        return BY_NAME[name].axes
    return _ROWS_ARE.get(name, ""), "keys" if name in ("bias", "alibi") else ""


def _labels(trace: Trace, axis: str, count: int) -> tuple[str, ...]:
    if axis in ("queries", "keys"):
        return trace.scenario.query_labels if axis == "queries" else trace.scenario.key_labels
    return tuple(str(number) for number in range(1, count + 1))


def json_rows(values: Array, between: str) -> Iterator[str]:
    """Each row of a matrix as a JSON list at full precision, with `between` in front of all but the first."""
    for number, row in enumerate(values):
        yield (between if number else "") + "[" + ", ".join(full_row(row, "null")) + "]"


def full_row(row: Array, hidden: str = "-inf") -> list[str]:
    """The numbers of one row at full precision, −0 as it is. hidden: what stands for −∞; JSON has null.

    Each is the shortest text that reads back the same. A file may hold millions: none is asked for by itself.
    """
    texts: list[str] = list(map(repr, row.tolist())) if row.dtype == np.float64 else row.astype(np.str_).tolist()
    if hidden != "-inf" and np.isneginf(row).any():
        return [hidden if text == "-inf" else text for text in texts]
    return texts


def quoted_field(label: str, delimiter: str) -> str:
    """The label as a field of a separated line, in quotes where it needs them."""
    if label and label.strip() == label and not set(label) & {delimiter, '"', "\n", "\r"}:
        return label
    return '"' + label.replace('"', '""') + '"'


def _corners(values: Array, rows: list[str], columns: list[str]) -> tuple[Array, list[str], list[str]]:
    """The first and last few rows and columns, of a side that has more than both together."""
    high, wide = (_ends(length) for length in values.shape)
    return values[np.ix_(high, wide)], [rows[place] for place in high], [columns[place] for place in wide]


def _ends(length: int) -> list[int]:
    short = length <= 2 * _EDGE + 1
    return list(range(length)) if short else [*range(_EDGE), *range(length - _EDGE, length)]


def _with_gaps(lines: list[list[str]], shape: tuple[int, ...]) -> list[list[str]]:
    """The lines of the corners, first the labels, with "…" where rows and columns are left out."""
    if len(lines[0]) - 1 < shape[1]:
        lines = [[*line[: _EDGE + 1], "…", *line[_EDGE + 1 :]] for line in lines]
    if len(lines) - 1 < shape[0]:
        lines = [*lines[: _EDGE + 1], ["…"] * len(lines[0]), *lines[_EDGE + 1 :]]
    return lines


def _width(text: str) -> int:
    """Columns of a terminal: wide characters take two, combining marks and joiners none."""
    return sum(
        0 if unicodedata.combining(sign) or unicodedata.category(sign) in ("Cf", "Mn", "Me")
        else 2 if unicodedata.east_asian_width(sign) in "WF"
        else 1
        for sign in text
    )  # fmt: skip


def _aligned(cells: Iterable[str], widths: Iterable[int]) -> str:
    padded = [" " * (width - _width(cell)) + cell for cell, width in zip(cells, widths, strict=True)]
    return "  ".join(padded).rstrip() + "\n"
