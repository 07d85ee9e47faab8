"""The verbs that explain one number: `explain` prints its arithmetic, `gradients` what moves it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from attnviz.cli.endings import check_ending
from attnviz.cli.numbers import decimals_for, named, refuse_decimals
from attnviz.cli.parsing import Arguments
from attnviz.cli.printing import fill_file, put, put_data, put_file, put_pieces
from attnviz.content.attn_file import load
from attnviz.content.explanation import MOST_TERMS, Depth, Explanation, explain
from attnviz.content.explanation_text import as_latex, as_markdown, as_text
from attnviz.content.tables import check_place, full_row, stage_table
from attnviz.engine.arrays import Array
from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError
from attnviz.engine.influence import partials
from attnviz.engine.links import check_cell
from attnviz.engine.tracing import Trace, trace

_WRITERS: dict[str, Callable[[Explanation, Depth], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "latex": lambda explanation, depth: as_latex(explanation, depth, document=True),
}
_ENDINGS = {".md": "markdown", ".markdown": "markdown", ".tex": "latex"}


def explain_number(given: Arguments) -> int:
    """Prints the arithmetic of one number, or writes it to a file."""
    assert given.scenario is not None
    traced = trace(load(given.scenario))
    kind = given.format or _ENDINGS.get(Path(given.output or "").suffix.lower(), "text")
    check_ending(given.output, kind, asked=given.format is not None)
    depth: Depth = given.depth or ("formula" if kind == "latex" else "numbers")
    try:
        cell = _cell(traced, given)
        found = explain(
            traced, cell, decimals_for(traced.scenario, given.decimals),
            terms=None if given.all_terms else MOST_TERMS, from_inputs=given.from_inputs,
        )  # fmt: skip
    except AttentionError as error:
        raise named(error, given.scenario) from error
    _write(given, _WRITERS[kind](found, depth), kind)
    return 0


def number_gradients(given: Arguments) -> int:
    """Prints the partial derivatives of one number, or writes them to a file."""
    assert given.scenario is not None
    kind = given.format or "json"
    check_ending(given.output, kind, asked=given.format is not None)
    if kind == "json":
        refuse_decimals(given, kind)
    traced = trace(load(given.scenario))
    try:
        found = partials(traced, _cell(traced, given))
    except AttentionError as error:
        raise named(error, given.scenario) from error
    if kind == "text":
        _write(given, _tables(traced, found, decimals_for(traced.scenario, given.decimals)), given.format)
    else:
        _write_pieces(given, _json(found))
    return 0


def _cell(traced: Trace, given: Arguments) -> Cell:
    """The number that was asked for. Raises AttentionError if there is none."""
    head = check_place(traced, given.stage, None if given.head is None else given.head - 1)
    cell = Cell(given.stage, head, given.row - 1, given.column - 1)
    check_cell(traced, cell)
    traced.at(cell.name, cell.head)  # a number that does not exist has no arithmetic
    return cell


def _json(found: dict[str, Array]) -> Iterator[str]:
    """{"X": [[…]], …} at full precision, a matrix a line."""
    for number, (name, values) in enumerate(found.items()):
        yield ("{" if number == 0 else ",\n") + f'"{name}": '
        yield from _nested(values + values.dtype.type(0))  # never −0
    yield "}\n"


def _nested(values: Array) -> Iterator[str]:
    if values.ndim == 1:
        yield "[" + ", ".join(full_row(values)) + "]"
        return
    for number, part in enumerate(values):
        yield "[" if number == 0 else ", "
        yield from _nested(part)
    yield "]"


def _tables(traced: Trace, found: dict[str, Array], decimals: int) -> str:
    """Each input's slopes as a table with its labels, one for each head where there are several."""
    texts = []
    for name, values in found.items():
        for head in range(len(values)) if values.ndim == 3 else (None,):
            matrix = values[None] if values.ndim == 1 else values if head is None else values[head]
            table = replace(stage_table(traced, name, head), values=matrix)
            texts.append(table.text(decimals, "--format json -o FILE"))
    return "\n".join(texts)


def _write(given: Arguments, text: str, kind: str | None) -> None:
    if given.output is None:
        (put if kind == "text" else put_data)(text)
    else:
        put_file(given.output, text.encode(), force=given.force)


def _write_pieces(given: Arguments, pieces: Iterator[str]) -> None:
    if given.output is None:
        put_pieces(pieces)
    else:
        fill_file(given.output, lambda file: file.writelines(piece.encode() for piece in pieces), force=given.force)
