"""The verb that makes worksheets: a PDF to hand out and a PDF with the answers, both or none."""

from __future__ import annotations

import os
from pathlib import Path

from attnviz.cli.numbers import named
from attnviz.cli.parsing import Arguments
from attnviz.cli.printing import complain, put_files
from attnviz.content.atomic import shown
from attnviz.content.attn_file import load
from attnviz.content.practice.kinds import exercises
from attnviz.engine.errors import AttentionError, FieldError, Where, counted


def make_worksheet(given: Arguments) -> int:
    """Writes the sheet and, if asked for, its key."""
    assert given.output is not None
    files = [path for path in (given.output, given.key) if path is not None]
    for path in files:
        if Path(path).suffix.lower() != ".pdf":
            raise FieldError(f"{shown(path)}: a worksheet's name ends in .pdf. Choose such a name.", Where("output"))
    if len(files) == 2 and Path(files[0]).resolve() == Path(files[1]).resolve():
        raise FieldError("The sheet and its key have one name. Give the key another.", Where("key"))
    kinds = tuple(name.strip() for name in given.kinds.split(",") if name.strip())
    scenario = None if given.scenario is None else load(given.scenario)
    try:
        asked = exercises(given.seed, given.exercises, kinds, scenario)
    except AttentionError as error:
        raise (error if given.scenario is None else named(error, given.scenario)) from error
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # whatever display there may be: nothing is shown
    from attnviz.figures.worksheet import TITLE, answer_key, worksheet

    paper, title = given.paper, given.title or TITLE
    data = [worksheet(asked, given.seed, paper, title), answer_key(asked, given.seed, paper, title)]
    put_files(dict(zip(files, data, strict=False)), force=given.force)
    if len(asked) < given.exercises:
        complain(f"the sheet has {counted(len(asked), 'exercise')}: this scenario has no more to be asked on paper.")
    return 0
