"""Rooms that can be called: `fs.equity("AA", "KK")` although `fifthstreet.equity` is a package.

Importing a package sets an attribute of that name on the package above it. A function of the same
name in the public face would be hidden or not, depending on what was imported first. So the package
itself passes a call on to its main function.
"""

import sys
from collections.abc import Callable
from inspect import signature
from types import ModuleType
from typing import Any


def make_callable(name: str, function: Callable[..., Any]) -> None:
    """Let the module of a name be called as a function, with its signature."""

    class Room(ModuleType):
        __signature__ = signature(function)

        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

    Room.__call__.__doc__ = function.__doc__
    sys.modules[name].__class__ = Room
