"""Games with PokerKit's names."""

import pokerkit
import pytest

from fifthstreet import pokerkit as facade
from fifthstreet.game import BettingStructure, variants

OMAHA = "FixedLimitOmahaHoldemHighLowSplitEightOrBetter"
TERMS = (True, 0, (1, 2), 2, 4, 200, 3)


def test_fixed_limit_omaha_hi_lo_is_pot_limit_as_in_pokerkit() -> None:
    ours = getattr(facade, OMAHA).create_state(tuple(facade.Automation), *TERMS)
    theirs = getattr(pokerkit, OMAHA).create_state(tuple(pokerkit.Automation), *TERMS)
    assert ours.max_completion_betting_or_raising_to_amount == 7  # the pot
    assert theirs.max_completion_betting_or_raising_to_amount == 7
    assert ours.betting_structure is BettingStructure.POT_LIMIT
    engine = getattr(variants, OMAHA).create_state(tuple(facade.Automation), *TERMS)
    assert engine.max_raise_to == 4


@pytest.mark.parametrize(
    ("code", "structure"),
    [("FO/8", BettingStructure.POT_LIMIT), ("LO/8", BettingStructure.FIXED_LIMIT)],
)
def test_histories_of_omaha_hi_lo_keep_their_codes(code: str, structure: BettingStructure) -> None:
    text = (
        f"variant = '{code}'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nsmall_bet = 2\n"
        "big_bet = 4\nstarting_stacks = [100, 100]\n"
        "actions = ['d dh p1 ????????', 'd dh p2 ????????', 'p2 f']"
    )
    hand = facade.HandHistory.loads(text)
    assert hand.game_type.betting_structure is structure
    *_, state = hand
    assert facade.HandHistory.from_game_state(hand.create_game(), state).variant == code
