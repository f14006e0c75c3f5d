"""Options: fields of dataclasses that carry a type, a default and help; things created by name.

The command line, lists, forms and the documentation read these declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field
from inspect import Parameter, signature
from operator import index
from types import UnionType
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from fifthstreet.errors import InputError

Created = TypeVar("Created")
REQUIRED: Any = MISSING  # the default of an option that has none
_HELP, _FORM = "help", "form"  # keys of a field's metadata


@dataclass(frozen=True)
class Form:
    """What a form offers for an option: numbers from `low` to `high`, or one of `choices`.

    Limits are for forms only, which other people may fill in. `default` is the form's own default.
    """

    low: float = 0.0
    high: float = 1.0
    choices: tuple[str, ...] = ()
    default: Any = None  # the default of the option


def option(default: Any, help: str, *, form: Form | None = None) -> Any:
    """Declare a field of a dataclass as an option.

    Args:
        default: The default value, or `REQUIRED`.
        help: What the option means, in a few words without a full stop.
        form: What forms offer; without it they do not have the option.

    >>> @dataclass(frozen=True)
    ... class Die:
    ...     sides: int = option(6, "number of sides")
    >>> declared_options(Die)["sides"]
    Option(name='sides', type=<class 'int'>, default=6, help='number of sides', form=None)
    """
    return field(default=default, metadata={_HELP: help, _FORM: form})


@dataclass(frozen=True)
class Option:
    """An option with its type, its default and its help."""

    name: str
    type: Any
    default: Any
    help: str = ""
    form: Form | None = None

    @property
    def type_text(self) -> str:
        """The type as it is written in Python."""
        return getattr(self.type, "__name__", str(self.type))

    @property
    def default_text(self) -> str:
        """The default as `option_value` reads it; empty if the option is required."""
        return "" if self.default is REQUIRED else value_text(self.default)


def declared_options(kind: type) -> dict[str, Option]:
    """Return the fields of a dataclass that are declared by `option`, by name."""
    declared: Mapping[str, Field[Any]] = getattr(kind, "__dataclass_fields__", {})
    found = {name: each for name, each in declared.items() if _HELP in each.metadata}
    hints = get_type_hints(kind) if found else {}
    return {
        name: Option(name, hints[name], each.default, each.metadata[_HELP], each.metadata[_FORM])
        for name, each in found.items()
    }


def constructor_options(kind: Any) -> dict[str, Option]:
    """Return the parameters of the constructor of any class as options without help, by name."""
    hints = get_type_hints(kind.__init__)
    kinds = (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    return {
        name: Option(
            name,
            hints.get(name, Any),
            REQUIRED if parameter.default is Parameter.empty else parameter.default,
        )
        for name, parameter in signature(kind).parameters.items()
        if parameter.kind in kinds
    }


@dataclass(frozen=True)
class Named(Generic[Created]):
    """What a name stands for: an object with options, and a one-line summary.

    The options are the options of `parts` except `without`. `make` is called with an object of each
    part; without it, the object is the only part itself.
    """

    parts: tuple[type[Any], ...]
    summary: str
    make: Callable[..., Created] | None = None
    without: tuple[str, ...] = ()
    read: Callable[[type[Any]], dict[str, Option]] = declared_options

    def __repr__(self) -> str:
        return f"<Named: {self.summary}>"

    @property
    def options(self) -> dict[str, Option]:
        """The options by name, in the order of the parts."""
        found = {name: each for part in self.parts for name, each in self.read(part).items()}
        return {name: each for name, each in found.items() if name not in self.without}

    def create(self, name: str, *arguments: Any, **values: Any) -> Created:
        """Build the object from arguments and the values of options.

        Args:
            name: The name in errors.
            arguments: Arguments before the options.
            values: Values of options; the others have their defaults.

        Raises:
            InputError: An option is unknown, missing or of the wrong type.
        """
        options = self.options
        if unknown := values.keys() - options.keys():
            accepted = ", ".join(options) or "none"
            raise InputError(f"{name} has no option {min(unknown)!r} (options: {accepted})")
        for option, declared in options.items():
            if option not in values and declared.default is REQUIRED:
                raise InputError(f"{name} requires the option {option!r}")
        values = {option: _plain(value) for option, value in values.items()}
        for option, value in values.items():
            if not _fits(value, options[option].type):
                wanted = options[option].type_text
                raise InputError(f"{name}: {option} must be {wanted}, got {value!r}")
        if self.make is None:
            made: Created = self.parts[0](*arguments, **values)
            return made
        parts = [
            part(**{name: values[name] for name in self.read(part) if name in values})
            for part in self.parts
        ]
        return self.make(*arguments, *parts)


def named(table: Mapping[str, Named[Created]], kind: str, name: str) -> Named[Created]:
    """Return the entry with this name; InputError that lists the names if there is none."""
    if name not in table:
        raise InputError(f"{kind} must be one of {', '.join(table)}, got {name!r}")
    return table[name]


def parse_options(texts: Iterable[str], source: str) -> dict[str, Any]:
    """Return the values of options written as name=value, by name.

    Args:
        texts: The options; names may have hyphens instead of underscores.
        source: Where the options are from, for errors.

    >>> parse_options(["max-raises=3", "sizes=50%"], "--option")
    {'max_raises': 3, 'sizes': '50%'}
    """
    options = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise InputError(f"{source} must be name=value, got {text!r}")
        options[name.strip().replace("-", "_")] = option_value(value.strip())
    return options


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


def value_text(value: Any) -> str:
    """Write the value of an option as `option_value` reads it.

    >>> [value_text(value) for value in (3, 0.5, True, None, "linear", (2, 4))]
    ['3', '0.5', 'true', 'none', 'linear', '2,4']
    """
    if isinstance(value, tuple):
        return ",".join(map(value_text, value))
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def _plain(value: Any) -> Any:
    """Return a whole number of another library, such as NumPy, as an int; the rest unchanged."""
    is_other = hasattr(value, "__index__") and not isinstance(value, int)
    return index(value) if is_other else value


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
