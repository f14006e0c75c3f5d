"""Hands as decisions."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import cards_text, parse_hole
from fifthstreet.errors import InputError
from fifthstreet.game.events import BettingAction
from fifthstreet.game.notation import HandHistory, read_hands
from fifthstreet.game.queries import pot
from fifthstreet.review import play, read_session, session_of
from fifthstreet.tree import parse_path
from tests.review.hand_texts import TO_THE_RIVER, history, played
from tests.review.random_play import GAME, random_state
from tests.thoroughness import examples

EXAMPLE = Path(__file__).parents[2] / "examples" / "session.phhs"


def test_decisions() -> None:
    hand = played(
        "p3 cbr 30, p1 f, p2 cc, db Ah7c2d, p2 cc, p3 cbr 40, p2 cbr 120, p3 f",
        stacks=(1000, 900, 1400),
        holes=("????", "AsKs", "????"),
        players=("Ann", "Bob", "Cid"),
    )
    assert [(each.name, each.street, each.action, each.words) for each in hand.decisions] == [
        ("Cid", 0, "b30", "raises to 30"),
        ("Ann", 0, "f", "folds"),
        ("Bob", 0, "c", "calls 20"),
        ("Bob", 1, "k", "checks"),
        ("Cid", 1, "b40", "bets 40"),
        ("Bob", 1, "b120", "raises to 120"),
        ("Cid", 1, "f", "folds"),
    ]
    last = hand.decisions[-1]
    assert (last.pot, last.to_call, last.stack, last.live) == (225.0, 80.0, 1330.0, (1, 2))
    assert cards_text(last.board) == "Ah7c2d"
    assert [each.hole for each in hand.decisions[1:3]] == [None, parse_hole("AsKs")]
    assert hand.path(1) == "r:k:b40:b120:f"
    assert hand.big_blind == 10


def test_cards_shown_at_the_end_are_known_from_the_start() -> None:
    hand = played(f"{TO_THE_RIVER}, p1 cbr 100, p2 cc, p1 sm AcAd, p2 sm", holes=("????", "QdQc"))
    assert {each.seat: each.hole for each in hand.decisions} == {
        0: parse_hole("AcAd"),
        1: parse_hole("QdQc"),
    }
    assert hand.path(1) == "r:k:k:n:k:k:n:b100:c"
    assert hand.path(3) == "r:b100:c"


@pytest.mark.parametrize("shown", ["p1 sm AcAd, p2 sm QdQc", "p1 sm AcAd, p2 sm JdTd"])
def test_hands_that_are_shown_and_lose_are_known(shown: str) -> None:
    """The last hand to be shown leaves the table at once if it loses."""
    hand = played(f"{TO_THE_RIVER}, p1 cbr 100, p2 cc, {shown}")
    assert {each.seat: each.hole for each in hand.decisions} == {
        0: parse_hole("AcAd"),
        1: parse_hole(shown[-4:]),
    }


def test_a_bet_in_a_path_is_capped_at_what_can_be_called() -> None:
    hand = played("p2 cbr 100, p1 cc, db QsJh2h, p1 cbr 900, p2 cc", stacks=(1000, 600))
    assert hand.decisions[-2].action == "b900"
    assert hand.path(1) == "r:b500:c"


def test_a_fold_instead_of_a_check_ends_the_path() -> None:
    hand = played("p2 cbr 100, p1 cc, db QsJh2h, p1 cc, p2 f")
    assert [each.action for each in hand.decisions[2:]] == ["k", "f"]
    assert hand.path(1) == "r:k"


def test_other_variants() -> None:
    with pytest.raises(InputError, match="the variant must be no-limit hold'em, 'NT', got 'PO'"):
        played("p2 f", variant="PO", holes=("????????", "????????"))


def test_a_session_lists_the_hands_left_out(tmp_path: Path) -> None:
    good = history("p2 f", players=("Ann", "Bob"))
    other = history("p2 f", variant="PO", holes=("????????", "????????"))
    file = tmp_path / "hands.phhs"
    file.write_text(f"[1]\n{good}\n[2]\n{good.replace('p2 f', 'p2 x')}\n[3]\n{other}\n[4]\n{good}")
    session = read_session([file, EXAMPLE])
    assert [hand.number for hand in session.hands] == [1, 2, 3, 4, 5, 6]
    assert session.names == ("Bob", "Ann", "Cid")
    wrong, broken = session.left_out
    assert wrong.reason == "the variant must be no-limit hold'em, 'NT', got 'PO'"
    assert "action 3 of 3, 'p2 x': an action must be like" in broken.reason
    assert broken.label.startswith("hands.phhs, line ")
    from_reader = session_of(read_hands(file))
    assert [hand.label for hand in from_reader.hands] == ["hand 1", "hand 3"]
    assert [each.reason for each in from_reader.left_out] == [wrong.reason, broken.reason]
    assert [f"hands.phhs, {each.label}" for each in from_reader.left_out] == [
        *(wrong.label, broken.label)
    ]


@settings(max_examples=examples(60))
@given(st.data())
def test_every_decision_leads_to_the_next(data: st.DataObject) -> None:
    """Acting in the state of a decision gives the state of the next one, in random hands."""
    state = random_state(data)
    hand = play(HandHistory.from_game_state(GAME, state))
    actions = [event for event in state.events if isinstance(event, BettingAction)]
    assert [decision.event for decision in hand.decisions] == actions
    for before, after in zip(hand.decisions, hand.decisions[1:], strict=False):
        acted = before.after()
        assert pot(acted) == pot(after.state)
        assert acted.stacks == after.state.stacks
        assert before.state.actor_index == before.seat
        assert before.pot == pot(before.state)
        assert before.stack == before.state.stacks[before.seat]
    for street in {decision.street for decision in hand.decisions}:
        assert len(parse_path(hand.path(street))) >= 1


def test_a_hand_with_too_few_names_is_left_out() -> None:
    good = history("p2 f", players=("Ann", "Bob"))
    session = session_of(read_hands(f"[1]\n{good}\n[2]\n{history('p2 f', players=('Ann',))}"))
    assert len(session.hands) == 1
    assert [each.reason for each in session.left_out] == [
        "players must have 2 items, one for each player, got 1"
    ]
