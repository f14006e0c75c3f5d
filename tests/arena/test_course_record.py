"""The course engine's record of hands: what it says is what happened."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.agents import create_agent
from fifthstreet.agents.prediction import k_class, sf_class
from fifthstreet.arena.course_record import (
    RecordBlocks,
    record_hand,
    record_json_lines,
    record_text,
)
from fifthstreet.arena.replay import replay_stored_hands
from fifthstreet.arena.run import run_match
from fifthstreet.arena.session import KeptHand, play_session
from fifthstreet.arena.settings import match_settings
from fifthstreet.errors import InputError
from tests.agents.course.scripted import ScriptedAgent, play
from tests.thoroughness import examples


def played(hands: int = 6, **options: Any) -> list[KeptHand]:
    kept: list[KeptHand] = []
    chosen: dict[str, Any] = {"game": "course", "seats": 4} | options
    settings = match_settings(
        ["random", "calling_station"], hands=hands, session_hands=hands, **chosen
    )
    play_session(settings, 0, make_agent=create_agent, keep=kept.append)
    return kept


def test_a_hand_stage_by_stage() -> None:
    script = {(0, 0): [2, 3, 1, 1], (0, 1): [2, 2, 1, 1], (0, 2): [2, 3, 3]}
    block = record_hand(play(script, 1, ScriptedAgent, seats=4)[0])
    assert block.players == ("player 1", "player 2", "player 3", "player 4")
    assert [stage.stage for stage in block.stages] == ["preflop", "flop", "turn"]
    assert [stage.pot for stage in block.stages] == [60, 120, 130]
    assert [stage.active for stage in block.stages] == [
        (True, True, True, False),
        (True, True, True, False),
        (True, False, False, False),
    ]
    assert [stage.bets for stage in block.stages] == [
        ((2, 2, 2, 3), (1, 1, 0, 0)),
        ((2, 2, 1, 0), (1, 0, 0, 0)),
        ((2, 3, 3, 0),),
    ]
    assert [stage.money for stage in block.stages] == [
        (4980, 4980, 4980, 5000),
        (4960, 4960, 4960, 5000),
        (4950, 4960, 4960, 5000),
    ]
    assert [len(stage.board) for stage in block.stages] == [0, 3, 4]
    assert block.stages[0].k_classes == (None,) * 4
    assert block.stages[2].sf_classes[1:] == (None,) * 3
    assert not block.is_showdown
    assert block.winners == {"player 1": 130}
    assert block.final_hands == (None,) * 4
    assert block.earnings == (80, -40, -40, 0)
    # Blinds are no decisions.
    assert block.decisions == ((2, 2, 0), (1, 1, 1), (1, 1, 1), (0, 0, 1))


def test_the_text_of_a_hand() -> None:
    hand = play({(0, 0): [3, 3]}, 1, ScriptedAgent, seats=3, seed=1)[0]
    cards = [f"{a!r}{b!r}" for a, b in _hole_pairs(hand)]
    assert record_hand(hand).text().splitlines() == [
        f"*** Game 1: session 0, table 0, seed {hand.seed} ***",
        "                 player 1  player 2  player 3",
        "Beginning",
        f"  Hole cards         {cards[0]}      {cards[1]}      {cards[2]}",
        "  Player status         1         1         1",
        "  Money left         5000      5000      5000",
        "  Pot            0",
        "After preflop",
        f"  Hole cards         {cards[0]}      {cards[1]}      {cards[2]}",
        "  Player status         0         1         0",
        "  Bets                  2         2         3",
        "                        3         0         0",
        "  Money left         4995      4990      5000",
        "  Pot            15",
        "player 2 wins 15",
        "  Final hands           -         -         -",
        "  Money left         4995      5005      5000",
    ]


def _hole_pairs(hand: KeptHand) -> list[tuple[Any, Any]]:
    block = record_hand(hand)
    return [(cards[0], cards[1]) for cards in block.hole_cards]


def test_players_keep_their_columns() -> None:
    kept = played(seats=3, duplicate=False, carry_stacks=True)
    assert len({hand.players for hand in kept}) == 3
    assert {block.players for block in map(RecordBlocks().block, kept)} == {kept[0].players}
    assert record_hand(kept[1]).players == kept[1].players
    with pytest.raises(InputError, match="columns must have all players, got none for random"):
        record_hand(kept[0], ["a", "b", "c"])


def test_other_games_are_refused() -> None:
    kept = played(hands=2, seats=2, game="plo")
    with pytest.raises(InputError, match="requires Texas hold'em, got pot-limit Omaha"):
        record_hand(kept[0])


@settings(max_examples=examples(20), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    seats=st.integers(2, 10),
    stack=st.sampled_from([2.5, 20.0, None]),
    carry_stacks=st.booleans(),
    game=st.sampled_from(["course", "nlhe"]),
)
def test_any_hands_add_up(
    seed: int, seats: int, stack: float | None, carry_stacks: bool, game: str
) -> None:
    kept = played(
        hands=10,
        seats=seats,
        stack=stack,
        carry_stacks=carry_stacks,
        game=game,
        seed=seed,
        duplicate=False,
    )
    for hand, block in zip(kept, map(RecordBlocks().block, kept), strict=True):
        total = sum(block.starting_money)
        assert sum(block.money) == pytest.approx(total)
        assert sum(block.winners.values()) == pytest.approx(block.stages[-1].pot)
        for stage in block.stages:
            assert sum(stage.money) + stage.pot == pytest.approx(total)
            for column, cards in enumerate(block.hole_cards):
                known = stage.board and stage.active[column]
                hand_now = [*cards, *stage.board]
                assert stage.k_classes[column] == (k_class(hand_now) if known else None)
                assert stage.sf_classes[column] == (sf_class(hand_now) if known else None)
        payoffs = dict(zip(hand.players, hand.state.payoffs, strict=True))
        assert dict(zip(block.players, block.earnings, strict=True)) == pytest.approx(
            {name: payoffs.get(name, 0) for name in block.players}
        )
        at_showdown = [name for name in block.final_hands if name is not None]
        assert bool(at_showdown) == block.is_showdown
        assert block.text().count("\n") >= 10


def test_the_match_ends_with_ranks_and_rates(tmp_path: Path) -> None:
    settings = match_settings(
        ["random", "calling_station"], game="course", seats=3, hands=60, session_hands=30, seed=5
    )
    path = tmp_path / "match.db"
    result = run_match(settings, path=path, keep_hands=True)
    lines = [json.loads(line) for line in record_json_lines(replay_stored_hands(path))]
    assert [line["kind"] for line in lines] == ["hand"] * 60 + ["summary"]
    players = lines[-1]["players"]
    assert [each["rank"] for each in players] == [1, 2, 3]
    assert sum(each["earnings"] for each in players) == 0
    random_ones = [each for each in players if each["player"].startswith("random")]
    counts = dict(zip(("hands", "decisions", "folds"), result.counts[0].tolist(), strict=False))
    assert sum(each["decisions"] for each in random_ones) == counts["decisions"]
    folds = sum(each["decisions"] * each["fold_rate"] for each in random_ones)
    assert folds == pytest.approx(counts["folds"])
    station = next(each for each in players if each["player"] == "calling_station")
    assert (station["call_rate"], station["raise_rate"], station["fold_rate"]) == (1, 0, 0)
    text = "".join(record_text(replay_stored_hands(path)))
    assert text.count("*** Game ") == 60
    assert text.splitlines()[-5] == "*** Match over: 60 games ***"


def test_equal_earnings_share_a_rank() -> None:
    lines = list(record_json_lines([]))
    assert json.loads(lines[0]) == {"kind": "summary", "hands": 0, "players": []}
    kept = play({(0, 0): [3, 3, 3]}, 1, ScriptedAgent, seats=4)
    players = json.loads(list(record_json_lines(kept))[-1])["players"]
    assert [(each["rank"], each["earnings"]) for each in players] == [
        (1, 5),
        (2, 0),
        (2, 0),
        (4, -5),
    ]
