"""AIVAT with three and more players: unbiased, whatever the values and the strategies."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product

import numpy as np
import pytest

from fifthstreet.agents.agent import Agent
from fifthstreet.agents.registry import create_agent
from fifthstreet.agents.strategy_agent import StrategyAgent
from fifthstreet.arena import match_settings, run_match
from fifthstreet.arena.aivat.board_luck import board_luck
from fifthstreet.arena.aivat.joint_hands import draw_deals
from fifthstreet.arena.aivat.multiway import MultiwayAivat, MultiwayHand
from fifthstreet.arena.aivat.rollouts import Rollouts, settle_many
from fifthstreet.arena.games import table_game
from fifthstreet.cards import (
    CARD_COUNT,
    HOLE_CARDS,
    HOLE_COUNT,
    HOLE_MASKS,
    Card,
    Range,
    parse_cards,
)
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.errors import InputError
from fifthstreet.game.events import BoardDealt
from fifthstreet.tree import BettingTree, Kind, Sizes, TreeRules, build_tree
from fifthstreet.tree.payoffs import settle
from fifthstreet.tree.strategy import HoleArray, PlainStrategy, TreeStrategy, UniformStrategy
from fifthstreet.tree.strategy.tree_strategy import board_cards
from tests.thoroughness import slow

PLAYERS = 3
RIVER = tuple(int(card) for card in parse_cards("QsJh2h7c4d"))
RANGES = ("QdQc,AsKs:0.5", "AsKs,AdKd", "JsJd,QdTd")


class SeededStrategy(PlainStrategy):
    """Random probabilities that depend on a seed, the node, the board and the hand."""

    def __init__(self, tree: BettingTree, ranges: list[Range], board: tuple[int, ...], seed: int):
        super().__init__(tree, ranges, board)
        self.seed = seed

    @lru_cache(maxsize=1000)  # noqa: B019  # lives as long as the test
    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        random = np.random.default_rng([self.seed, node, *board])
        shares = random.random((int(self._tree.n_children[node]), HOLE_COUNT)) ** 2
        shares[1:][shares[1:] < 0.1] = 0  # some actions are never taken
        probabilities: HoleArray = shares / shares.sum(axis=0)
        return probabilities


def _spot(board: tuple[int, ...], stacks: tuple[int, ...]) -> BettingTree:
    rules = TreeRules(
        stacks=stacks,
        pot=90,
        first_street=len(board) - 2,
        sizes=Sizes.uniform("a"),
        max_raises=1,
    )
    return build_tree(rules)


def _strategies(
    tree: BettingTree, board: tuple[int, ...], known: tuple[int, ...]
) -> tuple[list[TreeStrategy], MultiwayAivat]:
    """Return what the players play, and an estimator with values of another strategy."""
    ranges = [Range(text) for text in RANGES]
    first, other, values = (SeededStrategy(tree, ranges, board, seed) for seed in (1, 2, 3))
    played: list[TreeStrategy] = [first if player in known else other for player in range(PLAYERS)]
    policies = [first if player in known else None for player in range(PLAYERS)]
    return played, MultiwayAivat(values, policies, rollouts=80)


def _deals(start: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], float]]:
    """Yield all hands that the players can hold together, all full boards, and their weights."""
    ranges = [Range(text) for text in RANGES]
    blocked = sum(1 << card for card in start)
    for hands in product(*(range_.hands().tolist() for range_ in ranges)):
        masks = [blocked, *(int(HOLE_MASKS[hand]) for hand in hands)]
        taken = sum(masks)
        if taken.bit_count() < sum(mask.bit_count() for mask in masks):
            continue
        weights = [range_.weights[hand] for range_, hand in zip(ranges, hands, strict=True)]
        left = [card for card in range(CARD_COUNT) if not taken >> card & 1]
        rest = [()] if len(start) == 5 else [(card,) for card in left]
        for cards in rest:
            yield hands, (*start, *cards), float(np.prod(weights)) / len(rest)


def _ends(
    tree: BettingTree, hands: tuple[int, ...], board: tuple[int, ...], played: list[TreeStrategy]
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
            player, seen = int(tree.player[node]), board[: board_cards(tree, node)]
            shares = played[player].hand_probabilities(node, seen, hands[player]).tolist()
            steps = zip(tree.children(node), shares, strict=True)
            waiting += [(child, reach * share) for child, share in steps if share > 0]
    return ends


def _payoffs(
    tree: BettingTree, hands: tuple[int, ...], board: tuple[int, ...], end: int
) -> list[float]:
    mask = np.uint64(sum(1 << card for card in board))
    return settle(tree, end, evaluate_masks(HOLE_MASKS[list(hands)], mask).tolist())


def _check_mean(known: tuple[int, ...], *, leaves: bool) -> None:
    """Compare exact means over all deals and lines, up to the noise of the rollouts.

    If hands leave the tree, they do so with the first bet of an unknown strategy.
    """
    start = RIVER
    tree = _spot(start, (100, 100, 100))
    played, aivat = _strategies(tree, start, known)
    random = np.random.default_rng(4)
    plain, mean, noise, total = np.zeros(PLAYERS), np.zeros(PLAYERS), np.zeros(PLAYERS), 0.0
    for hands, board, weight in _deals(start):
        for end, reach in _ends(tree, hands, board, played):
            result = np.array(_payoffs(tree, hands, board, end))
            steps = pairwise(tree.line(end)) if leaves else ()
            bets = [step for step in steps if tree.amount[step[1]] > 0]
            if bets and int(tree.player[bets[0][0]]) not in known:
                node, nearest = bets[0]
            else:
                node, nearest = end, -1
            hand = MultiwayHand(hands, board, node, tuple(result.tolist()), nearest)
            drawn = np.array([aivat.estimate(hand, random) for _ in range(5)])
            share = weight * reach
            total += share
            plain += share * result
            mean += share * drawn.mean(axis=0)
            noise += share**2 * drawn.var(axis=0, ddof=1) / len(drawn)
    assert np.abs(plain / total).max() > 20
    assert np.sqrt(noise).max() / total < 3
    assert (np.abs(mean - plain) < 4 * np.sqrt(noise)).all()


@pytest.mark.parametrize("known", [(1,), *slow(((),), ((0, 2),), ((0, 1, 2),))])
def test_the_mean_is_exact_with_any_values(known: tuple[int, ...]) -> None:
    """All hands and lines of a river with three players, weighted by their probabilities."""
    _check_mean(known, leaves=False)


@pytest.mark.parametrize("known", [*slow(((1,),)), (0, 2)])
def test_the_mean_is_exact_if_hands_leave_the_tree(known: tuple[int, ...]) -> None:
    _check_mean(known, leaves=True)


def test_a_hand_that_leaves_the_tree_keeps_its_result() -> None:
    """The rest of the hand is not corrected, so the result counts in full."""
    tree = _spot(RIVER, (100, 100, 100))
    _, aivat = _strategies(tree, RIVER, (0,))
    hands, board, _ = next(_deals(RIVER))
    node = tree.find("r:k")[0]
    once, other = (
        aivat.estimate(MultiwayHand(hands, board, node, results), np.random.default_rng(1))
        for results in ((0.0, 0.0, 0.0), (50.0, -20.0, -30.0))
    )
    assert other - once == pytest.approx([50, -20, -30])


def test_all_strategies_known_leave_only_the_noise_of_rollouts() -> None:
    tree = _spot(RIVER, (100, 100, 100))
    played, aivat = _strategies(tree, RIVER, (0, 1, 2))
    first, second = (
        aivat.estimate(
            MultiwayHand(hands, board, _ends(tree, hands, board, played)[-1][0], (0.0, 0.0, 0.0)),
            np.random.default_rng(1),
        )
        for hands, board, _ in list(_deals(RIVER))[:2]
    )
    assert first == pytest.approx(second)


def test_many_ends_are_settled_like_one() -> None:
    """Side pots, antes of one player and returned bets included."""
    random = np.random.default_rng(1)
    rules = TreeRules(
        stacks=(300, 500, 900),
        blinds=(50, 100),
        antes=(0, 100, 0),
        first_street=0,
        last_street=1,
        sizes=Sizes.uniform("100%, a"),
        max_raises=2,
    )
    tree = build_tree(rules)
    ends = np.flatnonzero(tree.n_children == 0)[:1000]
    strengths = random.integers(0, 3, (len(ends), PLAYERS))
    single = [
        settle(tree, end, row) for end, row in zip(ends.tolist(), strengths.tolist(), strict=True)
    ]
    assert settle_many(tree, ends, strengths) == pytest.approx(np.array(single))


def test_deals_fit_the_ranges() -> None:
    """Hands that block each other are as rare as the product of the ranges says."""
    ranges = [Range("AsAh,KsKh"), Range("AsAd,QsQh:0.5"), Range("KsKd,2c2d")]
    board = tuple(int(card) for card in parse_cards("7h8h9h"))
    weights = [range_.weights.astype(np.float64) for range_ in ranges]
    hands, boards = draw_deals(weights, board, 8_000, np.random.default_rng(2))
    cards = np.hstack([HOLE_CARDS[hands].reshape(len(hands), -1), boards])
    assert (np.diff(np.sort(cards, axis=1), axis=1) > 0).all()
    assert (boards[:, :3] == board).all()
    kinds, counts = np.unique(hands, axis=0, return_counts=True)
    shares = np.prod([weights[p][kinds[:, p]] for p in range(PLAYERS)], axis=0)
    expected = shares / shares.sum()
    assert len(kinds) == 4  # of 8: the others share a card
    assert counts / len(hands) == pytest.approx(expected, abs=0.02)


def test_rollouts_follow_their_strategies() -> None:
    """Stratified choices have the probabilities of the strategy for every hand alone."""
    tree = _spot(RIVER, (100, 100, 100))
    played, _ = _strategies(tree, RIVER, (0,))
    hands, board, _ = next(_deals(RIVER))
    count = 20_000
    payoffs = Rollouts(tree, played).payoffs(
        np.zeros(count, np.int64),
        np.tile(hands, (count, 1)),
        np.tile(board, (count, 1)),
        np.random.default_rng(3),
    )
    exact = sum(
        reach * np.array(_payoffs(tree, hands, board, end))
        for end, reach in _ends(tree, hands, board, played)
    )
    assert payoffs.mean(axis=0) == pytest.approx(exact, abs=1)


def test_strategies_must_fit() -> None:
    tree, other = _spot(RIVER, (100, 100, 100)), _spot(RIVER, (60, 100, 100))
    ranges = [Range(text) for text in RANGES]
    values = UniformStrategy(tree, ranges, RIVER)
    with pytest.raises(InputError, match="known must have 3 strategies or None, got 2"):
        MultiwayAivat(values, [None, None])
    with pytest.raises(InputError, match="known must have strategies of the same tree as values"):
        MultiwayAivat(values, [UniformStrategy(other, ranges, RIVER), None, None])
    with pytest.raises(InputError, match="rollouts must be at least 1, got 0"):
        MultiwayAivat(values, [None, None, None], rollouts=0)


@pytest.mark.slow
@pytest.mark.parametrize("known", [(1,), (0, 2)], ids=str)
def test_intervals_hold_the_truth_as_often_as_they_say(known: tuple[int, ...]) -> None:
    """2,000 matches of 200 hands on a river with three players, whose values are known exactly."""
    tree = _spot(RIVER, (100, 100, 100))
    played, aivat = _strategies(tree, RIVER, known)
    aivat.rollouts = 1_000
    random = np.random.default_rng(6)
    weights, truth, drawn = [], np.zeros(PLAYERS), []
    for hands, board, weight in _deals(RIVER):
        for end, reach in _ends(tree, hands, board, played):
            result = _payoffs(tree, hands, board, end)
            hand = MultiwayHand(hands, board, end, tuple(result))
            weights.append(weight * reach)
            truth += weight * reach * np.array(result)
            drawn.append([aivat.estimate(hand, random) for _ in range(10)])
    shares = np.array(weights) / sum(weights)
    estimates = np.array(drawn)  # [E, 10, P]
    # The values that the drawn estimates have on average, close to the truth.
    centre = np.einsum("e,edp->p", shares, estimates) / estimates.shape[1]
    assert centre == pytest.approx(truth / sum(weights), abs=2)
    ends = random.choice(len(shares), (2_000, 200), p=shares)
    samples = estimates[ends, random.integers(0, estimates.shape[1], ends.shape)]  # [M, 200, P]
    widths = 1.96 * samples.std(axis=1, ddof=1) / 200**0.5
    covered = (np.abs(samples.mean(axis=1) - centre) <= widths).mean(axis=0)
    assert ((covered > 0.93) & (covered < 0.97)).all()


def test_the_luck_of_the_turn_is_zero_on_average() -> None:
    """Exactly, over all turns of a flop with three players; earlier cards are not counted."""
    game = table_game("nlhe").game
    hands, flop = Card.parse("AsKs7hAhKh6h"), Card.parse("3c4d8h")
    known = {*hands, *flop}
    luck = []
    for turn in [card for card in game.deck if card not in known]:
        burnt, *rest = (card for card in game.deck if card not in known and card != turn)
        deck = [*hands, burnt, *flop, rest[0], turn, *rest[1:]]
        state = game(10_000, PLAYERS, deck_order=deck)
        for _ in range(2 * PLAYERS):
            state.check_or_call()
        state.bet_or_raise_to(300)
        state.fold()
        state.fold()
        flops = [i for i, each in enumerate(state.events) if isinstance(each, BoardDealt)]
        luck.append(board_luck(state, flops[0] + 1, np.random.default_rng(1)))
    assert np.abs(luck).max() > 50
    assert np.sum(luck, axis=0) == pytest.approx(0, abs=1e-6)
    assert np.sum(luck, axis=1) == pytest.approx(0, abs=1e-6)


@pytest.mark.slow
def test_matches_that_leave_the_tree() -> None:
    """The opponent bets any amounts; estimates and payoffs have the same mean."""
    tree = build_tree(
        TreeRules.even(PLAYERS, 1000, blinds=(50, 100), first_street=0, sizes=Sizes.uniform("a"))
    )
    strategy = UniformStrategy(tree, [Range(np.ones(HOLE_COUNT, np.float32))] * PLAYERS)

    def make(name: str) -> Agent:
        return StrategyAgent(strategy) if name == "uniform" else create_agent(name)

    settings = match_settings(
        ["uniform", "random"], seats=PLAYERS, stack=10, hands=150, estimator="aivat"
    )
    result = run_match(settings, make_agent=make)
    assert not result.mistakes
    [agent] = [each for each in result.agent_results() if each.name == "uniform"]
    assert agent.reduction is not None
    assert agent.reduction > 1
    assert abs(agent.winnings.mean - agent.duplicate.mean) < 1.5 * agent.duplicate.half_width
