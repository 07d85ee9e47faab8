"""The verbs that compute: `trace` prints one stage, `check` says whether everything can be computed."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from copy import copy
from functools import partial
from pathlib import Path
from typing import IO

from attnviz.cli.endings import check_ending
from attnviz.cli.parsers import FORMATS
from attnviz.cli.parsing import Arguments
from attnviz.cli.printing import fill_file, put, put_pieces
from attnviz.cli.progress import Share
from attnviz.content.atomic import shown
from attnviz.content.attn_file import load
from attnviz.content.tables import Table, stage_table
from attnviz.engine.errors import AttentionError, FieldError, Where
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace

DECIMALS = 3


def write_table(given: Arguments) -> int:
    """Prints one stage of a scenario, or writes it to a file."""
    assert given.scenario is not None
    traced = trace(load(given.scenario))
    try:
        table = stage_table(traced, given.stage, None if given.head is None else given.head - 1)
    except AttentionError as error:
        raise named(error, given.scenario) from error
    decimals = decimals_for(traced.scenario, given.decimals)
    kind = given.format or _kind_of(given.output)
    check_ending(given.output, kind, asked=given.format is not None)
    if kind != "text":
        refuse_decimals(given, kind)
    pieces = _pieces(table, kind, decimals)
    if given.output is None and kind == "text":
        put("".join(pieces))
    elif given.output is None:
        put_pieces(pieces, partial(table.json_pieces, ascii_only=True) if kind == "json" else None)
    else:
        _write(pieces, given.output, len(table.rows), force=given.force)
    return 0


def _write(pieces: Iterable[str], output: str, count: int, *, force: bool) -> None:
    """Writes the text as it comes, about `count` pieces of it, and tells a terminal how far it is."""
    share = Share(f"writing {Path(output).name}", sys.stderr)

    def fill(file: IO[bytes]) -> None:
        for done, piece in enumerate(pieces):
            file.write(piece.encode())
            share(min(1.0, done / count))

    try:
        fill_file(output, fill, force=force)
    finally:
        share.clear()


def refuse_decimals(given: Arguments, kind: str) -> None:
    """Raises FieldError for --decimals where every number is written in full."""
    if given.decimals is not None:
        raise FieldError(f"--decimals does not apply to {kind}. Leave it out.", Where("decimals"))


def check(given: Arguments) -> int:
    """Prints ok if every stage of every head has its numbers."""
    assert given.scenario is not None
    problem = trace(load(given.scenario)).compute()
    if problem is not None:
        raise named(problem, given.scenario)
    put("ok\n")
    return 0


def decimals_for(scenario: Scenario, asked: int | None) -> int:
    """As many as were asked for, else as many as the pencil keeps, else three."""
    if asked is not None:
        return asked
    return DECIMALS if scenario.pencil is None else scenario.pencil


def named(error: AttentionError, scenario: str) -> AttentionError:
    """The error with the scenario's name before it, as errors of reading have."""
    if str(error).startswith(f"{shown(scenario)}:"):
        return error
    found = copy(error)
    found.args = (f"{shown(scenario)}: {error}",)
    return found


def _kind_of(output: str | None) -> str:
    ending = Path(output).suffix[1:].lower() if output else ""
    return ending if ending in FORMATS else "text"


def _pieces(table: Table, kind: str, decimals: int) -> Iterable[str]:
    match kind:
        case "json":
            return table.json_pieces()
        case "csv" | "tsv":
            return table.separated_pieces("," if kind == "csv" else "\t")
    return (table.text(decimals),)
