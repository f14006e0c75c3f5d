"""The result of a match: the winnings of each agent, with intervals, and its style."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf, isfinite, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.arena.answering import MAX_MISTAKES, Mistake
from fifthstreet.arena.estimators import PLAIN
from fifthstreet.arena.hand import COUNTS
from fifthstreet.arena.moments import Interval, Moments
from fifthstreet.arena.session import SessionResult
from fifthstreet.arena.settings import MatchSettings
from fifthstreet.support.pictured import Printed

_CURVE_POINTS = 200


@dataclass(frozen=True)
class AgentResult:
    """The winnings of an agent per hand, in the game's unit, and its style."""

    name: str
    hands: int
    winnings: Interval  # by the estimator of the match
    duplicate: Interval  # payoffs as played, in paired deals if the match has them
    plain: Interval  # payoffs as played, hand by hand
    reduction: float | None  # ratio of hands needed for equal widths, plain to winnings
    at_showdown: Interval
    without_showdown: Interval
    vpip: float  # share of hands with chips put in voluntarily before the flop
    pfr: float  # share of hands with a raise before the flop
    aggression: float  # raises per call
    fold_rate: float  # share of all decisions, like the next three
    check_rate: float
    call_rate: float
    raise_rate: float
    showdown_rate: float  # share of hands
    decisions: int
    decisions_per_second: float
    mistakes: int
    rank: Interval | None  # mean final rank, where stacks carry over

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        plain = {
            name: value.to_dict() if isinstance(value, Interval) else value
            for name, value in vars(self).items()
        }
        for name in ("aggression", "decisions_per_second"):
            if plain[name] == inf:
                plain[name] = None
        return plain


class MatchResult(Printed):
    """All sessions of a match so far, added up in order.

    Intervals count independent samples: deals, or whole sessions where agents learn or stacks
    carry over, because then one hand depends on another. Printed, it is the table of the command
    `fifthstreet arena`.
    """

    def __init__(
        self, settings: MatchSettings, sessions: Iterable[SessionResult] = (), *, learns: bool
    ) -> None:
        """Add up sessions; `learns` means that some agent learns during a session."""
        self.settings = settings
        self.learns = learns
        self.hands = 0
        self.session_count = 0
        count = len(settings.agents)
        self.counts: NDArray[np.int64] = np.zeros((count, len(COUNTS)), np.int64)  # [A, COUNTS]
        self.seconds: NDArray[np.float64] = np.zeros(count)  # [A]
        self.mistakes: list[Mistake] = []
        self.ranks = Moments(count)
        # By lineup: independent samples of estimates, and of payoffs as played; single hands.
        self._units: dict[tuple[int, ...], Moments] = {}
        self._played: dict[tuple[int, ...], Moments] = {}
        self._plain: dict[tuple[int, ...], Moments] = {}
        self._curve: list[tuple[int, list[Interval]]] = []
        for session in sessions:
            self.add(session)

    def __repr__(self) -> str:
        agents = ", ".join(self.settings.names)
        return f"<MatchResult of {agents}: {self.hands:,} hands of {self.settings.game}>"

    def add(self, session: SessionResult) -> None:
        """Add a session."""
        width = 2 * len(self.settings.agents)
        lineup = session.lineup
        units = session.by_session if self.counts_sessions else session.by_deal
        self._played.setdefault(lineup, Moments(len(units.sums))).merge(units)
        if self.settings.estimator != PLAIN:
            is_by_session = self.counts_sessions
            units = session.estimates_by_session if is_by_session else session.estimates_by_deal
        self._units.setdefault(lineup, Moments(len(units.sums))).merge(units)
        self._plain.setdefault(lineup, Moments(width)).merge(session.by_hand)
        self.ranks.merge(session.ranks)
        self.counts += session.counts
        self.seconds += session.seconds
        self.hands += session.hands
        self.session_count += 1
        self.mistakes += session.mistakes[: MAX_MISTAKES - len(self.mistakes)]
        step = max(1, self.settings.session_count // _CURVE_POINTS)
        if self.session_count % step == 0:
            self._curve.append(self._point())

    @property
    def curve(self) -> list[tuple[int, list[Interval]]]:
        """Hands, and the winnings of each agent per hand, after some sessions and the last one."""
        if not self.session_count or (self._curve and self._curve[-1][0] == self.hands):
            return self._curve
        return [*self._curve, self._point()]

    def _point(self) -> tuple[int, list[Interval]]:
        return self.hands, [self.winnings(agent) for agent in range(len(self.counts))]

    @property
    def counts_sessions(self) -> bool:
        """Whether samples are sessions; otherwise deals."""
        return self.learns or self.settings.carry_stacks

    @cached_property
    def _scale(self) -> float:
        return self.settings.table_game.result(1)

    def winnings(self, agent: int) -> Interval:
        """Return the winnings of an agent per hand, by the estimator of the match."""
        return self._mean(self._units, agent, self._column(agent))

    def agent_results(self) -> list[AgentResult]:
        """Return the result of each agent, the winner first."""
        results = [self._agent_result(index) for index in range(len(self.settings.agents))]
        return sorted(results, key=lambda result: -result.winnings.mean)

    def difference(self, first: int, second: int) -> Interval | None:
        """Return how much more one agent won per hand than another, in shared deals.

        None if they never met. In a duplicate match both had the same cards.
        """
        weights = self._column(first) - self._column(second)
        met = [moments for lineup, moments in self._units.items() if {first, second} <= {*lineup}]
        return self._combined(met, weights) if met else None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        names = self.settings.names
        count = len(names)
        differences = {
            names[i]: {
                names[j]: None if (gap := self.difference(i, j)) is None else gap.to_dict()
                for j in range(count)
                if i != j
            }
            for i in range(count)
        }
        game = self.settings.table_game
        return {
            "settings": self.settings.to_dict(),
            "hands": self.hands,
            "sessions": self.session_count,
            "unit": f"{game.unit_name}/hand",
            "samples_are": "sessions" if self.counts_sessions else "deals",
            "estimator": self.settings.estimator,
            "agents": [result.to_dict() for result in self.agent_results()],
            "differences": differences,
            "mistakes": [mistake_data(each) for each in self.mistakes],
            "curve": [
                {"hands": hands, "winnings": [interval.to_dict() for interval in intervals]}
                for hands, intervals in self.curve
            ],
        }

    def _agent_result(self, agent: int) -> AgentResult:
        counts = dict(zip(COUNTS, self.counts[agent].tolist(), strict=True))
        hands, decisions = max(counts["hands"], 1), max(counts["decisions"], 1)
        at_showdown = self._column(agent, showdown=True)
        seconds = float(self.seconds[agent])
        winnings = self.winnings(agent)
        plain = self._mean(self._plain, agent, self._column(agent))
        return AgentResult(
            name=self.settings.names[agent],
            hands=counts["hands"],
            winnings=winnings,
            duplicate=self._mean(self._played, agent, self._column(agent)),
            plain=plain,
            reduction=_reduction(plain, winnings),
            at_showdown=self._mean(self._played, agent, at_showdown),
            without_showdown=self._mean(self._played, agent, self._column(agent) - at_showdown),
            vpip=counts["vpip"] / hands,
            pfr=counts["pfr"] / hands,
            aggression=counts["raises"] / counts["calls"] if counts["calls"] else inf,
            fold_rate=counts["folds"] / decisions,
            check_rate=counts["checks"] / decisions,
            call_rate=counts["calls"] / decisions,
            raise_rate=counts["raises"] / decisions,
            showdown_rate=counts["showdowns"] / hands,
            decisions=counts["decisions"],
            decisions_per_second=counts["decisions"] / seconds if seconds else inf,
            mistakes=counts["mistakes"],
            rank=self._rank(agent),
        )

    def _rank(self, agent: int) -> Interval | None:
        if not self.settings.carry_stacks:
            return None
        weights = [float(index == agent) for index in range(len(self.counts))]
        return self.ranks.interval(weights)

    def _column(self, agent: int, *, showdown: bool = False) -> NDArray[np.float64]:
        count = len(self.settings.agents)
        weights = np.zeros(2 * count)
        weights[agent + (count if showdown else 0)] = 1.0
        return weights

    def _mean(
        self,
        moments: Mapping[tuple[int, ...], Moments],
        agent: int,
        weights: NDArray[np.float64],
    ) -> Interval:
        return self._combined(
            [each for lineup, each in moments.items() if agent in lineup], weights
        )

    def _combined(self, parts: list[Moments], weights: NDArray[np.float64]) -> Interval:
        """Return the mean over lineups with equal weights."""
        intervals = [_interval(part, weights).scaled(self._scale) for part in parts]
        if len(intervals) == 1:
            return intervals[0]
        count = max(len(intervals), 1)
        width = sqrt(sum(interval.half_width**2 for interval in intervals)) / count
        samples = sum(interval.samples for interval in intervals)
        return Interval(sum(each.mean for each in intervals) / count, width, samples)


def mistake_data(mistake: Mistake) -> dict[str, Any]:
    """Return a mistake of an agent as plain data.

    Args:
        mistake: The player, the hand, the kind and the message are returned.
    """
    return {
        "player": mistake.player,
        "hand": mistake.number,
        "kind": mistake.kind,
        "message": mistake.message,
    }


def _interval(moments: Moments, weights: NDArray[np.float64]) -> Interval:
    """Return a result per hand; samples of sessions have the share of hands played as a column."""
    if len(moments.sums) > len(weights):
        return moments.ratio([*weights.tolist(), 0.0])
    return moments.interval(weights.tolist())


def _reduction(plain: Interval, sharp: Interval) -> float | None:
    """Return the ratio of the variances of two means of the same hands; None if one is unknown."""
    if not (isfinite(plain.half_width) and isfinite(sharp.half_width)) or sharp.half_width <= 0:
        return None
    return (plain.half_width / sharp.half_width) ** 2
