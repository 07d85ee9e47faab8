"""A guess as data: what was taken for true, what else it could be, and why; every one can be changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True)
class Option:
    """One way to read something: its value in programs and its words on the screen."""

    value: str
    words: str


@dataclass(frozen=True)
class Choice:
    """A convention that was guessed or said, with its alternatives.

    key: which convention, such as "tokens". title: the question, such as "Tokens are in". value: what holds now.
    guessed: nobody has said it. certain: nothing else fits. reason: why it was guessed, one sentence. flag: the option
    of the command line that says it.
    """

    key: str
    title: str
    options: tuple[Option, ...]
    value: str
    guessed: bool
    reason: str
    flag: str
    certain: bool = False

    @property
    def words(self) -> str:
        """What holds now, in words."""
        return next(option.words for option in self.options if option.value == self.value)

    def settled(self, said: Mapping[str, str]) -> Self:
        """The same with what a person has said for this key, if they have and if it is one of its options."""
        value = said.get(self.key)
        if value is None or all(option.value != value for option in self.options):
            return self
        return replace(self, value=value, guessed=False)


def choice(
    key: str, title: str, options: Mapping[str, str], value: str, reason: str, *, flag: str = "", certain: bool = False
) -> Choice:
    """A guess among options given as value → words; flag is --key unless it has another name."""
    made = tuple(Option(name, words) for name, words in options.items())
    return Choice(key, title, made, value, True, reason, flag or f"--{key}", certain)
