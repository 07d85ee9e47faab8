"""The main window: toolbar, three columns, a panel below them, the message bar, and the document behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QUndoGroup
from PySide6.QtWidgets import QApplication, QMainWindow

from attnviz.app import icons
from attnviz.app.areas import SIDES, Areas
from attnviz.app.centre import Centre
from attnviz.app.collecting import collector_of
from attnviz.app.columns import Columns
from attnviz.app.controls.figure_menu import figure_menu
from attnviz.app.controls.menus import Menus
from attnviz.app.controls.message_bar import MessageBar
from attnviz.app.controls.messages import Message
from attnviz.app.controls.rest import Rest
from attnviz.app.controls.toolbar import Toolbar
from attnviz.app.dialogs.questions import Questions
from attnviz.app.document import Document
from attnviz.app.exports import Exports
from attnviz.app.importing.door import Imports
from attnviz.app.importing.dropping import files_of, open_dropped
from attnviz.app.inspection.inspector import Inspector
from attnviz.app.own_turn import OwnTurn
from attnviz.app.palette import dress_window
from attnviz.app.panes.inputs_panel import InputsPanel
from attnviz.app.pipeline.middle import Middle
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.app.pipeline.typed_digits import TypedDigits
from attnviz.app.presenting.presenting import Presenting
from attnviz.app.room import RoomOffer
from attnviz.app.rooms import Rooms
from attnviz.app.session import Session, State
from attnviz.app.settings import Settings
from attnviz.app.tab_order import order_tabs, stops_of
from attnviz.app.watching import Follower, Watching
from attnviz.figures.theme import theme

FIRST_SIZE = QSize(1366, 768)
FRAME = 40  # pixels of title bar and frame, which many a window manager adds and does not make room for


class MainWindow(QMainWindow, Watching):
    """Shows one session at a time. The document stays that of the session it was made with.

    origin: the file or the name of the preset that the session's scenario came from.
    """

    def __init__(
        self,
        session: Session,
        *,
        origin: Path | str | None = None,
        settings: Settings | None = None,
        questions: Questions | None = None,
    ) -> None:
        super().__init__()
        self.setObjectName("window")
        collector_of(cast(QApplication, QApplication.instance()))
        self.setAcceptDrops(True)
        view = session.state.view
        dress_window(self, theme(view.theme, view.text_size))
        self.setWindowIcon(icons.app_icon())
        self.session = session
        self.settings = settings or Settings()
        self.questions = questions or Questions(self)
        self.undo_group = QUndoGroup(self)
        self.document = Document(session, self.settings, self.questions, origin, self)
        self.exports = Exports(
            lambda: self.session.state, lambda: self._pipeline.shown_figure(),
            self.settings, self.questions, self.say, self,
        )  # fmt: skip
        self.imports = Imports(self)
        self.presenting = Presenting(self, self.say)
        # Before any view, so that they measure text in the size that it is going to have.
        self._follow(session)
        self.menus = Menus(self)
        self._build()
        self.show_state(None, session.state)
        self.document.said.connect(self.say)
        self.document.changed.connect(self._show_document)
        self.document.opened.connect(self.rooms.show_document)
        self.rooms.said.connect(self.say)
        self.rooms.turned.connect(self._show_rooms)
        self._show_rooms()
        self._restore()
        self._columns.focus("inputs")

    def show_session(self, session: Session) -> None:
        """Has the whole window show another session; the document is untouched."""
        if session is self.session:
            return
        self.session.changed.disconnect(self.show_state)
        self._follow(session)
        self.show_state(None, session.state)
        for view in self._views:
            view.set_session(session)
        self.document.show(session)

    def add_view(self, view: Follower) -> None:
        """Has another view follow the session that the window shows."""
        self._views.append(view)

    def show_lab(self, name: str, values: Mapping[str, object] | None = None) -> None:
        """Puts a laboratory in the place of the columns."""
        self.rooms.show_lab(name, values)

    def show_document(self) -> None:
        """Leaves lesson, laboratory and practice for the learner's document."""
        self.rooms.show_document()

    def start_lesson(self, which: str | Path) -> None:
        """Plays a lesson: by name, unit of the course, or path."""
        self.rooms.start_lesson(which)

    def leave_lesson(self) -> None:
        """Back to the document; the lesson remembers where it was."""
        self.rooms.leave_lesson()

    def start_practice(self) -> None:
        """Sets exercises below the figures."""
        self.rooms.start_practice()

    def show_welcome(self) -> None:
        """The first screen: the course, examples, files, practice."""
        self.rooms.show_welcome()

    def present(self) -> None:
        """Fills a screen with the lesson that is played, else with the scenario, for a clicker to step through."""
        self.presenting.start()

    def show_state(self, old: State | None, new: State) -> None:
        """Wears the theme and text size of the view."""
        if old is None or stops_of(old) != stops_of(new):
            self._tab_turn.start()  # once the views have what the new state needs
        view = new.view
        if old is not None and (old.view.theme, old.view.text_size) == (view.theme, view.text_size):
            return
        dress_window(self, theme(view.theme, view.text_size))
        self._columns.fit(view.text_size)

    def go_to_area(self, step: int) -> None:
        """Moves the keyboard to the next column or the panel below, or to the one before."""
        below = self._centre.below
        if below is not None and (self._columns.at_edge(step) or not self._columns.isVisible()):
            below.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self._columns.go(step)

    def toggle_area(self, name: str) -> None:
        """Shows or hides the inputs or the inspector."""
        self.areas.toggle(name)

    def reset_layout(self) -> None:
        """Gives every column its first place and width."""
        self.areas.reset()
        self._columns.reset()

    def show_hints(self) -> None:
        """Brings back the hints that were put away."""
        self.settings.welcome_again()
        self._columns.show_hints()

    def toggle_full_screen(self) -> None:
        """Fills the screen, or goes back to a window."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
        self.menus.commands.check("full_screen", self.isFullScreen())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closes unless unsaved edits are to be kept or an export fails; remembers the places of things."""
        self.presenting.end()
        self.menus.view.finish()
        self._inputs.finish()
        if not (self.document.may_close() and self.exports.finish()):
            event.ignore()
            return
        self.rooms.close_down()
        looks, own = self.session.state.view, self.document.session.state.view
        self.settings.view = replace(own, theme=looks.theme, text_size=looks.text_size)
        self.settings.remember_layout("window", self.saveGeometry())
        if self._columns.placed_by_hand:
            self.settings.remember_layout("columns", self._columns.saveState())
        self.settings.write()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Takes files."""
        if files_of(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Opens the file that was dropped."""
        open_dropped(self, event)

    def _build(self) -> None:
        session, commands, looks = self.session, self.menus.commands, self.menus.view.looks
        middle = Middle(self)  # from the outside in: see there
        self.setCentralWidget(middle)
        self._toolbar = Toolbar(commands, session, middle)
        looks.taken_back.connect(self._toolbar.fit_words)
        self._centre = Centre(middle)
        self._centre.jumping.connect(looks.place_later)
        self._columns = Columns(self.settings, self._centre.above)
        self._centre.hold(self._columns)
        self._pipeline = PipelinePanel(session, self._columns.frame("pipeline"))
        page = self._inspector = Inspector(session, self._columns.frame("inspector"))
        inputs = self._inputs = InputsPanel(session, self._columns.frame("inputs"))
        inputs.ask(self.questions)
        inputs.offer(commands["gallery"], commands["find_row"])
        self._columns.hold(inputs=inputs, pipeline=self._pipeline, inspector=self._inspector)
        self.areas = Areas(self._columns, self)
        self.areas.turned.connect(self._show_areas)
        inputs.grew.connect(self._columns.share)
        self._pipeline.inspect_asked.connect(self._inspect)
        self._pipeline.menu_asked.connect(lambda place: figure_menu(commands, self).popup(place))
        self._pipeline.way_back.asked.connect(lambda: self.rooms.show_source())
        self._pipeline.area.chosen.connect(lambda: self.areas.ask("inspector"))
        self.menus.view.explain.back_asked.connect(self._inspector.go_back)
        for copying in (self.menus.view.explain, self._inspector.explain):
            copying.copied.connect(self.exports.say_copied)
        self._inspector.leave_out_bars(self._pipeline.shows_bars)
        self._pipeline.bars_shown.connect(self._inspector.leave_out_bars)
        self.rooms: Rooms = Rooms(self, self._centre)
        looks.give_turns(self._columns.turn, inputs.turn, self.rooms.turn, self._pipeline.area.turn, page.own_turn)
        self.exports.follow_lab(lambda: self.rooms.exhibiting)
        self._message_bar = MessageBar(session, middle)
        TypedDigits(self._pipeline, self.say)
        middle.hold(self._toolbar, self._centre, self._message_bar)
        self._offer = RoomOffer(self._pipeline.area, self._columns, self.areas, self._message_bar, self.settings)
        self._views: list[Follower] = [
            self._toolbar, inputs, self._pipeline, self._inspector, self._message_bar,
            self.menus.view, self.menus.map, self.menus.attention,
        ]  # fmt: skip
        self._tab_turn = OwnTurn(self, self._order_tabs)
        self._pipeline.area.rearranged.connect(self._tab_turn.start)

    def _inspect(self) -> None:
        self.areas.ask("inspector")
        self._columns.focus("inspector")

    def _order_tabs(self) -> None:
        pipeline, areas = self._pipeline, self._columns
        head = pipeline.way_back, pipeline.tabs, *pipeline.signs, pipeline.board, pipeline.focus, pipeline.scale
        middle = (*head, pipeline.area, pipeline.strip)
        below = (self._centre.below,) if self._centre.below is not None else ()
        outer = areas.frame("inputs"), areas.frame("inspector")
        order_tabs((self._toolbar, outer[0], *middle, outer[1], *below, self._message_bar))

    def _follow(self, session: Session) -> None:
        self.watch(session)
        session.limit_memory(self.settings.memory)
        self.undo_group.addStack(session.undo_stack)
        self.undo_group.setActiveStack(session.undo_stack)

    def _restore(self) -> None:
        geometry, columns = self.settings.layout("window"), self.settings.layout("columns")
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(FIRST_SIZE.boundedTo(self.screen().availableSize() - QSize(0, FRAME)))
        if columns is not None:
            self._columns.restore(columns)
        self._show_areas()

    def _show_document(self) -> None:
        elsewhere = self.rooms.title
        name = f"{self.document.name.replace('[*]', '[*][*]')}[*]"
        self.setWindowTitle(f"{elsewhere or name} — attnviz")
        self.setWindowModified(self.document.modified and not elsewhere)
        self.setWindowFilePath("" if self.document.path is None else str(self.document.path))

    def _show_rooms(self) -> None:
        """Title, menus and toolbar follow the room."""
        self._toolbar.setVisible(not self.rooms.in_welcome)
        self.menus.lesson.follow_rooms()
        rest, front = self.rooms.rest, self.rooms.exhibiting
        self._toolbar.rest(rest)
        self.menus.attention.rest(rest)
        self._message_bar.tell(sizes=rest is not Rest.ALL and not self.rooms.in_welcome, looks=front is None)
        self._columns.show_hints(on=not self.rooms.in_lesson and not self.rooms.in_practice)
        self._offer.consider()
        self._show_document()
        self._tab_turn.start()

    def _show_areas(self) -> None:
        for name in SIDES:
            self.menus.commands.check(f"show_{name}", self._columns.shows(name))

    def say(self, message: Message | None) -> None:
        """Puts a message in the bar; None takes the last one back."""
        if message is None:
            self._message_bar.hush()
        else:
            self._message_bar.say(message)
