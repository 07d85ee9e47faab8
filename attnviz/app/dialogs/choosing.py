"""A dialog that is opened, waited for and let go: what was chosen in it, or nothing."""

from __future__ import annotations

from typing import Protocol, TypeVar

Choice = TypeVar("Choice", covariant=True)


class Choosing(Protocol[Choice]):
    """A dialog that ends with a choice."""

    def exec(self) -> int:
        """Waits for the answer; 0 if it was called off."""
        ...

    def choice(self) -> Choice:
        """What is chosen at the moment."""
        ...

    def deleteLater(self) -> None:
        """Lets it go."""
        ...


def chosen(dialog: Choosing[Choice]) -> Choice | None:
    """What was chosen, None if it was called off."""
    choice = dialog.choice() if dialog.exec() else None
    dialog.deleteLater()
    return choice
