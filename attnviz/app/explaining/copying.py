"""The explanation of the selected number on the clipboard: as plain text, Markdown or LaTeX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from attnviz.app.computing import Report, Share, computing, takes_long
from attnviz.app.errand import Errand
from attnviz.app.explaining.masking import masked
from attnviz.app.newest_copy import copies
from attnviz.app.session import State
from attnviz.content.explanation_parts import Depth, Explanation
from attnviz.content.wording import cell_name
from attnviz.engine.errors import AttentionError

Kind = Literal["text", "markdown", "latex"]
KINDS: dict[Kind, str] = {"text": "Plain &Text", "markdown": "&Markdown", "latex": "&LaTeX"}


def explanation_text(state: State, kind: Kind) -> str:
    """The explanation of the selected cell at the depth that is shown, complete; "" where none is selected."""
    from attnviz.content.explanation import explain  # only those who copy wait for them
    from attnviz.content.explanation_text import as_latex, as_markdown, as_text

    cell = state.selection.cell
    if cell is None:
        return ""
    told = masked(explain(state.trace, cell, state.view.decimals, terms=None), state.trace, state.view.veil)
    writers: dict[Kind, Callable[[Explanation, Depth], str]] = {
        "text": as_text, "markdown": as_markdown, "latex": as_latex,
    }  # fmt: skip
    return writers[kind](told, state.view.depth)


class CopiesExplanations:
    """Puts explanations on the clipboard for a widget. `say` is told what was put there, or why nothing was.

    Those of a large scenario, of thousands of terms, are written beside the window.
    """

    def __init__(self, widget: QWidget, say: Callable[[str], object]) -> None:
        self._errand = Errand(widget)
        self._say = say

    def copy(self, state: State, kind: Kind) -> None:
        """Copies the explanation of the selected number; nothing where none is selected."""
        cell = state.selection.cell
        if cell is None:
            return
        name = {"text": "plain text", "markdown": "Markdown", "latex": "LaTeX"}[kind]
        words = f"Copied as {name}: {cell_name(state.trace, cell)}."
        number = copies().ask()

        def put(text: str) -> None:
            data = QMimeData()
            data.setText(text)
            if kind == "markdown":
                data.setData("text/markdown", text.encode())
            if copies().put(number, lambda: QGuiApplication.clipboard().setMimeData(data)):
                self._say(words)

        def write(report: Report) -> str:
            return explanation_text(computing(state, Share(report)), kind)

        if takes_long(state):
            self._errand.begin("Copying the explanation", write, put, self._refuse)
        else:
            put(explanation_text(state, kind))

    def _refuse(self, error: AttentionError) -> None:
        self._say(str(error))
