"""An agent that plays a strategy, of a small game or of a hold'em betting tree."""

from __future__ import annotations

from functools import lru_cache
from math import inf

from fifthstreet.agents.agent import BaseAgent, is_texas_holdem
from fifthstreet.agents.batched import BatchDecider
from fifthstreet.agents.equity import EquityAgent
from fifthstreet.agents.holdem_seat import HoldemSeat
from fifthstreet.agents.small_decider import SmallGameDecider
from fifthstreet.agents.small_games import information_set, small_action, small_tree, solver_game
from fifthstreet.errors import InputError
from fifthstreet.game import Action, SeatView
from fifthstreet.game.variants import Poker
from fifthstreet.review import SolveBudget, holds_holdem, load_blueprint
from fifthstreet.solvers import load_strategy
from fifthstreet.solvers.cfr import Strategy
from fifthstreet.solvers.games import Kuhn, leduc
from fifthstreet.solvers.search.preflop import CHART_NAMES, strategy_path
from fifthstreet.tree.strategy import TreeStrategy


class StrategyAgent(BaseAgent):
    """Play a strategy of Kuhn poker, of Leduc hold'em, or of a no-limit hold'em tree.

    In a tree's own game, actions are drawn from the strategy. Where the stakes differ, or others
    bet amounts that the tree does not have, the hand is mapped to the tree. Where all chips are in
    on the tree but not at the table, the agent checks and calls. Where the hand cannot be mapped,
    or where a player bets who has folded on the tree, the agent checks or calls by pot odds, with
    its equity against ranges that are narrowed by the betting, and otherwise folds. After the
    last street of a tree, like the flop after a preflop chart, it plays as `EquityAgent`.
    """

    def __init__(
        self, strategy: Strategy | TreeStrategy, budget: SolveBudget | None = None
    ) -> None:
        """Set the strategy; one of a hold'em tree must start before the flop.

        With a budget, the rest of a hold'em hand that has left the tree is solved at each decision.
        """
        if isinstance(strategy, TreeStrategy) and strategy.tree.rules.first_street > 0:
            raise InputError("the strategy must start before the flop")
        self.known_strategy: Strategy | TreeStrategy = strategy
        """The strategy that the agent plays, exactly; estimates of winnings use it."""
        self._seat = HoldemSeat(strategy, budget) if isinstance(strategy, TreeStrategy) else None
        self._last_street = 3
        if isinstance(strategy, TreeStrategy):
            self._last_street = int(strategy.tree.rules.last_street)
        self._later: EquityAgent | None = None  # after the last street of the tree

    def __repr__(self) -> str:
        return f"<StrategyAgent: {self.known_strategy!r}>"

    def check_game(self, game: Poker) -> None:
        """Raise InputError if the strategy is for another game."""
        strategy = self.known_strategy
        if isinstance(strategy, TreeStrategy):
            if not is_texas_holdem(game):
                raise InputError(f"the strategy plays Texas hold'em only, not {game.name}")
            return
        found = solver_game(game)
        if found is None or found.name != strategy.tree.name:
            raise InputError(f"the strategy plays {strategy.tree.name}, not {game.name}")

    def decide(self, view: SeatView) -> Action:
        """Draw an action of the strategy."""
        if self._seat is not None and view.street > self._last_street:
            self._later = self._later or EquityAgent()
            return self._later.decide(view)
        if self._seat is not None:
            return self._seat.decide(view)
        assert isinstance(self.known_strategy, Strategy)
        moves = self.known_strategy[information_set(view)]
        return small_action(view, [*moves][view.random.weighted([*moves.values()])])

    def batch_decider(self, game: Poker) -> BatchDecider | None:
        """Return a function that draws actions for many tables; None for hold'em."""
        strategy = self.known_strategy
        return SmallGameDecider(strategy, game) if isinstance(strategy, Strategy) else None


def saved_strategy_agent(*, file: str, seconds: float = 0.0) -> StrategyAgent:
    """Return the agent that plays a strategy in a file.

    The file holds a strategy or training of Kuhn, Leduc or no-limit hold'em from preflop on.
    `seconds` is the time to solve a decision of a hand that has left the tree, 0 for none.
    """
    if not 0 <= seconds < inf:
        raise InputError(f"seconds must be at least 0, got {seconds:g}")
    return StrategyAgent(saved_strategy(file), SolveBudget(seconds=seconds) if seconds else None)


def saved_strategy(file: str) -> Strategy | TreeStrategy:
    """Return the strategy in a file, of a small game or of a hold'em tree; it is read once."""
    path = strategy_path(file)
    if not path.is_file():
        raise InputError(f"strategy must be a file or {', '.join(CHART_NAMES)}, got {file!r}")
    status = path.stat()
    return _read_strategy(str(path), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=16)
def _read_strategy(file: str, modified: int, size: int) -> Strategy | TreeStrategy:
    """Return the strategy of a file; time and size show whether it has changed."""
    if holds_holdem(file):
        return load_blueprint(file)
    reasons = []
    for game in (Kuhn(), leduc()):
        try:
            return load_strategy(file, small_tree(game))
        except InputError as error:
            reasons.append(str(error))
    raise InputError(reasons[-1])
