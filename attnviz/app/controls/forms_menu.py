"""The commands for the forms of attention, and their submenus of the Attention menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from attnviz.app.controls import forms
from attnviz.app.controls.commands import Commands
from attnviz.app.session import Session
from attnviz.engine.scenario import Scenario

if TYPE_CHECKING:
    from attnviz.app.dialogs.questions import Questions

_POSITIONS = ("none", "half", "interleaved", "alibi")
_BIASES = ("none", "shared", "per_head")
_MOST_SUGGESTED = 4  # source tokens that are suggested


class FormsMenu:
    """Adds the commands and menus. shown: the session that the window shows; settle: puts ticks right afterwards."""

    def __init__(
        self, commands: Commands, questions: Questions, shown: Callable[[], Session], settle: Callable[[], None]
    ) -> None:
        self._commands = commands
        self._questions = questions
        self._shown = shown
        self._settle = settle
        self._add_heads_and_window()
        self._add_positions_and_biases()
        self._add_source()

    def fill_heads(self, menu: QMenu) -> None:
        """Grouped heads, under the number of heads."""
        self._submenu(menu, "Ke&y/Value Heads", "key_value_heads", "kv_heads | kv_each kv_one")

    def fill_masks(self, menu: QMenu) -> None:
        """The window, among the masks."""
        self._commands.fill(menu, "window window_sides")

    def fill_scores(self, menu: QMenu) -> None:
        """What is done to queries, keys and scores."""
        kinds = " ".join(f"positions_{kind}" for kind in _POSITIONS)
        self._submenu(menu, "P&ositions", "positions", f"{kinds} | rotary")
        self._submenu(menu, "Score &Bias", "score_bias", " ".join(f"bias_{kind}" for kind in _BIASES))
        self._submenu(menu, "Cross-Attentio&n", "cross", "give_source drop_source")

    def _submenu(self, menu: QMenu, title: str, name: str, commands: str) -> None:
        inner = menu.addMenu(title)
        inner.setObjectName(f"menu.{name}")
        inner.setToolTipsVisible(True)
        self._commands.fill(inner, commands)

    def _add_heads_and_window(self) -> None:
        add, says = self._commands.add, self._says
        shown = add(
            "forms", "&Forms of Attention…", None, "Ctrl+Shift+A",
            sentence="Grouped heads, window, positions, soft cap, bias, cross-attention",
        )  # fmt: skip
        shown.setIconText("Forms")
        add("kv_heads", "&Choose Their Number…", None, sentence="How many heads of keys and values the heads share")
        add("kv_each", "One for &Each Head", partial(self._share, None), checkable=True)
        add(
            "kv_one", "&Multi-Query: One for All Heads", partial(self._share, 1), checkable=True,
            sentence="All query heads read the same keys and values",
        )  # fmt: skip
        add(
            "window", "Sliding &Window", self._toggle_window, checkable=True, says=says("window"),
            sentence="Hide the keys that lie too far from each query",
        )  # fmt: skip
        add("window_sides", "Window Size…", None, sentence="How many keys before and after it a query sees")

    def _add_positions_and_biases(self) -> None:
        add = self._commands.add
        words = {
            "none": "Attention does not know where tokens stand, but for a mask",
            "half": "Turn number c of each query and key with number c + d_k/2, as Llama does",
            "interleaved": "Turn number c of each query and key with its neighbour c + 1, as GPT-J does",
            "alibi": "Take from each score a slope times the distance between query and key",
        }
        for kind, title in forms.POSITION_NAMES.items():
            add(
                f"positions_{kind}", title, partial(self._do, forms.positions, kind), checkable=True,
                sentence=words[kind],
            )  # fmt: skip
        self._commands.alternatives(*(f"positions_{kind}" for kind in _POSITIONS))
        add(
            "rotary",
            "Base, Angles and Start…",
            None,
            sentence="How fast rotary pairs turn, and where the first key stands",
        )
        for own, title in forms.BIAS_NAMES.items():
            add(f"bias_{own}", title.title(), partial(self._do, forms.bias, own), checkable=True)
        self._commands.alternatives(*(f"bias_{own}" for own in _BIASES))

    def _add_source(self) -> None:
        add = self._commands.add
        add(
            "give_source", "&Give a Source…", self._give_source,
            sentence="Keys and values of other tokens than the queries, with labels of their own",
        )  # fmt: skip
        add("drop_source", "&Drop the Source", partial(self._do, forms.drop_source))

    def _says(self, name: str) -> Callable[[], bool]:
        return lambda: forms.ticks(self._scenario())[name]

    def _scenario(self) -> Scenario:
        return self._shown().state.scenario

    def _do(self, edit: Callable[..., object], *values: object) -> None:
        edit(self._shown(), *values)
        self._settle()

    def _share(self, count: int | None) -> None:
        self._do(forms.kv_heads, self._scenario().sizes.heads if count is None else count)

    def _toggle_window(self) -> None:
        self._do(forms.window, forms.NEIGHBOURS if self._scenario().mask.window is None else None)

    def _give_source(self) -> None:
        suggested = " ".join(f"s{number}" for number in range(1, min(self._scenario().sizes.T, _MOST_SUGGESTED) + 1))
        tokens = self._questions.tokens("Source", "Tokens of the source, with spaces between them", suggested)
        if tokens:
            self._do(forms.give_source, tokens)
        self._settle()
