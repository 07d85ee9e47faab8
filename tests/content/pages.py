"""Reads a web page as a browser would, strictly: every element is closed, and tables keep their cells apart."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "input", "br", "rect", "path"}


@dataclass
class Cell:
    """One cell: its element, attributes and text."""

    tag: str
    attributes: dict[str, str]
    text: str = ""


@dataclass
class Grid:
    """One table, row by row, with its caption."""

    caption: str = ""
    rows: list[list[Cell]] = field(default_factory=list)
    looks: str = ""

    def body(self) -> list[list[Cell]]:
        """The cells with numbers."""
        return [[cell for cell in row if "title" in cell.attributes] for row in self.rows[1:]]


class Page(HTMLParser):
    """The elements, attributes and tables of a page; `style` and `plain` are its style sheet and preformatted text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.metas: list[dict[str, str | None]] = []
        self.tables: list[Grid] = []
        self.style = self.plain = self.text = ""
        self.ids: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        given = {name: value or "" for name, value in attrs}
        self.ids += [given["id"]] if "id" in given else []
        if tag == "meta":
            self.metas.append(dict(attrs))
        if tag == "table":
            self.tables.append(Grid(looks=given.get("class", "")))
        if tag == "tr":
            self.tables[-1].rows.append([])
        if tag in ("td", "th"):
            self.tables[-1].rows[-1].append(Cell(tag, given))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self._open
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" in self._open:
            self.style += data
        elif "pre" in self._open:
            self.plain += data
        elif "caption" in self._open:
            self.tables[-1].caption += data
        elif {"td", "th"} & set(self._open):
            self.tables[-1].rows[-1][-1].text += data
        else:
            self.text += data
