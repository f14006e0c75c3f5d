"""Odds of a person's decision."""

from __future__ import annotations

import pytest

from fifthstreet.arena.live import LiveSettings, LiveTable, live_odds
from fifthstreet.errors import BusyError
from fifthstreet.game import Action, SeatView
from tests.arena.test_live_table import decided, heads_up


def shove(view: SeatView) -> Action:
    return view.all_in()


def test_a_call_needs_its_share_of_the_pot() -> None:
    table = heads_up()
    table.start_hand()  # blinds of 1 and 2
    odds = live_odds(table)
    assert (odds.to_call, odds.pot, odds.needed) == (1, 3, 0.25)
    assert odds.opponents == 1
    assert odds.equity is not None
    assert odds.error is not None
    assert 0 < odds.error < 0.01
    table.act(decided(table).number, "call")
    odds = live_odds(table)
    assert (odds.to_call, odds.needed) == (0, None)


def test_a_call_with_the_last_chips_wins_only_what_it_matches() -> None:
    """Bets that a player cannot match once counted as part of the pot."""
    table = LiveTable(LiveSettings(("a", "b"), seed=1, stacks="rebuy"), lambda text: shove)
    table._session.stacks[:] = [10, 200, 200]
    table.start_hand()
    while table.decision is None:
        table.start_hand()
    odds, decision = live_odds(table), decided(table)
    assert odds.to_call is not None
    own = 10 - odds.to_call  # that the person has posted
    others = sum(1 for bet in table.scene.bets[1:] if bet >= 10) if table.scene else 0
    assert others
    assert odds.pot == own + 10 * others + sum(
        bet for bet in (table.scene.bets[1:] if table.scene else ()) if bet < 10
    )
    assert decision.pot > odds.pot


@pytest.mark.parametrize(
    ("code", "is_known"), [("PO", True), ("F7S", False), ("F5D", False), ("KP", False)]
)
def test_games_without_equities_say_so(code: str, is_known: bool) -> None:
    table = LiveTable(LiveSettings(("calling_station",), variant=code, seed=1))
    table.start_hand()
    odds = live_odds(table)
    assert (odds.equity is not None) is is_known
    assert (odds.reason == "") is is_known


def test_without_a_decision_there_are_no_odds() -> None:
    with pytest.raises(BusyError, match="it is not your turn"):
        live_odds(heads_up())
