"""The room of a source: type a sentence, see every head at once, follow a token, open one head as the document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent, Qt
from PySide6.QtWidgets import QWidget

from attnviz.app.controls.messages import Message
from attnviz.app.pipeline.figure_looks import theme_for
from attnviz.app.session import Session, State
from attnviz.app.sources.checkpoints import with_x
from attnviz.app.sources.comparing import Comparing, speaks
from attnviz.app.sources.computing import AllRead, Layer, Made, read
from attnviz.app.sources.find_bar import Heads
from attnviz.app.sources.following import followed, select_in, wider
from attnviz.app.sources.gathered import Gathered, begun
from attnviz.app.sources.looks import Looks
from attnviz.app.sources.room_layout import RoomLayout
from attnviz.app.sources.showing import Shown, drawings_of, searched, show_lines, show_room
from attnviz.app.watching import Watching
from attnviz.app.worker import Line, Told
from attnviz.content.sources.families import HeadsUnknown
from attnviz.content.sources.minilm import minilm
from attnviz.content.sources.opening import open_source
from attnviz.content.sources.source import Place, Source
from attnviz.engine.errors import AttentionError
from attnviz.figures.overview.overview import Overview
from attnviz.figures.theme import Theme


class SourceRoom(QWidget, Watching):
    """Shows the source that the session has beside its document.

    `left` asks for the board, `opened` tells that a head became the document, `said` carries what went wrong,
    `open_asked` asks for a file, `x_asked` for one with X, `heads_asked` for how many heads a checkpoint has,
    `menu_asked` for what can be done with the figure in use.
    """

    left = Signal()
    opened = Signal()
    said = Signal(object)
    open_asked = Signal()
    x_asked = Signal()
    heads_asked = Signal(object)
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
        self._path: Path | None = None
        self._tab_timer = QTimer(self)
        self._tab_timer.setSingleShot(True)
        self._reading = Line(self)
        self._comparing = Comparing(self)
        self.parts = RoomLayout(self)
        self._tab_timer.timeout.connect(self.parts.order_tabs)
        self._connect()
        self.watch(session)
        self.show_state(None, session.state)

    @property
    def running(self) -> bool:
        """True while a sentence or a comparison is computed."""
        return bool(self._reading.running) or self._comparing.running

    def enter(self, text: str) -> None:
        """Computes a sentence, with the model that is beside the document if it reads sentences."""
        source = self.session.state.source
        if speaks(source):
            self._read(lambda: source.with_text(text))  # type: ignore[union-attr]  # which `speaks` has found
        else:
            self._read(lambda: minilm(text))

    def begin(self) -> None:
        """Puts away what stands beside the document."""
        self._reading.stop()
        self.session.put_beside(None)
        self.take_keyboard()

    def open_file(self, path: Path) -> None:
        """Opens a saved attention tensor or a checkpoint."""
        self._path = path
        self._read(lambda: open_source(path))

    def open_again(self, heads: int) -> None:
        """Opens the same checkpoint once more: somebody said how many heads it has."""
        path = self._path
        if path is not None:
            self._read(lambda: open_source(path, heads=heads))

    def give_x(self, path: Path) -> None:
        """Lets the checkpoint that is shown attend from the rows in a file, in the chosen layer if it is of one."""
        source, layer = self.session.state.source, self.parts.matrices.place.layer
        if source is not None:
            self._read(lambda: with_x(source, path, layer))

    def look(self, **changes: object) -> None:
        """Replaces fields of what is chosen to be seen."""
        self._become(self.looks.wanting(changes))

    def point_at(self, place: Place) -> None:
        """Puts the grid's cursor on a head and shows its lines."""
        self._become(self.looks.at(place))

    def open_head(self, place: Place) -> None:
        """Makes a head the document, as one undo step, with the tokens that are followed selected."""
        self._become(self.looks.at(place))
        if not self.session.open_head(place):
            self.said.emit(Message(str(self.session.state.refused or "There is no source to open it from.")))
            return
        select_in(self.session, self.looks)
        self.opened.emit()

    def shown(self) -> str:
        """The figure in use: the one last clicked or reached by keyboard, at first the grid."""
        names = list(self.drawings())
        return self._in_use if self._in_use in names else next(iter(names), "")

    def drawings(self) -> Mapping[str, Overview]:
        """Every figure by its name, as it can be exported."""
        return drawings_of(self.parts, self.looks)

    def take_keyboard(self) -> None:
        """Puts the keyboard where one begins."""
        self.parts.begins_at(empty=self.gathered is None).setFocus()

    def close_down(self) -> None:
        """Stops, and waits until nothing of it goes on: the window is closing."""
        self._reading.close()
        self._comparing.close_down()
        self.parts.matrices.close_down()

    def show_state(self, old: State | None, new: State) -> None:
        """Follows the source, the opened head, the selection in the document, and looks."""
        source = new.source
        if source is not (None if self.gathered is None else self.gathered.source):
            self._take_up(source)
        if old is not None:
            shape = (0, 0) if self.gathered is None else self.gathered.shape
            before, self.looks = self.looks, followed(self.looks, old, new, shape)
            if (before.query, before.key) != (self.looks.query, self.looks.key):
                self._search()
        seen = ("source", "view", "selection", "scenario")
        if old is None or any(getattr(old, name) is not getattr(new, name) for name in seen):
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Makes up for what changed while the room was out of sight."""
        super().showEvent(event)
        self._show()
        self._tab_timer.start(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Letters follow the window."""
        super().resizeEvent(event)
        self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leads back to the board."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _read(self, make: Callable[[], Source]) -> None:
        self._reading.start(partial(read, make))
        if self.session.state.refused is not None:  # of a head that would not open: no edit takes it back
            self.session.edit("", lambda scenario: scenario)
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
        self._tab_timer.start(0)  # once the tokens and heads have their buttons
        if not source.missing and not self._reading.running:  # put there by somebody else
            self._reading.start(partial(read, lambda: source))

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
        """Ranks the heads by the weight between the two tokens, once all is there; the best one leads."""
        self.found, self.looks = searched(self.gathered, self.looks)

    @Slot(object)
    def _hear(self, told: Told) -> None:
        """What comes of the source that is read: itself, its layers, that all are there."""
        come, gathered = told.result if told.ended else told.said, self.gathered
        if isinstance(come, Made):
            self.session.put_beside(come.source)
        elif isinstance(come, Layer) and gathered is not None and gathered.source is come.source:
            self.gathered = gathered.with_layer(come.index, come.weights, even=come.even)
        elif isinstance(come, AllRead) and gathered is not None and gathered.source is come.source:
            self.gathered = replace(gathered, complete=True)
            self.looks = self.looks.where_some_are(gathered.there)
            self._search()
            if come.problem is not None and not gathered.there:
                self._complain(come.problem)
        elif isinstance(told.error, AttentionError):
            self._complain(told.error)
        if come is not None or told.ended:
            self._show()

    def _complain(self, error: AttentionError) -> None:
        if isinstance(error, HeadsUnknown):
            self.heads_asked.emit(error)
        else:
            self.said.emit(Message(str(error)))

    def _shown(self) -> Shown:
        hover = None if self._hover is None else self.looks.at(self._hover)
        running = bool(self._reading.running)
        return Shown(self.gathered, self.looks, self.session.state, self.found, hover, running)

    def _show(self) -> None:
        if self.isVisible():
            show_room(self.parts, self._shown(), self._comparing, self._theme())

    def _hover_over(self, place: Place | None) -> None:
        self._hover = place
        if not self.looks.comparing:
            show_lines(self.parts, self._shown(), self._theme())

    def _theme(self) -> Theme:
        return wider(theme_for(self, self.session.state), self.window())

    def _take(self, name: str) -> None:
        self._in_use = name

    def _compare(self) -> None:
        """Shows the comparison, and computes it if a second sentence stands there already."""
        self.look(comparing=True, on_grid=False)
        text = self.parts.contrast.edit.text().strip()
        if text and self._comparing.second is None and speaks(self.session.state.source):
            self._enter_second(text)

    def _enter_second(self, text: str) -> None:
        self.looks = replace(self.looks, other_query=None)
        self._comparing.enter(self.session.state.source, text, self.looks)

    def _connect(self) -> None:
        parts = self.parts
        self._reading.told.connect(self._hear)
        parts.matrices.said.connect(self.said)
        self._comparing.changed.connect(self._show)
        for entering in (parts.bar.entered, parts.missing.entered):
            entering.connect(self.enter)
        parts.bar.left.connect(self.left)
        parts.bar.begin_asked.connect(self.begin)
        parts.bar.open_asked.connect(self.open_asked)
        parts.saved.wanted.connect(lambda source: self._read(lambda: source))
        parts.matrices.x_asked.connect(self.x_asked)
        parts.chips.wanted.connect(lambda hidden: self.look(hidden=hidden))
        parts.grid.opened.connect(self.open_head)
        parts.grid.walked.connect(self.point_at)
        parts.grid.hovered.connect(self._hover_over)
        parts.grid.added.connect(lambda place: self._become(self.looks.adding(place)))
        parts.find.pointed.connect(lambda place: self._become(self.looks.shown_at(place)))
        parts.open.clicked.connect(lambda: self.open_head(self.looks.place))
        parts.scale.clicked.connect(lambda on: self.look(whole_scale=not on))
        parts.lines.view.chosen.connect(lambda side, index: self.look(**{side: index}))
        parts.to_grid.clicked.connect(lambda: self.look(on_grid=True))
        parts.to_lines.clicked.connect(lambda: self.look(comparing=False, on_grid=False))
        parts.to_contrast.clicked.connect(self._compare)
        parts.bar.unfolded.connect(lambda on: self.look(unfolded=on))
        parts.contrast.entered.connect(self._enter_second)
        for asking in (parts.find.wanted, parts.controls.wanted, parts.contrast.wanted):
            asking.connect(lambda changes: self.look(**changes))
        for view in (parts.grid, parts.lines.view, parts.contrast.view):
            view.taken.connect(self._take)
            view.menu_asked.connect(self.menu_asked)
