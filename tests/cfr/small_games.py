"""Kuhn and Leduc poker and random games, as little as the tests need."""

from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

from fifthstreet.solve.games.game import CHANCE, TERMINAL

# --- Kuhn


class KuhnState(NamedTuple):
    cards: tuple[int, ...]
    moves: str


@dataclass(frozen=True)
class Kuhn:
    """Each player gets one of players + 1 cards; one bet of 1; ante 1."""

    players: int = 2

    @property
    def name(self) -> str:
        return f"kuhn({self.players})"

    def root(self) -> KuhnState:
        return KuhnState((), "")

    def player(self, state: KuhnState) -> int:
        if not state.cards:
            return CHANCE
        moves = state.moves
        bet = moves.find("b")
        asked = len(moves) if bet < 0 else len(moves) - bet - 1
        over = asked == (self.players if bet < 0 else self.players - 1)
        return TERMINAL if over else len(moves) % self.players

    def actions(self, state: KuhnState) -> tuple[str, ...]:
        if not state.cards:
            deals = permutations(range(self.players + 1), self.players)
            return tuple("".join(map(str, deal)) for deal in deals)
        return ("p", "b")

    def probabilities(self, state: KuhnState) -> tuple[float, ...]:
        deals = self.actions(state)
        return tuple(1 / len(deals) for _ in deals)

    def child(self, state: KuhnState, action: int) -> KuhnState:
        text = self.actions(state)[action]
        if not state.cards:
            return KuhnState(tuple(map(int, text)), "")
        return KuhnState(state.cards, state.moves + text)

    def public_key(self, state: KuhnState) -> None:
        return None

    def information_set(self, state: KuhnState) -> str:
        return f"{state.cards[len(state.moves) % self.players]}{state.moves}"

    def payoffs(self, state: KuhnState) -> tuple[float, ...]:
        paid = [1] * self.players
        bet = state.moves.find("b")
        players = range(self.players)
        stay = list(players)
        if bet >= 0:
            stay = [i % self.players for i, move in enumerate(state.moves) if move == "b"]
            for player in stay:
                paid[player] = 2
        winner = max(stay, key=lambda player: state.cards[player])
        return tuple(float((player == winner) * sum(paid) - paid[player]) for player in players)


# --- Leduc


class LeducState(NamedTuple):
    cards: tuple[int, ...]  # of the players, then of the board; 0..5, rank is card // 2
    rounds: tuple[str, ...]
    paid: tuple[int, int]


@dataclass(frozen=True)
class Leduc:
    """Six cards, ante 1, bets of 2 and 4, a bet and a raise a round."""

    name: str = "leduc"
    players: int = 2

    def root(self) -> LeducState:
        return LeducState((), ("",), (1, 1))

    def player(self, state: LeducState) -> int:
        if len(state.cards) < 2:
            return CHANCE
        if state.rounds[-1].endswith("f"):
            return TERMINAL
        if _is_over(state.rounds[-1]):
            return CHANCE if len(state.rounds) == 1 else TERMINAL
        return len(state.rounds[-1]) % 2

    def actions(self, state: LeducState) -> tuple[str, ...]:
        if self.player(state) == CHANCE:
            return tuple(str(card) for card in range(6) if card not in state.cards)
        moves = state.rounds[-1]
        return ("f",) * (moves[-1:] == "r") + ("c",) + ("r",) * (moves.count("r") < 2)

    def probabilities(self, state: LeducState) -> tuple[float, ...]:
        left = 6 - len(state.cards)
        return (1 / left,) * left

    def child(self, state: LeducState, action: int) -> LeducState:
        text = self.actions(state)[action]
        if text.isdigit():
            rounds = state.rounds if len(state.cards) < 2 else (*state.rounds, "")
            return LeducState((*state.cards, int(text)), rounds, state.paid)
        player = len(state.rounds[-1]) % 2
        paid = list(state.paid)
        if text != "f":
            paid[player] = max(paid) + (2 * len(state.rounds) if text == "r" else 0)
        rounds = (*state.rounds[:-1], state.rounds[-1] + text)
        return LeducState(state.cards, rounds, (paid[0], paid[1]))

    def public_key(self, state: LeducState) -> tuple[str, ...] | None:
        return state.rounds if len(state.cards) == 2 else None

    def information_set(self, state: LeducState) -> str:
        board = "".join(map(str, state.cards[2:]))
        player = len(state.rounds[-1]) % 2
        return f"{player}:{state.cards[player]}|{board}|{'/'.join(state.rounds)}"

    def payoffs(self, state: LeducState) -> tuple[float, ...]:
        if state.rounds[-1].endswith("f"):
            lead = 1 if len(state.rounds[-1]) % 2 == 0 else -1
        else:
            first, second, board = (card // 2 for card in state.cards)
            scores = [10 * (rank == board) + rank for rank in (first, second)]
            lead = (scores[0] > scores[1]) - (scores[0] < scores[1])
        won = float(lead * min(state.paid))
        return won, -won


def _is_over(moves: str) -> bool:
    return moves.endswith(("cc", "rc"))


# --- random games


class RandomState(NamedTuple):
    seen: tuple[tuple[str, ...], ...]  # by each player; the last is what everybody saw
    path: tuple[int, ...]


@dataclass(frozen=True)
class RandomGame:
    """A game of perfect recall made from a number: who sees what is drawn step by step.

    Who acts, how many actions there are and who sees the one taken follow from what everybody has
    seen, so that players know when it is their turn. Payoffs follow from all that happened.
    """

    seed: int
    players: int = 2
    depth: int = 5
    zero_sum: bool = False

    @property
    def name(self) -> str:
        return f"random{(self.seed, self.players, self.depth, self.zero_sum)}"

    def _random(self, *about: object) -> Random:
        return Random(repr((self.seed, about)))

    def root(self) -> RandomState:
        return RandomState(((),) * (self.players + 1), ())

    def player(self, state: RandomState) -> int:
        random = self._random("player", state.seen[-1])
        if len(state.path) >= self.depth or (len(state.path) > 1 and random.random() < 0.15):
            return TERMINAL
        return random.randrange(CHANCE, self.players)

    def actions(self, state: RandomState) -> tuple[str, ...]:
        return tuple("abc"[: self._random("count", state.seen[-1]).choice((1, 2, 2, 3))])

    def probabilities(self, state: RandomState) -> tuple[float, ...]:
        random = self._random("chance", state.path)
        weights = [random.random() + 0.01 for _ in self.actions(state)]
        return tuple(weight / sum(weights) for weight in weights)

    def child(self, state: RandomState, action: int) -> RandomState:
        random = self._random("sight", state.seen[-1])
        is_public = random.random() < 0.4
        seers = {random.randrange(self.players), self.player(state)}
        seen = tuple(
            (*past, "abc"[action] if is_public or viewer in seers else "?")
            for viewer, past in enumerate(state.seen)
        )
        return RandomState(seen, (*state.path, action))

    def public_key(self, state: RandomState) -> tuple[str, ...] | None:
        random = self._random("sight", state.seen[-1])
        return state.seen[-1] if random.random() < 0.4 else None

    def information_set(self, state: RandomState) -> str:
        player = self.player(state)
        return f"{player}:{''.join(state.seen[player])}|{''.join(state.seen[-1])}"

    def payoffs(self, state: RandomState) -> tuple[float, ...]:
        random = self._random("payoffs", state.path)
        payoffs = [random.uniform(-2, 2) for _ in range(self.players)]
        if self.zero_sum:
            payoffs[-1] = -sum(payoffs[:-1])
        return tuple(payoffs)


@dataclass(frozen=True)
class Uneven:
    """A game with payoffs a little off, so that no two ways of playing are worth the same.

    Where regrets are equal or zero, rounding decides, and two right solvers soon play differently.
    """

    game: Kuhn | Leduc

    @property
    def name(self) -> str:
        return f"uneven {self.game.name}"

    @property
    def players(self) -> int:
        return self.game.players

    def payoffs(self, state: Any) -> tuple[float, ...]:
        random = Random(repr(state))
        return tuple(payoff + random.uniform(-0.3, 0.3) for payoff in self.game.payoffs(state))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)
