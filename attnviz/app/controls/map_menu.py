"""The Map menu inside View: which part of large maps is seen. Nothing here changes a number, and nothing is undone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QWidget

from attnviz.app.controls.commands import Commands
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.engine.cells import Cell
from attnviz.engine.inputs import GivenWeights

if TYPE_CHECKING:
    from attnviz.app.dialogs.questions import Questions
    from attnviz.app.dialogs.token_dialog import Going

NAMES = ("map_in", "map_out", "map_whole", "crop", "crop_selection", "go_to_token", "map_powers")
MOVES = ("map_in", "map_out", "map_whole", "crop")
_SMALL = "All of these maps can be seen at once."
_WHOLE = "The whole map is shown already."
_POWERS = "Small weights among thousands of keys are seen too; else colours go evenly from 0 to the largest"
_NO_PAIR = "Select a number of the scores or the weights first."


class MapMenu(QMenu, Watching):
    """Zooming, cropping, and going to a token."""

    def __init__(self, commands: Commands, session: Session, questions: Questions, parent: QWidget) -> None:
        super().__init__("&Map", parent)
        self.setObjectName("menu.map")
        self.setToolTipsVisible(True)
        self._commands = commands
        self._questions = questions
        add = commands.add
        add("map_in", "Zoom &In\t+", self._come_nearer, sentence="Come nearer: + in the map, or turn the wheel")
        add("map_out", "Zoom &Out\t−", self._go_farther, sentence="Show more of the map: − in the map")
        add("map_whole", "&Whole Map\t0", self._show_whole, sentence="Show all of it: 0 in the map")
        add("crop", "Show &Rows and Columns…", self._crop, sentence="By number or token: no number changes")
        add("crop_selection", "Show &Selection Close Up", self._crop_to_selection, sentence="With its numbers")
        add("go_to_token", "&Go to Token…", self._go_to_token, "Ctrl+J", sentence="Find a query or key and show it")
        add("map_powers", "Colours by &Powers of Ten", self._turn_powers, checkable=True, sentence=_POWERS)
        commands.fill(self, "map_in map_out map_whole | crop crop_selection | go_to_token | map_powers")
        self.watch(session)
        self.show_state(None, session.state)

    def show_state(self, old: State | None, new: State) -> None:
        """Says why what cannot be had cannot."""
        given = isinstance(new.scenario.inputs, GivenWeights)  # whose numbers decide about colours
        if old is not None and _looks(old) == _looks(new) and not given:
            return
        from attnviz.app.pipeline.map_moving import can_move, has_map, pair_of, why_no_powers

        small = "" if has_map(new) else _SMALL
        whole = "" if new.view.viewport is not None else _WHOLE
        for name in NAMES:
            self._commands.explain(name, "" if name in MOVES and can_move(new) else small)
        no_powers = small or why_no_powers(new)
        self._commands.check("map_powers", not no_powers and new.view.colour_scale != "linear")
        self._commands.explain("map_powers", no_powers)
        if can_move(new):
            self._commands.explain("map_out", whole)
            self._commands.explain("map_whole", whole)
        if not small:
            self._commands.explain("crop_selection", "" if pair_of(new) is not None else _NO_PAIR)

    def _come_nearer(self) -> None:
        from attnviz.app.pipeline.map_controls import STEP
        from attnviz.app.pipeline.map_moving import zoom_all

        zoom_all(self.session, STEP)

    def _go_farther(self) -> None:
        from attnviz.app.pipeline.map_controls import STEP
        from attnviz.app.pipeline.map_moving import zoom_all

        zoom_all(self.session, 1 / STEP)

    def _show_whole(self) -> None:
        self.session.look(viewport=None)

    def _turn_powers(self) -> None:
        from attnviz.app.pipeline.map_moving import turn_powers

        turn_powers(self.session)
        self.show_state(None, self.session.state)

    def _crop(self) -> None:
        from attnviz.app.pipeline.map_moving import seen_along, seen_part, show_rows

        state = self.session.state
        crop = self._questions.crop(state.scenario, seen_part(state), seen_along(state))
        if crop is not None:
            show_rows(self.session, crop.rows, crop.columns, crop.along)

    def _crop_to_selection(self) -> None:
        from attnviz.app.pipeline.map_moving import pair_of

        cell = pair_of(self.session.state)
        if cell is not None:
            close_up(self.session, cell, self.parentWidget())

    def _go_to_token(self) -> None:
        going = self._questions.token(self.session.state.scenario)
        if going is not None:
            go_to(self.session, going, self.parentWidget())


def go_to(session: Session, going: Going, within: QWidget | None = None) -> None:
    """Selects the pair of that query or key with what was selected before, and shows it close up.

    within: the widget whose map tells how near that is.
    """
    from attnviz.app.pipeline.map_moving import PAIRS, pair_of

    state = session.state
    size, before = state.trace.sizes, pair_of(state)
    row = before.row if before is not None else min(state.selection.query, size.T - 1)
    column = before.column if before is not None else min(row, size.S - 1)
    if going.side in ("query", "both"):
        row = going.place
    if going.side in ("key", "both"):
        column = going.place
    name = state.view.focus if state.view.focus in PAIRS else "weights"
    cell = Cell(name, state.selection.head, row, column) if before is None else replace(before, row=row, column=column)
    close_up(session, cell, within)
    session.select(cell=cell, query=row)


def close_up(session: Session, cell: Cell, within: QWidget | None = None) -> None:
    """Shows a pair so near that the numbers around it can be read in the map on the screen, if there is one."""
    from attnviz.app.pipeline.figure_view import FigureView
    from attnviz.app.pipeline.map_moving import PAIRS, part_with_numbers, show_around, show_part
    from attnviz.figures.large.large_map import LargeMap

    for view in within.findChildren(FigureView) if within is not None else ():
        figure = view.figure
        if view.isVisible() and isinstance(figure, LargeMap) and figure.key in PAIRS and not figure.compact:
            show_part(session, figure, part_with_numbers(figure, cell, view.place.size(), view.theme))
            return
    show_around(session, cell.row, cell.column)


def _looks(state: State) -> tuple[object, ...]:
    """All that the reasons depend on."""
    view = state.view
    seen = view.viewport is None, view.colour_scale, view.compare, view.focus, view.tab
    return state.trace.sizes, state.selection.cell, state.pinned is None, *seen
