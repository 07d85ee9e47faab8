"""The View menu: board or focus, tabs, explanations, decimals, scale, theme, text size, full screen."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from PySide6.QtWidgets import QMenu, QWidget

from attnviz.app.changing_looks import ChangingLooks
from attnviz.app.controls import adjust
from attnviz.app.controls.commands import Commands
from attnviz.app.explaining.explain_menu import ExplainMenu
from attnviz.app.pipeline.figure_places import why_no_board
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.engine.scenario import MOST_DECIMALS

SIZES: tuple[Literal["normal", "large", "projector"], ...] = ("normal", "large", "projector")


class ViewMenu(QMenu, Watching):
    """How things are shown. Nothing here changes a number, and nothing here is undone."""

    def __init__(self, commands: Commands, session: Session, parent: QWidget) -> None:
        super().__init__("&View", parent)
        self.setObjectName("menu.view")
        self.setToolTipsVisible(True)
        self._commands = commands
        self.looks = ChangingLooks(parent.window(), self._look)
        self._add_figures()
        self._add_looks()
        commands.fill(self, "auto board focus | all_heads concat next_tab previous_tab | shared_scale numbers legend")
        commands.fill(self, "more_decimals fewer_decimals | light dark")
        sizes = self.addMenu("&Text Size")
        commands.fill(sizes, " ".join(SIZES))
        commands.fill(self, "zoom_in zoom_out | full_screen")
        self.explain = ExplainMenu(commands, session, parent)
        self.explain.comparing.connect(self.paint_later)
        self.insertMenu(commands["shared_scale"], self.explain)
        self.insertSeparator(commands["shared_scale"])
        self.watch(session)
        self.show_state(None, session.state)

    def set_session(self, session: Session) -> None:
        """Follows another session, with the menu inside it."""
        self.explain.set_session(session)
        super().set_session(session)

    def show_state(self, old: State | None, new: State) -> None:
        """Ticks what is shown."""
        one = new.scenario.sizes.heads == 1
        if old is not None and old.view == new.view and old.scenario.sizes == new.scenario.sizes:
            return
        view = new.view
        ticks: dict[str, bool] = {
            **{layout: view.layout == layout for layout in ("auto", "board", "focus")},
            "all_heads": view.tab == "heads",
            "concat": view.tab == "concat",
            "shared_scale": view.shared_scale and not view.why_own_scales,
            "numbers": view.numbers,
            "legend": view.legend,
            "light": view.theme == "light",
            "dark": view.theme == "dark",
            **{size: view.text_size == size for size in SIZES},
        }
        for name, on in ticks.items():
            self._commands.check(name, on)
        self._commands.explain("zoom_in", "The text is at its largest." if view.text_size == SIZES[-1] else "")
        self._commands.explain("zoom_out", "The text is at its smallest." if view.text_size == SIZES[0] else "")
        self._commands.explain("more_decimals", "" if view.decimals < MOST_DECIMALS else "There are no more.")
        self._commands.explain("fewer_decimals", "" if view.decimals else "Whole numbers are shown already.")
        self._commands.explain("board", why_no_board(new.scenario.sizes))
        self._commands.explain("shared_scale", "There is only one head." if one else view.why_own_scales)

    def _add_figures(self) -> None:
        add = self._commands.add
        for name, text, key, sentence in (
            ("auto", "&Automatic Layout", "Ctrl+Shift+B", "The board where its numbers are legible, else one stage"),
            ("board", "&Board", "Ctrl+B", "All stages at once"),
            ("focus", "&Focus", "Ctrl+Shift+F", "One stage large, the others as a strip"),
        ):
            add(name, text, partial(self._look, layout=name, tab="head"), key, checkable=True, sentence=sentence)
        self._commands.alternatives("auto", "board", "focus")
        add("all_heads", "All &Heads", partial(self._toggle_tab, "heads"), "Ctrl+H", checkable=True)
        add(
            "concat", "&Concat", partial(self._toggle_tab, "concat"), "Ctrl+Shift+O", checkable=True,
            sentence="The heads side by side, and what W_O makes of them",
        )  # fmt: skip
        add("next_tab", "&Next Tab", partial(self._turn_tab, 1), "Ctrl+PgDown")
        add("previous_tab", "&Previous Tab", partial(self._turn_tab, -1), "Ctrl+PgUp")
        add(
            "shared_scale", "Shared &Scale", partial(self._toggle, "shared_scale"), checkable=True,
            sentence="Draw the same number in the same colour in every head",
        )  # fmt: skip
        add("numbers", "Numbers &in Cells", partial(self._toggle, "numbers"), checkable=True)
        add("legend", "Le&gends", partial(self._toggle, "legend"), checkable=True)

    def _add_looks(self) -> None:
        add = self._commands.add
        add("more_decimals", "More &Decimals", partial(self._shift_decimals, 1))
        add("fewer_decimals", "Fe&wer Decimals", partial(self._shift_decimals, -1))
        for name in ("light", "dark"):
            add(name, f"{name.capitalize()} Theme", partial(self._wear, theme=name), checkable=True)
        self._commands.alternatives("light", "dark")
        for number, size in enumerate(SIZES, start=1):
            keys = (f"Ctrl+{number}", "Ctrl+0") if number == 1 else (f"Ctrl+{number}",)
            add(size, f"&{size.capitalize()}", partial(self._wear, text_size=size), *keys, checkable=True)
        self._commands.alternatives(*SIZES)
        # Ctrl+= is Ctrl++ without the shift key; the standard keys were empty on a bare X server.
        add("zoom_in", "Larger Te&xt", partial(self._zoom, 1), "Ctrl++", "Ctrl+=")
        add("zoom_out", "Smaller Text", partial(self._zoom, -1), "Ctrl+-")

    def _look(self, **changes: Any) -> None:
        self.session.look(**changes)
        self.show_state(None, self.session.state)

    def paint_later(self) -> None:
        """Has the window painted in the next turns: it is about to show another room, or figures that take a search."""
        self.looks.paint_later()

    def finish(self) -> None:
        """Has another theme or size taken that was asked for just now."""
        self.looks.finish()

    def _wear(self, **changes: Any) -> None:
        self.looks.change(self.session.state.view, changes)
        self.show_state(None, self.session.state)  # the tick follows with what is drawn

    def _toggle(self, name: str) -> None:
        self._look(**{name: not getattr(self.session.state.view, name)})

    def _toggle_tab(self, tab: str) -> None:
        """To that tab, or back to the head that was open."""
        self._look(tab="head" if self.session.state.view.tab == tab else tab)

    def _turn_tab(self, step: int) -> None:
        """Through the heads, then all heads, then concatenation, and round again."""
        state = self.session.state
        heads = state.scenario.sizes.heads
        tabs = [("head", head) for head in range(heads)] + [("heads", None), ("concat", None)]
        here = ("head", state.selection.head) if state.view.tab == "head" else (state.view.tab, None)
        tab, head = tabs[(tabs.index(here) + step) % len(tabs)]
        if head is not None:
            self.session.select(head=head)
        self._look(tab=tab)

    def _shift_decimals(self, step: int) -> None:
        adjust.decimals(self.session, self.session.state.view.decimals + step)

    def _zoom(self, step: int) -> None:
        place = SIZES.index(self.looks.coming(self.session.state.view).text_size) + step
        self._wear(text_size=SIZES[min(max(place, 0), len(SIZES) - 1)])
