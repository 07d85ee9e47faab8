"""The worked examples that ship with the program, in the order in which they teach."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attnviz.engine.scenario import Scenario

OPENING = "by-hand"  # what is shown where nobody chose anything


@dataclass(frozen=True)
class Preset:
    """One example: its name on the command line, a sentence, its file, and the token whose query it opens on."""

    name: str
    sentence: str
    path: Path
    query: str = ""


def preset(name: str) -> Scenario:
    """The scenario of a preset. Raises FileProblem if there is none of that name."""
    from attnviz.content.atomic import FileProblem
    from attnviz.content.attn_file import decode, read  # here, so that listing the presets does not wait for NumPy

    found = next((one for one in PRESETS if one.name == name), None)
    if found is None:
        raise FileProblem(name, "there is no such example. Choose one of: " + ", ".join(one.name for one in PRESETS))
    return decode(read(found.path), name)


def opening_query(name: str, labels: Sequence[str]) -> int | None:
    """The place of the query that a preset opens on; None where it does not say, or that token is gone."""
    wanted = next((one.query for one in PRESETS if one.name == name), "")
    return labels.index(wanted) if wanted and wanted in labels else None


def resource_path(*parts: str) -> Path:
    """The path of a shipped file: under `attnviz/_resources` when installed, under `resources/` in a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "_resources"
    return (installed if installed.is_dir() else package.parent / "resources").joinpath(*parts)


def _listed() -> tuple[Preset, ...]:
    folder = resource_path("presets")
    with (folder / "presets.toml").open("rb") as file:
        index = tomllib.load(file)
    return tuple(_preset(name, told, folder / f"{name}.attn") for name, told in index.items())


def _preset(name: str, told: str | dict[str, str], path: Path) -> Preset:
    """Its sentence, alone or in a table with the query that it opens on."""
    if isinstance(told, str):
        return Preset(name, told, path)
    return Preset(name, told["sentence"], path, told.get("query", ""))


PRESETS: tuple[Preset, ...] = _listed()
