"""One door for whatever people bring: bytes, a file or a pasted text, recognised by content and never by its ending."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

from attnviz.content import strict_json
from attnviz.content.atomic import FileProblem, check_name, said, shown
from attnviz.content.attn_fields import FIELDS
from attnviz.content.attn_file import decode
from attnviz.content.importing.binaries import binary_of, refused_binary
from attnviz.content.importing.brackets import printed_arrays
from attnviz.content.importing.choices import choice
from attnviz.content.importing.decoding import ENCODINGS, Decoded, decoded
from attnviz.content.importing.delimited import table_in
from attnviz.content.importing.found import Found, Reading, array_of
from attnviz.content.importing.grid import plain_lines
from attnviz.content.importing.json_rows import arrays_in
from attnviz.content.importing.long_tables import long_arrays
from attnviz.content.importing.quoted_texts import quoted_texts
from attnviz.content.importing.refusals import MOST_NUMBERS, MOST_TEXT_BYTES, BadBlock, too_many
from attnviz.engine.errors import AttentionError, Where, counted
from attnviz.engine.scenario import Scenario

_MOST_TOKENS = 100_000
# A bracket that opens numbers, perhaps after a name and a constructor: "X = np.array([[0.5", not "[CLS],0.5".
_BRACKETS = re.compile(r"\[\s*(?:\[\s*)*(?:[-+−.,0-9√(\]]|True|False|true|false|nan|inf|None|null|…|\.\.\.)")
_NOTEBOOK = re.compile(r"^(?:In|Out) ?\[[0-9 ]*\]:", re.MULTILINE)


def read_path(path: str | os.PathLike[str], reading: Reading | None = None) -> Found:
    """What a file or folder holds. Raises FileProblem if it cannot be read, and as `read` does."""
    check_name(path)
    name = shown(path)
    try:
        if Path(path).is_dir():
            return replace(binary_of(path, name), path=os.fspath(path))
        with Path(path).open("rb") as file:
            head = file.read(4096)
            refused_binary(head, path, name)
            found = binary_of(path, name, head)
            if found is not None:
                return replace(found, path=os.fspath(path))
            data = head + file.read(MOST_TEXT_BYTES + 1)
    except OSError as error:
        raise FileProblem(path, said(error)) from error
    return replace(read(data, name, reading), path=os.fspath(path))
