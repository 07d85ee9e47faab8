"""All words of the course in one list that can be searched; a word inside a text leads to its own entry."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QTextBrowser, QVBoxLayout, QWidget

from attnviz.app.lessons.words import PX
from attnviz.content.lessons.glossary import GLOSSARY, Entry, entry
from attnviz.figures.prose import TERM, prose
from attnviz.figures.theme import theme
from attnviz.figures.view import View

NOTHING = "No word begins or goes on like that."


class GlossaryDialog(QDialog):
    """Typing narrows the list to the words that hold the text, those that begin with it first."""

    def __init__(self, view: View, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("glossary")
        self.setWindowTitle("Glossary")
        self._view = view
        self._search = QLineEdit(self)
        self._search.setObjectName("glossary.search")
        self._search.setPlaceholderText("Search")
        self._search.setAccessibleName("Search the glossary")
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._list)
        self._page = QTextBrowser(self)
        self._page.setObjectName("glossary.text")
        self._page.setAccessibleName("Words of the course")
        self._page.setOpenLinks(False)
        self._page.anchorClicked.connect(self._go)
        buttons = QDialogButtonBox(self)
        buttons.addButton("&Close", QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self._search)
        column.addWidget(self._page, 1)
        column.addWidget(buttons)
        unit = self.fontMetrics().height()
        self.resize(36 * unit, 36 * unit)
        self.resize(self.size().boundedTo(self.screen().availableSize() * 0.9))
        self._list("")

    def _list(self, wanted: str) -> None:
        found = matching(wanted)
        text = "\n\n".join(f"**{one.term}**{_others(one)}  \n{one.text}" for one in found) or NOTHING
        px = PX[self._view.text_size]
        look = theme(self._view.theme, self._view.text_size)
        self._prose = prose(text, look, px, self._page.width())
        self._prose.setDocumentMargin(12)
        self._page.setDocument(self._prose)

    def _go(self, link: QUrl) -> None:
        """A word inside a text is looked up."""
        found = entry(link.toString().removeprefix(TERM))
        if found is not None:
            self._search.setText(found.term)


def matching(wanted: str) -> list[Entry]:
    """The entries that hold a text in their names, by the alphabet, those that begin with it first."""
    sought = " ".join(wanted.split()).casefold()
    names = {one.term: [name.casefold() for name in (one.term, *one.also)] for one in GLOSSARY.values()}
    found = [one for one in GLOSSARY.values() if any(sought in name for name in names[one.term])]
    return sorted(
        found,
        key=lambda one: (not any(name.startswith(sought) for name in names[one.term]), one.term.casefold()),
    )


def _others(one: Entry) -> str:
    """Its other names, but for plurals and such, which say nothing new."""
    other = [name for name in one.also if not name.casefold().startswith(one.term.casefold())]
    return f" ({', '.join(other)})" if other else ""
