"""What leaves the window in writing: an order for a document or for numbers, and that nothing veiled leaves with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO

from attnviz.app.session import State
from attnviz.content.documents.export import ENDINGS, Format, Order, export_bytes, export_into, export_text
from attnviz.content.documents.extract import extract
from attnviz.content.tables import has_heads
from attnviz.content.tensors.npz_writer import Report
from attnviz.figures.veil import refuse_veiled


@dataclass(frozen=True)
class DocumentChoice:
    """An order, and what its file is called unless somebody chooses otherwise."""

    order: Order

    @property
    def suffix(self) -> str:
        """The ending of the file."""
        return ENDINGS[self.order.format]

    @property
    def name(self) -> str:
        """The stage and the head, or the kind of document."""
        order = self.order
        if order.content == "number" and order.cell is not None:
            return f"{order.cell.name}-{order.cell.row + 1}-{order.cell.column + 1}"
        whole = {"example": "worked-example", "matrices": "matrices", "number": ""}
        if order.format in ("csv", "tsv", "json", "npz"):
            whole["example"] = "numbers"
        if order.format == "html":
            whole["example"] = "attention"
        stages = "-".join(order.names) or whole[order.content]
        return stages if order.head is None else f"{stages}-head-{order.head + 1}"

    def bytes_of(self, state: State) -> bytes:
        """The content of the file. Raises AttentionError where the numbers do not exist or are not to be shown."""
        self.refuse_veiled_numbers(state)
        return export_bytes(state.trace, self.order)

    def write_into(self, state: State, file: IO[bytes], report: Report) -> None:
        """Writes the same into a file, piece by piece. Raises Stopped where `report` says so."""
        self.refuse_veiled_numbers(state)
        export_into(state.trace, self.order, file, report)

    def text_of(self, state: State) -> str:
        """The same as a text, for every format but NPZ."""
        self.refuse_veiled_numbers(state)
        return export_text(state.trace, self.order)

    def refuse_veiled_numbers(self, state: State) -> None:
        """Raises FieldError where some of the numbers are veiled.

        Arithmetic tells the numbers that it comes from, and a page carries its scenario: they need all numbers.
        """
        order, trace = self.order, state.trace
        everything = order.content == "number" or order.format == "html"
        taken = extract(trace, () if everything else order.names, None if everything else order.head)
        for name in taken.names:
            for head in taken.heads_of(name):
                refuse_veiled(trace, state.view.veil, name, head)


def stage_order(state: State, stage: str, kind: Format) -> Order:
    """The matrix of one stage or input, of the selected head where there are heads."""
    head = state.selection.head if has_heads(state.trace, stage) and state.scenario.sizes.heads > 1 else None
    return Order(kind, (stage,), head, "matrices", decimals=state.view.decimals)
