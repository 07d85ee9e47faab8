"""The words around the brackets of a printout: names, constructors and number formats; calculations are refused."""

from __future__ import annotations

import re
from dataclasses import dataclass

from attnviz.content.importing.refusals import BadBlock, short
from attnviz.engine.errors import Where

PRINT_ALL = "Print all of them: np.set_printoptions(threshold=10**9) or torch.set_printoptions(profile='full')."
_CONSTRUCTORS = (
    "array", "asarray", "Array", "DeviceArray", "ndarray", "matrix", "Matrix", "tensor", "Tensor", "as_tensor",
    "FloatTensor", "DoubleTensor", "HalfTensor", "LongTensor", "IntTensor", "BoolTensor", "Parameter", "constant",
    "list", "tuple", "Variable",
)  # fmt: skip
_CALL = rf"(?:[A-Za-z_]\w*\.)*(?:{'|'.join(_CONSTRUCTORS)})\s*\(\s*"
_TENSORFLOW = r"<tf\.[^\[\]<>]{0,200}numpy\s*=\s*"
# What may stand right before an opening bracket, and right after a closing one: "X = np.array(", ", dtype=float32)".
_BEFORE = re.compile(
    rf"(?:^|(?<=[\s,;]))(?:(?P<name>[A-Za-z_][\w.]*)\s*[:=]\s*)?(?:{_TENSORFLOW})?(?:{_CALL})?\(?\s*\Z"
)
_ARGUMENT = r"\s*,\s*\w+\s*=\s*(?:\([^()\[\]]*\)|<[^<>\[\]]*>|[\w.'\":]+)"
_AFTER = re.compile(rf"(?:{_ARGUMENT})*(?:\s*,)?\s*\)?>?\)?[;,]?")
_PROMPT = re.compile(r"^(?:>>>|\.\.\.|In ?$|Out ?$).*$", re.MULTILINE)
_ASKED = re.compile(r">>> *(?:print\()?([A-Za-z_][\w.]*)\)?")  # what stood at the last prompt
_BARE_NAME = re.compile(r"(?:^|\s)([A-Za-z_][\w.]*)\s*:?\s*$")
_OPERATORS = frozenset("*+-−/@%^&|~")
_MOST_WORDS = 2_000
_KINDS = (
    (r"masked_", "This is a masked array. Fill its gaps first: array.filled(0)."),
    (r"dtype\s*=\s*(?:object|'O')", "This array holds Python objects. Make them numbers first: array.astype(float)."),
    (r"dtype\s*=\s*(?:\{|\Z)", "This is a structured array. Give one field of it, as in array['name']."),
    (r"dtype\s*=\s*[\w.]*complex", "These are complex numbers. Give real numbers."),
)


@dataclass(frozen=True)
class Words:
    """What stood before an array: its name, "" if it has none; words that were passed over; loose: not bare code."""

    name: str = ""
    skipped: str = ""
    loose: bool = False


def words_before(text: str) -> Words:
    """The words before the first array. Raises BadBlock for a calculation and for what is no array of real numbers."""
    _check(text)
    prompts = _PROMPT.findall(text)
    plain = _PROMPT.sub("", text).replace("Parameter containing:", "")
    found = _BEFORE.search(plain)
    if found is None:
        raise _calculation(text)
    words, name = plain[: found.start()].strip(), found["name"] or ""
    loose = bool(words)
    if words and words[-1] in _OPERATORS | {"(", "=", "."}:
        raise _calculation(text)
    if words and not name:
        bare = _BARE_NAME.search(words)
        if bare is not None:
            name, words = bare[1], words[: bare.start()].strip()
    asked = _ASKED.fullmatch(prompts[-1].strip()) if prompts and not name else None
    if asked is not None:
        name = asked[1]
    return Words(name, f"Skipped the words “{short(words)}”." if words else "", loose)


def words_between(text: str) -> Words:
    """The words after one array and before the next. Raises BadBlock as `words_before`, or where nothing parts them."""
    _check(text)
    ended = _AFTER.match(text)
    rest = text[ended.end() :] if ended else text
    parted = "\n" in text[: len(text) - len(rest.lstrip())] or (ended is not None and ended.group()[-1:] in (",", ";"))
    if not parted or rest.strip()[:1] in _OPERATORS | {"."}:
        raise _calculation(text)
    return words_before(rest)


def words_after(text: str) -> Words:
    """The words after the last array. Raises BadBlock as `words_between`."""
    _check(text)
    ended = _AFTER.match(text)
    rest = text[ended.end() :] if ended else text
    plain = _PROMPT.sub("", rest).strip()
    if not plain:
        return Words()
    if "\n" not in text[: len(text) - len(rest.lstrip())] or plain[0] in _OPERATORS | {"."}:
        raise _calculation(text)
    return Words(skipped=f"Skipped the words “{short(plain)}”.", loose=True)


def _check(text: str) -> None:
    if len(text.strip()) > _MOST_WORDS:
        raise BadBlock("Many words stand around the brackets. Copy the block from “[” to “]”.", Where("block"))
    for pattern, message in _KINDS:
        if re.search(pattern, text):
            raise BadBlock(message, Where("block"))


def _calculation(text: str) -> BadBlock:
    return BadBlock(
        f"The brackets do not enclose one block of numbers: “{short(text)}” is beside them. Copy it from “[” to “]”.",
        Where("block"),
    )
