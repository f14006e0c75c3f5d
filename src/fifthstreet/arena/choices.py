"""Agents and options that are safe to choose over a network: no files, no modules, limited work.

Only the command line also creates agents from files and from the user's modules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fifthstreet.agents import AGENTS
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import option_value
from fifthstreet.solvers.search.preflop import PREFLOP_NAMES

Value = bool | float | int | str
_SEARCH = "search"


@dataclass(frozen=True)
class Option:
    """An option of an agent: a number within limits, yes or no, or one of several words."""

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


_RAISE = Option("raise_pots", 0.75, "size of a raise in pots", 0.1, 20)
_STYLE = Option("style", 0.0, "higher values play more hands", -1, 1)
_OPTIONS: dict[str, tuple[Option, ...]] = {
    "random": (),
    "calling_station": (),
    "absolute": (_RAISE,),
    "pot_odds": (_STYLE, _RAISE),
    "predictor": (_STYLE, _RAISE, Option("exact", False, "exact but slower predictions")),
    "opponent_model": (Option("learning", True, "learns from the hands it sees"), _RAISE),
    "equity": (Option("samples", 1024, "runouts of a decision", 16, 65_536), _STYLE, _RAISE),
    _SEARCH: (
        Option("preflop", PREFLOP_NAMES[0], "strategy before the flop", choices=PREFLOP_NAMES),
        Option("seconds", 5.0, "time for a solve", 0.1, 60),
        Option("depth_limited", False, "solves flops up to the turn only, which is faster"),
        Option("target", 1.0, "exploitability to reach, percent of the pot", 0.05, 20),
    ),
}


@dataclass(frozen=True)
class AgentChoice:
    """An agent that can be chosen."""

    name: str
    summary: str
    options: tuple[Option, ...]


def agent_choices() -> tuple[AgentChoice, ...]:
    """Return the agents that can be chosen, with their options."""
    return tuple(
        AgentChoice(name, AGENTS[name].summary, options) for name, options in _OPTIONS.items()
    )


def agent_text(name: str, options: Mapping[str, Value] | None = None) -> str:
    """Return an agent as `create_agent` reads it; InputError if it cannot be chosen.

    >>> agent_text("pot_odds", {"style": 0.1})
    'pot_odds:style=0.1'
    >>> agent_text("strategy", {"file": "/etc/passwd"})
    Traceback (most recent call last):
        ...
    fifthstreet.errors.InputError: agent must be one of random, ..., got 'strategy'
    """
    if name not in _OPTIONS:
        raise InputError(f"agent must be one of {', '.join(_OPTIONS)}, got {name!r}")
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
        usual = AGENTS[name].defaults[option.name]
        if value != usual or option.default != usual:
            chosen[option.name] = value
    if name == _SEARCH:
        chosen["threads"] = 1  # a match has a process for each core
    texts = [f"{option}={str(value).lower()}" for option, value in chosen.items()]
    return f"{name}:{','.join(texts)}" if texts else name


def check_choice(text: str) -> str:
    """Return the text of an agent that can be chosen; InputError for others."""
    name, _, rest = text.partition(":")
    options: dict[str, Any] = {}
    for part in rest.split(",") if rest else ():
        option, _, value = part.partition("=")
        options[option] = option_value(value)
    if name == _SEARCH:
        options.pop("threads", None)
    return agent_text(name, options)
