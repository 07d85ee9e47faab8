"""What the files of `attnviz import` become: as their options say, else as they are called, else what is likeliest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from attnviz.cli.parsing import FileArguments
from attnviz.content.importing import Found, FoundArray, FoundTexts, Part, parts_of, suggest
from attnviz.content.importing.file_settings import with_settings
from attnviz.content.importing.layered import is_layered
from attnviz.content.importing.refusals import EmptyCell
from attnviz.content.importing.suggesting import is_told, unused
from attnviz.engine.errors import AttentionError, FieldError, Where, counted
from attnviz.engine.scenario import Scenario

CONVENTIONS = {
    "tokens": "tokens", "product": "product", "layout": "heads", "true": "true", "queries": "queries", "layer": "layer",
    "batch": "batch",
}  # fmt: skip
MOST_LISTED = 24
_ALL_LAYERS = "See all with attnviz model --checkpoint {}, or take one with --as weights --layer N."


def parts_by_file(
    files: Sequence[FileArguments], founds: Sequence[Found], into: Scenario | None, whole: int | None
) -> list[list[Part]]:
    """The parts of each file; what was said comes first, and guesses take no target that is there already.

    whole: the file that is the scenario itself.
    """
    made: list[list[Part]] = [[] for _ in files]
    places = [place for place in range(len(files)) if place != whole]
    told = sorted(places, key=lambda place: (files[place].target is None, not is_told(founds[place])))
    for place in told:
        taken = [part for parts in made for part in parts]
        made[place] = parts_of_file(files[place], founds[place], into, taken, alone=len(files) == 1)
    return made


def parts_of_file(
    one: FileArguments, found: Found, into: Scenario | None, taken: Sequence[Part] = (), *, alone: bool
) -> list[Part]:
    """What a file becomes: as said, else as its arrays are called, else what is likeliest; alone: the only file."""
    if one.target in ("tokens", "source_tokens"):
        return [Part(_texts(found, one.name), one.target)]
    problem = found.problem if not found.arrays else None
    said = one.target is not None or one.name is not None
    if problem is not None and (said or problem.where.row is not None or (alone and into is None)):
        raise _with_option(problem)
    if not said and is_layered(found):
        raise FieldError(
            f"{found.name} holds attention of several layers. {_ALL_LAYERS.format(one.file)}", Where("layer")
        )
    if said:
        array = _array(found, one.name)
        named = one.target is not None
        own = parts_of(array, one.target or "") if named else suggest([_only(found, array)], into, taken)
        own = tuple(with_settings(own, found))
    else:
        own = suggest([found], into, taken)
    if not own:
        single = len(found.arrays) == 1
        what = "Say what it is with --as." if single else "Say which with --name, and what it is with --as."
        raise FieldError(f"{_listing(found)} {what}", Where(found.name))
    return [_as_said(part, one) for part in own]


def _as_said(part: Part, one: FileArguments) -> Part:
    """The part with the conventions that were typed for its file."""
    for option, key in CONVENTIONS.items():
        value = getattr(one, option)
        part = part if value is None else part.choosing(key, str(value))
    return part


def _only(found: Found, array: FoundArray) -> Found:
    return replace(found, arrays=(array,), labels=())


def _array(found: Found, name: str | None) -> FoundArray:
    """The array of that name or number, or the only one. Raises FieldError that lists what there is."""
    if not found.arrays:
        what = "It holds texts, not numbers. Give them as tokens with --as tokens, or save numbers."
        raise FieldError(f"{found.name}: {what}", Where(found.name))
    if name is None and len(found.arrays) == 1:
        return found.arrays[0]
    if name is not None:
        by_name = [array for array in found.arrays if array.name == name]
        if by_name:
            return by_name[0]
        if name.isascii() and name.isdigit() and 0 < int(name) <= len(found.arrays):
            return found.arrays[int(name) - 1]
    raise FieldError(f"{_listing(found)} Choose one with --name.", Where(found.name))


def _texts(found: Found, name: str | None) -> FoundTexts:
    if name is not None:
        return next((one for one in found.labels if one.name == name), found.as_tokens())
    return found.as_tokens()


def _listing(found: Found) -> str:
    names = [array.words for array in found.arrays[:MOST_LISTED]]
    more = ", …" if len(found.arrays) > MOST_LISTED else ""
    return f"{found.name} holds {counted(len(found.arrays), 'array')}: {'; '.join(names)}{more}."


def left_out(one: FileArguments, found: Found, parts: Sequence[Part]) -> str:
    """A line on arrays of the file that are not used, with the options that use one; "" where that was said."""
    said = one.name is not None or one.target is not None or found.exported or found.scenario is not None
    rest = () if said else unused(found, parts)
    if not rest:
        return ""
    names = "; ".join(array.words for array in rest[:MOST_LISTED])
    more = f"; and {len(rest) - MOST_LISTED} more" if len(rest) > MOST_LISTED else ""
    return f"Not used: {names}{more}. Else: --name {_typed(rest[0].name)} --as TARGET\n"


def _typed(name: str) -> str:
    return f'"{name}"' if not name or any(not (sign.isalnum() or sign in "_.-/") for sign in name) else name


def _with_option(problem: AttentionError) -> AttentionError:
    """The problem with the option that takes empty cells as 0."""
    if not isinstance(problem, EmptyCell):
        return problem
    return EmptyCell(f"{problem} If all empty cells are 0: --empty zero.", problem.where)
