"""The forms that attention comes in, as edits with the labels that undo shows; and why one cannot be had now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import degrees, radians
from typing import Literal

from attnviz.app.controls.adjust import NO_WEIGHTS, computes_weights
from attnviz.app.session import Session
from attnviz.content.numerals import MINUS, parse_number
from attnviz.engine import edits
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.inputs import Direct, Projected
from attnviz.engine.positions import Alibi, Positions, Rotary
from attnviz.engine.scenario import Scenario

Sides = tuple[int | None, int | None]
BiasKind = Literal["none", "shared", "per_head"]
PositionKind = Literal["none", "half", "interleaved", "alibi"]

_DIGITS = 6  # shown of an angle or a slope
NEIGHBOURS: Sides = (1, 1)  # a window that is switched on: itself and one key on each side
POSITION_NAMES: Mapping[str, str] = {
    "none": "None", "half": "Rotary, half (Llama)", "interleaved": "Rotary, interleaved (GPT-J)", "alibi": "ALiBi",
}  # fmt: skip
BIAS_NAMES: Mapping[str, str] = {"none": "None", "shared": "One for all heads", "per_head": "One for each head"}


def kv_heads(session: Session, count: int) -> bool:
    """Lets the query heads share so many heads of keys and values."""
    label = f"{count} key/value head{'' if count == 1 else 's'}"
    return session.edit(label, lambda scenario: edits.set_kv_heads(scenario, count))


def window(session: Session, sides: Sides | None) -> bool:
    """Lets each query see so many keys before and after its own place, None for all on that side; None: no window."""
    words = "off" if sides is None else " and ".join("all" if side is None else str(side) for side in sides)
    return session.edit(f"Sliding window {words}", lambda scenario: edits.set_window(scenario, sides))


def positions(session: Session, kind: PositionKind) -> bool:
    """Tells attention where tokens stand in that way; rotary ones keep their base and start."""
    return session.edit(f"Positions: {POSITION_NAMES[kind]}", lambda now: _with_positions(now, kind))


def rotary(session: Session, name: Literal["base", "start"], text: str) -> bool:
    """Sets the base or the start of rotary positions to what the text says; what is no such number is refused."""

    def change(scenario: Scenario) -> Scenario:
        if not isinstance(scenario.positions, Rotary):
            return scenario
        number = parse_number(text)
        if name == "base":
            return edits.set_positions(scenario, replace(scenario.positions, base=number, frequencies=None))
        if number != round(number):
            raise FieldError(
                "The start is the position of the first key. Type a whole number.", Where("positions.start")
            )
        return edits.set_positions(scenario, replace(scenario.positions, start=round(number)))

    return session.edit(f"Rotary {name} {text.strip()}", change)


def angles(session: Session, text: str) -> bool:
    """Has each rotary pair turn from one place to the next by the angle that the text says, in degrees."""

    def change(scenario: Scenario) -> Scenario:
        own = scenario.positions
        if not isinstance(own, Rotary):
            return scenario
        now = own.per_position(scenario.sizes.d_k or 0)
        found = read_numbers(text, tuple(angle_text(each) for each in now), now)
        return edits.set_positions(scenario, replace(own, frequencies=found))

    return session.edit(f"Rotary angles {text.strip()}", change)


def slopes(session: Session, text: str) -> bool:
    """Gives each head the ALiBi slope that the text says."""

    def change(scenario: Scenario) -> Scenario:
        own = scenario.positions
        if not isinstance(own, Alibi):
            return scenario
        now = own.of(scenario.sizes.heads)
        return edits.set_positions(scenario, Alibi(read_numbers(text, tuple(map(slope_text, now)), now)))

    return session.edit(f"ALiBi slopes {text.strip()}", change)


def angle_text(angle: float) -> str:
    """An angle in degrees: "30°"."""
    return f"{slope_text(degrees(angle))}°"


def slope_text(slope: float) -> str:
    """A slope in a few digits."""
    return f"{slope:.{_DIGITS}g}".replace("-", MINUS)


def read_numbers(text: str, shown: tuple[str, ...], now: tuple[float, ...]) -> tuple[float, ...]:
    """The numbers in a text with spaces between them, those with ° in radians; what stands as shown is what it was.

    So a number that is shown in a few digits keeps all it has until it is typed anew. Raises BadNumber.
    """
    found = []
    for place, part in enumerate(text.replace(";", " ").split()):
        if place < len(shown) and part == shown[place]:
            found.append(now[place])
        elif shown and shown[0].endswith("°"):
            found.append(radians(parse_number(part.rstrip(",°"))))
        else:
            found.append(parse_number(part.rstrip(",")))
    return tuple(found)


def softcap(session: Session, text: str) -> bool:
    """Keeps the scores softly within ± what the text says."""

    def change(scenario: Scenario) -> Scenario:
        return edits.set_softcap(scenario, parse_number(text))

    return session.edit(f"Soft cap {text.strip()}", change)


def bias(session: Session, kind: BiasKind) -> bool:
    """Adds a bias of zeros to the scores, one for all heads or one for each, or takes it away."""
    label = "Remove the score bias" if kind == "none" else f"Score bias: {BIAS_NAMES[kind].lower()}"
    return session.edit(label, lambda scenario: edits.set_bias(scenario, None if kind == "none" else kind))


def give_source(session: Session, tokens: tuple[str, ...]) -> bool:
    """Takes keys and values from a source with tokens of its own."""
    return session.edit("Give a source", lambda scenario: edits.make_cross(scenario, tokens))


def drop_source(session: Session) -> bool:
    """Takes keys and values from X again."""
    return session.edit("Drop the source", edits.drop_source)


def kv_choices(scenario: Scenario) -> tuple[int, ...]:
    """The numbers of key/value heads that can be had, smallest first: the divisors of the number of heads."""
    return edits.kv_head_choices(scenario)


def bias_kind(scenario: Scenario) -> BiasKind:
    """Whether there is a bias, and whether each head has its own."""
    if scenario.bias is None:
        return "none"
    return "per_head" if scenario.bias.ndim == 3 else "shared"


def position_kind(scenario: Scenario) -> PositionKind:
    """How attention is told where tokens stand."""
    own = scenario.positions
    return "none" if own is None else "alibi" if isinstance(own, Alibi) else own.pairing


def has_source(scenario: Scenario) -> bool:
    """True if keys and values come from a source of their own."""
    return isinstance(scenario.inputs, Projected) and scenario.inputs.source is not None


def same_forms(old: Scenario, new: Scenario) -> bool:
    """True if two scenarios differ in nothing that a form depends on, such as in numbers only."""
    return (
        old.mask is new.mask
        and (old.sizes, old.positions, old.softcap) == (new.sizes, new.positions, new.softcap)
        and (has_source(old), bias_kind(old)) == (has_source(new), bias_kind(new))
        and type(old.inputs) is type(new.inputs)
    )


def in_use(scenario: Scenario) -> tuple[str, ...]:
    """The forms that are switched on, in a few words each."""
    size, mask = scenario.sizes, scenario.mask
    grouped = f"{size.heads} heads on {size.kv_heads} key/value head{'' if size.kv_heads == 1 else 's'}"
    found = {
        grouped: size.kv_heads != size.heads,
        "sliding window": mask.window is not None,
        POSITION_NAMES[position_kind(scenario)]: scenario.positions is not None,
        "soft cap": scenario.softcap is not None,
        "score bias": scenario.bias is not None,
        "cross-attention": has_source(scenario),
    }
    return tuple(words for words, on in found.items() if on)


def in_a_word(scenario: Scenario) -> str:
    """The form that is switched on in one word, how many there are if several, "" if none is."""
    size, mask, kind = scenario.sizes, scenario.mask, position_kind(scenario)
    found = {
        "grouped": size.kv_heads != size.heads, "window": mask.window is not None, "ALiBi": kind == "alibi",
        "rotary": kind in ("half", "interleaved"), "soft cap": scenario.softcap is not None,
        "bias": scenario.bias is not None, "cross": has_source(scenario),
    }  # fmt: skip
    words = [word for word, on in found.items() if on]
    return words[0] if len(words) == 1 else f"{len(words)} on" if words else ""


def reasons(scenario: Scenario) -> dict[str, str]:
    """Why each command about a form cannot be given now; "" where it can."""
    if not computes_weights(scenario):
        return dict.fromkeys(COMMANDS, NO_WEIGHTS)
    size, own = scenario.sizes, scenario.positions
    found = dict.fromkeys(COMMANDS, "")
    if size.heads == 1:
        found |= dict.fromkeys(("kv_heads", "kv_one", "kv_each"), "With one head there is nothing to share.")
    if size.d_k is not None and size.d_k % 2 and not (isinstance(own, Rotary) and own.width is not None):
        odd = f"d_k is {size.d_k}: numbers turn in pairs, so make it even first."
        found |= {"positions_half": odd, "positions_interleaved": odd}
    if not isinstance(own, Rotary):
        found["rotary"] = "There are no rotary positions."
    if isinstance(scenario.inputs, Direct):
        found["give_source"] = "Queries, keys and values are given, so keys come from no source."
    if not has_source(scenario):
        found["drop_source"] = "There is no source: keys and values come from X."
    elif not found["give_source"]:
        found["give_source"] = "There is a source already."
    return found


# What is added to the Attention menu, without what was there before.
COMMANDS = (
    "forms", "kv_heads", "kv_one", "kv_each", "window", "window_sides", "positions_none", "positions_half",
    "positions_interleaved", "positions_alibi", "rotary", "bias_none", "bias_shared", "bias_per_head", "give_source",
    "drop_source",
)  # fmt: skip


def ticks(scenario: Scenario) -> dict[str, bool]:
    """Which of those commands are ticked."""
    size = scenario.sizes
    kinds: tuple[tuple[str, str, Callable[[Scenario], str]], ...] = tuple(
        (f"{group}_{kind}", kind, of)
        for group, names, of in (("positions", POSITION_NAMES, position_kind), ("bias", BIAS_NAMES, bias_kind))
        for kind in names
    )
    return {
        "kv_one": size.kv_heads == 1 and size.heads > 1,
        "kv_each": size.kv_heads == size.heads,
        "window": scenario.mask.window is not None,
        **{name: of(scenario) == kind for name, kind, of in kinds},
    }


def _with_positions(scenario: Scenario, kind: PositionKind) -> Scenario:
    own = scenario.positions
    new: Positions | None
    if kind == "none":
        new = None
    elif kind == "alibi":
        new = own if isinstance(own, Alibi) else Alibi()
    else:
        new = replace(own, pairing=kind) if isinstance(own, Rotary) else Rotary(kind)
    return edits.set_positions(scenario, new)
