"""What is wrong with a lesson: every mistake with its line, and the error that carries them all."""

from __future__ import annotations

from dataclasses import dataclass, field

from attnviz.content.atomic import shown
from attnviz.content.lessons.toml_lines import Lines, Path
from attnviz.engine.errors import AttentionError, Where


@dataclass(frozen=True, order=True)
class Mistake:
    """One mistake: its line, from 1, and what is wrong with one thing to do."""

    line: int
    text: str


class BadLesson(AttentionError):
    """A lesson that cannot be played. `mistakes` holds all that is wrong with it; the message says the first."""

    def __init__(self, name: str, mistakes: tuple[Mistake, ...]) -> None:
        first = mistakes[0]
        more = f" ({len(mistakes) - 1} more)" if len(mistakes) > 1 else ""
        super().__init__(f"{shown(name)}:{first.line}: {first.text}{more}", Where(name, first.line - 1))
        self.name, self.mistakes = name, mistakes

    def __reduce__(self) -> tuple[type[BadLesson], tuple[str, tuple[Mistake, ...]]]:
        """How it is copied to another process."""
        return type(self), (self.name, self.mistakes)


@dataclass
class Complaints:
    """Collects mistakes while a lesson is read, each at the line of its entry; what cannot be printed is escaped."""

    lines: Lines
    found: list[Mistake] = field(default_factory=list)

    def add(self, path: Path, text: str) -> None:
        """A mistake at an entry."""
        self.found.append(Mistake(self.lines.of(path), shown(text)))

    def add_within(self, path: Path, row: int, text: str) -> None:
        """A mistake inside a text, in that one of its own lines, from 0."""
        self.found.append(Mistake(self.lines.within(path, row), shown(text)))

    def sorted(self) -> tuple[Mistake, ...]:
        """All mistakes from top to bottom, each once."""
        return tuple(sorted(set(self.found)))
