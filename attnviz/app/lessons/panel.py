"""The panel under the figures that plays a lesson: text on the left, what it asks on the right, the ways below."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from attnviz.app.lessons.header import Header
from attnviz.app.lessons.page import LessonPage
from attnviz.app.lessons.player import LessonPlayer
from attnviz.app.lessons.words import PX
from attnviz.app.lessons.work import Work
from attnviz.app.own_turn import OwnTurn
from attnviz.app.panes.pane_theme import growth_of
from attnviz.app.tab_order import order_tabs
from attnviz.content.lessons.mistakes import Mistake
from attnviz.figures.prose import as_text, set_formulas, with_numbers
from attnviz.figures.theme import Theme, theme
from attnviz.figures.view import View

HEAD = 10  # pixels over the text
TEXT_PARTS = (0.58, 0.5, 0.42, 0.36)  # of the width for the text, where the step asks something
LEAST_WORK = 21  # times the letters' size, for what there is to do
TEXT_PART_ALONE = 0.72  # the same where it only states something


class LessonPanel(QFrame):
    """Shows one player. `on`, `back` and `leave` tell what was asked for; what that means the rooms know.

    view: the looks of the moment. turn: while nothing is painted, what a step asks, each formula, its text and the room
    of both have turns of their own, also in another size of the window.
    """

    on = Signal()
    back = Signal()
    leave = Signal()
    refit = Signal()  # another step may need another height

    def __init__(self, view: Callable[[], View], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lesson")
        self.setAccessibleName("Lesson")
        self.setProperty("part", "lesson")
        self._view = view
        self._player: LessonPlayer | None = None
        self._mistakes: tuple[str, tuple[Mistake, ...]] | None = None
        self._onward = "Next ▸"
        self._leads_back = False
        self._part = TEXT_PARTS[0]
        self._fitted: tuple[Theme, int, int] | None = None
        self._rest: Iterator[None] = iter(())  # of what is done for a step
        self.turn = OwnTurn(self, self._go_on)
        self.header = Header(self)
        self.page = LessonPage(self)
        self.work = Work(self)
        self.header.back.connect(self.back)
        self.header.next.connect(self.on)
        self.header.leave.connect(self.leave)
        self.header.again.connect(lambda: self._player and self._player.start_step_again())
        self.header.own.connect(lambda: self._player and self._player.show_own())
        self.header.go.connect(lambda place: self._player and self._player.go(place))
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        self._body = QHBoxLayout()
        column.addLayout(self._body, 1)
        self._body.setContentsMargins(0, HEAD, 0, 0)
        self._body.setSpacing(0)
        self._body.addWidget(self.page)
        self._body.addWidget(self.work)
        column.addWidget(self.header)  # at the foot of the window, where Next keeps its place from step to step

    @property
    def player(self) -> LessonPlayer | None:
        """What is being played."""
        return self._player

    def show_player(self, player: LessonPlayer, *, leads_back: bool, leads_on: str) -> None:
        """Plays. leads_back: whether Back leads out of the first step; leads_on: what Next says on the last one."""
        if self._player is not player:
            self.let_go()
            self._player = player
            player.turned.connect(self._begin)
            player.judged.connect(self._show_state)
        self._mistakes = None
        self._leads_back, self._onward = leads_back, leads_on
        self._begin()

    def let_go(self) -> None:
        """Shows no player any more."""
        if self._player is not None:
            self.turn.drop()
            self._player.turned.disconnect(self._begin)
            self._player.judged.disconnect(self._show_state)
            self._player = None
        self.page.put_away()

    def show_mistakes(self, name: str, mistakes: Sequence[Mistake]) -> None:
        """Lists what is wrong with a lesson file; an empty list brings the lesson back."""
        self._mistakes = (name, tuple(mistakes)) if mistakes else None
        if mistakes or self._player is not None:
            self._begin()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shares the width anew; letters grow with the window."""
        super().resizeEvent(event)
        if self._mistakes is not None:
            self._list_mistakes(*self._mistakes)
        elif self._player is not None and not self.turn.waits and self._fitted != self._room():
            self._rest = self._fit()
            self.turn.come()

    def height_wanted(self, width: int) -> int:
        """How high the panel must be for all of its text; it stays as it is while it is about to take on another."""
        if self.turn.waits:
            return self.height()
        work = self.work.isHidden() or self._mistakes is not None
        page = width if work else self._page_width(width)
        body = self.page.height_wanted(page)
        if not work:
            body = max(body, self.work.height_wanted(width - page))
        return self.header.sizeHint().height() + body + HEAD + 2

    def focus_next(self) -> None:
        """Puts the keyboard on the button that goes on."""
        self.header.next_button.setFocus()

    def take_keyboard(self) -> None:
        """Puts the keyboard where the step begins: on Start Typing while numbers are covered, else on Next."""
        (self.work.typing_button or self.header.next_button).setFocus()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Leaves the keyboard to Next; a focus proxy would never let the Tab key out of the panel."""
        super().focusInEvent(event)
        self.focus_next()

    def focusNextPrevChild(self, onward: bool) -> bool:
        """A button that goes once it was pressed leaves the keyboard to Next, not to what the Tab key reaches then."""
        left, following = self.window().focusWidget(), self.header.next_button
        if left is None or left.isVisible() or not (self.isAncestorOf(left) and following.isVisible()):
            return super().focusNextPrevChild(onward)
        following.setFocus()
        return True

    def _begin(self) -> None:
        """Shows another step from now on."""
        self._rest = self._show_step()
        self.turn.come()

    def _go_on(self) -> None:
        """Does the next part of it."""
        for _ in self._rest:
            self.turn.come()
            return

    def _fit(self) -> Iterator[None]:
        """Takes on the letters and the width of another room; hands over between its parts."""
        if self._player is not None:
            yield from set_formulas(self._text_of(self._player), *self._looks())
            self._write(anew=False)
            yield
            self.work.show_look(*self._looks())
            yield
            self._show_state()

    def _show_step(self) -> Iterator[None]:
        """Hands over between its parts; the last one asks for no more than is seen by then."""
        player = self._player
        self.header.show_ways_at_all(on=self._mistakes is None)
        if self._mistakes is not None:
            self._list_mistakes(*self._mistakes)
            return
        if player is None:
            return
        self.work.show_step(player, *self._looks())
        yield
        yield from set_formulas(self._text_of(player), *self._looks())
        self._write(anew=True)
        yield
        self._divide()
        self._share()
        self._show_state()
        order_tabs((self.page, self.work, self.header))
        self.refit.emit()

    def _show_state(self) -> None:
        player = self._player
        if player is None or self._mistakes is not None or self.turn.waits:
            return
        look, px = self._looks()
        self._write(anew=False)
        self.work.show_look(look, px)
        self.work.show_state(player)
        if self._fitted != self._room():
            self._divide()
            self._share()
            self.refit.emit()
        lesson = player.lesson
        name = f"Lesson {lesson.unit} · {lesson.title}" if lesson.unit else lesson.title
        self.header.show_step(name, tuple(step.title for step in lesson.steps), player.place, look, px)
        onward = self._onward if player.at_end else "Next ▸"
        self.header.show_ways(back=player.place > 0 or self._leads_back, onward=onward, ready=not player.waits)
        self.header.show_versions(changed=player.changed, own=player.has_own)

    def _write(self, *, anew: bool) -> None:
        if self._player is not None:
            self.page.show_text(self._text_of(self._player), *self._looks(), anew=anew)

    @staticmethod
    def _text_of(player: LessonPlayer) -> str:
        """What the step says, with the numbers of the moment."""
        state, step = player.session.state, player.step
        veil = state.view.veil.regions
        text = with_numbers(step.text, state.trace, player.lab_numbers, state.view.decimals, veil)
        return f"## {step.title}\n\n{text}"

    def _list_mistakes(self, name: str, mistakes: tuple[Mistake, ...]) -> None:
        """The lines to mend, in the place of the text."""
        look, px = self._looks()
        lines = "\n".join(f"- **Line {one.line}**: {as_text(one.text)}" for one in mistakes)
        many = "one mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
        remedy = f"It has {many}. Mend and save the file: it is read again at once."
        text = f"## {as_text(name)} cannot be played yet\n\n{remedy}\n\n{lines}"
        self.header.show_name(name, look, px)
        self.work.hide()
        self.page.setMinimumWidth(0)
        self.page.setMaximumWidth(16_777_215)
        self.page.show_text(text, look, px, anew=False)

    def _looks(self) -> tuple[Theme, int]:
        view = self._view()
        px = PX[view.text_size]
        return theme(view.theme, view.text_size), round(px * growth_of(self.window()) ** 0.6)

    def _room(self) -> tuple[Theme, int, int]:
        """What the widths of both parts depend on in a step."""
        return *self._looks(), self.width()

    def _share(self) -> None:
        """The text takes the width of a comfortable line, the rest is for what there is to do."""
        self.work.setVisible(not self.work.is_empty)
        if self.work.is_empty:
            self.page.setMinimumWidth(0)
            self.page.setMaximumWidth(16_777_215)
            return
        self.page.setFixedWidth(self._page_width(self.width()))

    def _divide(self) -> None:
        """Gives the column that needs it the room: the part with which the panel is lowest, the text's own if equal."""
        width, self._fitted = self.width(), self._room()
        if self.work.only_states:
            self._part = TEXT_PART_ALONE
        elif not self.work.is_empty:
            self._part = min(TEXT_PARTS, key=lambda part: self._height_with(part, width))

    def _height_with(self, part: float, width: int) -> int:
        page = self._page_width(width, part)
        return max(self.page.height_wanted(page), self.work.height_wanted(width - page))

    def _page_width(self, width: int, part: float | None = None) -> int:
        left = width - LEAST_WORK * self._looks()[1]
        return max(100, min(self.page.wanted_width, round(width * (self._part if part is None else part)), left))
