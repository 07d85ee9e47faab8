"""Where a number or a token stands among thousands: how the dialogs of large maps read what is typed."""

from __future__ import annotations

from attnviz.engine.errors import FieldError, Where

_SHOWN = 24  # signs of what was typed that an error repeats


def found(text: str, labels: tuple[str, ...]) -> list[int]:
    """The places that a text may mean, the likeliest first: its number from 1, tokens that are it, tokens that hold it.

    Case does not matter; "" means every place.
    """
    wanted = text.strip().casefold()
    if not wanted:
        return list(range(len(labels)))
    number = int(wanted) - 1 if wanted.isdecimal() and len(wanted) < 10 else -1
    first = [number] if 0 <= number < len(labels) else []
    folded = [label.casefold() for label in labels]
    counted = first and folded[number] == wanted  # tokens that are merely their numbers
    same = [place for place, label in enumerate(folded) if label.strip() == wanted and place != number]
    if counted and not same:
        return first
    holding = [place for place, label in enumerate(folded) if wanted in label and label.strip() != wanted]
    return first + same + holding


def place_of(text: str, labels: tuple[str, ...], word: str) -> int:
    """The place that a number from 1 or a token names.

    word: what is counted, such as "queries". Raises FieldError where there is none.
    """
    wanted = text.strip()
    if not wanted:
        raise FieldError(f"Type the number of one of the {len(labels)} {word}, or its token.", Where(word))
    if wanted.isdecimal() and labels[0] == "1":
        number = int(wanted[:9])
        if not 1 <= number <= len(labels):
            raise FieldError(f"There are {len(labels)} {word}. Type a number from 1 to {len(labels)}.", Where(word))
        return number - 1
    places = found(text, labels)
    if not places:
        short = wanted if len(wanted) <= _SHOWN else f"{wanted[:_SHOWN]}…"
        raise FieldError(f"None of the {len(labels)} {word} is “{short}”. Type a number or a token.", Where(word))
    return places[0]
