"""Local best responses win a lot against bad play, but never more than exact ones."""

from collections.abc import Callable
from typing import Any

import pytest

from fifthstreet.cards import Range
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import RESPONSE_MENUS, ResponseMenu, local_best_response
from fifthstreet.solvers.blueprint.local_response import LocalResponse
from fifthstreet.solvers.postflop import Spot, evaluate_strategy, solve
from fifthstreet.tree import Rake, TreeRules, build_tree
from fifthstreet.tree.strategy import CallingStrategy, TreeStrategy, UniformStrategy
from fifthstreet.tree.strategy.exploitability import INTERVAL
from tests.oracles.local_response import mean_local_response
from tests.oracles.multiway_response import seat_responses
from tests.solvers.blueprint.preflop_pairs import mean_best_response
from tests.solvers.blueprint.small_spots import (
    ALL_IN,
    BIG_BLIND_ANTE,
    FLOP,
    FOUR_ON_A_TURN,
    HEADS_UP_TO_THE_RIVER,
    RAKED,
    RIVER,
    THREE_PREFLOP,
    THREE_TO_THE_FLOP,
    TURN,
    WIDE_RIVER,
    WIDE_RIVER_SPOT,
    SmallGame,
    board_of,
)
from tests.solvers.blueprint.test_multiway import THREE_HANDED, THREE_ON_A_RIVER
from tests.thoroughness import slow

Make = Callable[[SmallGame], TreeStrategy]


def uniform(game: SmallGame) -> TreeStrategy:
    return UniformStrategy(game.tree, game.ranges, game.board, rake=game.rake)


def calling(game: SmallGame) -> TreeStrategy:
    return CallingStrategy(game.tree, game.ranges, game.board, rake=game.rake)


def half_trained(game: SmallGame) -> TreeStrategy:
    solver = game.solver(batch=64)
    solver.iterate(2_000)
    return solver.average()


def four_errors(response: LocalResponse) -> float:
    """Four standard errors of a response, and a rounding error."""
    return 4 * response.error / INTERVAL + 1e-9


@pytest.mark.parametrize("make", [calling, uniform, half_trained])
def test_bad_play_loses_but_no_more_than_exploitability(make: Make) -> None:
    strategy = make(WIDE_RIVER)
    exact = evaluate_strategy(strategy, threads=1).chips
    response = local_best_response(strategy, deals=300, seed=1)
    assert response.chips > 0.3 * exact
    assert response.chips < exact + four_errors(response)
    assert response.deals == 300
    assert response.chips == pytest.approx(sum(response.seats) / 2)
    bound = response.exploitability
    assert bound.is_lower_bound
    assert bound.chips == pytest.approx(response.chips)
    assert bound.error == response.error
    assert bound.pot == WIDE_RIVER_SPOT.pot
    assert repr(response).endswith(" chips over 300 deals>")


def test_against_calling_play_betting_for_value_is_the_best_response() -> None:
    # Against a player who never folds a local best response is exact, but for second raises.
    spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="a", raises="")
    strategy = calling(SmallGame.of_spot(spot))
    response = local_best_response(strategy, deals=500, seed=2)
    exact = evaluate_strategy(strategy, threads=1).chips
    assert response.chips == pytest.approx(exact, abs=four_errors(response))


# All boards are the same, so that nothing is left to chance.
EXACT = [RIVER, pytest.param(WIDE_RIVER, marks=pytest.mark.slow)]


@pytest.mark.parametrize("game", EXACT)
@pytest.mark.parametrize("make", [calling, uniform, half_trained])
@pytest.mark.parametrize("menu", RESPONSE_MENUS)
def test_it_is_the_mean_over_all_deals_hand_by_hand(game: SmallGame, make: Make, menu: str) -> None:
    strategy = make(game)
    exact = mean_local_response(strategy, streets=RESPONSE_MENUS[menu].streets)
    response = local_best_response(strategy, deals=200, menu=menu)
    assert response.chips == pytest.approx(exact, abs=four_errors(response))


@pytest.mark.parametrize("options", [{}, *slow({"max_lines": 1, "luck_adjusted": True})])
@pytest.mark.parametrize("menu", ["all", "calls"])
def test_sampled_rivers_give_the_mean_over_all(menu: str, options: dict[str, Any]) -> None:
    spot = Spot.of("AsTs4h7h", 20, 60, oop="AJs", ip="TT,KJs", bets="60%", raises="a")
    strategy = uniform(SmallGame.of_spot(spot))
    exact = mean_local_response(strategy, streets=RESPONSE_MENUS[menu].streets)
    response = local_best_response(strategy, deals=200, menu=menu, **options)
    assert response.chips == pytest.approx(exact, abs=four_errors(response))


SAMPLING: list[dict[str, Any]] = [
    {"max_lines": 1},
    {"max_lines": 1, "runouts": 3},
    {"max_lines": 1, "runouts": 2, "luck_adjusted": True},
]


@pytest.mark.slow
@pytest.mark.parametrize("deals", [12, 200])
def test_sampling_does_not_change_the_mean(deals: int) -> None:
    strategy = uniform(HEADS_UP_TO_THE_RIVER)
    plain = local_best_response(strategy, deals=4 * deals, menu="late bets")
    drawn, several, adjusted = (
        local_best_response(strategy, deals=deals, menu="late bets", seed=1, **options)
        for options in SAMPLING
    )
    for response in (drawn, several, adjusted):
        error = (four_errors(plain) ** 2 + four_errors(response) ** 2) ** 0.5
        assert response.chips == pytest.approx(plain.chips, abs=error)
    assert several.error < drawn.error


@pytest.mark.parametrize("letters", ["c", "cp", "fca", "fcpa", "cb"])
def test_menus_have_the_actions_of_their_letters(letters: str) -> None:
    spot = Spot.of("QsJh2h7c4d", 10, 80, oop="AA,KQs", ip="QQ,AJs", bets="50%, 100%, a")
    strategy = uniform(SmallGame.of_spot(spot))
    menu = ResponseMenu(("c", "c", "c", letters))
    exact = mean_local_response(strategy, streets=menu.streets)
    response = local_best_response(strategy, deals=100, menu=menu)
    assert response.chips == pytest.approx(exact, abs=four_errors(response))
    tree, allowed = spot.tree, {"c": "k", "p": "b10", "a": "a"}
    options = [tree.label(child) for child in menu.children(tree, 0)]
    wanted = ["k", "b5", "b10", "a"] if "b" in letters else None
    assert options == (wanted or [allowed[each] for each in letters if each in allowed])


def test_calling_wins_no_more_than_betting_too_against_one_who_calls() -> None:
    strategy = calling(WIDE_RIVER)
    calls, all_actions = (
        local_best_response(strategy, deals=100, menu=menu) for menu in ("calls", "all")
    )
    assert calls.menu == "calls"
    assert calls.chips < all_actions.chips - four_errors(all_actions)


@pytest.mark.parametrize("game", [TURN, *slow(HEADS_UP_TO_THE_RIVER, THREE_TO_THE_FLOP)])
@pytest.mark.parametrize("menu", RESPONSE_MENUS)
def test_any_number_of_threads_gives_the_same_result(game: SmallGame, menu: str) -> None:
    one, three = (
        local_best_response(uniform(game), deals=9, menu=menu, threads=threads)
        for threads in (1, 3)
    )
    assert one == three


def test_an_equilibrium_loses_nothing() -> None:
    solution = solve(WIDE_RIVER_SPOT, target_pot_percent=0.1, threads=1)
    response = local_best_response(solution, deals=100)
    assert response.chips < 0.1 + four_errors(response)


@pytest.mark.parametrize(
    ("game", "make"),
    [(TURN, calling), (TURN, uniform), (RAKED, calling), (RAKED, uniform), (FLOP, uniform)],
)
def test_streets_are_played_to_the_end(game: SmallGame, make: Make) -> None:
    strategy = make(game)
    response = local_best_response(strategy, deals=40, seed=3)
    known = evaluate_strategy(strategy, threads=1)
    exact = sum(known.best_responses) / 2  # with rake, values add up to less than 0
    assert 0.3 * exact < response.chips < exact + four_errors(response)


def test_any_board_is_played() -> None:
    solver = FLOP.solver(board=())
    solver.iterate(2_000)
    assert local_best_response(solver.average(), deals=5).deals == 5


def test_a_known_runout_is_played_to_its_end() -> None:
    # The runout gives player 1 a set, which always wins; before training player 0 pays it off.
    rules = TreeRules.even(2, 30, pot=10, first_street=1, sizes=ALL_IN)
    game = SmallGame.of(rules, "AcAd", "KcKd", board="2h7s9d")
    solver = game.solver(runout=board_of("KhTs"), batch=16)
    response = local_best_response(solver.average(), deals=20)
    assert response.seats[1] > 5
    solver.iterate(20_000)
    response = local_best_response(solver.average(), deals=20)
    assert response.seats[1] == pytest.approx(5, abs=0.5)  # player 0 has learned to fold


# Preflop.


@pytest.mark.parametrize("make", [calling, uniform, half_trained])
def test_heads_up_preflop_play_loses_no_more_than_exploitability(make: Make) -> None:
    """All-in or fold: best responses are exact, from the equities of all pairs of hands."""
    rules = TreeRules.even(2, 12, blinds=(1, 2), first_street=0, last_street=0, sizes=ALL_IN)
    game = SmallGame.of(rules, "AsAh,KsQs,7h7d", "KcKd,Ah5h,9s8s")
    strategy = make(game)
    exact = mean_best_response(game, strategy)
    response = local_best_response(strategy, deals=75, seed=1)
    assert response.chips < exact + four_errors(response)
    assert response.chips > 0.3 * exact - four_errors(response)


def test_bad_play_loses_from_preflop_to_the_river() -> None:
    for make in (calling, uniform):
        response = local_best_response(make(HEADS_UP_TO_THE_RIVER), deals=20, seed=1)
        assert response.chips > 2 * response.error
        assert response.pot == 0
        assert response.exploitability.pot is None
        assert response.mbb == pytest.approx(1000 * response.chips / response.big_blind)
        assert "mbb/hand over 20 deals" in repr(response)


def test_uneven_antes_are_played() -> None:
    # The big blind, seat 0, also posts an ante of 3; the button can limp for 2.
    rules = TreeRules.even(
        2, 12, blinds=(1, 2), antes=(0, 3), first_street=0, last_street=0, sizes=ALL_IN
    )
    game = SmallGame.of(rules, "AsAh,7h6h", "KsKh,QdJd")
    for make in (calling, uniform):
        strategy = make(game)
        exact = mean_best_response(game, strategy)
        response = local_best_response(strategy, deals=75, seed=1)
        assert 0.3 * exact - four_errors(response) < response.chips < exact + four_errors(response)


# More than two players.


@pytest.mark.parametrize("make", [calling, uniform, half_trained])
def test_three_on_a_river_lose_no_more_than_exploitability(make: Make) -> None:
    strategy = make(THREE_ON_A_RIVER)
    exact = THREE_HANDED.exploitability(strategy).chips
    response = local_best_response(strategy, deals=60, seed=1)
    assert response.chips < exact + four_errors(response)
    assert response.chips > 0.25 * exact - four_errors(response)
    assert len(response.seats) == 3


@pytest.mark.parametrize("make", [*slow(calling), uniform, *slow(half_trained)])
@pytest.mark.parametrize(("menu", "letters"), [("all", "fcb"), *slow(("calls", "fc"))])
def test_three_on_a_river_give_the_mean_over_all_deals(make: Make, menu: str, letters: str) -> None:
    strategy = make(THREE_ON_A_RIVER)
    exact = sum(seat_responses(strategy, letters)) / 3
    response = local_best_response(strategy, deals=150, menu=menu, seed=5)
    assert response.chips == pytest.approx(exact, abs=four_errors(response))
    assert response.error < 0.4 * exact


@pytest.mark.parametrize(
    "game", [FOUR_ON_A_TURN, *slow(THREE_PREFLOP, THREE_TO_THE_FLOP, BIG_BLIND_ANTE)]
)
@pytest.mark.parametrize("make", [calling, uniform])
def test_bad_multiway_play_loses_clearly(game: SmallGame, make: Make) -> None:
    response = local_best_response(make(game), deals=40, seed=1)
    assert response.chips > 1.5 * response.error
    assert response.exploitability.is_lower_bound


def test_rake_is_paid_by_the_responders_too() -> None:
    free, raked = (
        SmallGame(THREE_ON_A_RIVER.tree, THREE_ON_A_RIVER.ranges, THREE_ON_A_RIVER.board, rake)
        for rake in (Rake(), Rake(0.1))
    )
    without, with_rake = (
        local_best_response(uniform(game), deals=100, seed=1) for game in (free, raked)
    )
    assert with_rake.chips < without.chips - 0.5


# Any number of players.


@pytest.mark.parametrize("game", [TURN, THREE_ON_A_RIVER])
def test_the_error_shrinks_with_the_square_root_of_the_deals(game: SmallGame) -> None:
    few, many = (local_best_response(uniform(game), deals=deals, seed=4) for deals in (25, 100))
    assert few.error / many.error == pytest.approx(2, rel=0.3)
    assert abs(few.chips - many.chips) < four_errors(few) + four_errors(many)


@pytest.mark.parametrize("game", [TURN, *slow(THREE_TO_THE_FLOP, HEADS_UP_TO_THE_RIVER)])
def test_the_same_seed_gives_the_same_result(game: SmallGame) -> None:
    first, second, other = (
        local_best_response(uniform(game), deals=5, seed=seed) for seed in (1, 1, 2)
    )
    assert first == second != other


def test_progress_is_reported_and_may_stop() -> None:
    reports: list[tuple[int, int, float]] = []

    def stop_at_three(done: int, deals: int, mean: float) -> bool:
        reports.append((done, deals, mean))
        return len(reports) < 3

    response = local_best_response(uniform(WIDE_RIVER), deals=20, progress=stop_at_three)
    assert response.deals == 3
    assert [report[:2] for report in reports] == [(1, 20), (2, 20), (3, 20)]
    assert reports[-1][2] == pytest.approx(response.chips)


@pytest.mark.parametrize(
    ("deals", "seed", "text"),
    [(0, 0, "deals must be at least 1, got 0"), (1, -1, "seed must be at least 0, got -1")],
)
def test_bad_input(deals: int, seed: int, text: str) -> None:
    with pytest.raises(InputError, match=text):
        local_best_response(uniform(WIDE_RIVER), deals=deals, seed=seed)


def test_bad_menus() -> None:
    with pytest.raises(
        ValueError, match=r"menu must be one of all, calls, late bets.*, got 'bets'"
    ):
        local_best_response(uniform(WIDE_RIVER), menu="bets")
    with pytest.raises(
        ValueError, match=r"a menu must be c and any of f, p, a and b, .*, got 'fx'"
    ):
        ResponseMenu(("fx", "c", "c", "c"))
    with pytest.raises(InputError, match="max_lines must be at least 1 or None, got 0"):
        local_best_response(uniform(WIDE_RIVER), max_lines=0)
    with pytest.raises(InputError, match="runouts must be at least 1, got 0"):
        local_best_response(uniform(WIDE_RIVER), runouts=0)
    with pytest.raises(InputError, match="luck_adjusted require 2 players, got 3"):
        local_best_response(uniform(THREE_PREFLOP), luck_adjusted=True)


def test_ranges_that_cannot_be_dealt_are_refused() -> None:
    rules = TreeRules.even(3, 12, blinds=(1, 2), first_street=0, last_street=0, sizes=ALL_IN)
    aces = UniformStrategy(build_tree(rules), [Range.parse("AA")] * 3)
    with pytest.raises(InputError, match=r"must share no card in at least .* of all draws, got 0"):
        local_best_response(aces, deals=1)
