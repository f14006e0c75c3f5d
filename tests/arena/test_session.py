"""Sessions: seats, stacks that carry over, rebuys, elimination and ranks."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.arena import (
    MatchResult,
    MatchSettings,
    SessionResult,
    match_settings,
    play_session,
)
from fifthstreet.arena.session import KeptHand, final_ranks
from fifthstreet.game.events import HoleDealt
from tests.faults.programs import counts

STYLES = ("random", "tests.conformance.test_agents:Shover", "calling_station")


def play(settings: MatchSettings, number: int = 0) -> tuple[SessionResult, list[KeptHand]]:
    hands: list[KeptHand] = []
    result = play_session(settings, number, keep=hands.append)
    return result, hands


def random_settings(rng: Random, **options: Any) -> MatchSettings:
    seats = rng.randint(2, 6)
    agents = [rng.choice(STYLES) for _ in range(seats)]
    return match_settings(
        agents,
        **{
            "game": rng.choice(["nlhe", "flhe", "plo", "stud", "27sd"]),
            "hands": 60,
            "session_hands": 60,
            "stack": rng.choice([1, 2.5, 10, 100, 33.333]),
            "seed": rng.randrange(10**6),
            "duplicate": rng.random() < 0.5,
            **options,
        },
    )


def tables_of(hands: list[KeptHand]) -> dict[int, list[KeptHand]]:
    tables: dict[int, list[KeptHand]] = {}
    for hand in hands:
        tables.setdefault(hand.table, []).append(hand)
    return tables


# Stacks that are reset.


def test_every_agent_has_every_seat_and_every_hand() -> None:
    """At each table of a duplicate deal, a seat has the same cards and another agent."""
    settings = match_settings(["random", "calling_station", "random"], hands=30, session_hands=30)
    result, hands = play(settings)
    assert result.hands == 30
    by_deal: dict[int, list[KeptHand]] = {}
    for hand in hands:
        by_deal.setdefault(hand.deal, []).append(hand)
    assert len(by_deal) == 10
    for deal in by_deal.values():
        assert len({hand.seed for hand in deal}) == 1
        assert len(deal) == 3
        for seat in range(3):
            assert len({hand.players[seat] for hand in deal}) == 3
        dealt = {
            tuple(each.cards for each in hand.state.events if isinstance(each, HoleDealt))
            for hand in deal
        }
        assert len(dealt) == 1


def test_everybody_has_the_button_in_every_deal() -> None:
    agents = ("random", "calling_station", "absolute")
    _, hands = play(match_settings(agents, game="nlhe", hands=36, session_hands=36))
    buttons: dict[int, set[str]] = {}
    for hand in hands:
        buttons.setdefault(hand.deal, set()).add(hand.players[-1])
    assert len(buttons) == 12
    assert all(players == set(agents) for players in buttons.values())


@counts(10, 300)
def test_winnings_add_up_to_nothing(count: int) -> None:
    rng = Random(1)
    for _ in range(count):
        settings = random_settings(rng)
        result, hands = play(settings)
        agents = len(settings.agents)
        by_agent = dict.fromkeys(hands[0].players, 0.0)
        for hand in hands:
            assert abs(sum(hand.state.payoffs)) < 1e-6
            assert set(hand.state.starting_stacks) == {settings.starting_stack}
            for player, payoff in zip(hand.players, hand.state.payoffs, strict=True):
                by_agent[player] += float(payoff)
        assert result.by_hand.count == result.hands == len(hands)
        won = result.by_hand.sums[:agents]
        assert float(won.sum()) == pytest.approx(0, abs=1e-6)
        assert sorted(won) == pytest.approx(sorted(by_agent.values()), abs=1e-6)


# Stacks that carry over.


@counts(12, 400)
def test_chips_are_conserved(count: int) -> None:
    rng = Random(2)
    eliminations = 0
    for _ in range(count):
        settings = random_settings(rng, carry_stacks=True, rebuys=rng.choice([0, 0, 1, 3, -1]))
        result, hands = play(settings)
        stack = settings.starting_stack
        for table in tables_of(hands).values():
            stacks = dict.fromkeys(table[0].players, stack)
            bought = Counter(stacks)
            rebuys: Counter[str] = Counter()
            for hand in table:
                for player, before in zip(hand.players, hand.state.starting_stacks, strict=True):
                    if stacks[player] == 0:
                        rebuys[player] += 1
                        bought[player] += stack
                        stacks[player] = stack
                    assert before == pytest.approx(stacks[player])
                absent = set(stacks) - set(hand.players)
                assert all(stacks[player] == 0 for player in absent)
                stacks.update(zip(hand.players, hand.state.stacks, strict=True))
                total = float(sum(stacks.values()))
                assert total == pytest.approx(float(sum(bought.values())))
            most = settings.rebuys if settings.rebuys >= 0 else len(table)
            assert max(rebuys.values(), default=0) <= most
            if sum(map(bool, stacks.values())) == 1:
                eliminations += 1
        ranks = result.ranks.sums
        seats = settings.seats
        assert ranks.sum() == pytest.approx(result.ranks.count * seats * (seats + 1) / 2)
        assert result.hands == len(hands)
    assert eliminations


def test_sessions_end_when_one_player_has_all() -> None:
    settings = match_settings(
        ["tests.conformance.test_agents:Shover"] * 3,
        hands=3000,
        session_hands=3000,
        stack=5,
        carry_stacks=True,
    )
    result, hands = play(settings)
    for table in tables_of(hands).values():
        last = table[-1].state
        assert sum(map(bool, last.stacks)) == 1
        assert [hand.number for hand in table] == list(range(len(table)))
    assert result.by_hand.count == result.hands < 3000


@pytest.mark.parametrize("agents", [["calling_station"] * 2, ["calling_station", "random"] * 2])
def test_the_button_goes_round_where_stacks_carry_over(agents: list[str]) -> None:
    """It moves to another player in each hand, as long as nobody is out."""
    count = len(agents)
    settings = match_settings(
        agents,
        game="flhe",
        hands=3 * count,
        session_hands=3 * count,
        stack=1000,
        carry_stacks=True,
        duplicate=False,
    )
    _, hands = play(settings)
    buttons = [hand.players[-1] for hand in hands]
    assert len(set(buttons[:count])) == count
    assert buttons == buttons[:count] * 3


# Ranks.


def stack_rows() -> st.SearchStrategy[list[list[int]]]:
    return st.integers(2, 6).flatmap(
        lambda seats: st.lists(
            st.lists(st.integers(0, 3), min_size=seats, max_size=seats), min_size=1, max_size=8
        )
    )


@given(stack_rows())
def test_ranks_are_a_permutation_with_ties_shared(rows: list[list[int]]) -> None:
    *before, stacks = rows
    ranks = final_ranks(stacks, before)
    seats = len(stacks)
    assert sum(ranks) == seats * (seats + 1) / 2
    for rank, count in Counter(ranks).items():
        first = rank - (count - 1) / 2
        assert first == int(first)
        assert sum(other < rank for other in ranks) == first - 1
    for one in range(seats):
        for other in range(seats):
            if stacks[one] > stacks[other]:
                assert ranks[one] < ranks[other]


def test_the_last_out_is_ranked_first() -> None:
    before = [[10, 10, 10, 10], [20, 20, 0, 0], [39, 1, 0, 0]]
    assert final_ranks([40, 0, 0, 0], before) == [1, 2, 3.5, 3.5]


def test_those_who_go_out_together_are_ranked_by_their_chips() -> None:
    assert final_ranks([60, 0, 0], [[30, 20, 10]]) == [1, 2, 3]


# Winnings per hand of sessions that end early.


def test_winnings_are_per_hand_that_was_played() -> None:
    settings = match_settings(
        ["tests.conformance.test_agents:Shover", "calling_station"],
        hands=20_000,
        session_hands=200,
        stack=3,
        carry_stacks=True,
    )
    sessions = [play_session(settings, number) for number in range(20)]
    result = MatchResult(settings, sessions, learns=False)
    assert result.hands < 20 * 200
    won = sum(float(session.by_hand.sums[0]) for session in sessions)
    wanted = won / result.hands / float(settings.table_game.unit) * 1000
    assert result.winnings(0).mean == pytest.approx(wanted)
    assert 0 < result.winnings(0).half_width < 10_000
    assert result.winnings(1).mean == pytest.approx(-wanted)
