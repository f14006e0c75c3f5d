"""Objects created by name with options, for the command line and for files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from inspect import Parameter, isclass, signature
from types import UnionType
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from fifthstreet.errors import InputError

Created = TypeVar("Created")
REQUIRED = Parameter.empty


@dataclass(frozen=True)
class Named(Generic[Created]):
    """A constructor, whose options are its keyword arguments, and a one-line summary.

    The keyword arguments of `shared` are options too: several constructors accept them as
    `**options`.
    """

    make: Callable[..., Created]
    summary: str
    shared: Callable[..., Any] | None = None

    def __repr__(self) -> str:
        return f"<Named: {self.summary}>"

    @property
    def options(self) -> tuple[str, ...]:
        """Names of the options."""
        return tuple(self._parameters)

    @property
    def defaults(self) -> dict[str, Any]:
        """The options with their default values, or `REQUIRED` if there is none."""
        return {name: parameter.default for name, parameter in self._parameters.items()}

    def create(self, name: str, *arguments: Any, **options: Any) -> Created:
        """Build the object; InputError for options that are unknown or of the wrong type."""
        if unknown := set(options) - set(self.options):
            accepted = ", ".join(self.options) or "none"
            raise InputError(f"{name} has no option {min(unknown)!r} (options: {accepted})")
        missing = [option for option, default in self.defaults.items() if default is REQUIRED]
        if missing := [option for option in missing if option not in options]:
            raise InputError(f"{name} requires the option {missing[0]!r}")
        hints = {name: hint for each in self._sources for name, hint in _hints(each).items()}
        for option, value in options.items():
            if not _fits(value, hints.get(option, Any)):
                wanted = getattr(hints[option], "__name__", str(hints[option]))
                raise InputError(f"{name}: {option} must be {wanted}, got {value!r}")
        return self.make(*arguments, **options)

    @property
    def _parameters(self) -> dict[str, Parameter]:
        parameters = [p for each in self._sources for p in signature(each).parameters.values()]
        kinds = (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
        return {parameter.name: parameter for parameter in parameters if parameter.kind in kinds}

    @property
    def _sources(self) -> tuple[Callable[..., Any], ...]:
        """The functions whose keyword arguments are the options."""
        return (self.make,) if self.shared is None else (self.shared, self.make)


def named(table: Mapping[str, Named[Created]], kind: str, name: str) -> Named[Created]:
    """Return the entry with this name; InputError that lists the names if there is none."""
    if name not in table:
        raise InputError(f"{kind} must be one of {', '.join(table)}, got {name!r}")
    return table[name]


def option_value(text: str) -> Any:
    """Parse an option: a number, true, false, none, text, or several of these, comma-separated.

    >>> [option_value(text) for text in ("3", "0.5", "true", "linear", "2,4", "AsAh,QdJd")]
    [3, 0.5, True, 'linear', (2, 4), ('AsAh', 'QdJd')]
    """
    if "," in text:
        return tuple(option_value(part.strip()) for part in text.split(","))
    words = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def _hints(make: Callable[..., Any]) -> dict[str, Any]:
    make = make.func if isinstance(make, partial) else make
    return get_type_hints(make.__init__ if isclass(make) else make)


def _fits(value: Any, hint: Any) -> bool:
    """Return whether a value matches a simple type hint; other hints accept anything."""
    if isinstance(hint, UnionType):
        return any(_fits(value, part) for part in get_args(hint))
    if isinstance(value, bool):
        return hint in (bool, Any)
    if hint is float:
        return isinstance(value, int | float)
    if get_origin(hint) in (tuple, Sequence):
        return isinstance(value, tuple | list)
    return hint is Any or not isinstance(hint, type) or isinstance(value, hint)
