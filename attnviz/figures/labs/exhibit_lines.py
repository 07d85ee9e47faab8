"""The numbers of an exhibit as lines of a table, for files and the clipboard, at full precision."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from attnviz.content.numerals import full
from attnviz.labs.exhibits import Bars, Boxes, Code, Exhibit, Matrix, Plane, Plot, Series, Sweep, Table

Cell = str | float


@dataclass(frozen=True)
class Lines:
    """A line of titles and lines of texts and numbers; no titles where there are none."""

    titles: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def separated(self, delimiter: str) -> str:
        """The lines with that sign between, quoted where the format asks for it."""
        made = io.StringIO()
        writer = csv.writer(made, delimiter=delimiter, lineterminator="\n")
        if any(self.titles):
            writer.writerow(self.titles)
        writer.writerows([tuple(map(_text, row)) for row in self.rows])
        return made.getvalue()

    def html(self) -> str:
        """The lines as a table that documents and spreadsheets paste."""
        titles = "".join(f"<th>{html.escape(title)}</th>" for title in self.titles)
        rows = "".join(
            "<tr>" + "".join(f"<td>{html.escape(_text(cell))}</td>" for cell in row) + "</tr>" for row in self.rows
        )
        return f"<table>{f'<tr>{titles}</tr>' if any(self.titles) else ''}{rows}</table>"


def lines_of(exhibit: Exhibit) -> Lines:
    """The exhibit's numbers: what a figure draws, nothing more."""
    match exhibit:
        case Matrix():
            values = np.atleast_2d(exhibit.values)
            beside = exhibit.row_labels or tuple(str(row + 1) for row in range(values.shape[0]))
            over = exhibit.column_labels or tuple(str(column + 1) for column in range(values.shape[1]))
            rows = zip(beside, values.tolist(), strict=True)
            return Lines(("", *over), tuple((label, *row) for label, row in rows))
        case Bars():
            return Lines(("", exhibit.title), tuple(zip(exhibit.labels, exhibit.values.tolist(), strict=True)))
        case Plot():
            ranges = any(series.low is not None for series in exhibit.series)
            titles = ("series", exhibit.x.title, exhibit.y.title, *(("least", "most") if ranges else ()))
            return Lines(titles, tuple(row for series in exhibit.series for row in _points(series, ranges=ranges)))
        case Plane():
            return Lines(("arrow", "x", "y"), tuple((arrow.label, *arrow.tip) for arrow in exhibit.arrows))
        case Boxes():
            return Lines(
                ("array", "shape", "operation"),
                tuple((box.label, " × ".join(f"{n} {k}" for n, k in box.axes), box.operation) for box in exhibit.boxes),
            )
        case Code():
            return Lines((), tuple((line,) for line in exhibit.lines))
        case Sweep():
            high, wide = exhibit.each
            states = [(i, j, exhibit.words[state]) for (i, j), state in np.ndenumerate(exhibit.states)]
            return Lines(
                ("query", "key", "state"),
                tuple((float(i * high + 1), float(j * wide + 1), word) for i, j, word in states),
            )
        case Table():
            return Lines(exhibit.columns, exhibit.rows)


def _points(series: Series, *, ranges: bool) -> Iterator[tuple[Cell, ...]]:
    """A line for each point; ranges: with the ends of what was found there, where there are any."""
    ends = [[] if own is None else own.tolist() for own in (series.low, series.high)]
    for place, (x, y) in enumerate(zip(series.x.tolist(), series.y.tolist(), strict=False)):
        yield series.label, x, y, *((own[place] if own else "" for own in ends) if ranges else ())


def _text(cell: Cell) -> str:
    return cell if isinstance(cell, str) else full(float(cell))
