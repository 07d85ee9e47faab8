"""The room of a source: type a sentence, see every head at once, follow a token, open one head as the document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from attnviz.app.controls.messages import Message
from attnviz.app.pipeline.figure_view import theme_for
from attnviz.app.session import Session, State
from attnviz.app.sources.comparing import Comparing, Speaking
from attnviz.app.sources.composing import grid_of, lines_of
from attnviz.app.sources.computing import Computing, Told
from attnviz.app.sources.find_bar import Heads
from attnviz.app.sources.following import followed, select_in, wider
from attnviz.app.sources.gathered import Gathered, begun
from attnviz.app.sources.looks import Looks
from attnviz.app.sources.room_layout import RoomLayout
from attnviz.app.watching import Watching
from attnviz.content.sources.minilm import available, minilm
from attnviz.content.sources.opening import open_source
from attnviz.content.sources.source import Place, Source
from attnviz.content.sources.strongest import strongest
from attnviz.engine.errors import AttentionError
from attnviz.figures.overview.overview import Overview
from attnviz.figures.theme import Theme

COMPUTING = "Computing…"
MARKED = 3  # heads that the grid marks among those that were found


class SourceRoom(QWidget, Watching):
    """Shows the source that the session has beside its document.

    `left` asks for the board, `opened` tells that a head became the document, `said` carries what went wrong,
    `open_asked` asks for a file, `menu_asked` for what can be done with the figure in use.
    """

    left = Signal()
    opened = Signal()
    said = Signal(object)
    open_asked = Signal()
    menu_asked = Signal(object)

    name = "overview"  # what files of its figures are called

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source")
        self.setAccessibleName("A sentence in a model")
        self.looks = Looks()
        self.gathered: Gathered | None = None
        self.found: Heads | None = None
        self._hover: Place | None = None
        self._in_use = "grid"
        self._computing = Computing(self)
        self._comparing = Comparing(self)
        self.parts = RoomLayout(self)
        self._connect()
        self.watch(session)
        self.show_state(None, session.state)

    @property
    def running(self) -> bool:
        """True while a sentence or a comparison is computed."""
        return bool(self._computing.running) or self._comparing.running

    def enter(self, text: str) -> None:
        """Computes a sentence, with the model that is beside the document if it reads sentences."""
        source = self.session.state.source
        make: Callable[[], Source] = (
            (lambda: source.with_text(text)) if isinstance(source, Speaking) else (lambda: minilm(text))
        )
        self._read(make)

    def open_file(self, path: Path) -> None:
        """Opens a saved attention tensor or a checkpoint."""
        self._read(lambda: open_source(path))

    def look(self, **changes: object) -> None:
        """Replaces fields of what is chosen to be seen."""
        self._become(replace(self.looks, **changes))  # type: ignore[arg-type]  # by name, as controls give them

    def point_at(self, place: Place) -> None:
        """Puts the grid's cursor on a head and shows its lines."""
        self._become(self.looks.at(place))

    def open_head(self, place: Place) -> None:
        """Makes a head the document, as one undo step, with the tokens that are followed selected."""
        self._become(self.looks.at(place))
        if not self.session.open_head(place):
            refused = self.session.state.refused
            self.said.emit(Message(str(refused) if refused is not None else "This head cannot be opened."))
            return
        select_in(self.session, self.looks)
        self.opened.emit()

    def shown(self) -> str:
        """The figure in use: the one last clicked or reached by keyboard, at first the grid."""
        names = list(self.drawings())
        return self._in_use if self._in_use in names else next(iter(names), "")

    def drawings(self) -> Mapping[str, Overview]:
        """Every figure by its name, as it can be exported."""
        views = self.parts.grid, self.parts.contrast.view if self.looks.comparing else self.parts.lines.view
        return {view.name: view.figure for view in views if view.figure is not None}

    def take_keyboard(self) -> None:
        """Puts the keyboard where one begins."""
        bar = self.parts.bar
        (bar.edit if self.gathered is None and bar.edit.isVisibleTo(self) else self.parts.grid).setFocus()

    def close_down(self) -> None:
        """Stops, and waits for the workers to end: the window is closing."""
        self._computing.close()
        self._comparing.close()

    def show_state(self, old: State | None, new: State) -> None:
        """Follows the source, the opened head, the selection in the document, and looks."""
        source = new.source
        if source is not (None if self.gathered is None else self.gathered.source):
            self._take_up(source)
        if old is not None:
            self.looks = followed(self.looks, old, new)
        seen = ("source", "view", "selection", "scenario")
        if old is None or any(getattr(old, name) is not getattr(new, name) for name in seen):
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Makes up for what changed while the room was out of sight."""
        super().showEvent(event)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Letters follow the window."""
        super().resizeEvent(event)
        self._show()

    def _read(self, make: Callable[[], Source]) -> None:
        self._computing.read(make)
        self.said.emit(None)
        self._show()

    def _take_up(self, source: Source | None) -> None:
        """Another source stands beside the document: what was chosen for the one before holds as far as it can."""
        self.gathered = None if source is None else begun(source)
        self.found, self._hover = None, None
        self._comparing.forget()
        if source is None:
            return
        self.looks = self.looks.within(source)
        if not self._computing.running and not source.missing:  # put there by somebody else
            self._computing.read(lambda: source)

    def _become(self, looks: Looks) -> None:
        """Shows other choices; tokens that are followed are selected in the document, if it is one of the heads."""
        if looks == self.looks:
            return
        before, self.looks = self.looks, looks
        if (before.query, before.key) != (looks.query, looks.key):
            self._search()
            if self.session.state.opened is not None:
                select_in(self.session, looks)
        self._show()

    def _search(self) -> None:
        """Ranks the heads by the weight between the two tokens, once both are chosen and all layers are there."""
        gathered, query, key = self.gathered, self.looks.query, self.looks.key
        if gathered is None or query is None or key is None:
            self.found = None
        elif gathered.complete:
            self.found = Heads(strongest(gathered.source, query, key))
        else:
            self.found = Heads(whole=False)

    @Slot(object)
    def _hear(self, told: Told) -> None:
        """What the worker says, if it is still wanted."""
        if told.run != self._computing.running:
            return
        if told.ended:
            self._computing.done(told.run)
        if isinstance(told.error, AttentionError):
            self.said.emit(Message(str(told.error)))
        elif told.error is not None:
            self._show()
            raise told.error  # a fault of the program: the one door for faults takes it
        elif told.weights is not None and told.layer is not None:
            if self.gathered is not None and self.gathered.source is told.source:
                self.gathered = self.gathered.with_layer(told.layer, told.weights)
                self._search()
        elif told.source is not None and not told.ended:
            self.session.put_beside(told.source)
        self._show()

    def _show(self) -> None:
        if not self.isVisible():
            return
        parts, gathered, looks = self.parts, self.gathered, self.looks
        source, state = None if gathered is None else gathered.source, self.session.state
        look = self._theme()
        speaks = isinstance(source, Speaking) or (available() and (source is None or source.kind == "model"))
        parts.bar.show_source(source, speaks=speaks or (source is None), words=self._words())
        parts.chips.show_tokens(source, looks.hidden, look)
        parts.chips.setVisible(source is not None and bool(source.tokens))
        empty = gathered is None or bool(gathered.source.missing)
        if empty:
            parts.missing.show_how("" if source is None else source.missing)
        parts.front.setCurrentWidget(parts.empty if empty else parts.splitter)
        if gathered is None or empty:
            return
        parts.share(gathered.source.layers, gathered.source.heads, gathered.shape)
        marked = tuple(one.place for one in self.found.found[:MARKED]) if self.found is not None else ()
        view = state.view
        grid = grid_of(gathered, looks, state.opened, marked, colour_map=view.colour_map, decimals=view.decimals)
        parts.grid.show_figure(replace(grid, legend=view.legend), look)
        parts.scale.setChecked(not looks.whole_scale)
        parts.find.show_tokens(source, looks.query, looks.key)
        parts.find.show_found(self.found)
        parts.controls.show_looks(source, looks, look)
        parts.show_open(looks.place, look)
        parts.show_page(comparing=looks.comparing, look=look)
        if looks.comparing:
            self._show_contrast(look)
        else:
            self._show_lines(look)

    def _show_lines(self, look: Theme) -> None:
        gathered = self.gathered
        assert gathered is not None
        looks = self.looks if self._hover is None else self.looks.at(self._hover)
        weights = gathered.weights(looks.layer)
        figure = None if weights is None else lines_of(gathered, weights, looks, self.session.state.view.decimals)
        self.parts.lines.show_lines(figure, look, COMPUTING)

    def _show_contrast(self, look: Theme) -> None:
        assert self.gathered is not None
        first, comparing = self.gathered.source, self._comparing
        if self.gathered.complete:
            comparing.follow(first, self.looks)
        done = comparing.compared
        self.parts.contrast.show_sources(first, comparing.second, None if done is None else done.queries)
        sheet = comparing.sheet()
        decimals = self.session.state.view.decimals
        self.parts.contrast.show_sheet(None if sheet is None else replace(sheet, decimals=decimals), look,
                                       comparing.words())  # fmt: skip

    def _hover_over(self, place: Place | None) -> None:
        self._hover = place
        if not self.looks.comparing and self.gathered is not None and not self.gathered.source.missing:
            self._show_lines(self._theme())

    def _words(self) -> str:
        gathered = self.gathered
        if not self._computing.running:
            return ""
        return COMPUTING if gathered is None or gathered.complete else f"{COMPUTING} layer {gathered.count + 1}"

    def _theme(self) -> Theme:
        return wider(theme_for(self, self.session.state), self.window())

    def _fault(self, error: Exception) -> None:
        raise error

    def _take(self, name: str) -> None:
        self._in_use = name

    def _add(self, place: Place) -> None:
        looks = self.looks
        self._become(looks.with_head(place.head or 0) if place.layer == looks.layer else looks.at(place))

    def _connect(self) -> None:
        parts = self.parts
        self._computing.told.connect(self._hear)
        self._comparing.changed.connect(self._show)
        self._comparing.faulted.connect(self._fault)
        parts.bar.entered.connect(self.enter)
        parts.missing.entered.connect(self.enter)
        parts.bar.left.connect(self.left)
        parts.bar.open_asked.connect(self.open_asked)
        parts.chips.wanted.connect(lambda hidden: self.look(hidden=hidden))
        parts.grid.opened.connect(self.open_head)
        parts.grid.walked.connect(self.point_at)
        parts.grid.hovered.connect(self._hover_over)
        parts.grid.added.connect(self._add)
        parts.find.pointed.connect(self.point_at)
        parts.open.clicked.connect(lambda: self.open_head(self.looks.place))
        parts.scale.clicked.connect(lambda on: self.look(whole_scale=not on))
        parts.lines.view.chosen.connect(lambda side, index: self.look(**{side: index}))
        parts.to_lines.clicked.connect(lambda: self.look(comparing=False))
        parts.to_contrast.clicked.connect(lambda: self.look(comparing=True))
        parts.contrast.entered.connect(self._enter_second)
        for asking in (parts.find.wanted, parts.controls.wanted, parts.contrast.wanted):
            asking.connect(lambda changes: self.look(**changes))
        for view in (parts.grid, parts.lines.view, parts.contrast.view):
            view.taken.connect(self._take)
            view.menu_asked.connect(self.menu_asked)

    def _enter_second(self, text: str) -> None:
        self.looks = replace(self.looks, other_query=None)
        self._comparing.enter(None if self.gathered is None else self.gathered.source, text, self.looks)
