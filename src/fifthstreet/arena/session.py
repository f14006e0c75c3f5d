"""Playing a session: some deals at one table, or at a table for each rotation of the seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any
from warnings import catch_warnings, filterwarnings

import numpy as np
from numpy.typing import NDArray

from fifthstreet.agents import Agent, create_agent
from fifthstreet.arena.answering import Mistake
from fifthstreet.arena.batch_play import BatchPlay, batch_deciders, batch_game
from fifthstreet.arena.estimators import AllInEstimator, hand_estimator
from fifthstreet.arena.hand import COUNTS, HandPlay, Lineup, play_deals
from fifthstreet.arena.hand_counter import HandCounter, SessionCounter
from fifthstreet.arena.hand_results import report_results
from fifthstreet.arena.moments import Moments
from fifthstreet.arena.seating import AgentMaker, Seating, keeps_seats
from fifthstreet.arena.seeds import SessionDeals, estimate_seed
from fifthstreet.arena.settings import MatchSettings
from fifthstreet.errors import InputError
from fifthstreet.game import GameSession, Rebuys, State, Terms

HandKeeper = Callable[["KeptHand"], None]

_MOMENTS = ("by_hand", "by_deal", "by_session", "estimates_by_deal", "estimates_by_session")
_AS_PLAYED, _ESTIMATED = 0, 1  # samples of payoffs
_MISTAKES = COUNTS.index("mistakes")


@dataclass(frozen=True)
class KeptHand:
    """A finished hand, and where in its match it was played."""

    session: int
    table: int
    deal: int
    number: int  # in its session and table
    seed: int  # of the deck
    players: tuple[str, ...]  # [P]
    state: State
    game: Any


@dataclass
class SessionResult:
    """Sums over the hands of a session.

    Samples have two columns for each agent: what it won per hand and seat, and the part of that won
    at showdowns. Estimates have the same columns; without an estimator there are none. Samples of
    sessions are per hand of a full session, and have one more column: the share of these hands that
    were played, less than 1 in a shorter session, or if one player won all chips.
    """

    number: int
    lineup: tuple[int, ...]
    agent_count: int
    hands: int = 0
    by_hand: Moments = field(init=False)
    by_deal: Moments = field(init=False)  # the mean of all tables
    by_session: Moments = field(init=False)
    estimates_by_deal: Moments = field(init=False)
    estimates_by_session: Moments = field(init=False)
    ranks: Moments = field(init=False)  # final ranks, from 1, where stacks carry over
    counts: NDArray[np.int64] = field(init=False)  # [A, COUNTS]
    seconds: NDArray[np.float64] = field(init=False)  # [A]
    mistakes: list[Mistake] = field(default_factory=list)

    def __post_init__(self) -> None:
        width = 2 * self.agent_count
        for name in _MOMENTS:
            setattr(self, name, Moments(width + 1 if name.endswith("by_session") else width))
        self.ranks = Moments(self.agent_count)
        self.counts = np.zeros((self.agent_count, len(COUNTS)), np.int64)
        self.seconds = np.zeros(self.agent_count)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "number": self.number,
            "lineup": list(self.lineup),
            "agent_count": self.agent_count,
            "hands": self.hands,
            **{name: getattr(self, name).to_dict() for name in _MOMENTS},
            "ranks": self.ranks.to_dict(),
            "counts": self.counts.tolist(),
            "seconds": self.seconds.tolist(),
            "mistakes": [
                [each.player, each.number, each.kind, each.message] for each in self.mistakes
            ],
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> SessionResult:
        """Read what `to_dict` returned."""
        result = cls(data["number"], tuple(data["lineup"]), data["agent_count"], data["hands"])
        for name in (*_MOMENTS, "ranks"):
            setattr(result, name, Moments.from_dict(data[name]))
        result.counts = np.array(data["counts"], np.int64)
        result.seconds = np.array(data["seconds"])
        result.mistakes = [Mistake(*each) for each in data["mistakes"]]
        return result


def play_session(
    settings: MatchSettings,
    number: int,
    *,
    make_agent: AgentMaker = create_agent,
    keep: HandKeeper | None = None,
    strict: bool = False,
    counter: HandCounter | None = None,
) -> SessionResult:
    """Play a session of a match.

    Args:
        settings: The match.
        number: Number of the session, from 0; it decides the lineup and the cards.
        make_agent: Creates an agent from its text.
        keep: Called with every finished hand.
        strict: Whether a mistake of an agent raises its error, instead of costing it the decision.
        counter: Counts the hands while they are played.

    Returns:
        Sums over the hands, which depend on the settings and the number alone.

    Raises:
        InputError: If the match has no such session.
    """
    if not 0 <= number < settings.session_count:
        most = settings.session_count - 1
        raise InputError(f"number of a session must be from 0 to {most}, got {number}")
    lineups = settings.lineups
    lineup = lineups[number % len(lineups)]
    result = SessionResult(number, lineup, len(settings.agents))
    counted = None if counter is None else SessionCounter(counter, number)
    player = _SessionPlayer(settings, number, lineup, result, keep, strict, counted)
    deals = player.deals.count
    # [table, deal, as played or estimated, column]
    samples = np.zeros((settings.tables, deals, 2, 2 * len(settings.agents)))
    seats = Seating(settings, lineup, make_agent, strict=strict)
    with catch_warnings(), closing(seats) as seating:
        filterwarnings("ignore", "the deck runs out")  # which the rules of draw games allow for
        agents = seating.agents()
        if any(map(keeps_seats, agents)):
            player.keep_seats()
        together = player.play_together(agents)
        for table in range(settings.tables):
            if together is None:
                played = player.play_table(agents if table == 0 else seating.agents(), table)
            else:
                played = together[table]
            samples[table, : len(played)] = played
            result.by_hand.add(played[:, _AS_PLAYED])
    if counted is not None:
        counted.finish()
    by_deal = samples.mean(axis=0)  # [deal, as played or estimated, column]
    played, estimated = by_deal[:, _AS_PLAYED], by_deal[:, _ESTIMATED]
    scheduled = settings.deals_per_session  # also of a shorter session, which has less weight
    share = result.hands / (settings.tables * scheduled)
    result.by_deal.add(played)
    result.by_session.add([[*played.sum(axis=0) / scheduled, share]])
    if player.estimator is not None:
        result.estimates_by_deal.add(estimated)
        result.estimates_by_session.add([[*estimated.sum(axis=0) / scheduled, share]])
    return result


class _SessionPlayer:
    """The tables of one session."""

    def __init__(
        self,
        settings: MatchSettings,
        number: int,
        lineup: tuple[int, ...],
        result: SessionResult,
        keep: HandKeeper | None,
        strict: bool,
        counted: SessionCounter | None,
    ) -> None:
        self.settings = settings
        self.number = number
        self.lineup = lineup
        self.result = result
        self.keep = keep
        self.strict = strict
        self.counted = counted
        self.game = settings.table_game.game
        self.terms = Terms(self.game)
        self.estimator = hand_estimator(
            settings.estimator, self.game, settings.starting_stack, settings.seats
        )
        first, count = number * settings.deals_per_session, settings.deals_of(number)
        self.deals = SessionDeals(settings.seed, first, count, settings.seats, settings.tables)
        self.names = _seat_names([settings.names[index] for index in lineup])

    def keep_seats(self) -> None:
        """Keep the order of the players for all deals, and move the button with each of them."""
        around = self.deals.at(0)
        for index in range(1, self.deals.count):
            self.deals.at(index).order = around.order_at(index % self.settings.seats)

    def play_together(self, agents: list[Agent]) -> NDArray[np.float64] | None:
        """Play all tables of the session on a batch; return the samples of each.

        None if the game or an agent does not allow that. If an agent fails or answers something
        illegal, the hands have to be played one by one, so that it loses only that decision.
        """
        settings, lineup = self.settings, self._lineup(agents)
        if self.keep is not None or settings.carry_stacks or settings.isolate:
            return None
        if self.estimator is not None and not isinstance(self.estimator, AllInEstimator):
            return None
        deciders = batch_deciders(agents, self.game)
        game = batch_game(self.game, settings.starting_stack, settings.seats)
        if deciders is None or game is None:
            return None
        deals = [self.deals.at(index) for index in range(self.deals.count)]
        play = BatchPlay(game, lineup, deciders, deals, settings.tables)
        try:
            play.play()
        except Exception as error:  # whatever an agent does, the match goes on
            if self.strict and not isinstance(error, InputError):
                error.add_note("raised while the agents decided for many tables")
                raise
            return None
        samples = [play.winnings()]
        if self.estimator is not None:
            samples.append(play.estimated_winnings(self._estimate))
        self._add_counts(lineup)
        self.result.hands += settings.tables * len(deals)
        if self.counted is not None:
            self.counted.add(settings.tables * len(deals))
        return np.stack(samples, axis=2)

    def _estimate(self, state: State, index: int, table: int) -> Sequence[float]:
        """Return the estimated payoffs of a finished hand, without its agents."""
        assert self.estimator is not None
        seed = estimate_seed(self.settings.seed, self.deals.first + index, table)
        return self.estimator.payoffs(state, (), seed)

    def _lineup(self, agents: list[Agent]) -> Lineup:
        lineup = Lineup(agents, self.names, self.lineup, self.result.agent_count)
        if self.strict:
            lineup.is_strict = True
        return lineup

    def _add_counts(self, seated: Lineup) -> None:
        for place, index in enumerate(self.lineup):
            self.result.counts[index] += seated.counts[place]
            self.result.seconds[index] += seated.seconds[place]
        self.result.mistakes += seated.mistakes

    def play_table(self, agents: list[Agent], table: int) -> NDArray[np.float64]:
        """Play the session at one table; return samples [hand, as played or estimated, column].

        Without an estimator, there are only samples as played.
        """
        seated = self._lineup(agents)
        play = self._play_on if self.settings.carry_stacks else self._play_deals
        kinds = 1 if self.estimator is None else 2
        samples = np.array(play(seated, table)).reshape(-1, kinds, 2 * self.result.agent_count)
        self._add_counts(seated)
        # A decision that an agent lost was not made by its known strategy.
        if any(
            counts[_MISTAKES] and getattr(agent, "known_strategy", None) is not None
            for agent, counts in zip(agents, seated.counts, strict=True)
        ):
            samples[:, -1] = samples[:, _AS_PLAYED]
        return samples

    def _play_deals(self, seated: Lineup, table: int) -> list[float]:
        """Play all deals of the session with the same stacks."""
        uses = (self.estimator, self.keep, self.counted)
        needs_more = seated.has_finishers or any(each is not None for each in uses)
        after = self._after if needs_more else None
        stack = self.settings.starting_stack
        self.result.hands += self.deals.count
        return play_deals(self.game, stack, self.terms, seated, self.deals, table, after)

    def _play_on(self, seated: Lineup, table: int) -> list[float]:
        """Play with stacks that carry over, until one player has all or the deals end."""
        settings, seats = self.settings, self.settings.seats
        stack = settings.starting_stack
        rebuys = None
        if settings.rebuys:
            rebuys = Rebuys(stack, None if settings.rebuys < 0 else settings.rebuys)
        samples: list[float] = []
        around, deck = self.deals.at(0).order, self.deals.at(0).deck
        session = GameSession(
            self.game,
            [stack] * seats,
            seed=deck,
            button=(seats - 1 + table) % seats,
            rebuys=rebuys,
        )
        stacks_before: list[list[Any]] = []
        for index in range(self.deals.count):
            if not session.can_begin_hand():
                break
            stacks_before.append(list(session.stacks))
            state = session.begin_hand()
            # Position 0 has the same cards at every table, so agents move by one seat per table.
            order = tuple(around[(seat + table) % seats] for seat in session.seats)
            randoms = self.deals.at(index).randoms_at(table, len(order))
            play = HandPlay(state, self.terms, seated, order, randoms, index)
            play.play()
            self.result.hands += 1
            samples += play.winnings(state.payoffs)
            samples += self._after(play, table, index)
            session.end_hand()
        ranks = final_ranks(session.stacks, stacks_before)
        row = np.zeros(self.result.agent_count)
        for seat, rank in enumerate(ranks):
            place = around[(seat + table) % seats]
            row[self.lineup[place]] += rank * seated.shares[place]
        self.result.ranks.add([row])
        return samples

    def _after(self, play: HandPlay, table: int, index: int) -> list[float]:
        """Report a finished hand; return its estimated sample if there is an estimator."""
        state, lineup = play.state, play.lineup
        samples: list[float] = []
        deal = self.deals.first + index
        if self.estimator is not None:
            agents = [lineup.agents[place] for place in play.order]
            seed = estimate_seed(self.settings.seed, deal, table)
            samples = play.winnings(self.estimator.payoffs(state, agents, seed))
        if lineup.has_finishers:
            report_results(play)
        if self.keep is not None:
            players = play.hand.players
            kept = KeptHand(self.number, table, deal, index, state.seed, players, state, self.game)
            self.keep(kept)
        if self.counted is not None:
            self.counted.add(1)
        return samples


def final_ranks(stacks: Sequence[Any], stacks_before: Sequence[Sequence[Any]]) -> list[float]:
    """Return the rank of each seat: by chips, and without chips by who was out last.

    Players who go out in the same hand are ranked by the chips they began it with. Equal players
    share the mean of their ranks.

    >>> final_ranks([300, 0, 0], [[100, 100, 100], [250, 0, 50]])
    [1.0, 3.0, 2.0]
    """
    keys = []
    for seat, stack in enumerate(stacks):
        if stack:
            keys.append((len(stacks_before) + 1, stack))
            continue
        last = max((i for i, row in enumerate(stacks_before) if row[seat]), default=-1)
        keys.append((last, stacks_before[last][seat] if last >= 0 else 0))
    ordered = sorted(keys, reverse=True)
    return [ordered.index(key) + 1 + (ordered.count(key) - 1) / 2 for key in keys]


def _seat_names(names: Sequence[str]) -> tuple[str, ...]:
    """Number the copies of an agent, so that others can tell them apart."""
    return tuple(
        name if names.count(name) == 1 else f"{name} #{names[:at].count(name) + 1}"
        for at, name in enumerate(names)
    )
