"""An agent that plays a strategy at first and solves the rest of every hand."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isnan
from typing import Any

import numpy as np

from fifthstreet.agents.agent import BaseAgent, is_texas_holdem
from fifthstreet.agents.holdem_seat import HoldemSeat
from fifthstreet.agents.seats_decision import SeatsDecision
from fifthstreet.agents.strategy_agent import saved_strategy
from fifthstreet.cards import Range, cards_text, hole_index, hole_text
from fifthstreet.errors import InputError
from fifthstreet.game import Action, BettingStructure, Event, SeatView, to_chips
from fifthstreet.game.variants import Poker
from fifthstreet.solvers.postflop import SEATS
from fifthstreet.solvers.postflop.backends import pick_backend
from fifthstreet.solvers.search import (
    DepthLimit,
    HandSearch,
    SearchAnswer,
    SearchedHand,
    SearchSettings,
    SeatsAnswer,
    SeatsSearch,
    SeatsSettings,
    StreetDepth,
    are_left,
    folds_before,
    network_values,
)
from fifthstreet.support.pictured import Pictured
from fifthstreet.tree import STREET_NAMES, BettingTree, Menu, Move, Sizes
from fifthstreet.tree.strategy import HoleArray, TreeStrategy

SEARCH_DEPTHS = ("hand", "street", "buckets")
_SOLVES = 2  # at most per decision: a new street, and a bet that is not in its tree


@dataclass(frozen=True, eq=False)
class SearchDecision(Pictured):
    """A decision, with everything that was solved for it."""

    hand: int  # the agent's own, from 0 to 1325
    path: str  # from the first street that is searched, in the chips of the hand
    action: str  # that was drawn
    answer: SearchAnswer
    seconds: float

    def __repr__(self) -> str:
        return f"<SearchDecision: {self.action} with {hole_text(self.hand)} at {self.path}>"

    def __str__(self) -> str:
        data = self.to_dict()
        lines = [
            f"{data['hand']} on {data['board']} at {self.path}: {self.action}, "
            f"EV {_number(data['ev'])} of {data['pot']:g} chips"
        ]
        lines += [
            f"  {name}: {each['share']:.1%} (range {each['range_share']:.1%}), "
            f"EV {_number(each['ev'])}"
            for name, each in data["actions"].items()
        ]
        lines += [
            f"  solved {each['path']} in {each['seconds']:.2f} s to "
            f"{each['exploitability_pot_percent']:.2f}% of the pot{_rest(each)}"
            for each in data["solves"]
        ]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return ranges, EVs, frequencies and solves as plain data; None for missing values."""
        node = self.answer.node
        player, hand = node.player, self.hand
        return {
            "hand": hole_text(hand),
            "board": cards_text(node.board),
            "path": self.path,
            "action": self.action,
            "pot": node.pot,
            "ev": _plain(node.ev[player][hand]),
            "equity": _plain(node.equities[player][hand]),
            "actions": {
                name: {
                    "share": _plain(node.strategy[at, hand]),
                    "range_share": _plain(node.frequencies[at]),
                    "ev": _plain(node.action_ev[at, hand]),
                }
                for at, name in enumerate(node.actions)
            },
            "player": SEATS[player],
            "ranges": {
                seat: Range(reach / max(float(reach.max()), np.finfo(float).tiny)).text()
                for seat, reach in zip(SEATS, node.reach, strict=True)
            },
            "solves": [
                {
                    "path": solve.path,
                    "seconds": solve.seconds,
                    "iterations": solve.solution.record.iterations,
                    "exploitability_pot_percent": solve.solution.exploitability.pot_percent,
                    "leaf_values": solve.solution.record.leaf_values,
                    "leaf_error_pot_percent": solve.solution.record.leaf_error_pot_percent,
                    "margin": None if solve.margin is None else _plain(solve.margin),
                }
                for solve in self.answer.solves
            ],
            "seconds": self.seconds,
        }


def _rest(solve: dict[str, Any]) -> str:
    """Return where the values after a single solved street come from, and their error."""
    if solve["leaf_values"] is None:
        return ""
    error = _number(solve["leaf_error_pot_percent"])
    return f" on the street, then {solve['leaf_values']} (error in percent of the pot: {error})"


def _plain(value: Any) -> float | None:
    number = float(value)
    return None if isnan(number) else number


def _number(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.4g}"


class SearchAgent(BaseAgent):
    """Play no-limit hold'em: a strategy at first, and search from a street on.

    All ranges follow from the strategy up to that street, by default the flop, then from the
    solves. At stakes that differ from the strategy's, hands are mapped to its tree before that
    street, and with three or more players where a street is continued by the strategy; apart from
    that, pot, stacks and bets are the real ones. Where a hand cannot be searched, `problem` states
    the reason, and the agent plays the strategy as `StrategyAgent` does.

    From the first street on that two players are left on, the rest of the hand is solved with
    gadgets; streets with more players are sampled (`SeatsSearch`).
    """

    def __init__(
        self,
        strategy: TreeStrategy,
        settings: SearchSettings,
        *,
        first_street: int = 1,
        seats: SeatsSettings | None = None,
    ) -> None:
        pick_backend(settings.backend, 0)  # validates the name
        self.search = HandSearch(strategy, settings, first_street=first_street)
        self.seats_search = SeatsSearch(
            strategy, self.search.settings, seats, first_street=first_street
        )
        self.last: SearchDecision | SeatsDecision | None = None
        """The last decision that was searched, None if the last one was not."""
        self.problem = ""
        """Why the last decision could not be searched, empty if it could."""
        self._seat = HoldemSeat(strategy)

    def __repr__(self) -> str:
        return f"<SearchAgent: {self.search.strategy!r}, {self.search.settings.method}>"

    def check_game(self, game: Poker) -> None:
        """Raise InputError if the game is not no-limit Texas hold'em."""
        is_no_limit = game.betting_structure is BettingStructure.NO_LIMIT
        if not (is_texas_holdem(game) and is_no_limit):
            raise InputError(f"search plays no-limit Texas hold'em only, not {game.name}")

    def decide(self, view: SeatView) -> Action:
        """Draw an action of the strategy, or of a new solve."""
        self.last, self.problem = None, ""
        if view.street < self.search.first_street:
            return self._seat.decide(view)
        started = time.perf_counter()
        own = hole_index(*(int(card) for card in view.hole_cards))
        try:
            street = self._heads_up_street(view)
            if street is None:
                return self._decide_seats(view, own, started)
            hand = SearchedHand.of(view, street)
            answer = self._answer(view, hand, own)
            shares = _shares(answer, own)
        except InputError as error:
            self.problem = str(error)
            return self._seat.decide(view)
        chosen = view.random.weighted(shares)
        spent = time.perf_counter() - started
        self.last = SearchDecision(own, hand.path, answer.actions[chosen], answer, spent)
        solved = answer.solve.solution.tree
        return _real_action(view, solved, solved.find(answer.path)[0], chosen, hand.chip)

    def _decide_seats(self, view: SeatView, own: int, started: float) -> Action:
        """Draw an action on a street that three or more players started."""
        answer = self.seats_search.answer(view, own, self._placer(view))
        chosen = view.random.weighted(_shares(answer, own))
        hand, spent = answer.solve.hand, time.perf_counter() - started
        path = answer.path
        self.last = SeatsDecision(own, path, answer.actions[chosen], answer, spent)
        return _real_action(view, answer.tree, answer.node, chosen, hand.chip)

    def explain(self) -> dict[str, Any]:
        """Return the ranges, EVs, frequencies and solves of the last decision as plain data.

        InputError if there is none.
        """
        if self.last is None:
            reason = self.problem or "the last decision was the strategy's"
            raise InputError(f"nothing to explain: {reason}")
        return self.last.to_dict()

    def _answer(self, view: SeatView, hand: SearchedHand, own: int) -> SearchAnswer:
        place, player = self._placer(view), hand.seats.index(view.seat)
        if len(hand.board) - 2 > self.search.first_street:  # more players searched before it
            reach, _ = self.seats_search.ranges_at(view, own, place, len(hand.board) - 2)
            first, second = (_as_range(reach[seat]) for seat in hand.seats)
            start = replace(hand.start(-1), ranges=(first, second))
            return self.search.solver(player, start).at(hand.path)
        node, players = place(hand.before)
        one, two = (players[seat] if players else -1 for seat in hand.seats)
        if not are_left(self.search.strategy.tree, node, (one, two)):
            raise InputError("the hand cannot be mapped to the strategy's tree")
        return self.search.solver(player, hand.start(node, (one, two))).at(hand.path)

    def _heads_up_street(self, view: SeatView) -> int | None:
        """Return the first street to search that two players are left on, None for none yet."""
        for street in range(self.search.first_street, int(view.street) + 1):
            if view.player_count - folds_before(view.events, street) == 2:
                return street
        return None

    def _placer(self, view: SeatView) -> Callable[[Sequence[Event]], tuple[int, tuple[int, ...]]]:
        """Return a function that finds events of a hand on the strategy's tree."""

        def place(events: Sequence[Event]) -> tuple[int, tuple[int, ...]]:
            node = self._seat.node_after(view, events)
            return node, self._seat.tree_players(view) if node >= 0 else ()

        return place


def _shares(answer: SearchAnswer | SeatsAnswer, own: int) -> list[float]:
    """Return the probability of each action with the agent's own hand."""
    shares: list[float] = np.nan_to_num(answer.strategy[:, own]).tolist()
    if not sum(shares) > 0:
        raise InputError("the strategy never gets here with this hand")
    return shares


def _as_range(reach: HoleArray) -> Range:
    """Return weights as a range; all hands if there are none."""
    weights = reach if reach.any() else np.ones(len(reach))
    return Range(weights / weights.max())


def _real_action(
    view: SeatView, tree: BettingTree, node: int, chosen: int, chip: Fraction
) -> Action:
    """Return an action of a solved tree as one of the table."""
    child = int(tree.first_child[node]) + chosen
    move = int(tree.move[child])
    if move == Move.FOLD:
        return view.fold()
    if move in (Move.CHECK, Move.CALL):
        return view.check_or_call()
    amount = int(tree.amount[child]) * chip
    return view.raise_to(to_chips(amount, type(view.stack)))


def search_settings(
    menus: tuple[str, str, str],
    *,
    seconds: float,
    method: str,
    target: float,
    raises: str | None = None,
    depth: str = "hand",
    **options: Any,
) -> SearchSettings:
    """Return the settings of a search with menus for flop, turn and river.

    Args:
        menus: Sizes for bets and raises on the flop, the turn and the river, with spaces, slashes
            or commas between them, like `50%/100%/a`.
        seconds: Time for a decision, which may need two solves.
        method: How subgames are kept safe: unsafe, resolve, maxmargin or reach.
        target: Exploitability to reach, in percent of the pot.
        raises: Most bets and raises on each street, like `2/3/3`, or `2` for all; by default as in
            the tree of the strategy.
        depth: How far flops and turns are solved: `hand`, to the end; `buckets`, flops up to the
            turn, with a blueprint of buckets after it; `street`, to the end of the street, with
            value networks (and buckets where there is none). With the backend `cuda`, only flops
            are solved to the end of the street: a GPU solves a turn to the end of the hand as fast.
        **options: Other fields of `SearchSettings`, such as `backend` and `threads`.
    """
    flop, turn, river = (_menu(text) for text in menus)
    if not seconds > 0:
        raise InputError(f"seconds must be above 0, got {seconds:g}")
    return SearchSettings(
        Sizes.by_street({1: flop, 2: turn, 3: river}),
        method=method,
        target_pot_percent=target,
        seconds=seconds / _SOLVES,
        options={} if raises is None else {"max_raises": _raise_limits(raises)},
        depth_limit=_depth_limit(depth, options.get("threads"), options.get("backend", "auto")),
        **options,
    )


def _depth_limit(depth: str, threads: int | None, backend: str) -> DepthLimit | StreetDepth | None:
    if depth not in SEARCH_DEPTHS:
        raise InputError(f"depth must be hand, street or buckets, got {depth!r}")
    if depth == "street":
        place = "cuda" if backend == "cuda" else "native"
        return StreetDepth(network_values(threads, backend=place))
    return DepthLimit() if depth == "buckets" else None


def _raise_limits(text: str) -> tuple[int, ...]:
    """Return limits by street from a text like `2/3/3`, or `2` for all; preflop has none here."""
    parts = text.replace("/", " ").replace(",", " ").split()
    if len(parts) not in (1, 3) or not all(part.isdecimal() for part in parts):
        raise InputError(f"raises must be a number, or three like 2/3/3, got {text!r}")
    numbers = [int(part) for part in parts]
    return (0, *(numbers * 3 if len(numbers) == 1 else numbers))


def _menu(text: str) -> Menu:
    sizes = ", ".join(text.replace("/", " ").replace(",", " ").split())
    return Menu.of(sizes, raises=sizes)


def saved_search_agent(
    preflop: str,
    street: str,
    menus: tuple[str, str, str],
    *,
    iterations: int | None = None,
    continuations: str | None = None,
    seed: int | None = None,
    **options: Any,
) -> SearchAgent:
    """Return the agent of a strategy file; other options are parameters of `search_settings`."""
    strategy = saved_strategy(preflop)
    if not isinstance(strategy, TreeStrategy):
        raise InputError(f"preflop must be a hold'em strategy, got a small game's {preflop!r}")
    seats = _seats_settings(strategy, iterations, continuations, seed)
    if iterations is not None:
        options["max_iterations"] = iterations
    settings = search_settings(menus, **options)
    if street not in STREET_NAMES[1:]:
        raise InputError(f"street must be flop, turn or river, got {street!r}")
    first_street = STREET_NAMES.index(street)
    return SearchAgent(strategy, settings, first_street=first_street, seats=seats)


def _seats_settings(
    strategy: TreeStrategy, iterations: int | None, continuations: str | None, seed: int | None
) -> SeatsSettings:
    """Return the settings of streets with three and more players."""
    found = SeatsSettings()
    if iterations is not None:
        found = replace(found, iterations=iterations)
    for name, value in (("continuations", continuations), ("seed", seed)):
        if value is not None and strategy.tree.players < 3:
            raise InputError(f"{name} requires a strategy for three or more players")
    if continuations is not None:
        if strategy.tree.rules.last_street == 0:
            raise InputError("continuations requires a strategy that covers later streets")
        names = tuple(name.strip() for name in continuations.split("/"))
        found = replace(found, continuations=names)
    return found if seed is None else replace(found, seed=seed)
