"""What config.json beside a model says: its sizes and settings, each checked when it is asked for."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from attnviz.content import strict_json
from attnviz.content.atomic import FileProblem, said
from attnviz.content.tensors.tensors import opened
from attnviz.engine.errors import AttentionError

_MOST_BYTES = 1 << 20


@dataclass(frozen=True)
class Config:
    """The settings of a model; `path` is the file's, also where there is none yet."""

    path: str
    values: Mapping[str, object] = field(default_factory=dict)
    found: bool = True

    def whole(self, *names: str) -> int | None:
        """The whole number from 1 under the first of these names that is there; None if none is. Raises FileProblem."""
        name = next((name for name in names if self.values.get(name) is not None), None)
        if name is None:
            return None
        value = self.values[name]
        if type(value) is not int or not 1 <= value < 1 << 31:
            raise FileProblem(self.path, f"{name} is {strict_json.brief(value)}. Give a whole number from 1.")
        return value

    def number(self, name: str, default: float) -> float:
        """The positive number of that name, or the default. Raises FileProblem."""
        value = self.values.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
            raise FileProblem(self.path, f"{name} is {strict_json.brief(value)}. Give a positive number.")
        return float(value)

    def word(self, name: str, default: str = "") -> str:
        """The text of that name, or the default. Raises FileProblem."""
        value = self.values.get(name)
        if value is None:
            return default
        if not isinstance(value, str):
            raise FileProblem(self.path, f"{name} is {strict_json.brief(value)}. Give a text.")
        return value

    def flag(self, name: str, default: bool) -> bool:
        """True or false under that name, or the default. Raises FileProblem."""
        value = self.values.get(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise FileProblem(self.path, f"{name} is {strict_json.brief(value)}. Give true or false.")
        return value

    def part(self, name: str) -> Config:
        """The settings inside that one; none if it is null or not there. Raises FileProblem."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, dict):
            raise FileProblem(self.path, f"{name} is {strict_json.brief(value)}. Give an object with named fields.")
        return Config(self.path, value or {}, value is not None)


def read_config(folder: str | os.PathLike[str], name: str = "config.json") -> Config:
    """The settings in a model's folder; `found` is False if there is no such file. Raises FileProblem for a bad one."""
    path = Path(folder) / name
    if not path.exists():
        return Config(str(path), found=False)
    with opened(path) as file:
        try:
            text = file.read(_MOST_BYTES + 1)
        except OSError as error:
            raise FileProblem(path, said(error)) from error
    if len(text) > _MOST_BYTES:
        raise FileProblem(path, "this is larger than any settings of a model. Choose another folder.")
    try:
        values = strict_json.parse(text, str(path))
    except FileProblem:
        raise
    except AttentionError as error:
        raise FileProblem(path, str(error)) from error
    if not isinstance(values, dict):
        raise FileProblem(path, "this holds no settings of a model. Choose another folder.")
    return Config(str(path), values)
