"""A searching player as a strategy: every answer is that of the solves they would make."""

from typing import Any

import numpy as np
import pytest

from fifthstreet.cards import Range, parse_cards
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import local_best_response
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.search import ContinualSolver, SearchSettings, SearchStrategy, Solve
from fifthstreet.tree import Menu, Sizes, TreeRules, build_tree
from fifthstreet.tree.strategy import CallingStrategy, TreeStrategy, UniformStrategy

FEW = Range.parse("AA,KQs,T9s:0.5,77")
BOARD = tuple(int(card) for card in parse_cards("QsJs2s7s4d"))
SIZES = Sizes.uniform("100%, a", raises="a")
SETTINGS = SearchSettings(SIZES, max_iterations=20, target_pot_percent=0.1)


def rules(last_street: int = 3) -> TreeRules:
    menu = Sizes.uniform("100%", raises="100%")
    return TreeRules.even(
        2, 24, blinds=(1, 2), first_street=0, last_street=last_street, sizes=menu, max_raises=2
    )


def uniform(last_street: int = 3) -> TreeStrategy:
    return UniformStrategy(build_tree(rules(last_street)), [FEW, FEW])


def node_of(strategy: TreeStrategy, path: str) -> int:
    return strategy.tree.find(path)[0]


def test_before_the_search_it_is_the_strategy() -> None:
    base = uniform()
    searching = SearchStrategy(base, SETTINGS, first_street=2)
    for path, cards in (("r:c", 0), ("r:b6:c:n", 3), ("r:c:k:n:b4", 3)):
        found = searching.probabilities(node_of(searching, path), BOARD[:cards])
        wanted = base.probabilities(node_of(base, path), BOARD[:cards])
        np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize(
    "path", ["r", "r:k", "r:k:b12", "r:b12:a", "r:k:k:n4d", "r:k:k:n4d:b12", "r:b12:c:n4d:k"]
)
def test_answers_are_those_of_a_continual_solver(path: str) -> None:
    searching = SearchStrategy(uniform(), SETTINGS, first_street=2)
    betting = TreeRules(stacks=(18, 18), pot=12, sizes=SIZES, min_bet=2, max_raises=2)
    node = node_of(searching, "r:b6:c:n:k:k:n" + path[1:].replace("n4d", "n"))
    player = int(searching.tree.player[node])
    answer = ContinualSolver(Spot(BOARD[:4], (FEW, FEW), betting), player, SETTINGS).at(path)
    found = searching.probabilities(node, BOARD[: 4 + path.count("n")])
    np.testing.assert_array_equal(found, answer.strategy)
    held = answer.node.reach[player] > 0
    np.testing.assert_allclose(found[:, held].sum(axis=0), 1, atol=1e-5)


def test_both_players_share_the_first_solve() -> None:
    solves: list[Solve] = []
    searching = SearchStrategy(uniform(), SETTINGS, first_street=2, report=solves.append)
    for path in ("r:c:k:n:k:k:n", "r:c:k:n:k:k:n:k", "r:c:k:n:k:k:n"):
        searching.probabilities(node_of(searching, path), BOARD[:4])
    assert [solve.path for solve in solves] == ["r"]
    searching.probabilities(node_of(searching, "r:c:k:n:k:k:n:k:k:n"), BOARD)
    assert [solve.path for solve in solves] == ["r", "r:k:k:n4d"]
    assert repr(searching).endswith("nodes, maxmargin>")


def test_flops_after_a_strategy_that_ends_before_them() -> None:
    settings = SearchSettings(Sizes.uniform("a"), max_iterations=2)
    searching = SearchStrategy(uniform(0), settings)
    rows = searching.probabilities(node_of(searching, "r:c:k:n:k"), BOARD[:3])
    held = FEW.without(sum(1 << card for card in BOARD[:3])).weights > 0
    np.testing.assert_allclose(rows[:, held].sum(axis=0), 1, atol=1e-5)


def test_an_unexpected_player_may_hold_any_hand() -> None:
    """Whoever always calls never gets here by raising, but an opponent may."""
    base = CallingStrategy(build_tree(rules()), [FEW, FEW])
    searching = SearchStrategy(base, SETTINGS, first_street=2)
    node = node_of(searching, "r:b6:c:n:k:k:n")
    answer = searching.answer(node, BOARD[:4])
    oop, ip = answer.node.reach
    assert (oop > 0).sum() == FEW.without(sum(1 << card for card in BOARD[:4])).hands().size
    assert (ip > 0).sum() == 48 * 47 / 2


def test_equilibrium_play_loses_nothing_to_a_local_best_response() -> None:
    """All hands call up to the turn, so both players' ranges are known, and the rest is solved."""
    base = CallingStrategy(build_tree(rules()), [FEW, FEW])
    settings = SearchSettings(Sizes.uniform("100%, a", raises="a"), target_pot_percent=0.5)
    searching = SearchStrategy(base, settings, first_street=2)
    found = local_best_response(searching, deals=5, menu="late bets", max_lines=1, seed=3)
    assert found.chips < found.error + 0.02 * 4
    poor = local_best_response(
        CallingStrategy(searching.tree, [FEW, FEW]), deals=20, menu="late bets", seed=3
    )
    assert found.chips < poor.chips


@pytest.mark.parametrize(
    ("strategy", "street", "message"),
    [
        (uniform(), 0, r"first_street must be 1 \(flop\), 2 \(turn\) or 3 \(river\), got 0"),
        (uniform(0), 2, r"the turn, got one up to the preflop\. Search from an earlier street"),
        (
            UniformStrategy(
                build_tree(TreeRules(stacks=(9, 9), pot=4, first_street=1)), [FEW, FEW]
            ),
            1,
            "the strategy must start preflop, got one from the flop or later",
        ),
        (
            UniformStrategy(
                build_tree(TreeRules.even(3, 9, blinds=(1, 2), first_street=0)), [FEW] * 3
            ),
            1,
            "the strategy must be for two players, got 3",
        ),
    ],
)
def test_strategies_that_cannot_be_searched_after(
    strategy: TreeStrategy, street: int, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        SearchStrategy(strategy, SETTINGS, first_street=street)


@pytest.mark.parametrize("limits", [1, (0, 1, 1, 1)])
def test_raises_are_limited_from_the_search_on(limits: Any) -> None:
    """Before it, the betting is the strategy's, whatever the limit of the search."""
    strategy = uniform()
    settings = SearchSettings(SIZES, max_iterations=2, options={"max_raises": limits})
    searching = SearchStrategy(strategy, settings, first_street=2)
    assert searching.tree.rules.raise_limits == (2, 2, 1, 1)
    answer = searching.answer(node_of(searching, "r:c:k:n:k:k:n:b4"), BOARD[:4])
    assert answer.actions == ("f", "c")


def test_other_bad_input() -> None:
    with pytest.raises(InputError, match="betting at 'r': use the options of its tree"):
        SearchStrategy(uniform(), SearchSettings(SIZES, options={"min_bet": 5}))
    searching = SearchStrategy(uniform(), SETTINGS, first_street=2)
    with pytest.raises(InputError, match="2 or later, where the search starts, got 'r:c'"):
        searching.answer(node_of(searching, "r:c"), ())
    with pytest.raises(InputError, match="4 different cards"):
        searching.answer(node_of(searching, "r:c:k:n:k:k:n"), BOARD[:3])
    pair = Range.parse("AsAh")
    alike = SearchStrategy(UniformStrategy(build_tree(rules()), [pair, pair]), SETTINGS)
    with pytest.raises(InputError, match="every hand of oop shares a card with every hand of ip"):
        alike.answer(node_of(alike, "r:c:k:n"), BOARD[:3])


def test_menus_by_player_and_street() -> None:
    sizes = Sizes.by_street({2: Menu.of("50%"), 3: Menu.of("a")})
    searching = SearchStrategy(uniform(), SearchSettings(sizes, max_iterations=5), first_street=2)
    for path, cards in (("r:c:k:n:k:k:n", 4), ("r:c:k:n:k:k:n:b2:c:n", 5)):
        node = node_of(searching, path)
        assert searching.answer(node, BOARD[:cards]).actions == searching.tree.actions(node)
