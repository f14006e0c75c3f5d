"""Local best response: the loss of a strategy to a simple opponent, in games of any size.

Lisy & Bowling (2017), "Equilibrium approximation quality of current no-limit poker bots". The
responder knows the strategy, and so the others' ranges after every action. They take the action
that would be best if all players only checked and called afterwards, except that the others may
fold to a bet at once. Their winnings are a lower bound on exploitability, up to sampling error,
even if their estimates are rough.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

import numpy as np

from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint.board_responder import BoardResponder
from fifthstreet.solvers.blueprint.response_menu import ResponseMenu, response_menu
from fifthstreet.solvers.blueprint.table_responder import StrategyInEverySeat, TableResponder
from fifthstreet.support.threads import thread_count
from fifthstreet.tree import TreeRules
from fifthstreet.tree.strategy import INTERVAL, Exploitability, TreeStrategy

# Called with the number of deals played, the total number, and the mean winnings so far.
ResponseReporter: TypeAlias = Callable[[int, int, float], bool | None]
_PLAYED_AHEAD = 4  # deals per thread that may be played before their results are needed


@dataclass(frozen=True, repr=False)
class LocalResponse:
    """The responder's winnings in chips per deal; the starting pot is paid equally by all.

    With two players, a deal is a board with all hands; with more, each player is dealt a hand.
    """

    chips: float  # mean of all seats
    error: float  # half width of the 95% confidence interval of `chips`
    seats: tuple[float, ...]  # [P] mean from each seat
    deals: int
    pot: float  # at the start, 0 if there are only blinds
    big_blind: float = 0.0  # 0 if there are no blinds
    menu: str = "all"  # actions of the responder; see `ResponseMenu`

    def __repr__(self) -> str:
        won = f"{self.chips:.3g} ± {self.error:.2g} chips"
        if self.big_blind:
            won = f"{self.mbb:,.0f} ± {self.mbb_error:,.0f} mbb/hand"
        return f"<LocalResponse: {won} over {self.deals:,} deals>"

    @classmethod
    def of(
        cls, rules: TreeRules, won: Sequence[Sequence[float]], menu: ResponseMenu
    ) -> LocalResponse:
        """Average the winnings from each seat in each deal."""
        played = np.array(won)
        means = played.mean(axis=1)
        error = float(means.std(ddof=1)) / len(means) ** 0.5 if len(means) > 1 else float("inf")
        return cls(
            float(means.mean()),
            INTERVAL * error,
            tuple(played.mean(axis=0).tolist()),
            len(means),
            float(rules.pot),
            float(max(rules.blinds, default=0)),
            str(menu),
        )

    @property
    def mbb(self) -> float:
        """The winnings in thousandths of a big blind per hand; NaN without blinds."""
        return 1000 * self.chips / self.big_blind if self.big_blind else float("nan")

    @property
    def mbb_error(self) -> float:
        """Half width of the 95% confidence interval of `mbb`."""
        return 1000 * self.error / self.big_blind if self.big_blind else float("nan")

    @property
    def exploitability(self) -> Exploitability:
        """The winnings as a lower bound on exploitability."""
        return Exploitability(
            self.seats, pot=self.pot or None, error=self.error, is_lower_bound=True
        )


def local_best_response(
    strategy: TreeStrategy,
    *,
    deals: int = 1000,
    menu: str | ResponseMenu = "all",
    max_lines: int | None = None,
    runouts: int = 1,
    luck_adjusted: bool = False,
    seed: int = 0,
    threads: int | None = 1,
    progress: ResponseReporter | None = None,
) -> LocalResponse:
    """Play a local best response against a strategy, each deal from every seat.

    Args:
        strategy: The strategy that all other seats play.
        deals: Number of deals. With two players, a deal is a board with all hands; with more, each
            player is dealt a hand.
        menu: What the responder may do: `all`, `calls` (fold, check and call) or `late bets` (check
            and call before the turn; then fold, call, pot or all-in), the settings of published
            results, or a `ResponseMenu`.
        max_lines: Maximum number of lines that are followed to a new street from each seat, drawn
            by what is at stake; by default all. For two players, to save time with slow strategies.
        runouts: Number of turns and rivers dealt to each flop. For two players.
        luck_adjusted: Whether to replace what lines would win without further bets by its mean over
            all cards: a control variate, which does not change the mean. For two players and
            strategies without a fixed runout.
        seed: Seed of the deals.
        threads: Number of threads, None for one per core; the result is the same for any number.
        progress: Called after each deal with the number of deals played, the total number and the
            mean winnings so far in chips; stops the play by returning False.

    Returns:
        The responder's mean winnings with their confidence interval.

    Raises:
        InputError: If a parameter is out of bounds, or if an option for two players is used with
            more.

    >>> from fifthstreet.solvers.postflop import Spot
    >>> from fifthstreet.tree.strategy import UniformStrategy
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> uniform = UniformStrategy(spot.tree, spot.ranges, spot.board)
    >>> local_best_response(uniform, deals=100).chips > 20
    True
    """
    if deals < 1:
        raise InputError(f"deals must be at least 1, got {deals}")
    if seed < 0:
        raise InputError(f"seed must be at least 0, got {seed}")
    is_heads_up = len(strategy.ranges) == 2
    if not is_heads_up and (max_lines is not None or runouts != 1 or luck_adjusted):
        raise InputError(
            f"max_lines, runouts and luck_adjusted require 2 players, got {len(strategy.ranges)}"
        )
    allowed = response_menu(menu)
    responder = (
        BoardResponder(
            strategy, allowed, max_lines=max_lines, runouts=runouts, luck_adjusted=luck_adjusted
        )
        if is_heads_up
        else TableResponder(strategy, allowed)
    )
    won: list[list[float]] = []
    with closing(_results(responder.play, seed, deals, thread_count(threads))) as results:
        for result in results:
            won.append(result)
            if progress is not None and progress(len(won), deals, float(np.mean(won))) is False:
                break
    return LocalResponse.of(strategy.tree.rules, won, allowed)


@dataclass(frozen=True)
class SeatGains:
    """What local best responses win from each seat, compared with the strategy in the same deals.

    Gains are lower bounds on what a best response gains, up to sampling error, and may be negative.
    """

    responses: tuple[float, ...]  # [P] chips that a local best response wins
    values: tuple[float, ...]  # [P] chips that the strategy wins
    errors: tuple[float, ...]  # [P] half widths of the 95% intervals of the gains
    error: float  # of the mean of the gains
    deals: int


def seat_gains(
    strategy: TreeStrategy, *, deals: int = 1000, seed: int = 0, threads: int | None = 1
) -> SeatGains:
    """Measure what a local best response gains from each seat, with three and more players.

    In each deal and seat, a local best response and the strategy itself play all hands against the
    same hands and draws of the others, so that luck mostly cancels.

    Args:
        strategy: The strategy that all other seats play.
        deals: Number of deals, at least 2.
        seed: Seed of the deals.
        threads: Number of threads, None for one per core; the result is the same for any number.

    Returns:
        Winnings by seat, and the confidence intervals of the gains.

    Raises:
        InputError: If there are two players, or fewer than 2 deals.
    """
    if len(strategy.ranges) == 2:
        raise InputError("gains by seat require at least 3 players, got 2")
    if deals < 2:
        raise InputError(f"deals must be at least 2, got {deals}")
    menu = response_menu("all")
    responder, own = TableResponder(strategy, menu), StrategyInEverySeat(strategy, menu)

    def play(seed: int, number: int) -> list[float]:
        return [*responder.play(seed, number), *own.play(seed, number)]

    with closing(_results(play, seed, deals, thread_count(threads))) as results:
        played = np.array(list(results))
    responses, values = np.split(played, 2, axis=1)
    gains = responses - values
    return SeatGains(
        tuple(responses.mean(axis=0).tolist()),
        tuple(values.mean(axis=0).tolist()),
        tuple((INTERVAL * gains.std(axis=0, ddof=1) / deals**0.5).tolist()),
        INTERVAL * float(gains.mean(axis=1).std(ddof=1)) / deals**0.5,
        deals,
    )


def _results(
    play: Callable[[int, int], list[float]], seed: int, deals: int, threads: int
) -> Generator[list[float], None, None]:
    """Yield the results of all deals in order, played by some threads."""
    if threads == 1:
        for deal in range(deals):
            yield play(seed, deal)
        return
    with ThreadPoolExecutor(threads) as pool:
        numbers = iter(range(deals))
        ahead = [pool.submit(play, seed, deal) for deal in islice(numbers, _PLAYED_AHEAD * threads)]
        try:
            while ahead:
                yield ahead.pop(0).result()
                ahead += [pool.submit(play, seed, deal) for deal in islice(numbers, 1)]
        finally:
            for future in ahead:
                future.cancel()
