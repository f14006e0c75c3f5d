"""Agents by name, with their options."""

from __future__ import annotations

from dataclasses import dataclass
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
from fifthstreet.solvers.search.preflop import PREFLOP_NAMES
from fifthstreet.support.options import (
    REQUIRED,
    Form,
    Named,
    constructor_options,
    option,
    parse_options,
)

STRATEGY = "strategy"  # its only option, a file, may be given without a name
COURSE = "course"  # before the name of a module with the functions of the course engine


@dataclass(frozen=True, kw_only=True)
class StrategyOptions:
    """Options of the agent that plays a strategy in a file."""

    file: str = option(REQUIRED, "file of the strategy, or a chart's name like hu100, 6max_100")
    seconds: float = option(0.0, "time to solve a decision of a hand that leaves the tree")

    def agent(self) -> Agent:
        """Create the agent."""
        # Imported here because it imports every solver, which other agents do not need.
        from fifthstreet.agents.strategy_agent import saved_strategy_agent

        return saved_strategy_agent(file=self.file, seconds=self.seconds)


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """Options of the agent that solves hands from a street on."""

    preflop: str = option(
        REQUIRED,
        "strategy before the flop",
        form=Form(choices=PREFLOP_NAMES, default=PREFLOP_NAMES[0]),
    )
    street: str = option("flop", "first street that is solved: flop, turn or river")
    seconds: float = option(10.0, "time for a solve", form=Form(0.1, 60, default=5.0))
    flop: str = option("100%", "bets and raises on the flop, with slashes between the sizes")
    turn: str = option("100%/a", "bets and raises on the turn")
    river: str = option("50%/100%/a", "bets and raises on the river")
    raises: str | int | None = option(
        "2/3/3", "maximum number of bets and raises per street; none: as in the strategy's tree"
    )
    depth: str = option(
        "hand",
        "how far flops and turns are solved: hand, street (value networks) or buckets (flops only)",
        form=Form(choices=("hand", "street", "buckets")),
    )
    method: str = option("maxmargin", "how subgames are kept safe")
    target: float = option(
        0.5, "exploitability to reach, percent of the pot", form=Form(0.05, 20, default=1.0)
    )
    backend: str = option(
        "auto", "backend of the range solver; auto uses a GPU if there is one, except for networks"
    )
    threads: int | None = option(
        None, "number of threads; none for one per core. Streets of three and more players use one"
    )
    iterations: int | None = option(
        None, "most iterations of a solve; none for 1,000 with two players, no limit with more"
    )
    continuations: str | None = option(
        None,
        "with three and more players, continuations after a street, like as is/fold; "
        "all by default",
    )
    seed: int | None = option(
        None, "with three and more players, seed of the samples; 0 by default"
    )

    def agent(self) -> Agent:
        """Create the agent."""
        # Imported here for the same reason.
        from fifthstreet.agents.search_agent import saved_search_agent

        return saved_search_agent(
            *(self.preflop, self.street, (self.flop, self.turn, self.river)),
            seconds=self.seconds,
            raises=None if self.raises is None else str(self.raises),
            depth=self.depth,
            method=self.method,
            target=self.target,
            backend=self.backend,
            threads=self.threads,
            iterations=self.iterations,
            continuations=self.continuations,
            seed=self.seed,
        )


AGENTS: dict[str, Named[Agent]] = {
    "random": Named((RandomAgent,), "folds, calls or raises at random"),
    "calling_station": Named((CallingStation,), "always checks or calls"),
    STRATEGY: Named(
        (StrategyOptions,),
        "plays a strategy saved by `train`; also strategy:FILE",
        StrategyOptions.agent,
    ),
    "search": Named(
        (SearchOptions,),
        "plays a saved strategy preflop, and solves the rest of every hand; two to six seats",
        SearchOptions.agent,
    ),
    "absolute": Named((AbsoluteAgent,), "bets on the absolute strength of its hand"),
    "pot_odds": Named((PotOddsAgent,), "plays by pot odds against random hands"),
    "predictor": Named((PredictorAgent,), "plays by pot odds on predicted final hands"),
    "opponent_model": Named((OpponentModelAgent,), "learns how opponents play and what they hold"),
    "equity": Named((EquityAgent,), "samples its equity against ranges narrowed by the betting"),
}


def create_agent(text: str) -> Agent:
    """Create an agent from its name and options.

    Args:
        text: In one of these forms:

            - `random`, or another name of `AGENTS`
            - `pot_odds:style=0.1`, a name and its options, separated by commas
            - `strategy:FILE`, a strategy that `fifthstreet train` has saved
            - `module:Class`, `module:Class:option=value` or `module:function`, a custom agent
            - `course:module`, functions of the course engine (see docs/reference/python/agents.md)

    Returns:
        A new agent.

    Raises:
        InputError: If there is no such agent, option, module or file, or if a custom agent has no
            `decide(view)` and is not a function of a view.

    >>> create_agent("fifthstreet.agents.simple:CallingStation")
    <fifthstreet.agents.simple.CallingStation object at 0x...>
    """
    name, colon, rest = text.partition(":")
    if name == COURSE:
        return agent_of_module(_own_module(rest))
    if name == STRATEGY and rest and not rest.startswith("file="):
        return StrategyOptions(file=rest).agent()
    if colon and "=" not in rest.partition(":")[0]:
        class_name, colon, rest = rest.partition(":")
        return as_agent(_own_entry(name, class_name).create(text, **_options(text, rest)))
    if name not in AGENTS:
        raise InputError(f"agent must be {', '.join(AGENTS)}, or module:Class, got {name!r}")
    return AGENTS[name].create(name, **_options(text, rest))


def _options(text: str, rest: str) -> dict[str, Any]:
    return parse_options(rest.split(",") if rest else (), f"option of agent {text!r}")


def _own_entry(module_name: str, class_name: str) -> Named[Agent]:
    if not all(part.isidentifier() for part in (*module_name.split("."), class_name)):
        raise InputError(
            f"agent must be {', '.join(AGENTS)}, or module:Class, got {module_name}:{class_name}"
        )
    module = _own_module(module_name)
    found: Any = getattr(module, class_name, None)
    summary = f"agent of {module_name}"
    if isinstance(found, type) and callable(getattr(found, "decide", None)):
        return Named((found,), summary, read=constructor_options)
    if isinstance(found, type) or not callable(found):
        raise InputError(
            f"{module_name} has no agent {class_name!r}: no class with `decide`, no function"
        )
    return Named((), summary, lambda: as_agent(found))


def _own_module(name: str) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        raise InputError(f"module must be a name like 'my_agents', got {name!r}")
    try:
        return import_module(name)
    except Exception as error:  # anything may happen in a user's module
        raise InputError(f"{name} cannot be imported: {type(error).__name__}: {error}") from error
