"""Scenario files: JSON for people, .npz for many numbers, and what carries one, told apart by content; presets."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np

from attnviz.content import attn_npz, carrying, strict_json
from attnviz.content.atomic import FileProblem, check_name, said, shown, writing
from attnviz.content.attn_fields import FIELDS, fields_of, scenario_of
from attnviz.content.attn_text import text_of
from attnviz.content.ordinary_files import opened, read_up_to
from attnviz.content.presets import PRESETS
from attnviz.content.tensors.npz_writer import Report
from attnviz.engine.errors import AttentionError, FieldError, Where
from attnviz.engine.scenario import Scenario

MOST_NUMBERS_AS_TEXT = 100_000
MOST_TEXT_BYTES = 64 << 20
_LONG_TEXT, _LONG_ARCHIVE = 1 << 19, 1 << 23  # bytes that take some 20 ms to read or to write
_LONG_NUMBERS = 30_000  # as text
_NUMBERS = frozenset({".csv", ".tsv", ".npy", ".safetensors"})  # what ends so is from elsewhere, as a rule
_OWN = re.compile(rb'\s*\{\s*"attnviz":')

_Arrays = dict[str, np.ndarray[Any, Any]]


def load(source: str | os.PathLike[str]) -> Scenario:
    """The scenario of a file, or of the preset with that name; a file of that name comes first.

    A picture, page or file of numbers that was exported with its scenario is such a file too.

    Raises FileProblem for a file that cannot be read, else the AttentionError of the faulty field; both name the file.
    """
    check_name(source)
    if isinstance(source, str) and not os.path.isfile(source):  # noqa: PTH113 - Path.is_file refuses some names
        path = next((preset.path for preset in PRESETS if preset.name == source), None)
        if path is not None:
            return _decoded(path, source)
        if os.sep not in source and not Path(source).suffix and not os.path.lexists(source):
            raise FileProblem(source, "there is no such file or example. `attnviz examples` lists the examples.")
    return _decoded(source, shown(source))


def save(
    scenario: Scenario, path: str | os.PathLike[str], *, replace: bool = True, report: Report | None = None
) -> None:
    """Writes the scenario, whole or not at all. Raises FileProblem, and FieldError for what is no Scenario.

    report: is told the part of many numbers that is written; where it says False, Stopped is raised and nothing is
    left behind.
    """
    if not isinstance(scenario, Scenario):
        raise FieldError(f"save takes a Scenario, not {type(scenario).__name__}. Make one.", Where("scenario"))
    with writing(path, replace=replace) as file:
        encode_into(scenario, file, report)


def takes_long_to_load(path: str | os.PathLike[str]) -> bool:
    """True if reading the file is expected to take longer than a frame of the screen."""
    try:
        with opened(path) as file:
            size = os.fstat(file.fileno()).st_size
            return size > _LONG_TEXT and size > (_LONG_ARCHIVE if file.read(2) == attn_npz.MAGIC else _LONG_TEXT)
    except (FileProblem, OSError):
        return False  # that is soon said


def takes_long_to_save(scenario: Scenario) -> bool:
    """As `takes_long_to_load`, of writing."""
    arrays = _arrays_in(fields_of(scenario)).values()
    if sum(array.size for array in arrays) > MOST_NUMBERS_AS_TEXT:
        return sum(array.nbytes for array in arrays) > _LONG_ARCHIVE
    return sum(array.size for array in arrays) > _LONG_NUMBERS


def decode(data: bytes, name: str) -> Scenario:
    """The scenario that the bytes of a file hold; `name` is what errors call the file."""
    try:
        if carrying.is_carrier(data):
            data = carrying.carried_in(data, name)
        if data.startswith(attn_npz.MAGIC):
            return _of_archive(data, name)
        if len(data) > MOST_TEXT_BYTES:
            raise FileProblem(name, "the file is too large for a scenario. Choose another.")
        return scenario_of(_own_fields(strict_json.parse(data, name), name))
    except FileProblem:
        raise
    except AttentionError as error:
        raise type(error)(f"{name}: {error}", error.where) from error


def _decoded(path: str | os.PathLike[str], name: str) -> Scenario:
    """The scenario of a file; an archive is read array by array, and never as a whole."""
    with opened(path) as file:
        if not _is_archive(file, path):
            return _of_data(read(path), path, name)
        try:
            return _of_archive(file, name)
        except FileProblem:
            raise
        except AttentionError as error:
            raise type(error)(f"{name}: {error}", error.where) from error


def _of_data(data: bytes, path: str | os.PathLike[str], name: str) -> Scenario:
    try:
        return decode(data, name)
    except AttentionError as error:
        if Path(path).suffix.lower() not in _NUMBERS or carrying.is_carrier(data):
            raise
        words = "this holds numbers and no scenario. Make one of them with attnviz import."
        raise FileProblem(path, words) from error


def _is_archive(file: IO[bytes], path: str | os.PathLike[str]) -> bool:
    """True for an archive. Raises FileProblem for one that is larger than any scenario, and if it cannot be read."""
    try:
        start = file.read(len(attn_npz.MAGIC))
        file.seek(0)
        size = os.fstat(file.fileno()).st_size
    except OSError as error:
        raise FileProblem(path, said(error)) from error
    if start != attn_npz.MAGIC:
        return False
    if size > attn_npz.MOST_BYTES:
        raise FileProblem(path, "the file is too large for a scenario. Choose another.")
    return True


def _of_archive(data: bytes | IO[bytes], name: str) -> Scenario:
    """The scenario of an archive, its own or one of exported numbers that carries it."""
    inside = attn_npz.carried(data, name)
    if inside is not None and not inside.startswith(attn_npz.MAGIC):
        return scenario_of(_own_fields(strict_json.parse(inside, name), name))
    text, arrays = attn_npz.unpack(data if inside is None else inside, name)
    return scenario_of(_with_arrays(strict_json.parse(text, name), arrays))


def is_own(path: Path) -> bool:
    """True if the file is a scenario's own, which may be written anew, and nothing that only carries one."""
    try:
        with opened(path) as file:
            if _is_archive(file, path):
                return not attn_npz.is_export(file)
        data = read(path)
        if carrying.is_carrier(data):
            return False
        return _OWN.match(data) is not None or not exported(strict_json.parse(data, shown(path)))
    except AttentionError:
        return True  # one that cannot be read carries nothing


def exported(value: object) -> bool:
    """True for the JSON value of exported numbers, with or without their scenario."""
    return isinstance(value, dict) and "attnviz" not in value and ("stages" in value or "stage" in value)


def encode(scenario: Scenario, *, packed: bool | None = None) -> bytes:
    """The bytes of the scenario's file: JSON up to 100,000 numbers, else .npz, unless `packed` says which."""
    file = io.BytesIO()
    encode_into(scenario, file, packed=packed)
    return file.getvalue()


def encode_into(
    scenario: Scenario, file: IO[bytes], report: Report | None = None, *, packed: bool | None = None
) -> None:
    """Writes the same into a file, array by array. Raises Stopped where `report` says so."""
    fields = fields_of(scenario)
    arrays = _arrays_in(fields)
    if packed is None:
        packed = sum(array.size for array in arrays.values()) > MOST_NUMBERS_AS_TEXT
    if not packed:
        file.write(text_of(fields).encode())
    else:
        attn_npz.pack_into(file, text_of(_without_arrays(fields)), arrays, report)


def read(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file. Raises FileProblem if it cannot be read or is larger than any scenario."""
    try:
        with opened(path) as file:
            start = file.read(len(attn_npz.MAGIC))
            most = attn_npz.MOST_BYTES if start == attn_npz.MAGIC else MOST_TEXT_BYTES
            data = start + read_up_to(file, most + 1)
    except OSError as error:
        raise FileProblem(path, said(error)) from error
    if len(data) > most:
        raise FileProblem(path, "the file is too large for a scenario. Choose another.")
    return data


def _own_fields(value: object, name: str) -> object:
    """The fields of the scenario, also where they stand among exported numbers."""
    if not exported(value):
        return value
    assert isinstance(value, dict)
    if value.get("scenario") is None:
        raise FileProblem(name, attn_npz.NUMBERS_ALONE)
    return value["scenario"]


def _arrays_in(fields: Mapping[str, Any], prefix: str = "") -> _Arrays:
    """The arrays by their name in an archive: those of the inputs bare, else with their path, as in mask.custom."""
    found: _Arrays = {}
    for name, value in fields.items():
        if isinstance(value, np.ndarray):
            found[prefix + name] = value
        elif isinstance(value, Mapping):
            found |= _arrays_in(value, "" if name == "inputs" else f"{name}.")
    return found


def _without_arrays(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _without_arrays(value) if isinstance(value, Mapping) else value
        for name, value in fields.items()
        if not isinstance(value, np.ndarray)
    }


def _with_arrays(value: object, arrays: _Arrays) -> object:
    """The JSON value of an archive with each array put in the field that it belongs to."""
    if not isinstance(value, dict) or not isinstance(value.get("inputs"), dict):
        return value  # scenario_of says what is wrong
    for name, array in arrays.items():
        holder, field = value["inputs"], name
        if name == "bias":
            holder = value
        elif name == "mask.custom":
            holder, field = value.setdefault("mask", {}), "custom"
        elif name.partition(".")[0] in FIELDS:
            remedy = "Name it mask.custom" if name == "mask" else "Write it in the JSON"
            raise FieldError(f"{name} is stored as an array. {remedy}.", Where(name))
        if not isinstance(holder, dict):
            return value
        if holder.get(field) is not None:
            raise FieldError(f"{name} is given twice, as an array and in the JSON. Keep one.", Where(name))
        holder[field] = array
    return value
