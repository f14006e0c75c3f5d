"""Agents and options that are safe to choose over a network: no files, no modules, limited work.

Only the command line also creates agents from files and from the user's modules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fifthstreet.agents import AGENTS, Agent
from fifthstreet.errors import InputError
from fifthstreet.support.options import REQUIRED, Named, parse_options, value_text

Value = bool | float | int | str
_THREADS = "threads"


@dataclass(frozen=True)
class FormOption:
    """An option in a form: a number within limits, yes or no, or one of several words."""

    name: str
    default: Value
    description: str
    low: float = 0.0
    high: float = 1.0
    choices: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The kind of its values: flag, choice, whole or number."""
        if isinstance(self.default, bool):
            return "flag"
        if self.choices:
            return "choice"
        return "whole" if isinstance(self.default, int) else "number"

    def check(self, value: Value) -> Value:
        """Return a valid value; InputError for others."""
        if self.kind == "flag":
            if not isinstance(value, bool):
                raise InputError(f"{self.name} must be true or false, got {value!r}")
            return value
        if self.kind == "choice":
            if value not in self.choices:
                accepted = ", ".join(self.choices)
                raise InputError(f"{self.name} must be one of {accepted}, got {value!r}")
            return value
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not self.low <= float(value) <= self.high:
            limits = f"from {self.low:g} to {self.high:g}"
            raise InputError(f"{self.name} must be {limits}, got {value!r}")
        if self.kind == "whole" and not float(value).is_integer():
            raise InputError(f"{self.name} must be a whole number, got {value!r}")
        return int(value) if self.kind == "whole" else float(value)


def _form_options(entry: Named[Agent]) -> tuple[FormOption, ...] | None:
    """Return the options of an agent in forms; None if it requires an option that forms lack."""
    found = []
    for option in entry.options.values():
        if (form := option.form) is not None:
            default = option.default if form.default is None else form.default
            limits = (form.low, form.high, form.choices)
            found.append(FormOption(option.name, default, option.help, *limits))
        elif option.default is REQUIRED:
            return None
    return tuple(found)


_OPTIONS = {
    name: options for name, entry in AGENTS.items() if (options := _form_options(entry)) is not None
}


@dataclass(frozen=True)
class AgentChoice:
    """An agent that can be chosen."""

    name: str
    summary: str
    options: tuple[FormOption, ...]


def agent_choices() -> tuple[AgentChoice, ...]:
    """Return the agents that can be chosen, with their options."""
    return tuple(
        AgentChoice(name, AGENTS[name].summary, options) for name, options in _OPTIONS.items()
    )


def agent_text(name: str, options: Mapping[str, Value] | None = None) -> str:
    """Return an agent as `create_agent` reads it.

    Args:
        name: One of `agent_choices()`, like `pot_odds`.
        options: Values by name; missing options have the defaults of forms.

    Raises:
        InputError: If the agent cannot be chosen, or an option is unknown or not within its limits.

    >>> agent_text("pot_odds", {"style": 0.1})
    'pot_odds:style=0.1'
    >>> agent_text("strategy", {"file": "/etc/passwd"})
    Traceback (most recent call last):
        ...
    fifthstreet.errors.InputError: agent must be one of random, ..., got 'strategy'
    """
    _check_name(name)
    known = {option.name: option for option in _OPTIONS[name]}
    given = dict(options or {})
    if unknown := set(given) - set(known):
        accepted = ", ".join(known) or "none"
        raise InputError(f"option of {name} must be one of {accepted}, got {min(unknown)!r}")
    chosen: dict[str, Any] = {}
    for option in known.values():
        try:
            value = option.check(given.get(option.name, option.default))
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
        usual = AGENTS[name].options[option.name].default
        if value != usual or option.default != usual:
            chosen[option.name] = value
    if _THREADS in AGENTS[name].options:
        chosen[_THREADS] = 1  # a match has a process for each core
    texts = [f"{option}={value_text(value)}" for option, value in chosen.items()]
    return f"{name}:{','.join(texts)}" if texts else name


def check_choice(text: str) -> str:
    """Return the text of an agent that can be chosen, with its options in a fixed order.

    Args:
        text: An agent with options, like `pot_odds:style=0.1`.

    Raises:
        InputError: If the agent cannot be chosen, or an option is unknown or not within its limits.
    """
    name, _, rest = text.partition(":")
    _check_name(name)
    options = parse_options(rest.split(",") if rest else (), f"option of agent {text!r}")
    if _THREADS in AGENTS[name].options:
        options.pop(_THREADS, None)
    return agent_text(name, options)


def _check_name(name: str) -> None:
    """Raise InputError unless the agent can be chosen."""
    if name not in _OPTIONS:
        raise InputError(f"agent must be one of {', '.join(_OPTIONS)}, got {name!r}")
