"""One import as it stands while a person looks at it: what was read, what each part is to be, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Self

from attnviz.content.importing import Found, FoundArray, Part, Placed, Plan, Reading, plan, suggest
from attnviz.content.importing.found import FoundTexts
from attnviz.content.importing.suggesting import called_by_file
from attnviz.engine.scenario import Scenario

Thing = FoundArray | FoundTexts
_LARGE = 300_000  # numbers
_LAID = ("tokens", "product", "heads")  # conventions that say how a matrix lies
OF_TEXT = frozenset({"delimiter", "decimal", "header", "encoding", "empty"})  # conventions of a text, not of a part


@dataclass(frozen=True, eq=False)
class Brought:
    """One file or text. again: reads it in another way."""

    found: Found
    again: Callable[[Reading], Found]


@dataclass(frozen=True, eq=False)
class Item:
    """Something that can be imported. origin: in which of the files it was. part: what it becomes, None to leave it."""

    thing: Thing
    origin: int
    part: Part | None


@dataclass(frozen=True, eq=False)
class Draft:
    """Immutable: each choice makes another one, and everything is worked out anew from it.

    selected: the item that is looked at. heads, dtype: how many there are and in which format they are computed, where
    a person said so.
    """

    brought: tuple[Brought, ...]
    into: Scenario
    items: tuple[Item, ...]
    selected: int = 0
    heads: int | None = None
    dtype: str | None = None

    @classmethod
    def of(cls, brought: Iterable[Brought], into: Scenario) -> Self:
        """The draft that the guesses make."""
        files = tuple(brought)
        items: tuple[Item, ...] = ()
        for origin, one in enumerate(files):
            items += _items(one.found, origin, into, items)
        first = next((place for place, item in enumerate(items) if item.part is not None), 0)
        return cls(files, into, items, first)

    @property
    def item(self) -> Item | None:
        """What is looked at."""
        return self.items[self.selected] if self.items else None

    @property
    def part(self) -> Part | None:
        """What it is to become."""
        return None if self.item is None else self.item.part

    @property
    def found(self) -> Found:
        """The file or text that it was in."""
        return self.brought[0 if self.item is None else self.item.origin].found

    @cached_property
    def here(self) -> Plan:
        """What comes of it in the document."""
        return plan(self._wanted, self.into, heads=self.heads, dtype=self.dtype)

    @cached_property
    def new(self) -> Plan:
        """What comes of it as a document of its own, laid as the preview shows it wherever that makes one."""
        laid = self._as_here()
        if laid != self._wanted:
            made = self._alone(laid)
            if made.scenario is not None:
                return made
        return self._alone(self._wanted)

    def work_out(self) -> Self:
        """The draft with what comes of it worked out, so that it can be shown without waiting."""
        _ = self.here, self.new
        return self

    @property
    def is_large(self) -> bool:
        """True for so many numbers that working it out would hold the window up."""
        return sum(prod(array.shape) for one in self.brought for array in one.found.arrays) > _LARGE

    @property
    def shown(self) -> Plan:
        """The plan that the preview shows: the first of the two that can be made."""
        return self.new if self.here.scenario is None and self.new.scenario is not None else self.here

    @property
    def placed(self) -> Placed | None:
        """What is looked at, as it goes into the scenario."""
        return next((placed for placed in self.shown.placed if placed.part is self.part), None)

    def with_more(self, more: Iterable[Brought]) -> Self:
        """With further files or texts, the first of them in sight."""
        files = (*self.brought, *more)
        items = self.items
        for origin, one in enumerate(files[len(self.brought) :], start=len(self.brought)):
            items += _items(one.found, origin, self.into, items)
        return replace(self, brought=files, items=items, selected=min(len(self.items), len(items) - 1))

    @property
    def _title(self) -> str:
        """The file's name without its ending, of several the folder's that they share; "" where there is none."""
        paths = [one.found.path for one in self.brought]
        if len(paths) == 1:
            return Path(self.found.name).stem if paths[0] else ""
        folders = {Path(path).resolve().parent if path else None for path in paths}
        folder = folders.pop() if len(folders) == 1 else None
        return folder.name if folder is not None else ""

    def choosing(self, key: str, value: str) -> Self:
        """With one convention said: of the text, which is read anew, or of the part that is looked at."""
        if key in OF_TEXT:
            return self._read_anew(self.found.reading.choosing(key, value))
        if self.part is None:
            return self
        return self._with_part(self.part.choosing(key, value))

    def becoming(self, target: str) -> Self:
        """With another target for what is looked at, "" to leave it out; what had that target is left out."""
        if self.item is None:
            return self
        said = () if self.part is None else self.part.said
        settings = self.brought[self.item.origin].found.settings
        freed = tuple(
            replace(item, part=None) if item.part is not None and item.part.target == target else item
            for item in self.items
        )
        return replace(self, items=freed)._with_part(
            Part(self.item.thing, target, said, settings=settings) if target else None
        )

    def looking_at(self, place: int) -> Self:
        """With another part in sight."""
        return replace(self, selected=place)

    def going_into(self, into: Scenario) -> Self:
        """For a document that was edited meanwhile."""
        return replace(self, into=into)

    def computed_in(self, dtype: str) -> Self:
        """In that number format."""
        return replace(self, dtype=dtype)

    def with_heads(self, heads: int) -> Self:
        """With so many heads."""
        return replace(self, heads=heads)

    def _alone(self, parts: tuple[Part, ...]) -> Plan:
        return plan(parts, None, heads=self.heads, title=self._title, dtype=self.dtype)

    def _as_here(self) -> tuple[Part, ...]:
        """The parts laid as they go into the document, where that can be had: a guess for it is what is shown."""
        if self.here.scenario is None:
            return self._wanted
        guesses = {id(placed.part): placed.choices for placed in self.here.placed}
        laid = []
        for part in self._wanted:
            for one in guesses.get(id(part), ()):
                if one.guessed and one.key in _LAID:
                    part = part.choosing(one.key, one.value)
            laid.append(part)
        return tuple(laid)

    @property
    def _wanted(self) -> tuple[Part, ...]:
        return tuple(item.part for item in self.items if item.part is not None)

    def _with_part(self, part: Part | None) -> Self:
        changed = replace(self.items[self.selected], part=part)
        return replace(self, items=(*self.items[: self.selected], changed, *self.items[self.selected + 1 :]))

    def _read_anew(self, reading: Reading) -> Self:
        """What was said of the parts stays, as far as they are still there."""
        origin = 0 if self.item is None else self.item.origin
        read = Brought(self.brought[origin].again(reading), self.brought[origin].again)
        files = (*self.brought[:origin], read, *self.brought[origin + 1 :])
        before = [item for item in self.items if item.origin < origin]
        after = [item for item in self.items if item.origin > origin]
        own = [item for item in self.items if item.origin == origin]
        again = _items(read.found, origin, self.into, (*before, *after))
        if len(again) == len(own) and read.found.arrays:
            again = tuple(
                replace(new, part=None if old.part is None else replace(old.part, array=new.thing))
                for old, new in zip(own, again, strict=True)
            )
        items = (*before, *again, *after)
        return replace(self, brought=files, items=items, selected=min(self.selected, max(len(items) - 1, 0)))


def _items(found: Found, origin: int, into: Scenario, others: Iterable[Item]) -> tuple[Item, ...]:
    """All that can be imported of a file, with the guesses that take no target from what is there already.

    Guesses may make more of it than was found, such as thirds of a fused matrix.
    """
    found = called_by_file(found)
    taken = [item.part for item in others if item.part is not None]
    guessed = [] if _is_faulty(found) else list(suggest([found], into, taken))
    things: list[Thing] = [*found.arrays, *found.labels]
    made = [part.array for part in guessed if all(part.array is not thing for thing in things)]
    members = [one for thing in made if isinstance(thing, FoundArray) for one in thing.members]
    things = [thing for thing in (*things, *made) if all(thing is not one for one in members)]
    if not things and found.texts is not None:
        things.append(FoundTexts(found.texts, found.name))
    return tuple(Item(thing, origin, next((part for part in guessed if part.array is thing), None)) for thing in things)


def _is_faulty(found: Found) -> bool:
    """True for numbers that cannot be read for a fault in one place; a text without any is a list of tokens."""
    return not found.arrays and found.problem is not None and found.problem.where.row is not None
