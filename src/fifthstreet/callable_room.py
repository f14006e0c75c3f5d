"""Packages that can be called: `fs.equity("AA", "KK")` although `fifthstreet.equity` is a package.

Importing a package sets an attribute on its parent package, which would hide a function of the same
name, depending on the order of imports. So calling the package calls its main function.
"""

import sys
from collections.abc import Callable
from inspect import signature
from types import ModuleType
from typing import Any


def make_callable(name: str, function: Callable[..., Any]) -> None:
    """Make the module `name` callable as `function`, with its signature and docstring."""

    class CallableModule(ModuleType):
        __signature__ = signature(function)

        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

    CallableModule.__call__.__doc__ = function.__doc__
    sys.modules[name].__class__ = CallableModule
