"""The inspector's page of the newest state, written once as long as it says the same."""

from __future__ import annotations

from dataclasses import replace

from attnviz.app.inspection.inspector_words import dated, written
from attnviz.app.inspection.page import Page
from attnviz.app.session import State
from attnviz.engine.keeping import Want


class PageKept:
    """Of a large scenario many states say the same: an edit only dates it until its numbers are there, each part of a
    picture that comes is a new state, and another stage is looked at beside the same arithmetic.
    """

    def __init__(self) -> None:
        self._of: State | None = None
        self._page: Page | None = None
        self._dated: Page | None = None
        self._read: dict[Want, None] = {}  # what of the trace
        self._ahead = False  # it was written and is not shown yet

    def of(self, state: State) -> Page:
        """The page of that state; the same object where it says the same.

        What was read for it counts as read for this state too: it is computed first after the next edit.
        """
        if self._page is None or self._of is None or not _says_the_same(state, self._of, self._page):
            with state.trace.asked.noting() as read:
                self._page = written(state)
            self._of, self._dated, self._read = state, None, read
        else:
            state.trace.asked.used.update(self._read)
        if self._dated is None or self._dated.mark != dated(self._page, state).mark:
            self._dated = dated(self._page, state)
        return self._dated

    def write_ahead(self, state: State) -> bool:
        """Writes the page of that state where it must be written; True if it did, but never twice in a row, since what
        changes all the time would never be shown.
        """
        before = self._page
        if not self._ahead:
            self.of(state)
        self._ahead = self._page is not before
        return self._ahead


def _says_the_same(state: State, before: State, page: Page) -> bool:
    """True if a page that is there whole would be written alike; for sure where only looks differ."""
    if state.only_dressed(before):
        return True
    if page.waiting or not page.steps or state.trace is not before.trace or state.problem is not before.problem:
        return False
    view, known = state.view, before.view
    if view.moves or view.changes or view.compare != "off":  # told from other traces too
        return False
    alike = replace(
        known, theme=view.theme, text_size=view.text_size, viewport=view.viewport, focus=view.focus, layout=view.layout,
        tab=view.tab if state.selection.cell is not None else known.tab,
    )  # fmt: skip
    given = state.scenario.inputs.__class__ is before.scenario.inputs.__class__
    return alike == view and state.selection == before.selection and given
