"""Markdown as GitHub reads it: a worked example, or matrices as tables under their formulas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attnviz.content.documents.blocks import Block, Chain, Facts, Heading, Labels, Matrix, Words
from attnviz.content.explanation_text import as_markdown
from attnviz.content.glimpse import Glimpse, places_shown
from attnviz.content.labels import isolated, visible
from attnviz.content.numerals import format_results
from attnviz.content.tables import Table

MOST_ROWS, MOST_COLUMNS = 40, 24
_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~$&!])")


def markdown_document(blocks: Iterable[Block], decimals: int, *, whole: bool = False, whole_to: int = 0) -> str:
    """The blocks as one text. whole: large matrices are not shortened. whole_to: nor those of so many columns."""
    return "\n".join(_block(block, decimals, _whole(block, whole, whole_to)) for block in blocks)


def markdown_text(text: str) -> str:
    """The text with nothing in it that Markdown takes for its own, in one line."""
    return _MARKUP.sub(r"\\\1", text.replace("\n", " "))


def markdown_table(table: Table | Glimpse, decimals: int, *, whole: bool = False) -> str:
    """A table with its labels; a large one with dots in the place of rows and columns, unless the whole is wanted."""
    rows, columns = table.shape
    lines = places_shown(rows, rows if whole else MOST_ROWS)
    kept = places_shown(columns, columns if whole else MOST_COLUMNS)
    texts = format_results(table.part(lines, kept), decimals)
    heading = ["", *(_label(table.columns[place]) for place in kept)]
    body = [[f"**{_label(table.rows[row])}**", *line] for row, line in zip(lines, texts, strict=True)]
    column, row = _dots_at(kept), _dots_at(lines)
    if column is not None:
        for line in (heading, *body):
            line.insert(column + 1, "…")
    if row is not None:
        body.insert(row, ["⋮"] * len(heading))
    rule = ["---", *["---:"] * (len(heading) - 1)]
    return "".join(f"| {' | '.join(line)} |\n" for line in (heading, rule, *body))


def _block(block: Block, decimals: int, whole: bool) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * (level + 1)} {markdown_text(isolated(text) if level == 0 else text)}\n"
        case Words(text):
            return f"{markdown_text(text)}\n"
        case Facts(pairs):
            return "".join(f"- **{markdown_text(name)}**: {markdown_text(words)}\n" for name, words in pairs)
        case Labels(word, labels):
            listed = ", ".join(f"{number} {_label(label)}" for number, label in enumerate(labels, start=1))
            return f"**{word}**: {listed}\n"
        case Matrix():
            return _matrix(block, decimals, whole)
        case Chain(explanation):
            return as_markdown(explanation, "formula")


def _whole(block: Block, whole: bool, whole_to: int) -> bool:
    if not isinstance(block, Matrix) or block.table is None:
        return whole
    return whole or max(block.table.shape) <= whole_to


def _matrix(matrix: Matrix, decimals: int, whole: bool) -> str:
    lines = [f"### {markdown_text(matrix.title)}\n"]
    said = [matrix.sentence] if matrix.sentence else []
    if matrix.table is None:
        said.append(matrix.reason or "Nothing changes here.")
    else:
        rows, columns = matrix.table.shape
        short = not whole and (rows > MOST_ROWS or columns > MOST_COLUMNS)
        said.append(f"{rows} × {columns}{', shortened' if short else ''}.")
        said += [f"{matrix.table.note}."] if matrix.table.note else []
    lines.append(f"{markdown_text(' '.join(said))}\n")
    if matrix.equation:
        lines.append(f"$${matrix.symbol} = {matrix.equation}$$\n")
    if matrix.table is not None:
        lines.append(markdown_table(matrix.table, decimals, whole=whole))
    return "\n".join(lines)


def _label(label: str) -> str:
    return markdown_text(isolated(visible(label)))


def _dots_at(kept: Sequence[int]) -> int | None:
    """Before which of the kept places something is left out; None where nothing is."""
    return next((place for place, index in enumerate(kept) if index != place), None)
