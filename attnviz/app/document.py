"""The file behind a session: where it came from, whether it is saved, and all that opens, saves and closes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from attnviz.app.clean_mark import CleanMark
from attnviz.app.controls.messages import Message
from attnviz.app.dialogs.file_names import stem_of
from attnviz.app.scenario_files import ScenarioFiles
from attnviz.app.session import Session, State
from attnviz.app.settings import Settings
from attnviz.content.attn_file import is_own
from attnviz.content.ordinary_files import there
from attnviz.content.presets import OPENING, opening_query, preset
from attnviz.engine.errors import AttentionError
from attnviz.engine.scenario import Scenario

if TYPE_CHECKING:
    from attnviz.app.dialogs.questions import Questions

SUFFIX = ".attn"
NEW = "untitled"
COPY = "my-version"


class Document(QObject):
    """One session's file. `changed` fires when its name, path, modified state or the recent files may have changed.

    `opening` fires before another document is shown, `opened` when it was begun. `said` carries what went wrong, or
    None when an earlier complaint no longer holds. `origin` is a path or the name of a preset; a preset has no file
    until it is saved, nor has a scenario that came in a picture.

    A lesson and a practice are shown in sessions of their own. Saving then writes a copy of what is shown and leaves
    the document and its file alone. Large files are read and written beside the window; until one is there, the
    document is as it was.
    """

    changed = Signal()
    said = Signal(object)
    opening = Signal()
    opened = Signal()

    def __init__(
        self,
        session: Session,
        settings: Settings,
        questions: Questions,
        origin: Path | str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self._files = ScenarioFiles(parent, self._fail)
        self._mark = CleanMark(session, self)
        self.shown = session  # what the window shows: a lesson plays in a session of its own
        self.settings = settings
        self.questions = questions
        self._origin: Path | str | None = None
        self._to_save: Scenario | None = None  # what somebody wanted to have in a file last
        self._stem = NEW  # what a document without a file of its own will be called
        self._title = session.state.scenario.title  # of what the file holds
        self._come_from(origin, own=isinstance(origin, Path) and is_own(origin))
        session.undo_stack.cleanChanged.connect(self._tell)
        session.changed.connect(self._follow_head)
        session.select(query=self._at_first_query(session.state).selection.query)

    @property
    def path(self) -> Path | None:
        """The file that Save writes; None until there is one."""
        return self._origin if isinstance(self._origin, Path) else None

    @property
    def name(self) -> str:
        """What the file is called, or will be called."""
        place = self.session.state.place
        if self._is_another and place is not None:
            return f"{stem_of(place)}{SUFFIX}"
        return self.path.name if self.path is not None else f"{self._stem}{SUFFIX}"

    @property
    def modified(self) -> bool:
        """True while there are edits that the file does not hold."""
        return not self.session.undo_stack.isClean()

    @property
    def is_opening_example(self) -> bool:
        """True for the example that stands here where nobody chose anything, as long as nobody changed it."""
        return self._origin == OPENING and not self.modified

    @property
    def _is_another(self) -> bool:
        """True while a head that was opened from a source stands in the place of what the file holds."""
        state = self.session.state
        return state.place is not None and state.scenario.title != self._title

    @property
    def can_revert(self) -> bool:
        """True if there is something to go back to and something to go back from."""
        return self._origin is not None and self.modified and not self.away

    @property
    def away(self) -> bool:
        """True while something else than the document is shown."""
        return self.shown is not self.session

    def show(self, session: Session) -> None:
        """The window shows that session now."""
        self.shown = session
        self._tell()

    def start_new(self) -> bool:
        """Asks for tokens and sizes and begins a document with them."""
        scenario = self.questions.new_scenario()
        return scenario is not None and self.begin(scenario)

    def begin(self, scenario: Scenario, *, unsaved: bool = False) -> bool:
        """Begins a document with that scenario; it has no file until it is saved.

        unsaved: there is something in it to be lost, such as numbers that were imported.
        """
        begun = self.may_close() and self._begin(scenario, None)
        if begun and unsaved:
            self._mark.take_away()
        return begun

    def choose_preset(self) -> bool:
        """Shows the gallery and opens what is chosen there."""
        opened = self._origin if isinstance(self._origin, str) else ""
        name = self.questions.preset(self.session.state.view, opened)
        return name is not None and self.open_preset(name)

    def open_preset(self, name: str) -> bool:
        """Opens a worked example; it has no file of its own until it is saved."""
        return self.may_close() and self._try(lambda: self._begin(preset(name), name))

    def choose_file(self) -> bool:
        """Asks which file to open, and opens it."""
        path = self.questions.file_to_open(self.settings.folder)
        return path is not None and self.open(path)

    def open(self, path: Path) -> bool:
        """Opens a file; one that cannot be read says why and leaves the document as it was."""
        path = path.absolute()
        if not there(path):
            recent = path in self.settings.recent
            self.settings.forget_file(path)
            rest = "It was taken off the recent files." if recent else "Choose another."
            self.said.emit(Message(f"{path.name} is {'no longer' if recent else 'not'} in {path.parent}. {rest}"))
            self.changed.emit()
            return False
        if not self.may_close():
            return False
        at = self.session.state.scenario
        return self._files.read(path, lambda scenario, own: self._arrive(path, scenario, own, at))

    def save(self) -> bool:
        """Writes the file, asking where if there is none yet; True once it is written.

        It asks too where a head was opened from a model meanwhile: what the file holds is another scenario.
        """
        if self.path is None or self.away or self._is_another:
            return self.save_as()
        return self._write(self.path)

    def save_as(self) -> bool:
        """Asks where and writes the file there, which is the document's own from then on."""
        if self.away:
            return self._save_copy()
        own = None if self._is_another else self.path
        path = self.questions.file_to_save(own or self.settings.folder / self.name, SUFFIX)
        if path is None or (there(path) and path != own and not self.questions.replace(path)):
            return False
        return self._write(path)

    def revert(self) -> bool:
        """Goes back to what the file holds, or to the preset; one undo step leads back to the edits."""
        if self._origin is None:
            return False
        self._files.finish_writing()
        if isinstance(self._origin, Path):
            return self._files.read(self._origin, lambda saved, _own: self._go_back(saved))
        self._go_back(preset(self._origin))
        return True

    def _go_back(self, saved: Scenario) -> None:
        if self.session.edit(f"Revert to {self.name}", lambda _: saved):
            self._mark.set_here()
            self.said.emit(None)

    def may_close(self) -> bool:
        """True if nothing would be lost: all is saved, or the person saves now or lets the edits go."""
        self._files.finish_writing()
        if not self.modified:
            return True
        own = self.path is not None and not self._is_another
        answer = self.questions.unsaved(self.name if own else None)
        if answer == "save" and self.save():
            self._files.finish_writing()
            return not self.modified or self.away
        if answer == "discard":
            self._to_save = None  # also what somebody began to save and stopped: once is enough
        return answer == "discard"

    def _come_from(self, origin: Path | str | None, *, own: bool) -> None:
        """Takes a file as the one that Save writes; a preset and what only carries a scenario give the name alone."""
        if isinstance(origin, Path) and own:
            self._origin, self._stem = origin.absolute(), origin.stem
        elif isinstance(origin, Path):
            self._origin, self._stem = None, origin.stem
        else:
            self._origin, self._stem = origin, origin or NEW

    def _arrive(self, path: Path, scenario: Scenario, own: bool, at: Scenario) -> None:
        """A large file is there. at: the scenario when it was asked for; what was edited since is not lost unasked, nor
        what was to be saved since, and is not.
        """
        if (self.session.state.scenario is at and not (self.modified and self._to_save is at)) or self.may_close():
            self._begin(scenario, path, own=own)
            self.said.emit(None)

    def _begin(self, scenario: Scenario, origin: Path | str | None, *, own: bool = False) -> bool:
        self._files.stop()
        self._come_from(origin, own=own)
        self._title = scenario.title
        if isinstance(origin, Path):
            self.settings.remember_file(origin)
        self.opening.emit()
        self.session.open(scenario, self._at_first_query)
        self._mark.set_here()
        self.opened.emit()
        self._tell()
        return True

    def _follow_head(self, old: State, new: State) -> None:
        """Another name while a head of a source stands here."""
        if old.scenario.title != new.scenario.title or old.source is not new.source:
            self._tell()

    def _at_first_query(self, opened: State) -> State:
        """A preset may say which query its sentence is about; that one is followed at first."""
        labels, origin = opened.scenario.query_labels, self._origin
        query = opening_query(origin, labels) if isinstance(origin, str) else None
        return opened if query is None else replace(opened, selection=replace(opened.selection, query=query))

    def _write(self, path: Path) -> bool:
        scenario = self._to_save = self.session.state.scenario
        return self._files.write(scenario, path, lambda: self._saved(scenario, path))

    def _saved(self, scenario: Scenario, path: Path) -> None:
        """The document's file holds that scenario now."""
        self._origin, self._title = path, scenario.title
        self.settings.remember_file(path)
        self._mark.set_at(scenario)
        self._tell()
        self.said.emit(None)

    def _save_copy(self) -> bool:
        """Asks where and writes there what is shown, which is not the document."""
        path = self.questions.file_to_save(self.settings.folder / f"{COPY}{SUFFIX}", SUFFIX)
        if path is None:
            return False
        if self.path is not None and path.absolute() == self.path:
            self.said.emit(Message(f"{path.name} is your own document, which this leaves alone. Choose another name."))
            return False
        if there(path) and not self.questions.replace(path):
            return False

        def told() -> None:
            self.settings.remember_file(path)
            self._tell()
            self.said.emit(Message(f"Saved a copy as {path.name}. Your own document is unchanged.", "done"))

        return self._files.write(self.shown.state.scenario, path, told)

    def _fail(self, error: AttentionError) -> None:
        self.said.emit(Message(str(error)))

    def _try(self, deed: Callable[[], bool]) -> bool:
        """Does what may fail for a reason that a person can mend; the reason is said and nothing has changed."""
        try:
            done = deed()
        except AttentionError as error:
            self._fail(error)
            return False
        if done:
            self.said.emit(None)
        return done

    def _tell(self) -> None:
        if isValid(self.session.undo_stack):  # it speaks once more while it is being deleted
            self.changed.emit()
