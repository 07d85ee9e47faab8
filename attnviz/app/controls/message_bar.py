"""The strip at the foot of the window: one message at a time with its way out, else the sizes of the document."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from attnviz.app.controls.elided_label import ElidedLabel
from attnviz.app.controls.marking import restyle
from attnviz.app.controls.message_details import MessageDetails
from attnviz.app.controls.messages import Message, messages_of, work_in_words
from attnviz.app.progress_note import ProgressNote
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.engine.scenario import Scenario

DONE_FOR = 15_000  # milliseconds for which the bar says that something was done


class MessageBar(QWidget, Watching):
    """Shows what was said last, else what the state has to say. Its height never changes and it takes no focus.

    Where there is no room for all of a message, a button shows it whole, to be read and copied. What takes long has
    its progress before the buttons, and takes room from the message only.
    What was done is told for a while, a problem until it is put away. `shown` fires when a message comes, goes or
    gives way to another.
    """

    shown = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("message")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._said: Message | None = None
        self._fading = QTimer(self, singleShot=True, interval=DONE_FOR)
        self._fading.timeout.connect(self.hush)
        self._sizes = self._looks = True
        self._dismissed: set[object] = set()
        self._shown: Message | None = None
        self._text = ElidedLabel(self)
        self._text.setObjectName("message.text")
        self._details: MessageDetails | None = None
        self.note = ProgressNote(self)
        self.note.turned.connect(self._offer_all)
        self._whole = _button("message.whole", self, keeps_room=False)
        self._whole.setText("Read All")
        self._whole.setAccessibleName("Read all of the message")
        self._whole.clicked.connect(self._read_all)
        self._whole.hide()
        self._way_out = _button("message.way_out", self)
        self._way_out.clicked.connect(self._act)
        self._close = _button("message.dismiss", self)
        self._close.setText("✕")
        self._close.setProperty("flat", True)
        self._close.setAccessibleName("Dismiss the message")
        self._close.setToolTip("Dismiss the message")
        self._close.clicked.connect(self.dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 8, 2)
        row.setSpacing(8)
        row.addWidget(self._text, 1)
        row.addWidget(self.note)
        for button in (self._whole, self._way_out, self._close):
            row.addWidget(button)
        self.watch(session)
        self.show_state(None, session.state)

    def watch(self, session: Session) -> None:
        """Follows the undo stack too, for while a step is being pushed it cannot be undone yet, and what takes long."""
        super().watch(session)
        session.undo_stack.canUndoChanged.connect(self._show_message)
        session.progress.connect(self._show_progress)

    def set_session(self, session: Session) -> None:
        """Follows another session and its undo stack."""
        if session is not self.session:
            self.session.undo_stack.canUndoChanged.disconnect(self._show_message)
            self.session.progress.disconnect(self._show_progress)
            self.note.end(self.session.stop)
        super().set_session(session)

    @property
    def message(self) -> Message | None:
        """The message that is shown, None while all is well."""
        return self._shown

    def say(self, message: Message) -> None:
        """Shows a message that does not come from the state, until it is dismissed or another one comes."""
        self._said = message
        self._fading.stop()
        if message.kind == "done":
            self._fading.start()
        self._show_message()

    def tell(self, *, sizes: bool, looks: bool) -> None:
        """Whether it says how large the scenario is, while there is nothing else to say; and what the figures show."""
        if (sizes, looks) != (self._sizes, self._looks):
            self._sizes, self._looks = sizes, looks
            self._show_message()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Offers all of the message where there is too little room for it."""
        super().resizeEvent(event)
        self._offer_all()

    def hush(self) -> None:
        """Takes back what was said, because it no longer holds."""
        self._said = None
        self._show_message()

    def dismiss(self) -> None:
        """Puts the shown message away. A lasting problem stays away until it is solved or becomes another one."""
        if self._said is not None:
            self._said = None
        else:
            self._dismissed.update(cause for cause, message in self._causes_now() if message == self._shown)
        self._show_message()

    def show_state(self, old: State | None, new: State) -> None:
        """Follows problems and refusals; a new one replaces what was said, and so does a change of the document."""
        if old is None or old.pending != new.pending:
            self._show_progress(None)
        painting = new.view.paint_mask
        changed = old is None or old.scenario is not new.scenario
        if old is not None and not changed and _causes(old) == _causes(new):
            return
        if new.refused is not None or (changed and self._said is not None and self._said.kind == "done"):
            self._said = None
        if new.problem is None and new.refused is None:
            self._dismissed &= {"painting"} if painting else set()
        self._show_message()

    def _show_progress(self, part: float | None) -> None:
        """How far what is computed beside the window is, as long as it goes on."""
        words = work_in_words(self.session.state)
        if words:
            self.note.tell(words, part, self.session.stop)
        else:
            self.note.end(self.session.stop)

    def _show_message(self) -> None:
        message = self._shown_now()
        sizes = sizes_in_words(self.session.state.scenario) if self._sizes else ""
        text = message.text if message else sizes
        if message == self._shown and text == self._text.text():
            return  # as after nearly every keystroke
        self._text.setText(text)
        # Hidden it keeps the height that a word gives it, so that the bar never changes its own.
        self._way_out.setText(message.way_out if message and message.way_out else "Undo")
        self._way_out.setAccessibleName(message.way_out if message else "")
        self._way_out.setVisible(bool(message and message.way_out))
        self._close.setVisible(message is not None)
        self._offer_all()
        if message != self._shown:
            self._shown = message
            self._paint_as(message.kind if message else "quiet")
            self._announce(message)
            self.shown.emit()

    def _offer_all(self) -> None:
        """The button comes by the room that there is without it, so that it does not come and go by itself."""
        layout = self.layout()
        assert layout is not None
        margins = layout.contentsMargins()
        beside = (self._way_out, self._close) if self.note.isHidden() else (self.note, self._way_out, self._close)
        taken = sum(widget.sizeHint().width() + layout.spacing() for widget in beside)
        room = self.width() - margins.left() - margins.right() - taken
        needed = self._text.fontMetrics().horizontalAdvance(self._text.text())
        self._whole.setVisible(self._shown_now() is not None and needed > room)

    def _shown_now(self) -> Message | None:
        causes = () if self._said is not None else self._causes_now()
        return next((message for cause, message in causes if cause not in self._dismissed), self._said)

    def _causes_now(self) -> Iterator[tuple[object, Message]]:
        return messages_of(self.session, looks=self._looks)

    def _read_all(self) -> None:
        if self._details is None:  # in the window: what is in the bar has the colours of its kinds of messages
            self._details = MessageDetails(self.window())
        if self._shown is not None:
            self._details.show_above(self._whole, self._shown.text)

    def _act(self) -> None:
        message = self._shown
        self._said = None
        if message is not None and message.act is not None:
            message.act()
        self._show_message()

    def _paint_as(self, kind: str) -> None:
        self.setProperty("kind", kind)
        for widget in (self, *self.findChildren(QWidget)):
            restyle(widget)

    def _announce(self, message: Message | None) -> None:
        """Has a screen reader say the message without moving the focus."""
        self.setAccessibleName(message.text if message else "Messages")
        if message is not None:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, message.text))


def _causes(state: State) -> tuple[object, ...]:
    """What beside the scenario the messages of the state depend on."""
    view = state.view
    cell = state.selection.cell if view.moves else None
    return state.refused, state.pending, view.paint_mask, view.moves, cell, view.changes, view.compare, id(state.pinned)


def sizes_in_words(scenario: Scenario) -> str:
    """ "3 queries, 3 keys · d_model 2 · 1 head · d_k 2 · d_v 2", with what these inputs have of it."""
    size = scenario.sizes
    heads = f"{size.heads} head{'s' if size.heads > 1 else ''}"
    if size.kv_heads != size.heads:
        heads += f", {size.kv_heads} for keys and values"
    widths = [(name, getattr(size, name)) for name in ("d_model", "d_k", "d_v")]
    told = {name: f"{name} {width}" for name, width in widths if width is not None}
    queries = f"{size.T} quer{'ies' if size.T > 1 else 'y'}, {size.S} key{'s' if size.S > 1 else ''}"
    parts = [queries, told.get("d_model"), heads, told.get("d_k"), told.get("d_v")]
    return " · ".join(part for part in parts if part)


def _button(name: str, parent: QWidget, *, keeps_room: bool = True) -> QToolButton:
    """keeps_room: while it is hidden."""
    button = QToolButton(parent)
    button.setObjectName(name)
    button.setAutoRaise(False)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    policy = button.sizePolicy()
    policy.setRetainSizeWhenHidden(keeps_room)
    button.setSizePolicy(policy)
    return button
