"""The Attention menu: masks, scale, temperature, pencil, heads, forms, number format, biases and W_O."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QWidget

from attnviz.app.controls import adjust, forms
from attnviz.app.controls.commands import Commands
from attnviz.app.controls.forms_menu import FormsMenu
from attnviz.app.controls.number_format import SENTENCES
from attnviz.app.controls.rest import Rest
from attnviz.app.pipeline.mask_painting import PAINTABLE
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.content.numerals import full
from attnviz.engine.scenario import Scenario

if TYPE_CHECKING:
    from attnviz.app.dialogs.questions import Questions

BIASES = ("b_Q", "b_K", "b_V", "b_O")
_ALWAYS = ("pencil", "float64", "float32")
# What does nothing where the weights are given.
_BEFORE_WEIGHTS = (
    "causal", "top_left", "bottom_right", "padding", "show_all_keys", "custom", "clear_custom", "scale",
    "scale_number", "softcap", "softcap_off", "temperature", "heads", "add_head", "remove_head", *forms.COMMANDS,
)  # fmt: skip


MASKS = (
    "causal", "top_left", "bottom_right", "window", "window_sides", "padding", "show_all_keys", "custom",
    "clear_custom",
)  # fmt: skip
_OWN_NUMBERS = "This laboratory has numbers of its own."
_OWN_MASK = "This laboratory has a mask of its own."


class AttentionMenu(QMenu, Watching):
    """Edits of the scenario's settings; each is ticked and enabled as the state says."""

    def __init__(self, commands: Commands, session: Session, questions: Questions, parent: QWidget) -> None:
        super().__init__("&Attention", parent)
        self.setObjectName("menu.attention")
        self.setToolTipsVisible(True)
        self._commands = commands
        self._questions = questions
        self._resting = Rest.NOTHING
        self._add_masks()
        self._add_scores()
        self._add_heads_and_matrices()
        self._forms = FormsMenu(
            commands, questions, lambda: self.session, lambda: self.show_state(None, self.session.state)
        )
        self._arrange()
        self.watch(session)
        self.show_state(None, session.state)

    def show_state(self, old: State | None, new: State) -> None:
        """Ticks what is on and disables what does not apply, saying why."""
        if old is not None and _settings(old) == _settings(new):
            return
        scenario = new.scenario
        ticks = ticks_of(new)
        for name, on in ticks.items():
            self._commands.check(name, on)
        for name, reason in self._reasons(scenario).items():
            self._commands.explain(name, reason)

    def rest(self, rest: Rest) -> None:
        """Lets commands rest that would change nothing of what is seen."""
        if rest is not self._resting:
            self._resting = rest
            self.show_state(None, self.session.state)

    def _reasons(self, scenario: Scenario) -> dict[str, str]:
        """Why each command cannot be given now; "" where it can."""
        mask, square = scenario.mask, scenario.sizes.T == scenario.sizes.S
        one_head = scenario.sizes.heads == 1
        same_corner = "Queries and keys are equal in number, so both corners are the same." if square else ""
        reasons = {
            "top_left": same_corner,
            "bottom_right": same_corner,
            "show_all_keys": "" if mask.padding else "No key is hidden as padding.",
            "clear_custom": "" if mask.custom is not None else "There is no custom mask.",
            "softcap_off": "" if scenario.softcap is not None else "There is no soft cap.",
            "remove_head": "There is only one head." if one_head else "",
        }
        if not adjust.computes_weights(scenario):
            reasons |= dict.fromkeys(_BEFORE_WEIGHTS, adjust.NO_WEIGHTS)
        else:
            reasons = dict.fromkeys(_BEFORE_WEIGHTS, "") | reasons | forms.reasons(scenario)
        kind = {"direct": "Queries, keys and values are given", "weights": "The weights are given"}
        for name in ("W_O", *BIASES):
            taken = adjust.takes(scenario, name)
            reasons[name] = "" if taken else f"{kind[scenario.inputs.kind]}, so there is no {name}."
        if self._resting is Rest.ALL:
            return dict.fromkeys((*reasons, *_ALWAYS), _OWN_NUMBERS)
        if self._resting is Rest.MASKS:
            reasons |= dict.fromkeys(MASKS, _OWN_MASK)
        return dict.fromkeys(_ALWAYS, "") | reasons

    def _add_masks(self) -> None:
        add = self._commands.add
        causal = add(
            "causal", "&Causal Mask", self._toggle_causal, "Ctrl+M", checkable=True, says=self._says("causal"),
            sentence="Hide from each query the keys that come after it",
        )  # fmt: skip
        causal.setIconText("Causal")
        for name, words in (("top_left", "Top Left"), ("bottom_right", "Bottom Right")):
            add(name, f"Causal from {words}", partial(self._do, adjust.alignment, name), checkable=True)
        self._commands.alternatives("top_left", "bottom_right")
        padding = add(
            "padding", "&Padding Mask…", None, "Ctrl+Shift+M", checkable=True, says=self._says("padding"),
            sentence="Tick the keys that no query may see, as padding",
        )  # fmt: skip
        padding.setIconText("Padding")
        add("show_all_keys", "Show All Padding Keys", partial(self._do, adjust.show_all_keys))
        custom = add(
            "custom", "C&ustom Mask", self._toggle_painting, "Ctrl+Shift+P", checkable=True, says=self._says("custom"),
            sentence="Click cells of the scores, the masked scores or the weights to hide or show them; "
            "choose this again to stop, the mask stays",
        )  # fmt: skip
        custom.setIconText("Custom")
        add("clear_custom", "Clear Custom Mask", partial(self._do, adjust.clear_custom))

    def _add_scores(self) -> None:
        add = self._commands.add
        scale = add(
            "scale", "÷ √d_&k", self._toggle_scale, "Ctrl+R", checkable=True, says=self._says("scale"),
            sentence="Divide the scores by √d_k, so that their spread does not grow with d_k",
        )  # fmt: skip
        scale.setIconText("÷ √d_k")
        add("scale_number", "&Scale by a Number…", self._ask_scale, checkable=True)
        add("softcap", "Soft Cap…", self._ask_softcap, checkable=True, sentence="Keep scores softly within a limit")
        add("softcap_off", "No Soft Cap", partial(self._do, adjust.softcap, None))
        add("temperature", "&Temperature", None, "Ctrl+T", sentence="Type a temperature in the toolbar")
        pencil = add(
            "pencil", "Penci&l Precision", self._toggle_pencil, "Ctrl+L", checkable=True, says=self._says("pencil"),
            sentence="Round each step to the decimals shown before the next one, as by hand; "
            "while it is on, changing the decimals changes the rounding",
        )  # fmt: skip
        pencil.setIconText("Pencil")

    def _add_heads_and_matrices(self) -> None:
        add = self._commands.add
        add("heads", "&Heads", None, "Ctrl+Shift+H", sentence="Choose the number of heads in the toolbar")
        add("add_head", "&Add a Head", partial(self._do, adjust.add_head))
        add("remove_head", "&Remove This Head", self._remove_head, sentence="Remove the head whose tab is open")
        for name, text in (("float64", "Compute in float&64"), ("float32", "Compute in float&32")):
            use = partial(self._do, adjust.number_format, name)
            add(name, text, use, checkable=True, sentence=SENTENCES[name])
        self._commands.alternatives("float64", "float32")
        toggle = self._toggle_matrix
        add("W_O", "Output Pro&jection W_O", partial(toggle, "W_O"), checkable=True, says=self._says("W_O"))
        for name in BIASES:
            add(name, f"Bias {name}", partial(toggle, name), checkable=True, says=self._says(name))

    def _arrange(self) -> None:
        self._commands.fill(self, "causal")
        alignment = self.addMenu("Causal Alignment")
        self._commands.fill(alignment, "top_left bottom_right")
        self._forms.fill_masks(self)
        self._commands.fill(self, "padding show_all_keys custom clear_custom | scale scale_number")
        cap = self.addMenu("Soft Cap")
        self._commands.fill(cap, "softcap softcap_off")
        self._commands.fill(self, "temperature pencil | forms")
        self._forms.fill_scores(self)
        self._commands.fill(self, "| heads add_head remove_head")
        self._forms.fill_heads(self)
        self._commands.fill(self, "| W_O")
        biases = self.addMenu("B&iases")
        self._commands.fill(biases, " ".join(BIASES))
        self.addSeparator()
        self._commands.fill(self, "float64 float32")
        for menu in (alignment, cap, biases):
            menu.setToolTipsVisible(True)

    def _says(self, name: str) -> Callable[[], bool]:
        return lambda: ticks_of(self.session.state)[name]

    def _do(self, edit: Callable[..., object], *values: object) -> None:
        """Runs one of `adjust`'s edits on the session that is shown, and puts the ticks right if it was refused."""
        edit(self.session, *values)
        self.show_state(None, self.session.state)

    def _toggle_causal(self) -> None:
        self._do(adjust.causal, not self.session.state.scenario.mask.causal)

    def _toggle_painting(self) -> None:
        """Starts painting where there is something to paint on, or stops; what is painted stays."""
        view = self.session.state.view
        if view.paint_mask:
            self.session.look(paint_mask=False)
        else:
            tab = "head" if view.tab == "concat" else view.tab
            self.session.look(paint_mask=True, tab=tab, focus=view.focus if view.focus in PAINTABLE else "masked")
        self.show_state(None, self.session.state)

    def _toggle_scale(self) -> None:
        self._do(adjust.scale, self.session.state.scenario.scale is False)

    def _toggle_pencil(self) -> None:
        state = self.session.state
        self._do(adjust.pencil, state.view.decimals if state.scenario.pencil is None else None)

    def _toggle_matrix(self, name: str) -> None:
        present = not adjust.has(self.session.state.scenario, name)
        if name == "W_O":
            self._do(adjust.output_projection, present)
        else:
            self._do(adjust.bias, name, present)

    def _remove_head(self) -> None:
        self._do(adjust.remove_head, self.session.state.selection.head)

    def _ask_scale(self) -> None:
        now = self.session.state.scenario.factor
        factor = self._questions.number("Scale", "Multiply the scores by", full(now))
        if factor is not None:
            self._do(adjust.scale, factor)
        self.show_state(None, self.session.state)

    def _ask_softcap(self) -> None:
        now = self.session.state.scenario.softcap or 30.0
        limit = self._questions.number("Soft Cap", "Keep the scores within ±", full(now))
        if limit is not None:
            self._do(adjust.softcap, limit)
        self.show_state(None, self.session.state)


def ticks_of(state: State) -> dict[str, bool]:
    """Which commands are ticked."""
    scenario, mask = state.scenario, state.scenario.mask
    return {
        "causal": mask.causal,
        "top_left": mask.alignment == "top_left",
        "bottom_right": mask.alignment == "bottom_right",
        "padding": bool(mask.padding),
        "custom": mask.custom is not None or state.view.paint_mask,
        "scale": scenario.scale is not False and adjust.computes_weights(scenario),
        "scale_number": not isinstance(scenario.scale, bool),
        "softcap": scenario.softcap is not None,
        "pencil": scenario.pencil is not None,
        "float64": scenario.dtype == "float64",
        "float32": scenario.dtype == "float32",
        **{name: adjust.has(scenario, name) for name in ("W_O", *BIASES)},
        **forms.ticks(scenario),
    }


def _settings(state: State) -> tuple[object, ...]:
    """All that the ticks and reasons depend on; typing in a matrix changes none of it."""
    scenario = state.scenario
    return (
        scenario.mask, scenario.scale, scenario.softcap, scenario.pencil, scenario.dtype, scenario.sizes,
        scenario.inputs.kind, tuple(name for name, _ in scenario.inputs.items()), state.view.paint_mask,
        scenario.positions, forms.bias_kind(scenario),
    )  # fmt: skip
