"""Common mistakes of poker solvers, made on purpose to show that the tests detect them."""

from dataclasses import dataclass
from typing import Any

import pytest

from fifthstreet.solvers.games import Kuhn, leduc
from tests.solvers.games.reference_cfr import best_response, exploitability, solve, value
from tests.solvers.games.walking import check_chance_is_seen, check_game


@dataclass(frozen=True)
class Wrapped:
    """A game of which a subclass changes one method."""

    game: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


class WithoutHand(Wrapped):
    """Information sets that leave out the player's own cards."""

    def information_set(self, state: Any) -> str:
        key: str = self.game.information_set(state)
        return key.partition("|")[2]


class WithoutBetting(Wrapped):
    """Information sets that leave out the betting."""

    def information_set(self, state: Any) -> str:
        key: str = self.game.information_set(state)
        return key.rpartition("|")[0]


class WinOrLose(Wrapped):
    """Payoffs of one chip for the winner, whatever was bet."""

    def payoffs(self, state: Any) -> list[float]:
        return [float((chips > 0) - (chips < 0)) for chips in self.game.payoffs(state)]


@pytest.mark.parametrize("game", [Kuhn(), Kuhn(players=3), leduc()], ids=lambda game: game.name)
def test_keys_without_the_hand_are_detected(game: Any) -> None:
    check_chance_is_seen(game)
    with pytest.raises(AssertionError, match="nobody sees"):
        check_chance_is_seen(WithoutHand(game))


@pytest.mark.parametrize("game", [Kuhn(), leduc()], ids=lambda game: game.name)
def test_keys_without_the_betting_are_detected(game: Any) -> None:
    with pytest.raises(AssertionError, match="not one information set"):
        check_game(WithoutBetting(game))


def test_kuhn_has_its_known_value() -> None:
    game = Kuhn()
    strategy = solve(game, 300)
    assert exploitability(game, strategy) < 0.002
    assert value(game, strategy) == pytest.approx([-1 / 18, 1 / 18], abs=0.002)


def test_counting_wins_instead_of_chips_is_exploitable() -> None:
    """If bets cost nothing, every bet is called, which loses chips."""
    game = Kuhn()
    assert exploitability(game, solve(WinOrLose(game), 300)) > 0.05


def test_both_mistakes_together_are_very_exploitable() -> None:
    game = Kuhn()
    hand_blind = solve(WithoutHand(WinOrLose(game)), 300)
    strategy = {
        f"{card}|{moves}": row for moves, row in hand_blind.items() for card in ("J", "Q", "K")
    }
    assert exploitability(game, strategy) > 0.3
    assert best_response(game, strategy, 0) > 0.2
