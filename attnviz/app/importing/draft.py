"""One import as it stands while a person looks at it: what was read, what each part is to be, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Self

from attnviz.content.importing import Found, FoundArray, Part, Placed, Plan, Reading, plan, suggest
from attnviz.content.importing.found import FoundTexts
from attnviz.engine.scenario import Scenario

Thing = FoundArray | FoundTexts
OF_TEXT = frozenset({"delimiter", "decimal", "header", "encoding"})  # conventions of the text rather than of a part


@dataclass(frozen=True, eq=False)
class Draft:
    """Immutable: each choice makes another one, and everything is worked out anew from it.

    again: reads the same text in another way. things: what was found. parts: what each of them is to become, None
    for what is left out. selected: the one that is looked at. heads: how many, where a person said so.
    """

    found: Found
    again: Callable[[Reading], Found]
    into: Scenario
    things: tuple[Thing, ...]
    parts: tuple[Part | None, ...]
    selected: int = 0
    heads: int | None = None

    @classmethod
    def of(cls, found: Found, again: Callable[[Reading], Found], into: Scenario) -> Self:
        """The draft that the guesses make."""
        guessed = () if _is_faulty(found) else suggest([found], into)
        things = things_of(found, guessed)
        parts = tuple(next((part for part in guessed if part.array is thing), None) for thing in things)
        first = next((place for place, part in enumerate(parts) if part is not None), 0)
        return cls(found, again, into, things, parts, first)

    @property
    def thing(self) -> Thing | None:
        """What is looked at."""
        return self.things[self.selected] if self.things else None

    @property
    def part(self) -> Part | None:
        """What it is to become."""
        return self.parts[self.selected] if self.things else None

    @cached_property
    def here(self) -> Plan:
        """What comes of it in the document."""
        return plan(self._wanted, self.into, heads=self.heads)

    @cached_property
    def new(self) -> Plan:
        """What comes of it as a document of its own."""
        return plan(self._wanted, None, heads=self.heads, title=Path(self.found.name).stem if self.found.path else "")

    @property
    def shown(self) -> Plan:
        """The plan that the preview shows: the first of the two that can be made."""
        return self.new if self.here.scenario is None and self.new.scenario is not None else self.here

    @property
    def placed(self) -> Placed | None:
        """What is looked at, as it goes into the scenario."""
        return next((placed for placed in self.shown.placed if placed.part is self.part), None)

    def choosing(self, key: str, value: str) -> Self:
        """With one convention said: of the text, which is read anew, or of the part that is looked at."""
        if key in OF_TEXT:
            return self._read_anew(self.found.reading.choosing(key, value))
        if self.part is None:
            return self
        return self._with_part(self.part.choosing(key, value))

    def becoming(self, target: str) -> Self:
        """With another target for what is looked at, "" to leave it out; what had that target is left out."""
        if self.thing is None:
            return self
        said = () if self.part is None else self.part.said
        freed = tuple(None if part is not None and part.target == target else part for part in self.parts)
        return replace(self, parts=freed)._with_part(Part(self.thing, target, said) if target else None)

    def looking_at(self, place: int) -> Self:
        """With another part in sight."""
        return replace(self, selected=place)

    def with_heads(self, heads: int) -> Self:
        """With so many heads."""
        return replace(self, heads=heads)

    @property
    def _wanted(self) -> tuple[Part, ...]:
        return tuple(part for part in self.parts if part is not None)

    def _with_part(self, part: Part | None) -> Self:
        return replace(self, parts=(*self.parts[: self.selected], part, *self.parts[self.selected + 1 :]))

    def _read_anew(self, reading: Reading) -> Self:
        """What was said of the parts stays, as far as they are still there."""
        found = self.again(reading)
        things = things_of(found)
        if len(things) != len(self.things) or not found.arrays:
            return replace(type(self).of(found, self.again, self.into), heads=self.heads)
        pairs = zip(self.parts, things, strict=True)
        parts = tuple(None if part is None else replace(part, array=thing) for part, thing in pairs)
        return replace(self, found=found, things=things, parts=parts)


def things_of(found: Found, guessed: Iterable[Part] = ()) -> tuple[Thing, ...]:
    """All that can be imported: what was found, and what the guesses made of it, such as a third of a fused matrix."""
    things: list[Thing] = [*found.arrays, *found.labels]
    things += [part.array for part in guessed if all(part.array is not thing for thing in things)]
    if not things and found.texts is not None:
        things.append(FoundTexts(found.texts, found.name))
    return tuple(things)


def _is_faulty(found: Found) -> bool:
    """True for numbers that cannot be read for a fault in one place; a text without any is a list of tokens."""
    return not found.arrays and found.problem is not None and found.problem.where.row is not None
