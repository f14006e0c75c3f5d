"""The settings of a match: the game, the agents, the hands, and how they are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, inf
from typing import Any

from fifthstreet.arena.estimators import AIVAT, ESTIMATORS, PLAIN
from fifthstreet.arena.games import TableGame, table_game
from fifthstreet.errors import InputError
from fifthstreet.support.whole_numbers import whole

MAX_SEATS = 10
MAX_LINEUPS = 1000
# By default, a lineup has at least this many sessions, of at most this many hands: where samples
# are sessions, fewer would give no interval, or a wide one.
DEFAULT_SESSIONS = 20
MAX_DEFAULT_SESSION_HANDS = 1000


@dataclass(frozen=True)
class MatchSettings:
    """Everything that the result of a match depends on.

    The hands are split into sessions, which are independent of each other: every session begins
    with new agents. In a duplicate match, a session has a table for each rotation of the seats, all
    with the same deals, and new agents at each table, so that no agent has seen the cards before.
    """

    game: str
    agents: tuple[str, ...]
    hands: int
    seats: int
    stack: float | None = None  # in big blinds, bets or antes; None: the default of the game
    seed: int = 0
    duplicate: bool = True
    session_hands: int | None = None  # of all tables of a session together; None: `hands` decide
    carry_stacks: bool = False  # from hand to hand of a session
    rebuys: int = 0  # of each player in a session; -1: no limit
    estimator: str = PLAIN  # of the payoffs of a hand, one of `ESTIMATORS`
    isolate: bool = False  # every agent in its own process; required by the limits below
    seconds_per_decision: float | None = None  # None: the default of `ProcessAgent`
    seconds_per_match: float | None = None  # of each player, split evenly over all tables
    memory_mb: float | None = None  # of each player

    def __post_init__(self) -> None:
        for name in ("hands", "seats", "seed", "session_hands", "rebuys"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, whole(name, value))
        if len(self.agents) < 1:
            raise InputError("agents must have at least one agent, got none")
        if not 2 <= self.seats <= MAX_SEATS:
            raise InputError(f"seats must be from 2 to {MAX_SEATS}, got {self.seats}")
        if self.hands < 1:
            raise InputError(f"hands must be at least 1, got {self.hands}")
        if self.session_hands is not None and self.session_hands < 1:
            raise InputError(f"session_hands must be at least 1, got {self.session_hands}")
        if self.stack is not None and not 0 < self.stack < inf:
            raise InputError(f"stack must be a number above 0, got {self.stack}")
        if self.rebuys and not self.carry_stacks:
            raise InputError("rebuys require carry_stacks")
        if self.rebuys < -1:
            raise InputError(f"rebuys must be at least 0, or -1 for no limit, got {self.rebuys}")
        for name in ("seconds_per_decision", "seconds_per_match", "memory_mb"):
            value = getattr(self, name)
            if value is not None and not 0 < value < inf:
                raise InputError(f"{name} must be a number above 0, got {value}")
            if value is not None and not self.isolate:
                raise InputError(f"{name} requires isolate")
        if self.estimator not in ESTIMATORS:
            raise InputError(
                f"estimator must be one of {', '.join(ESTIMATORS)}, got {self.estimator!r}"
            )
        if self.estimator == AIVAT and self.carry_stacks:
            raise InputError("estimator aivat requires equal stacks, got carry_stacks")
        count = comb(len(self.agents), self.seats)
        if count > MAX_LINEUPS:
            raise InputError(
                f"agents and seats must make at most {MAX_LINEUPS:,} lineups, got {count:,}: use "
                "fewer agents, or as many seats as agents"
            )

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each agent; repeated agents are numbered from the second on."""
        seen: dict[str, int] = {}
        names = []
        for agent in self.agents:
            seen[agent] = seen.get(agent, 0) + 1
            names.append(agent if seen[agent] == 1 else f"{agent} {seen[agent]}")
        return tuple(names)

    @property
    def table_game(self) -> TableGame:
        """The game with its stakes."""
        return table_game(self.game)

    @property
    def starting_stack(self) -> Any:
        """Chips of each player at the start."""
        game = self.table_game
        stack = game.default_stack if self.stack is None else Fraction(str(self.stack))
        chips = stack * game.unit
        return int(chips) if chips == int(chips) else float(chips)

    @cached_property
    def lineups(self) -> tuple[tuple[int, ...], ...]:
        """Indices of the agents that play together, for each lineup.

        If there are more seats than agents, agents are repeated; if there are fewer, each
        combination of agents is a lineup.
        """
        count = len(self.agents)
        if self.seats >= count:
            return (tuple(seat % count for seat in range(self.seats)),)
        return tuple(combinations(range(count), self.seats))

    @property
    def tables(self) -> int:
        """Number of tables of a session: one, or with duplicate deals one for each rotation."""
        return self.seats if self.duplicate else 1

    @property
    def deals(self) -> int:
        """Number of deals of the match: the nearest to `hands`, at least one for each lineup."""
        return max(len(self.lineups), (2 * self.hands + self.tables) // (2 * self.tables))

    @property
    def scheduled_hands(self) -> int:
        """Number of hands of all sessions; fewer are played if one player wins all chips."""
        return self.deals * self.tables

    @property
    def rounding(self) -> str | None:
        """Why `scheduled_hands` are not the `hands` requested; None if they are."""
        if self.scheduled_hands == self.hands:
            return None
        reason = f"each deal is played in all {self.seats} seats"
        if self.deals == len(self.lineups) > 1:
            reason = f"each of the {self.deals:,} lineups plays at least one deal"
        return f"playing {self.scheduled_hands:,} hands instead of {self.hands:,}: {reason}"

    def rounded(self) -> MatchSettings:
        """Return the same match with `scheduled_hands` as its `hands`."""
        return replace(self, hands=self.scheduled_hands)

    @property
    def deals_per_session(self) -> int:
        """Number of deals in each session except the last of a lineup, which may be shorter."""
        if self.session_hands is not None:
            return max(1, self.session_hands // self.tables)
        most = self.deals // len(self.lineups) // DEFAULT_SESSIONS
        return max(1, min(MAX_DEFAULT_SESSION_HANDS // self.tables, most))

    def deals_of(self, session: int) -> int:
        """Return the number of deals in a session."""
        turn, lineup = divmod(session, len(self.lineups))
        return min(self.deals_per_session, self._deals_of(lineup) - turn * self.deals_per_session)

    @cached_property
    def session_count(self) -> int:
        """Number of sessions of the match. Lineups take turns."""
        return sum(map(self._sessions_of, range(len(self.lineups))))

    def _deals_of(self, lineup: int) -> int:
        """Return the number of deals of a lineup: the first ones have one more than the last."""
        count = len(self.lineups)
        return self.deals // count + (lineup < self.deals % count)

    def _sessions_of(self, lineup: int) -> int:
        return -(-self._deals_of(lineup) // self.deals_per_session)

    def seconds_per_table(self, agent: int) -> float | None:
        """Return an agent's share of `seconds_per_match` at each of its tables."""
        if self.seconds_per_match is None:
            return None
        sessions = sum(
            self._sessions_of(at) for at, lineup in enumerate(self.lineups) if agent in lineup
        )
        return self.seconds_per_match / (sessions * self.tables)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self) | {"agents": list(self.agents)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> MatchSettings:
        """Read the data of `to_dict`."""
        known = {field.name for field in fields(cls)}
        values = {name: value for name, value in data.items() if name in known}
        return cls(**values | {"agents": tuple(data["agents"])})


def match_settings(
    agents: Sequence[str], *, game: str = "nlhe", seats: int | None = None, **options: Any
) -> MatchSettings:
    """Return the settings of a match.

    Args:
        agents: Agents as `create_agent` reads them.
        game: Name of a game, as in `table_game`.
        seats: Number of players at a table, 2 to 10; by default one for each agent, within these
            limits.
        **options: Other fields of `MatchSettings`; `hands` is required.
    """
    count = max(2, min(len(agents), MAX_SEATS)) if seats is None else seats
    return MatchSettings(game=game, agents=tuple(agents), seats=count, **options)
