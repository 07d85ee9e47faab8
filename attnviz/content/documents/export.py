"""One door to everything that is written: what of a trace, in which format, and the bytes of the file."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import IO, Literal

from attnviz.content.documents.blocks import Block, Chain
from attnviz.content.documents.extract import Extract, Part, extract
from attnviz.content.documents.latex import latex_document, latex_fragment
from attnviz.content.documents.latex_matrix import Setting
from attnviz.content.documents.markdown import markdown_document
from attnviz.content.documents.numbers import NUMBER_FORMATS, numbers_text, write_numbers
from attnviz.content.documents.web_page import web_page
from attnviz.content.documents.worked_example import matrices, worked_example
from attnviz.content.explanation import MOST_TERMS, explain
from attnviz.content.tensors.npz_writer import Report
from attnviz.engine.cells import Cell
from attnviz.engine.tracing import Trace

Format = Literal["latex", "markdown", "html", "csv", "tsv", "json", "npz"]
Content = Literal["example", "matrices", "number"]
ENDINGS: dict[Format, str] = {
    "latex": ".tex", "markdown": ".md", "html": ".html", "csv": ".csv", "tsv": ".tsv", "json": ".json", "npz": ".npz",
}  # fmt: skip


WHOLE_TO = 32  # rows and columns of a matrix that was asked for by its name: up to there nothing is left out


@dataclass(frozen=True)
class Order:
    """What is to be written.

    names: inputs and stages, none for all. head: counted from 0, None for all. content (LaTeX and Markdown): a worked
    example, the matrices alone, or the arithmetic of the number in `cell`. query: the one that is followed, from 0.
    labels: tokens stand beside the matrices. whole: large matrices are not shortened, as those that are named up to
    WHOLE_TO never are. standalone (LaTeX): the file
    compiles by itself; an example always does. carry: JSON and NPZ of everything, and HTML, hold the scenario too.
    part (numbers): only these rows and columns of matrices of queries and keys, as half-open ranges.
    """

    format: Format
    names: tuple[str, ...] = ()
    head: int | None = None
    content: Content = "example"
    cell: Cell | None = None
    query: int = 0
    decimals: int = 3
    labels: bool = True
    whole: bool = False
    standalone: bool = False
    carry: bool = True
    part: Part | None = None


def export_bytes(trace: Trace, order: Order) -> bytes:
    """The file. Raises NoSuchStage for what is not there, HiddenRow and Overflow where numbers cannot be had."""
    file = io.BytesIO()
    export_into(trace, order, file)
    return file.getvalue()


def export_into(trace: Trace, order: Order, file: IO[bytes], report: Report | None = None) -> None:
    """Writes the same into a file; numbers piece by piece. report: is told the part done; Stopped where it says so."""
    if order.format in NUMBER_FORMATS:
        taken = extract(trace, order.names, order.head, order.part)
        write_numbers(taken, order.format, file, carry=order.carry and not order.names, report=report)
    else:
        file.write(export_text(trace, order).encode())


def export_text(trace: Trace, order: Order, *, ascii_only: bool = False) -> str:
    """The file's text, for every format but NPZ. ascii_only: JSON escapes what is not ASCII."""
    taken = extract(trace, order.names, order.head, order.part)
    whole_to = WHOLE_TO if order.names and order.content == "matrices" else 0
    match order.format:
        case "html":
            return web_page(taken, order.query, order.decimals, carry=order.carry)
        case "latex":
            setting = Setting(order.decimals, order.labels, order.whole, whole_to)
            write = latex_document if order.content == "example" or order.standalone else latex_fragment
            return write(_blocks(taken, order), setting)
        case "markdown":
            return markdown_document(_blocks(taken, order), order.decimals, whole=order.whole, whole_to=whole_to)
    return numbers_text(taken, order.format, carry=order.carry and not order.names, ascii_only=ascii_only)


def _blocks(taken: Extract, order: Order) -> tuple[Block, ...]:
    if order.content == "number" and order.cell is not None:
        terms = None if order.whole else MOST_TERMS
        return (Chain(explain(taken.trace, order.cell, order.decimals, terms=terms)),)
    if order.content == "matrices":
        return matrices(taken)
    return worked_example(taken, order.query, order.decimals)
