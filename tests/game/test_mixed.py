"""Mixed games: the order of the games, and their stakes."""

import pytest

from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation, Mode
from fifthstreet.game.mixed import MIXES, MixedStakes, Rotation, Turn, mixed_game
from fifthstreet.game.variants import (
    FixedLimitRazz,
    KuhnPoker,
    NoLimitTexasHoldem,
    NoLimitTexasHoldemBombPot,
    Poker,
    PotLimitOmahaHoldem,
)

AUTOMATIONS = tuple(Automation)
STAKES = MixedStakes(
    small_bet=4, big_bet=8, blinds=(2, 4), ante=1, bring_in=2, unlimited_blinds=(1, 2)
)


def codes(rotation: Rotation) -> list[str]:
    return [game.code for game in rotation.games]


def test_mixes_have_the_games_in_their_names() -> None:
    assert codes(mixed_game("HORSE", (), STAKES)) == ["FT", "FO/8", "FR", "F7S", "F7S/8"]
    assert codes(mixed_game("HOSE", (), STAKES)) == ["FT", "FO/8", "F7S", "F7S/8"]
    eight = ["F2L3D", "FT", "FO/8", "FR", "F7S", "F7S/8", "NT", "PO"]
    assert codes(mixed_game("8-game", (), STAKES)) == eight
    assert codes(mixed_game("10-game", (), STAKES)) == [*eight, "N2L1D", "FB"]
    with pytest.raises(InputError, match=r"a mix must be one of HORSE, .*, got 'CHORSE'"):
        mixed_game("CHORSE", (), STAKES)


def test_each_game_takes_its_stakes() -> None:
    limit, omaha, razz = mixed_game("HORSE", (), STAKES).games[:3]
    assert (limit.raw_antes, limit.raw_blinds_or_straddles, limit.bring_in) == (0, (2, 4), 0)
    assert (limit.small_bet, limit.big_bet) == (omaha.small_bet, omaha.big_bet) == (4, 8)
    assert (razz.raw_antes, razz.raw_blinds_or_straddles, razz.bring_in) == (1, 0, 2)
    no_limit = STAKES.game(NoLimitTexasHoldem, ())
    assert (no_limit.raw_blinds_or_straddles, no_limit.min_bet) == ((1, 2), 2)
    same_blinds = MixedStakes(small_bet=4, big_bet=8, blinds={0: 2, 1: 4})
    assert same_blinds.game(PotLimitOmahaHoldem, ()).min_bet == 4
    with pytest.raises(InputError, match=r"KuhnPoker requires \['bet'\]"):
        STAKES.game(KuhnPoker, ())


def test_games_share_automations_and_options() -> None:
    rotation = mixed_game("HOSE", AUTOMATIONS, STAKES, mode=Mode.CASH_GAME)
    assert {game.mode for game in rotation.games} == {Mode.CASH_GAME}
    assert {game.automations for game in rotation.games} == {AUTOMATIONS}
    for game in rotation.games:
        assert game(100, 4, seed=1).status


def test_an_orbit_has_as_many_hands_as_players() -> None:
    rotation = mixed_game("HOSE", (), STAKES)
    order = [rotation.game_of_hand(index, player_count=3).code for index in range(15)]
    assert order == ["FT"] * 3 + ["FO/8"] * 3 + ["F7S"] * 3 + ["F7S/8"] * 3 + ["FT"] * 3


def test_a_fixed_number_of_hands_for_each_game() -> None:
    kinds: list[type[Poker]] = [NoLimitTexasHoldem, FixedLimitRazz]
    rotation = mixed_game(kinds, (), STAKES, hands_per_game=2)
    order = [rotation.game_of_hand(index, player_count=9).code for index in range(6)]
    assert order == ["NT", "NT", "FR", "FR", "NT", "NT"]


def test_turns_follow_a_changing_number_of_players() -> None:
    rotation = mixed_game("HOSE", (), STAKES)
    turn = Turn()
    order = []
    for player_count in (3, 3, 3, 3, 2, 2, 2):
        order.append(rotation.game(turn).code)
        turn = rotation.turn_after(turn, player_count)
    assert order == ["FT", "FT", "FT", "FO/8", "FO/8", "F7S", "F7S"]


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("hands_per_game", [None, 1, 5])
def test_turns_and_hand_numbers_agree(mix: str, hands_per_game: int | None) -> None:
    rotation = mixed_game(mix, (), STAKES, hands_per_game=hands_per_game)
    turn = Turn()
    for index in range(100):
        assert rotation.game(turn) is rotation.game_of_hand(index, player_count=4)
        turn = rotation.turn_after(turn, 4)


def test_bomb_pots_fit_into_a_rotation() -> None:
    stakes = MixedStakes(small_bet=2, big_bet=4, blinds=(1, 2), button_ante=5)
    game = stakes.game(NoLimitTexasHoldemBombPot, AUTOMATIONS)
    assert game(100, 5).total_pot_amount == 25


def test_invalid_rotations() -> None:
    with pytest.raises(InputError, match="must have at least one game"):
        Rotation(())
    with pytest.raises(InputError, match="hands_per_game must be at least 1, or None, got 0"):
        mixed_game("HORSE", (), STAKES, hands_per_game=0)
