"""Which lesson a window plays, for whoever presents it or saves it as pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attnviz.content.lessons.model import Lesson


@dataclass(frozen=True)
class Playing:
    """A lesson and the step that is shown, from 0."""

    lesson: Lesson
    step: int
