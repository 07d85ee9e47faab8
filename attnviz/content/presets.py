"""The worked examples that ship with the program, in the order in which they teach."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attnviz.engine.scenario import Scenario


@dataclass(frozen=True)
class Preset:
    """One example: its name on the command line, a sentence, and its file."""

    name: str
    sentence: str
    path: Path


def preset(name: str) -> Scenario:
    """The scenario of a preset. Raises FileProblem if there is none of that name."""
    from attnviz.content.atomic import FileProblem
    from attnviz.content.attn_file import decode, read  # here, so that listing the presets does not wait for NumPy

    found = next((one for one in PRESETS if one.name == name), None)
    if found is None:
        raise FileProblem(name, "there is no such example. Choose one of: " + ", ".join(one.name for one in PRESETS))
    return decode(read(found.path), name)


def resource_path(*parts: str) -> Path:
    """The path of a shipped file: under `attnviz/_resources` when installed, under `resources/` in a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "_resources"
    return (installed if installed.is_dir() else package.parent / "resources").joinpath(*parts)


def _listed() -> tuple[Preset, ...]:
    folder = resource_path("presets")
    with (folder / "presets.toml").open("rb") as file:
        index = tomllib.load(file)
    return tuple(Preset(name, sentence, folder / f"{name}.attn") for name, sentence in index.items())


PRESETS: tuple[Preset, ...] = _listed()
