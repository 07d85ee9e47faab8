"""Where each entry of a TOML text stands: `tomllib` gives the values, this the lines, so that a mistake can be found.

It reads only texts that tomllib has accepted, and relies on that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

Path = tuple[str | int, ...]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BLANK = re.compile(r"[ \t]*")
_BETWEEN = re.compile(r"(?:[ \t\n]|#[^\n]*)*")  # between elements of an array, where lines and comments may come
_PLAIN_VALUE = re.compile(r"[^,\]}\n#]+")
_BASIC_END = re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL)
_LONG_BASIC_END = re.compile(r'(?:[^"\\]|\\.|"(?!""))*"{3,5}', re.DOTALL)


@dataclass
class Lines:
    """The line of each entry, from 1, by its path; and for texts, the line of each of their own lines."""

    _starts: dict[Path, int] = field(default_factory=dict)
    _inside: dict[Path, tuple[int, ...]] = field(default_factory=dict)

    def of(self, path: Path) -> int:
        """The line of an entry; of the nearest entry around it where it is not there; 1 for the file."""
        while path and path not in self._starts:
            path = path[:-1]
        return self._starts.get(path, 1)

    def has(self, path: Path) -> bool:
        """True if there is an entry at exactly this path."""
        return path in self._starts

    def within(self, path: Path, row: int) -> int:
        """The line of a place inside a text, given in which of the text's own lines it is, from 0."""
        lines = self._inside.get(path)
        if lines is None:
            return self.of(path)
        return lines[min(row, len(lines) - 1)]

    def add(self, path: Path, line: int) -> None:
        """Keeps the first line of an entry."""
        self._starts.setdefault(path, line)

    def add_text(self, path: Path, lines: tuple[int, ...]) -> None:
        """Keeps the lines that a text's own lines stand in."""
        self._inside[path] = lines


def lines_of(text: str) -> Lines:
    """The lines of every entry of a TOML text that tomllib accepts, its line ends being "\\n"."""
    return _Scanner(text).scan()


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line, self._counted = 1, 0
        self._lines = Lines()
        self._counts: dict[Path, int] = {}  # of each array of tables

    def scan(self) -> Lines:
        table: Path = ()
        while self._skip(_BETWEEN):
            if self._text.startswith("[[", self._at):
                self._at += 2
                table = self._header(array=True)
                self._at += 2
            elif self._text[self._at] == "[":
                self._at += 1
                table = self._header(array=False)
                self._at += 1
            else:
                self._pair(table)
        return self._lines

    def _header(self, *, array: bool) -> Path:
        line = self._now()
        keys = self._dotted()
        path: Path = ()
        for number, key in enumerate(keys):
            path = (*path, key)
            last = number == len(keys) - 1
            if array and last:
                self._lines.add(path, line)
                self._counts[path] = self._counts.get(path, 0) + 1
                path = (*path, self._counts[path] - 1)
            elif path in self._counts:
                path = (*path, self._counts[path] - 1)
        self._lines.add(path, line)
        return path

    def _pair(self, table: Path) -> None:
        line = self._now()
        path = table
        for key in self._dotted():
            path = (*path, key)
            self._lines.add(path, line)
        self._skip(_BLANK)
        self._at += 1  # the equals sign
        self._skip(_BLANK)
        self._value(path)

    def _dotted(self) -> list[str]:
        keys = [self._key()]
        while self._skip(_BLANK) and self._text[self._at] == ".":
            self._at += 1
            keys.append(self._key())
        return keys

    def _key(self) -> str:
        self._skip(_BLANK)
        quote = self._text[self._at]
        if quote == "'":
            end = self._text.index("'", self._at + 1)
            key = self._text[self._at + 1 : end]
            self._at = end + 1
            return key
        if quote == '"':
            start = self._at + 1
            self._at = self._past(_BASIC_END, start)
            return _unescaped(self._text[start : self._at - 1])
        bare = _BARE.match(self._text, self._at)
        assert bare is not None
        self._at = bare.end()
        return bare.group()

    def _value(self, path: Path) -> None:
        self._lines.add(path, self._now())
        sign = self._text[self._at]
        if sign in "\"'":
            self._string(path)
        elif sign == "[":
            self._array(path)
        elif sign == "{":
            self._inline(path)
        else:
            self._at = self._past(_PLAIN_VALUE, self._at)

    def _array(self, path: Path) -> None:
        self._at += 1
        count = 0
        while self._skip(_BETWEEN) and self._text[self._at] != "]":
            if self._text[self._at] == ",":
                self._at += 1
                continue
            self._value((*path, count))
            count += 1
        self._at += 1

    def _inline(self, path: Path) -> None:
        self._at += 1
        while self._skip(_BETWEEN) and self._text[self._at] != "}":
            if self._text[self._at] == ",":
                self._at += 1
                continue
            self._pair(path)
        self._at += 1

    def _string(self, path: Path) -> None:
        quote = self._text[self._at]
        line = self._now()
        if not self._text.startswith(quote * 3, self._at):
            start = self._at + 1
            end = self._text.index("'", start) if quote == "'" else self._past(_BASIC_END, start) - 1
            self._at = end + 1
            return  # all in one line: the entry's own
        start = self._at + 3
        if quote == '"':
            self._at = self._past(_LONG_BASIC_END, start)
            body = self._text[start : self._at]
        else:
            end = self._text.index("'''", start) + 3
            while self._text.startswith("'", end):  # up to two quotes may stand before the closing ones
                end += 1
            self._at = end
            body = self._text[start:end]
        self._lines.add_text(path, _own_lines(body, line, basic=quote == '"'))

    def _skip(self, blank: re.Pattern[str]) -> bool:
        """Goes past what is blank; True if something follows."""
        self._at = self._past(blank, self._at)
        return self._at < len(self._text)

    def _past(self, pattern: re.Pattern[str], start: int) -> int:
        match = pattern.match(self._text, start)
        assert match is not None
        return match.end()

    def _now(self) -> int:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line


def _own_lines(body: str, line: int, *, basic: bool) -> tuple[int, ...]:
    """For each line of a long text's value, the line of the file in which it begins. body: what follows the quotes."""
    lines, at = [line], 0
    if body.startswith("\n"):  # trimmed by TOML
        lines, at = [line + 1], 1
        line += 1
    pattern = re.compile(r"\\n|\\[ \t]*\n\s*|\\.|\n", re.DOTALL) if basic else re.compile(r"\n")
    for match in pattern.finditer(body, at):
        found = match.group()
        line += found.count("\n")
        if found in ("\\n", "\n"):
            lines.append(line)
    return tuple(lines)


def _unescaped(text: str) -> str:
    """A quoted key as tomllib reads it; escapes in keys are rare, and tomllib itself resolves them."""
    if "\\" not in text:
        return text
    import tomllib

    return str(next(iter(tomllib.loads(f'"{text}" = 0'))))
