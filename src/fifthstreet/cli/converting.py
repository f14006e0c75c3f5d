"""Values of options and arguments, converted without Pydantic.

Typer converts values with Pydantic, whose import takes longer than showing a range. Commands have
few types, which Python can convert.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperOption

from fifthstreet.errors import InputError

# How the text of an option is converted, and what it must be.
_TYPES: dict[Any, tuple[Callable[[Any], Any], str]] = {
    str: (str, "text"),
    int: (int, "a whole number"),
    float: (float, "a number"),
    Path: (Path, "a path"),
    list[str]: (str, "text"),
    list[Path]: (Path, "a path"),
}


class ValueConverter:
    """Converts the values of one option or argument of a command."""

    def __init__(self, parameter: TyperOption | TyperArgument) -> None:
        self._parameter = parameter

    def coerce(self, value: Any, **context: Any) -> Any:
        """Return the value in its type; InputError if it is not valid text for the type."""
        type_ = self._parameter.type_descriptor
        if value is None:
            return () if type_.is_list else None
        if type_.annotation not in _TYPES:
            typers_own = type(self._parameter).get_runtime_param(self._parameter)
            return typers_own.coerce(value, **context)
        if type_.is_list:
            return [self._converted(each) for each in value]
        return self._converted(value)

    def _converted(self, value: Any) -> Any:
        convert, expected = _TYPES[self._parameter.type_descriptor.annotation]
        try:
            return convert(value)
        except ValueError:
            name = max(self._parameter.opts, key=len)  # of an argument, its only name
            raise InputError(f"{name} must be {expected}, got {value!r}") from None


def with_plain_values(parameters: list[Any]) -> list[Any]:
    """Return the options and arguments of a command, which convert values as this module does."""
    for each in parameters:
        if isinstance(each, TyperOption | TyperArgument):
            # Typer asks for the converter when the command is run.
            vars(each)["get_runtime_param"] = partial(ValueConverter, each)
    return parameters


class PlainCommand(TyperCommand):
    """A command that converts its values as this module does."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options and arguments."""
        return with_plain_values(super().get_params(ctx))
