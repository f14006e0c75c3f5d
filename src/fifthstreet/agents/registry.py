"""Agents by name, with their options."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from fifthstreet.agents.absolute import AbsoluteAgent
from fifthstreet.agents.agent import Agent, as_agent
from fifthstreet.agents.course import agent_of_module
from fifthstreet.agents.equity import EquityAgent
from fifthstreet.agents.opponent_model import OpponentModelAgent
from fifthstreet.agents.pot_odds import PotOddsAgent
from fifthstreet.agents.predictor import PredictorAgent
from fifthstreet.agents.simple import CallingStation, RandomAgent
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import Named, option_value

STRATEGY = "strategy"  # its only option, a file, may be given without a name
COURSE = "course"  # before the name of a module with the functions of the course engine


def _saved_strategy_agent(*, file: str) -> Agent:
    """Return the agent that plays a strategy in a file."""
    # Imported here because it imports every solver, which other agents do not need.
    from fifthstreet.agents.strategy_agent import saved_strategy_agent

    return saved_strategy_agent(file=file)


def _saved_search_agent(
    *,
    preflop: str,
    street: str = "flop",
    seconds: float = 10.0,
    flop: str = "100%",
    turn: str = "100%/a",
    river: str = "50%/100%/a",
    raises: str | int | None = "2/3/3",
    depth_limited: bool = False,
    method: str = "maxmargin",
    target: float = 0.5,
    backend: str = "auto",
    threads: int | None = None,
) -> Agent:
    """Return the agent that solves hands from a street on."""
    # Imported here for the same reason.
    from fifthstreet.agents.search_agent import saved_search_agent

    return saved_search_agent(
        *(preflop, street, (flop, turn, river)),
        seconds=seconds,
        raises=None if raises is None else str(raises),
        depth_limited=depth_limited,
        method=method,
        target=target,
        backend=backend,
        threads=threads,
    )


AGENTS: dict[str, Named[Agent]] = {
    "random": Named(RandomAgent, "folds, calls or raises at random"),
    "calling_station": Named(CallingStation, "always checks or calls"),
    STRATEGY: Named(_saved_strategy_agent, "plays a strategy saved by `train`; also strategy:FILE"),
    "search": Named(
        _saved_search_agent, "plays a saved strategy preflop, and solves the rest of every hand"
    ),
    "absolute": Named(AbsoluteAgent, "bets on the absolute strength of its hand"),
    "pot_odds": Named(PotOddsAgent, "plays by pot odds against random hands"),
    "predictor": Named(PredictorAgent, "plays by pot odds on predicted final hands"),
    "opponent_model": Named(OpponentModelAgent, "learns how opponents play and what they hold"),
    "equity": Named(EquityAgent, "samples its equity against ranges narrowed by the betting"),
}


def create_agent(text: str) -> Agent:
    """Create an agent from its name and options, like `random` or `pot_odds:style=0.1`.

    A custom agent is `module:Class`, or `module:Class:option=value`. A module with the
    functions of the course engine (see docs/course.md) is `course:module`. `strategy:FILE` plays a
    strategy that `fifthstreet train` has saved.

    >>> create_agent("fifthstreet.agents.simple:CallingStation")
    <fifthstreet.agents.simple.CallingStation object at 0x...>
    """
    name, colon, rest = text.partition(":")
    if name == COURSE:
        return agent_of_module(_own_module(rest))
    if name == STRATEGY and rest and not rest.startswith("file="):
        return _saved_strategy_agent(file=rest)
    if colon and "=" not in rest.partition(":")[0]:
        class_name, colon, rest = rest.partition(":")
        return as_agent(_own_entry(name, class_name).create(text, **_options(text, rest)))
    if name not in AGENTS:
        raise InputError(f"agent must be {', '.join(AGENTS)}, or module:Class, got {name!r}")
    return AGENTS[name].create(name, **_options(text, rest))


def _options(text: str, rest: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for part in rest.split(",") if rest else ():
        option, sign, value = part.partition("=")
        if not sign or not option.strip():
            raise InputError(f"option of agent {text!r} must be name=value, got {part!r}")
        options[option.strip()] = option_value(value.strip())
    return options


def _own_entry(module_name: str, class_name: str) -> Named[Agent]:
    if not all(part.isidentifier() for part in (*module_name.split("."), class_name)):
        raise InputError(
            f"agent must be {', '.join(AGENTS)}, or module:Class, got {module_name}:{class_name}"
        )
    module = _own_module(module_name)
    found: Any = getattr(module, class_name, None)
    if not isinstance(found, type) or not callable(getattr(found, "decide", None)):
        raise InputError(f"{module_name} has no agent {class_name!r}: no class with `decide`")
    return Named(found, f"agent of {module_name}")


def _own_module(name: str) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        raise InputError(f"module must be a name like 'my_agents', got {name!r}")
    try:
        return import_module(name)
    except Exception as error:  # anything may happen in a user's module
        raise InputError(f"{name} cannot be imported: {type(error).__name__}: {error}") from error
