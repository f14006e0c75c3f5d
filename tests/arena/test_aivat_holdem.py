"""AIVAT on hold'em trees: exactly unbiased, for any values and any known strategies."""

from functools import lru_cache
from itertools import product
from typing import TypeAlias

import numpy as np
import pytest

from fifthstreet.agents.agent import Agent
from fifthstreet.agents.registry import create_agent
from fifthstreet.agents.strategy_agent import StrategyAgent
from fifthstreet.arena import match_settings, run_match
from fifthstreet.arena.aivat.hand_values import (
    HandValues,
    SampledValues,
    SolutionValues,
)
from fifthstreet.arena.aivat.holdem import HoldemAivat
from fifthstreet.arena.aivat.tree_hand import TreeHand, TreeTable
from fifthstreet.arena.seating import AgentMaker
from fifthstreet.cards import CARD_COUNT, HOLE_COUNT, HOLE_MASKS, Range, parse_hole
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver
from fifthstreet.solvers.postflop import Solution, Spot, solve
from fifthstreet.tree import BettingTree, Kind, Sizes, TreeRules, build_tree
from fifthstreet.tree.payoffs import settle
from fifthstreet.tree.strategy import HoleArray, PlainStrategy, TreeStrategy, UniformStrategy
from fifthstreet.tree.strategy.tree_strategy import board_cards
from tests.thoroughness import slow

TurnGame: TypeAlias = tuple[Spot, Solution, SolutionValues]

FULL = Range(np.ones(HOLE_COUNT, np.float32))


class RandomStrategy(PlainStrategy):
    """Any probabilities, the same at every call."""

    @lru_cache(maxsize=1000)  # noqa: B019  # lives as long as the test
    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        random = np.random.default_rng([node, *board])
        shares = random.random((int(self._tree.n_children[node]), HOLE_COUNT))
        shares[shares < 0.2] = 0.01
        probabilities: HoleArray = shares / shares.sum(axis=0)
        return probabilities


class BadValues(HandValues):
    """Any values, the same at every call."""

    @lru_cache(maxsize=1000)  # noqa: B019  # lives as long as the test
    def values(self, node: int, board: tuple[int, ...]) -> HoleArray:
        return np.random.default_rng([node, *board]).normal(size=(2, HOLE_COUNT)) * 100


def _ends(
    tree: BettingTree, hands: tuple[int, int], board: tuple[int, ...], strategy: TreeStrategy
) -> list[tuple[int, float]]:
    """Return all ends of a deal with their probabilities."""
    ends = []
    waiting = [(0, 1.0)]
    while waiting:
        node, reach = waiting.pop()
        if not tree.n_children[node]:
            ends.append((node, reach))
        elif tree.kind[node] == Kind.DEAL:
            waiting.append((int(tree.first_child[node]), reach))
        else:
            seen = board[: board_cards(tree, node)]
            shares = strategy.probabilities(node, seen)[:, hands[int(tree.player[node])]]
            waiting += [
                (child, reach * share)
                for child, share in zip(tree.children(node), shares.tolist(), strict=True)
            ]
    return ends


@pytest.mark.parametrize("known", [(), *slow(((1,),), ((0, 1),))])
def test_the_mean_is_exact_with_any_values(known: tuple[int, ...]) -> None:
    """All hands, rivers and lines of a turn spot, weighted by their probabilities."""
    spot = Spot.of("QsJh2h7c", 100, 100, oop="QdQc,AsKs:0.5", ip="AsKs,AdKd", bets="a")
    tree = spot.tree
    strategy = RandomStrategy(tree, spot.ranges, spot.board)
    policies = [strategy if player in known else None for player in (0, 1)]
    aivat = HoldemAivat(tree, spot.ranges, spot.board, BadValues(), policies)
    random = np.random.default_rng(0)
    blocked = np.uint64(sum(1 << card for card in spot.board))
    total, mean, plain = 0.0, 0.0, 0.0
    for hands in product(*(range_.hands().tolist() for range_ in spot.ranges)):
        if HOLE_MASKS[hands[0]] & HOLE_MASKS[hands[1]]:
            continue
        taken = int(blocked | HOLE_MASKS[hands[0]] | HOLE_MASKS[hands[1]])
        rivers = [card for card in range(CARD_COUNT) if not taken >> card & 1]
        weight = float(np.prod([spot.ranges[p].weights[hands[p]] for p in (0, 1)]))
        for river in rivers:
            board = (*spot.board, river)
            for end, reach in _ends(tree, hands, board, strategy):
                share = weight * reach / len(rivers)
                result = _payoff(tree, hands, board, end)
                total += share
                plain += share * result
                mean += share * aivat.estimate(TreeHand(hands, board, end, result), random)
    assert mean / total == pytest.approx(plain / total, abs=1e-5)  # sums of the core are float32


def _payoff(tree: BettingTree, hands: tuple[int, int], board: tuple[int, ...], end: int) -> float:
    mask = np.uint64(sum(1 << card for card in board))
    strengths = evaluate_masks(HOLE_MASKS[list(hands)], mask)
    return settle(tree, end, [int(strength) for strength in strengths])[0]


@pytest.fixture(scope="module")
def turn_game() -> TurnGame:
    ranges = "22+,A2s+,K9s+,QTs+,JTs,T9s,ATo+,KJo+"
    spot = Spot.of("QsJh2h7c", 100, 200, oop=ranges, ip=ranges, bets="66%, 150%")
    solution = solve(spot)
    return spot, solution, SolutionValues(solution)


def _estimates(
    spot: Spot,
    values: HandValues,
    strategies: tuple[TreeStrategy, TreeStrategy],
    known: tuple[bool, bool],
    count: int = 150,
) -> tuple[np.ndarray, np.ndarray]:
    policies = [strategies[player] if known[player] else None for player in (0, 1)]
    aivat = HoldemAivat(spot.tree, spot.ranges, spot.board, values, policies)
    table = TreeTable(spot.tree, spot.ranges, spot.board)
    random = np.random.default_rng(1)
    hands = [table.play(*table.deal(random), strategies, random) for _ in range(count)]
    plain = np.array([hand.result for hand in hands])
    return plain, np.array([aivat.estimate(hand, random) for hand in hands])


def test_a_solution_against_itself_leaves_no_luck(turn_game: TurnGame) -> None:
    spot, solution, values = turn_game
    plain, sharp = _estimates(spot, values, (solution, solution), (True, True))
    assert sharp == pytest.approx(solution.ev[0] - 50, abs=1e-2)
    assert plain.std() > 50


def test_a_weaker_opponent_who_is_not_known(turn_game: TurnGame) -> None:
    spot, solution, values = turn_game
    weaker = solve(spot, max_iterations=12)
    plain, sharp = _estimates(spot, values, (solution, weaker), (True, False), 300)
    assert plain.var() > 40 * sharp.var()
    gap = plain - sharp
    assert abs(gap.mean()) < 3 * gap.std() / len(gap) ** 0.5


def test_flops_are_drawn_without_bias() -> None:
    """The mean over many draws of flops is that over all of them."""
    rules = TreeRules.even(2, 400, blinds=(50, 100), first_street=0, sizes=Sizes.uniform("100%"))
    tree = build_tree(rules)
    node = tree.find("r:c:k")[0]
    first = int(tree.first_child[node])

    class FlopValues(HandValues):
        def values(self, at: int, board: tuple[int, ...]) -> HoleArray:
            level = sum(board) if at == first else 70.0
            return np.array([np.full(HOLE_COUNT, level), np.full(HOLE_COUNT, -level)])

    aivat = HoldemAivat(tree, [FULL, FULL], (), FlopValues(), [None, None], flops=20)
    hands = parse_hole("AsAh"), parse_hole("2c2d")
    reaches = aivat._dealt(TreeHand(hands, (), node, 0.0))
    random = np.random.default_rng(3)
    draws = [aivat._mean_of_flops(node, first, reaches, random) for _ in range(100)]
    held = [card for hand in hands for card in range(52) if int(HOLE_MASKS[hand]) >> card & 1]
    expected = 3 * np.mean([card for card in range(52) if card not in held])
    assert abs(np.mean(draws) - expected) < 3 * np.std(draws) / 10


@pytest.fixture(scope="module")
def short_stacks() -> tuple[TreeStrategy, TreeStrategy]:
    """Two sampled strategies of heads-up no-limit hold'em with stacks of ten big blinds."""
    sizes = Sizes.uniform("100%", raises="100%")
    rules = TreeRules(
        stacks=(1000, 1000), blinds=(50, 100), first_street=0, sizes=sizes, max_raises=1, chip=50
    )
    tree = build_tree(rules)
    strategies = []
    for seed, traversals in ((0, 100_000), (1, 5_000)):
        solver = BlueprintSolver(tree, [FULL, FULL], BlueprintOptions(seed=seed))
        solver.iterate(traversals)
        strategies.append(solver.average())
    return strategies[0], strategies[1]


def _maker(strong: TreeStrategy) -> AgentMaker:
    """Return a function that creates agents by name, of which "strong" plays a strategy."""

    def make(name: str) -> Agent:
        return StrategyAgent(strong) if name == "strong" else create_agent(name)

    return make


@pytest.mark.slow
def test_no_limit_holdem_in_the_arena(short_stacks: tuple[TreeStrategy, TreeStrategy]) -> None:
    strong, weak = short_stacks
    agents = {"strong": strong, "weak": weak}
    settings = match_settings(
        [*agents], game="nlhe", stack=10, hands=100, session_hands=100, estimator="aivat"
    )
    result = run_match(settings, make_agent=lambda name: StrategyAgent(agents[name]))
    assert not result.mistakes
    winner = result.agent_results()[0]
    assert winner.reduction is not None
    assert winner.reduction > 30
    estimate = result.winnings(0)
    plain = next(each.duplicate for each in result.agent_results() if each.name == "strong")
    assert abs(plain.mean - estimate.mean) < 1.5 * plain.half_width


@pytest.mark.slow
def test_hands_that_leave_the_tree(short_stacks: tuple[TreeStrategy, TreeStrategy]) -> None:
    """The opponent bets any amounts, which the strategy translates."""
    strong, _ = short_stacks
    settings = match_settings(
        ["strong", "random"], game="nlhe", stack=10, hands=100, session_hands=100, estimator="aivat"
    )
    result = run_match(settings, make_agent=_maker(strong))
    assert not result.mistakes
    [agent] = [each for each in result.agent_results() if each.name == "strong"]
    assert agent.winnings != agent.duplicate
    assert abs(agent.winnings.mean - agent.duplicate.mean) < 1.5 * agent.duplicate.half_width


def test_other_stakes_are_translated(short_stacks: tuple[TreeStrategy, TreeStrategy]) -> None:
    strong, _ = short_stacks
    results = []
    for estimator in ("aivat", "all_in"):  # the same, because this is not the tree's own game
        settings = match_settings(
            ["strong", "calling_station"],
            stack=12,
            hands=40,
            session_hands=40,
            estimator=estimator,
        )
        results.append(run_match(settings, make_agent=_maker(strong)))
        assert not results[-1].mistakes
    assert results[0].winnings(0) == results[1].winnings(0)


def test_sampled_values_tell_good_hands_from_bad_ones() -> None:
    tree = build_tree(TreeRules.even(2, 400, blinds=(50, 100), first_street=0))
    values = SampledValues(UniformStrategy(tree, [FULL, FULL]), boards=4, buckets=5)
    root = values.values(0, ())
    assert root.shape == (2, HOLE_COUNT)
    assert root[1, parse_hole("AsAh")] > root[1, parse_hole("7c2d")]
    with pytest.raises(InputError, match="boards"):
        SampledValues(UniformStrategy(tree, [FULL, FULL]), boards=0)
