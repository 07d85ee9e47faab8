"""What a person can do to one matrix as a whole or in blocks, each as one undo step with a readable label."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from shiboken6 import isValid

from attnviz.app.newest_copy import copies
from attnviz.app.panes import pane_edits
from attnviz.app.panes.block_text import (
    BESIDE,
    BESIDE_TEXT,
    Ambiguous,
    Report,
    read,
    refuse_too_many,
    unreported,
    written,
)
from attnviz.app.panes.matrix_words import input_names, place, plane, token_side
from attnviz.app.panes.numbers_model import NumbersModel
from attnviz.app.panes.pane_edits import Rectangle
from attnviz.app.panes.pane_questions import PaneQuestions
from attnviz.engine.arrays import Array
from attnviz.engine.edits import dimensions_of, set_token
from attnviz.engine.errors import AttentionError, ShapeError, Where
from attnviz.engine.scenario import Scenario
from attnviz.figures.labels import visible

if TYPE_CHECKING:
    from attnviz.app.errand import Errand
    from attnviz.content.blocks import Block

LONGEST_PASTE = 64 << 20  # characters: as large as a file of text that is imported
FIRST_SEED = 7
_TOO_LATE = "Something else was copied meanwhile, so nothing was cut. Cut it again if it is to go."
Made = TypeVar("Made")


class MatrixCommands:
    """Edits of the matrix that a model shows. errand: makes what does long things beside the window."""

    def __init__(
        self, model: NumbersModel, questions: PaneQuestions, errand: Callable[[], Errand] | None = None
    ) -> None:
        self.model = model
        self.questions = questions
        self._new_errand = errand
        self._errand: Errand | None = None
        self.last_seed = FIRST_SEED

    @property
    def scenario(self) -> Scenario:
        """The scenario as it is now."""
        return self.model.session.state.scenario

    def clear(self, at: Rectangle) -> bool:
        """Puts 0 into the block."""
        return self._zero(at, f"Clear {self._block_words(at)}")

    def copy(self, at: Rectangle, then: Callable[[], object] | None = None) -> None:
        """Puts the block on the clipboard, as text and as a table; `then` once it is there.

        Nothing is put there in place of what was copied later, and nothing is cut then.
        Very many numbers are written beside the window, and more than programs take from a clipboard are refused.
        """
        values, is_still_there, number = at.of(self._numbers()), self._there(), copies().ask()

        def put(parts: tuple[str, str | None]) -> None:
            data = QMimeData()
            data.setText(parts[0])
            if parts[1] is not None:
                data.setHtml(parts[1])
            came = copies().put(number, lambda: QGuiApplication.clipboard().setMimeData(data))
            if then is not None and is_still_there():
                if came:
                    then()
                else:
                    self._refuse("Cut", AttentionError(_TOO_LATE, Where(self.model.name)))

        try:
            refuse_too_many(values, self.model.name)
        except AttentionError as error:
            self._refuse("Copy", error)
            return
        write = partial(written, values)
        self._do(f"Copying {self._block_words(at)}", write, put, "Copy", beside=values.size > BESIDE)

    def cut(self, at: Rectangle) -> None:
        """Puts the block on the clipboard and then 0 in its place."""
        self.copy(at, lambda: self._zero(at, f"Cut {self._block_words(at)}"))

    def paste(self, at: Rectangle, went: Callable[[Rectangle], object]) -> None:
        """Puts the clipboard's block in from the selection's first cell on; `went` gets where.

        One number fills the selection. A block that does not fit is never clipped: the matrix is resized if the
        question is answered so, else the paste is refused in words. Very much text is read beside the window.
        """
        name, text = self.model.name, QGuiApplication.clipboard().text()
        if len(text) > LONGEST_PASTE:
            words = "The clipboard holds far more than one matrix. Copy a smaller block."
            self._refuse("Paste", ShapeError(words, Where(name)))
            return

        is_still_there = self._there()

        def use(found: Block | Ambiguous) -> None:
            place = self._put_in(at, found) if is_still_there() else None
            if place is not None:
                went(place)

        def understand(report: Report) -> Block | Ambiguous:
            return read(text, report, hides=name == "bias")

        self._do(f"Pasting into {name}", understand, use, "Paste", beside=len(text) > BESIDE_TEXT)

    def _do(
        self,
        what: str,
        make: Callable[[Report], Made],
        use: Callable[[Made], object],
        label: str,
        *,
        beside: bool,
    ) -> None:
        """Has `use` take what is made, at once or after it was made beside the window; a refusal is told."""
        if beside and self._new_errand is not None:
            self._errand = self._errand or self._new_errand()
            is_still_there = self._there()

            def refuse(error: AttentionError) -> None:
                if is_still_there():
                    self._refuse(label, error)

            self._errand.begin(what, make, use, refuse, behind=True)
            return
        try:
            made = make(unreported)
        except AttentionError as error:
            self._refuse(label, error)
            return
        use(made)

    def _there(self) -> Callable[[], bool]:
        """Tells later whether the matrix still is the one of now: of this document, and in a pane."""
        session, model, begun = self.model.session, self.model, self.model.session.documents

        def is_still_there() -> bool:
            return isValid(model) and session.documents == begun and model.name in input_names(session.state.scenario)

        return is_still_there

    def _put_in(self, at: Rectangle, found: Block | Ambiguous) -> Rectangle | None:
        """Where a pasted block went, None if it did not go in."""
        name, head = self.model.name, self.model.head
        try:
            block = self._meant(found) if isinstance(found, Ambiguous) else found
            wanted = None if block.size == 1 else pane_edits.fit(self.scenario, name, head, at, block)
            if wanted is not None:
                self._ask_to_resize(block, wanted)
        except AttentionError as error:
            self._refuse("Paste", error)
            return None
        size = (at.rows, at.columns) if block.size == 1 else (block.shape[0], block.shape[1])
        label = f"Paste {size[0]}×{size[1]} into {name}"
        done = self.model.session.edit(label, lambda now: pane_edits.paste(now, name, head, at, block))
        return Rectangle(at.row, at.column, *size) if done else None

    def finish(self) -> None:
        """Comes back when all that is pasted, cut and copied is where it belongs."""
        if self._errand is not None:
            self._errand.wait()

    def fill_with_zeros(self) -> bool:
        """Makes every number 0."""
        return self._fill("zeros", pane_edits.zeros)

    def fill_with_identity(self) -> bool:
        """Puts ones on the diagonal and 0 elsewhere."""
        return self._fill("the identity", pane_edits.identity)

    def fill_with_random(self) -> bool:
        """Draws every number anew from a seed that is asked for."""
        seed = self.questions.seed(self.last_seed)
        if seed is None:
            return False
        self.last_seed = seed
        words = f"random numbers (seed {seed})"
        return self._fill(words, lambda now, name, head: pane_edits.random(now, name, head, seed))

    def add(self, axis: int, beside: int, *, after: bool) -> bool:
        """Adds a row (axis 0) or column (axis 1) beside that one."""
        name, label = self.model.name, f"Insert {self.kind(axis)}"
        return self.model.session.edit(label, lambda now: pane_edits.grown(now, name, axis, beside, after=after))

    def remove(self, axis: int, place: int) -> bool:
        """Removes that row or column."""
        name, label = self.model.name, f"Remove {self.kind(axis).split(' of ')[0]} {self.which(axis, place)}"
        return self.model.session.edit(label, lambda now: pane_edits.shrunk(now, name, axis, place))

    def rename(self, row: int, text: str) -> bool:
        """Gives the token beside that row another label."""
        name = self.model.name

        def change(now: Scenario) -> Scenario:
            return set_token(now, token_side(now, name), row, text)

        return self.model.session.edit(f"Rename token “{_short(text)}”", change)

    def can_resize(self, axis: int) -> bool:
        """True unless the axis is the one row of a bias."""
        return axis == 1 or self.scenario.matrix(self.model.name).ndim != 1

    def kind(self, axis: int) -> str:
        """What there would be one more of: "token", "query", "key", "row of d_model", "column of d_k"."""
        name = self.model.name
        dimension, _ = pane_edits.position_in(self.scenario, name, axis, 0)
        if dimension == "T":
            return "token" if name == "X" else "query"
        if dimension == "S":
            return "source token" if name == "source" else "key"
        return f"{'column' if axis else 'row'} of {dimension}"

    def entails(self, axis: int, verb: str) -> str:
        """What else follows when the axis "grows" or "shrinks": "d_k grows, in W_Q and W_K, in every head"."""
        scenario = self.scenario
        dimension = dimensions_of(scenario, self.model.name)[axis]
        names = [name for name in input_names(scenario) if dimension in dimensions_of(scenario, name)]
        subject = {"T": "The number of queries", "S": "The number of keys"}.get(dimension, dimension)
        words = f"{subject} {verb}, in {', '.join(names[:-1])} and {names[-1]}" if names[1:] else f"{subject} {verb}"
        several = dimension in ("d_k", "d_v") and scenario.sizes.heads > 1
        return f"{words}, in every head" if several else words

    def which(self, axis: int, place: int) -> str:
        """One row or column by its number among its kind and by name: "2 “b”", "2 of d_model"."""
        dimension, position = pane_edits.position_in(self.scenario, self.model.name, axis, place)
        number = str(position + 1)
        if dimension not in ("T", "S"):
            return f"{number} of {dimension}"
        label = (self.scenario.query_labels if dimension == "T" else self.scenario.key_labels)[place]
        return number if label == number else f"{number} “{_short(label)}”"

    def _zero(self, at: Rectangle, label: str) -> bool:
        name, head = self.model.name, self.model.head
        values = np.broadcast_to(0.0, (at.rows, at.columns))  # which takes no memory
        return self.model.session.edit(label, lambda now: pane_edits.put_block(now, name, head, at, values))

    def _fill(self, words: str, change: Callable[[Scenario, str, int], Scenario]) -> bool:
        name, head = self.model.name, self.model.head
        return self.model.session.edit(f"Fill {name} with {words}", lambda now: change(now, name, head))

    def _ask_to_resize(self, block: Block, wanted: tuple[int, int]) -> None:
        name, head = self.model.name, self.model.head
        pane_edits.resize(self.scenario, name, head, wanted)  # raises where that cannot be, before anything is asked
        rows, columns = self._numbers().shape
        sizes = f"The block is {block.shape[0]}×{block.shape[1]}, {name} is {rows}×{columns}"
        text = f"{sizes}. Matrices that share its dimensions change size with it."
        if not self.questions.resize(text, f"Resize {name} to {wanted[0]}×{wanted[1]}"):
            raise ShapeError(f"{sizes}: it does not fit here, and nothing was pasted.", Where(name))

    def _meant(self, found: Ambiguous) -> Block:
        """The reading of the clipboard that a person chooses. Raises TwoReadings where nobody says."""
        asked = "Is the comma a decimal mark, or does it stand between two numbers?"
        chosen = self.questions.reading(asked, found.readings, self.model.session.state.view)
        if chosen is None:
            raise found.error
        return chosen.block

    def _refuse(self, label: str, error: AttentionError) -> None:
        def fail(_: Scenario) -> Scenario:
            raise error

        self.model.session.edit(label, fail)

    def _block_words(self, at: Rectangle) -> str:
        if at.rows * at.columns == 1:
            return place(self.model.name, at.row, at.column)
        return f"{at.rows}×{at.columns} of {self.model.name}"

    def _numbers(self) -> Array:
        return plane(self.scenario.matrix(self.model.name), self.model.head)


def _short(label: str) -> str:
    shown = visible(label)
    return shown if len(shown) <= 20 else shown[:19] + "…"
