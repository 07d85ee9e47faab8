"""Errors that PySide6 can read: on Python 3.11 it takes the program with it where it meets one that C code raised.

When Qt calls a method of ours from within another one, PySide6 (6.10 and 6.11) reads what the error was raised with.
Up to Python 3.11 an error from C, such as an index that is too large, is made an object only when Python code catches
it: until then there is nothing to read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any

from PySide6.QtCore import QObject


def keep_errors_whole() -> None:
    """Has every class that is defined from now on catch the errors of methods that Qt calls, and raise them again."""
    if sys.version_info < (3, 12):
        setattr(QObject, "__init_subclass__", classmethod(_catch_in))  # noqa: B010 (mypy takes it for a method)


def _catch_in(cls: type[Any], /, **options: Any) -> None:
    super(QObject, cls).__init_subclass__(**options)
    for name, method in tuple(vars(cls).items()):
        if isinstance(method, FunctionType) and _is_called_by_qt(cls, name):
            setattr(cls, name, _whole(method))


def _is_called_by_qt(cls: type[QObject], name: str) -> bool:
    """True for what a class of Qt has, too; methods of Python's own kind are never called by it."""
    return not name.startswith("__") and any(
        name in vars(base) for base in cls.__mro__[1:] if base.__module__.startswith("PySide6")
    )


def _whole(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def call(*given: Any, **named: Any) -> Any:
        try:
            return method(*given, **named)
        except BaseException:  # which makes an object of it
            raise

    return call
