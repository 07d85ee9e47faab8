"""The verb `export`: a scenario as a document, or its numbers for other programs."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import cast

from attnviz.cli.endings import check_ending
from attnviz.cli.numbers import decimals_for, named
from attnviz.cli.parsing import Arguments
from attnviz.cli.printing import complain, fill_file, put_data, put_pieces, remark
from attnviz.cli.progress import Share
from attnviz.content.atomic import FileProblem, shown
from attnviz.content.attn_file import load
from attnviz.content.documents.export import ENDINGS, Content, Format, Order, export_into, export_text
from attnviz.content.documents.extract import extract
from attnviz.content.documents.numbers import number_pieces
from attnviz.content.importing.refusals import MOST_TEXT_BYTES
from attnviz.content.presets import opening_query
from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError, FieldError, NoSuchStage, Where, brief
from attnviz.engine.links import check_cell
from attnviz.engine.tracing import Trace, trace

_FORMATS: dict[str, Format] = {ending: kind for kind, ending in ENDINGS.items()} | {
    ".markdown": "markdown", ".htm": "html", ".latex": "latex",
}  # fmt: skip
_TEXTS_OF_NUMBERS = ("csv", "tsv", "json")
_VERY_MANY = 1 << 28  # bytes of arrays
_DOCUMENTS = ("latex", "markdown", "html")


def export(given: Arguments) -> int:
    """Prints what was asked for, or writes it to a file."""
    assert given.scenario is not None
    output = None if given.output == "-" else given.output
    kind = _format(given.format, output)
    traced = trace(load(given.scenario))
    try:
        order = _order(traced, given, kind)
        if output is not None:
            _write(traced, order, output, force=given.force)
            _say_if_too_large(kind, output)
            return 0
        if kind in _TEXTS_OF_NUMBERS:
            _print_numbers(traced, order)
            return 0
        text = export_text(traced, order)
    except FileProblem:
        raise
    except AttentionError as error:
        raise named(error, given.scenario) from error
    put_data(text)
    return 0


def _write(traced: Trace, order: Order, output: str, *, force: bool) -> None:
    """Writes the file as it comes, and tells a terminal how far it is."""
    share = Share(f"writing {Path(output).name}", sys.stderr)
    try:
        fill_file(output, partial(export_into, traced, order, report=share), force=force)
    finally:
        share.clear()


def _print_numbers(traced: Trace, order: Order) -> None:
    """Prints numbers as they come, after it is sure that there are all of them."""
    taken = extract(traced, order.names, order.head)
    pieces = partial(number_pieces, taken, order.format, carry=order.carry and not order.names)
    made = pieces()
    for _table in taken.each():
        pass
    put_pieces(made, partial(pieces, ascii_only=True) if order.format == "json" else None)


def _say_if_too_large(kind: Format, output: str) -> None:
    """One line on standard error for a text of numbers that is larger than what our import reads.

    Whoever wrote very many arrays at a terminal is told how many bytes these are.
    """
    length = Path(output).stat().st_size
    if kind == "npz" and length > _VERY_MANY:
        remark(f"{shown(output)} has {length >> 20} MB. One head alone: --stage weights --head 1.")
    if kind in _TEXTS_OF_NUMBERS and length > MOST_TEXT_BYTES:
        size, most = length >> 20, MOST_TEXT_BYTES >> 20
        remedy = f"Give one head or fewer stages, or -o {shown(Path(output).with_suffix('.npz'))}"
        complain(f"{shown(output)} has {size} MB, but import reads texts of up to {most} MB. {remedy}.")


def _format(asked: str | None, output: str | None) -> Format:
    """What was asked for, else what the file's name ends in."""
    ending = Path(output or "").suffix.lower()
    kind = cast("Format | None", asked) or _FORMATS.get(ending)
    if kind is not None:
        check_ending(output, kind, asked=asked is not None)
    if kind is None:
        why = "The format is not said" if output is None else f"Nothing is known about the ending {ending!r}"
        raise FieldError(f"{why}. Add --format with one of: {', '.join(ENDINGS)}.", Where("format"))
    if kind == "npz" and output is None:
        raise FieldError("npz is no text. Give it a file with -o FILE.npz.", Where("format"))
    return kind


def _order(traced: Trace, given: Arguments, kind: Format) -> Order:
    """The order, with everything checked that the format decides."""
    names = tuple(name.strip() for name in given.stages.split(",")) if given.stages is not None else ()
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise FieldError(f"--stage names {brief(twice)} twice. Keep one of them.", Where("stage"))
    head = None if given.head is None else given.head - 1
    _refuse_what_changes_nothing(given, kind)
    cell = _cell(traced, given, names, head)
    content: Content = "number" if cell is not None else "matrices" if names or given.matrices else "example"
    return Order(
        kind, names, head, content, cell, _query(traced, given), decimals_for(traced.scenario, given.decimals),
        labels=not given.no_labels, whole=given.whole, standalone=given.standalone, carry=not given.no_scenario,
    )  # fmt: skip


def _refuse_what_changes_nothing(given: Arguments, kind: Format) -> None:
    """Raises FieldError for an option that does not apply to the format."""
    told = kind in ("latex", "markdown")
    options = (
        ("--row", given.row_asked is not None, told),
        ("--column", given.column_asked is not None, told),
        ("--matrices", given.matrices, told),
        ("--no-labels", given.no_labels, kind == "latex"),
        ("--standalone", given.standalone, kind == "latex"),
        ("--whole", given.whole, told),
        ("--no-scenario", given.no_scenario, kind in ("json", "npz", "html")),
        ("--query", given.query is not None, kind in _DOCUMENTS),
        ("--decimals", given.decimals is not None, kind in _DOCUMENTS),
    )
    wrong = next((name for name, said, fits in options if said and not fits), None)
    if wrong is not None:
        raise FieldError(f"{wrong} does not apply to {kind}. Leave it out.", Where("format"))


def _cell(traced: Trace, given: Arguments, names: tuple[str, ...], head: int | None) -> Cell | None:
    """The number whose arithmetic is asked for; None without --row and --column."""
    if given.row_asked is None and given.column_asked is None:
        return None
    if given.row_asked is None or given.column_asked is None or len(names) != 1:
        raise FieldError(
            "One number needs --stage with one name, --row and --column. Add what is missing.",
            Where("row"),
        )
    taken = extract(traced, names, head)
    cell = Cell(names[0], taken.heads_of(names[0])[0], given.row_asked - 1, given.column_asked - 1)
    check_cell(traced, cell)
    return cell


def _query(traced: Trace, given: Arguments) -> int:
    """The query that is followed: the one asked for, the one that the example opens on, else the second."""
    count = traced.sizes.T
    if given.query is None:
        opening = opening_query(given.scenario or "", traced.scenario.query_labels)
        return min(1, count - 1) if opening is None else opening
    if given.query > count:
        raise NoSuchStage(f"There is no query {given.query}. Choose one from 1 to {count}.", Where("query"))
    return given.query - 1
