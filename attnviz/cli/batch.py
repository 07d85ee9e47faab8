"""Many pictures in one go: a bar that tells how far, one line for each that failed, the rest done."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from attnviz.cli.parsers import PICTURES, PictureFormat
from attnviz.cli.parsing import Arguments
from attnviz.cli.printing import complain, put_file, remark
from attnviz.cli.progress import Bar
from attnviz.content.atomic import FileProblem, check_name, said
from attnviz.engine.errors import AttentionError

_Draw = Callable[[str, Arguments, PictureFormat], bytes]


def is_folder(output: str) -> bool:
    """True for a folder that exists, and for a name that ends as only a folder's does; "w.png/" is a slip."""
    if os.path.isdir(output):  # noqa: PTH112 - Path refuses some names
        return True
    return output.endswith(("/", os.sep)) and Path(output).suffix[1:].lower() not in PICTURES


def render_all(given: Arguments, draw: _Draw) -> int:
    """Draws each scenario into the folder, by its own name: 0, or 2 if any of them failed."""
    assert given.output is not None
    folder = _folder(given.output)
    kind: PictureFormat = given.format or "png"  # type: ignore[assignment]  # the parser lets nothing else through
    failures: list[str] = []
    taken: dict[str, str] = {}
    bar = Bar(len(given.scenarios), sys.stderr)
    for source in given.scenarios:
        bar.show(Path(source).name)
        name = f"{Path(source).stem}.{kind}"
        try:
            if name in taken:
                raise FileProblem(source, f"{taken[name]} gives a {name} too. Draw it into another folder.")
            taken[name] = source
            put_file(str(folder / name), draw(source, given, kind), force=given.force)
        except AttentionError as error:
            failures.append(str(error))
        bar.step()
    bar.clear()
    for failure in failures:
        complain(failure)
    remark(f"{len(given.scenarios) - len(failures)} of {len(given.scenarios)} drawn into {folder}.")
    return 2 if failures else 0


def _folder(output: str) -> Path:
    """The folder, made if it does not exist. Raises FileProblem."""
    check_name(output)
    folder = Path(output)
    if folder.suffix[1:].lower() in PICTURES and not folder.exists():
        raise FileProblem(output, "several pictures need a folder. Name one, such as figures/.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise FileProblem(output, "this is a file, and several pictures need a folder. Name one.") from error
    except OSError as error:
        raise FileProblem(output, said(error)) from error
    return folder
