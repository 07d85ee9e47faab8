"""A file attached to a finished PDF, so that any PDF reader can save it.

Source: ISO 32000-1, sections 7.7.4 (name dictionary) and 7.11.4 (embedded files). Qt could attach it while it writes,
but holds everything up while it packs millions of numbers.
"""

from __future__ import annotations

import re
import zlib

from attnviz.content.pdf_update import catalogue_of, size_of, updated

_NAMES = re.compile(rb"/Names\s+[0-9]+\s+0\s+R")


def attached(pdf: bytes, name: str, kind: str, data: bytes) -> bytes:
    """The PDF, of which no byte is moved, with the file behind it. kind: its media type, such as application/json.

    Raises ValueError for a PDF that is not written as Qt writes them.
    """
    first = size_of(pdf)
    root, fields = catalogue_of(pdf)
    called, subtype = name.encode("ascii"), kind.replace("/", "#2F").encode("ascii")
    packed = zlib.compress(data)
    stream = b"<< /Type /EmbeddedFile /Subtype /%b /Filter /FlateDecode /Length %d /Params << /Size %d >> >>"
    return updated(
        pdf,
        {
            root: b"<<%b\n/Names << /EmbeddedFiles %d 0 R >>\n>>" % (_NAMES.sub(b"", fields), first + 2),
            first: stream % (subtype, len(packed), len(data)) + b"\nstream\n" + packed + b"\nendstream",
            first + 1: b"<< /Type /Filespec /F (%b) /UF (%b) /EF << /F %d 0 R >> >>" % (called, called, first),
            first + 2: b"<< /Names [(%b) %d 0 R] >>" % (called, first + 1),
        },
    )
