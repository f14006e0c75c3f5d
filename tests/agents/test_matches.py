"""Who beats whom, in short; docs/lab_notes/agents.md has the figures of long matches."""

from functools import lru_cache

import numpy as np
import pytest

from fifthstreet.agents import check_plays, create_agent
from fifthstreet.arena import (
    Interval,
    MatchResult,
    match_settings,
    play_session,
    run_match,
    table_game,
)
from fifthstreet.arena.session import KeptHand
from fifthstreet.errors import InputError

FIELD = ("random", "calling_station", "absolute", "pot_odds", "predictor")
WEAK = ("random", "calling_station", "absolute")


@lru_cache(maxsize=4)
def field_match(agents: tuple[str, ...], hands: int, session_hands: int) -> MatchResult:
    """Return a match at a table with a seat for each agent."""
    settings = match_settings(
        agents, game="course", hands=hands, session_hands=session_hands, seed=1
    )
    result = run_match(settings)
    assert not result.mistakes
    return result


def difference(result: MatchResult, first: str, second: str) -> Interval:
    names = result.settings.agents
    interval = result.difference(names.index(first), names.index(second))
    assert interval is not None
    return interval


def wins_from(opponents: tuple[str, ...], learning: bool, session: int, deals: int) -> list[float]:
    """Return what `opponent_model` wins in each hand of a session, in bets."""
    agent = f"opponent_model:learning={str(learning).lower()}"
    won = []

    def keep(hand: KeptHand) -> None:
        won.append(float(hand.state.payoffs[hand.players.index(agent)]) / 10)

    settings = match_settings(
        (agent, *opponents),
        game="course",
        hands=deals * (session + 1),
        session_hands=deals,
        duplicate=False,
        seed=2,
    )
    play_session(settings, session, keep=keep)
    return won


@pytest.mark.parametrize(("better", "worse"), [("absolute", "random"), ("pot_odds", "absolute")])
def test_better_agents_win_more_in_a_mixed_field(better: str, worse: str) -> None:
    gap = difference(field_match(FIELD, 2000, 1000), better, worse)
    assert gap.low > 0


def test_pot_odds_beats_absolute_alone() -> None:
    result = field_match(("pot_odds", "absolute"), 1000, 1000)
    assert result.winnings(0).low > 0


@pytest.mark.slow
def test_opponent_model_beats_pot_odds_in_a_mixed_field() -> None:
    field = ("calling_station", "absolute", "pot_odds", "opponent_model")
    result = field_match(field, 800, 160)  # too few for an interval clear of zero
    assert difference(result, "opponent_model", "pot_odds").mean > 0


def test_opponent_model_wins_more_from_a_weak_agent_once_it_knows_it() -> None:
    station = ("calling_station",)
    for session in range(2):
        knows, guesses = (wins_from(station, learning, session, 300) for learning in (True, False))
        assert np.mean(knows[100:]) - np.mean(guesses[100:]) > 0.3


@pytest.mark.parametrize("agents", [FIELD, ("opponent_model", "equity", "predictor")])
def test_the_same_seed_gives_the_same_result(agents: tuple[str, ...]) -> None:
    settings = match_settings(agents, game="nlhe", hands=30, session_hands=30, seed=4)
    first, second = (play_session(settings, 0) for _ in range(2))
    assert first.by_hand.to_dict() == second.by_hand.to_dict()
    assert (first.counts == second.counts).all()


@pytest.mark.parametrize("game", ["course", "nlhe", "flhe", "plhe"])
@pytest.mark.parametrize(("seats", "stack"), [(2, 1.5), (5, 3.255), (10, 20)])
def test_all_are_legal_at_any_holdem_table(game: str, seats: int, stack: float) -> None:
    agents = [*FIELD, "opponent_model", "equity"][-seats:]
    settings = match_settings(
        agents, game=game, seats=seats, stack=stack, hands=20, duplicate=False, session_hands=20
    )
    assert not play_session(settings, 0).mistakes


@pytest.mark.parametrize("name", ["absolute", "pot_odds", "predictor", "opponent_model", "equity"])
def test_other_games_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="plays Texas hold'em only, not"):
        check_plays(create_agent(name), table_game("plo").game)


@pytest.mark.slow
def test_all_of_it_in_long_matches() -> None:
    plain = field_match(FIELD, 20_000, 1000)
    assert difference(plain, "absolute", "random").low > 0.5
    assert difference(plain, "pot_odds", "absolute").low > 0.5
    learned = field_match((*FIELD, "opponent_model"), 20_000, 1800)
    assert difference(learned, "opponent_model", "pot_odds").low > 0.3
    gaps = []
    for session in range(12):
        knows, guesses = (wins_from(WEAK, learning, session, 600) for learning in (True, False))
        gaps.append(np.mean(knows[300:]) - np.mean(guesses[300:]))
    assert np.mean(gaps) - 2 * np.std(gaps, ddof=1) / len(gaps) ** 0.5 > 0


@pytest.mark.slow
@pytest.mark.parametrize("opponent", ["calling_station", "absolute", "pot_odds", "predictor"])
def test_equity_beats_simple_agents_alone(opponent: str) -> None:
    result = field_match(("equity", opponent), 2000, 1000)
    assert result.winnings(0).low > 0
