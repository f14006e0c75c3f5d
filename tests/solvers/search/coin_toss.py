"""Coin Toss (Brown & Sandholm 2017): a coin, seen by one player, is sold or played."""

from dataclasses import dataclass

from fifthstreet.solvers.games.game import CHANCE, TERMINAL

SALE = {"heads": 0.5, "tails": -0.5}  # what player 0 gets for the coin


@dataclass(frozen=True)
class CoinToss:
    """Player 0 sees the coin and sells or plays it; if it is played, player 1 guesses.

    A wrong guess pays player 0 a chip, a right one costs a chip. A blank card is dealt before the
    guess, so that a public state begins there. In equilibrium, player 1 guesses heads with
    probability 1/4 and the game is worth nothing.
    """

    name: str = "coin toss"
    players: int = 2

    def root(self) -> tuple[str, ...]:
        return ()

    def player(self, state: tuple[str, ...]) -> int:
        if len(state) == 2 and state[1] == "sell":
            return TERMINAL
        return (CHANCE, 0, CHANCE, 1, TERMINAL)[len(state)]

    def actions(self, state: tuple[str, ...]) -> tuple[str, ...]:
        return (("heads", "tails"), ("sell", "play"), ("blank",), ("heads", "tails"))[len(state)]

    def child(self, state: tuple[str, ...], action: int) -> tuple[str, ...]:
        return (*state, self.actions(state)[action])

    def probabilities(self, state: tuple[str, ...]) -> tuple[float, ...]:
        count = len(self.actions(state))
        return (1 / count,) * count

    def public_key(self, state: tuple[str, ...]) -> str | None:
        return "played" if len(state) == 2 else None

    def information_set(self, state: tuple[str, ...]) -> str:
        return f"coin {state[0]}" if len(state) == 1 else "guess"

    def payoffs(self, state: tuple[str, ...]) -> tuple[float, float]:
        if state[1] == "sell":
            return SALE[state[0]], -SALE[state[0]]
        return (-1.0, 1.0) if state[3] == state[0] else (1.0, -1.0)
