"""Local best responses for two players, with all hands at the same time on sampled boards.

Neither player's cards are drawn. Both ranges are tracked: the opponent's range shrinks with each
action according to the strategy, and the responder's range splits where hands choose different
actions. The result of a board is therefore the mean over all pairs of hands possible on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from fifthstreet.cards import (
    CARD_COUNT,
    HOLE_CARDS,
    HOLE_COUNT,
    HOLE_MASKS,
    compatible_weight,
    count_matchups,
    mask_of,
)
from fifthstreet.cards.equity import preflop_matrix
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint.equities import ALL_FROM_FLOP, complete_boards
from fifthstreet.solvers.blueprint.native_game import NodeSettlement
from fifthstreet.solvers.blueprint.response_menu import ResponseMenu
from fifthstreet.solvers.blueprint.strategy import SampledStrategy
from fifthstreet.tree import Kind, Move
from fifthstreet.tree.strategy import BOARD_CARDS, HoleArray, TreeStrategy

_RIVER_CARDS, _TURN_CARDS, _FLOP_CARDS = 5, 4, 3
_TURN_STREET = 2
# Complete boards over which equities are estimated, by cards on the board, where enumeration would
# take too long. Such equities only guide the responder, so results stay lower bounds.
_SAMPLED_BOARDS = {0: 2_000, 3: 200}
# Most lines with less than this at stake, in starting pots times the share of deals that reach
# them, are dropped at random. In whole games with all actions, the error for the same time hardly
# depends on it.
_MIN_AT_STAKE = 0.05
_FOLD_MOVE = int(Move.FOLD)
_BETS = frozenset((int(Move.BET), int(Move.ALL_IN)))
_FOLD, _SHOWDOWN, _DEAL = int(Kind.FOLD), int(Kind.SHOWDOWN), int(Kind.DEAL)
_HOLDS = np.zeros((HOLE_COUNT, CARD_COUNT))  # whether a hand holds a card
_HOLDS[np.arange(HOLE_COUNT)[:, None], HOLE_CARDS] = 1


@dataclass(eq=False)
class _Line:
    """The hands of both players that reach a node, with the responder in one of the two seats."""

    seat: int  # the responder's
    node: int
    reach: HoleArray  # [1326] of the opponent
    own: HoleArray  # [1326] of the responder


class BoardResponder:
    """A responder in both seats of a game of two players, on one board after the other.

    The responder knows their hand, the board and the opponent's range after every action, and takes
    the action that would be best if both only checked and called afterwards, except that the
    opponent may fold to a bet at once.
    """

    def __init__(
        self,
        strategy: TreeStrategy,
        menu: ResponseMenu,
        *,
        max_lines: int | None = None,
        runouts: int = 1,
        luck_adjusted: bool = False,
    ) -> None:
        """Play against the strategy with the actions of a menu.

        `max_lines` limits the lines that are followed to a new street from each seat. `runouts` is
        the number of turns and rivers for each flop; their mean is the result. `luck_adjusted`
        reduces the variance from cards and drawn lines: what lines would win without further bets
        is replaced by its mean.
        """
        if runouts < 1:
            raise InputError(f"runouts must be at least 1, got {runouts}")
        if max_lines is not None and max_lines < 1:
            raise InputError(f"max_lines must be at least 1 or None, got {max_lines}")
        self._strategy, self._tree, self._menu = strategy, strategy.tree, menu
        self._max_lines, self._runouts = max_lines, runouts
        self._settlement = NodeSettlement.of(self._tree, strategy.rake)
        # As lists, because reading single numbers from arrays is several times slower.
        self._kind: list[int] = self._tree.kind.tolist()
        self._move: list[int] = self._tree.move.tolist()
        self._player: list[int] = self._tree.player.tolist()
        self._first_child: list[int] = self._tree.first_child.tolist()
        self._options_of: dict[int, list[int]] = {}
        self._runout = strategy.runout if isinstance(strategy, SampledStrategy) else ()
        if luck_adjusted and self._runout:
            raise InputError("luck_adjusted requires a strategy without a fixed runout")
        self._luck_adjusted = luck_adjusted
        known = sum(1 << card for card in (*strategy.board, *self._runout))
        self._weights = [
            range_.without(known).weights.astype(np.float64) for range_ in strategy.ranges
        ]
        self._pairs = count_matchups(*self._weights)
        if not self._pairs > 0:
            raise InputError("ranges must have hands that share no card")
        self._first_pot = float(self._tree.pot(0))
        rules = self._tree.rules
        self._antes = np.array(rules.posted_antes)
        self._stacks = np.array(rules.stack_chips) - self._antes
        # Decisions on the starting board, which are the same in every deal.
        self._first_choices: dict[tuple[int, int], NDArray[np.int64]] = {}
        if not strategy.is_for_any_board:
            self._play_street(self._first_lines(), strategy.board, None)

    def _first_lines(self) -> list[_Line]:
        return [_Line(seat, 0, self._weights[1 - seat], self._weights[seat]) for seat in (0, 1)]

    def play(self, seed: int, number: int) -> list[float]:
        """Return the chips won from each seat on a board that seed and number determine.  [2]"""
        random = np.random.default_rng([seed, number])
        boards = self._deal(random)
        won = [0.0, 0.0]
        flop = range(self._tree.rules.first_street, _TURN_STREET)
        later = range(max(self._tree.rules.first_street, _TURN_STREET), len(BOARD_CARDS))
        lines, showdowns = self._play_streets(flop, boards[0], self._first_lines(), [], random, won)
        for board in boards:
            after = [0.0, 0.0]
            self._play_streets(later, board, lines, showdowns, random, after)
            won = [sum_ + each / len(boards) for sum_, each in zip(won, after, strict=True)]
        return won

    def _play_streets(
        self,
        streets: range,
        board: tuple[int, ...],
        lines: list[_Line],
        showdowns: list[_Line],
        random: np.random.Generator,
        won: list[float],
    ) -> tuple[list[_Line], list[_Line]]:
        """Play some streets and add to `won`; return the remaining lines and showdowns."""
        for street in streets:
            seen = board[: BOARD_CARDS[street]]
            if self._max_lines is not None:
                lines = self._drawn(lines, self._max_lines, random)
            lines = _unblocked(lines, seen)
            showdowns = _unblocked(showdowns, seen)
            if self._luck_adjusted and street > self._tree.rules.first_street:
                self._compare(lines, seen, won, sign=-1)  # of what was added on the last street
            folds, ended, lines = self._play_street(lines, seen, random)
            showdowns += ended
            for line in folds:
                has_won = float(self._player[line.node] == line.seat)
                payoff = self._settlement.payoff(line.node, line.seat, has_won)
                won[line.seat] += payoff * _pairs(line) / self._deals(len(seen))
            # Without luck adjustment, showdowns before the turn wait for its card. On the turn, the
            # mean over all rivers has less variance than a drawn river, unless the river is given.
            if self._luck_adjusted:
                self._compare([*showdowns, *lines], seen, won)
                showdowns = []
            elif len(seen) == _RIVER_CARDS or (len(seen) == _TURN_CARDS and not self._runout):
                self._compare(showdowns, seen, won)
                showdowns = []
        return lines, showdowns

    def _deal(self, random: np.random.Generator) -> list[tuple[int, ...]]:
        """Return boards of five cards that share the flop: known cards, then random ones."""
        known = (*self._strategy.board, *self._runout)
        boards: list[tuple[int, ...]] = []
        while len(boards) < self._runouts:
            left = [card for card in range(CARD_COUNT) if card not in known]
            drawn = random.choice(left, _RIVER_CARDS - len(known), replace=False)
            boards.append((*known, *drawn.tolist()))
            known = boards[0][: max(len(known), _FLOP_CARDS)]
        return boards

    def _deals(self, cards: int) -> float:
        """Return the mean weight of pairs of hands possible on a random board of `cards` cards."""
        first = len(self._strategy.board)
        if self._runout:
            return self._pairs
        drawn = cards - first
        return self._pairs * comb(CARD_COUNT - 4 - first, drawn) / comb(CARD_COUNT - first, drawn)

    def _play_street(
        self, lines: list[_Line], board: tuple[int, ...], random: np.random.Generator | None
    ) -> tuple[list[_Line], list[_Line], list[_Line]]:
        """Play a street to its end; return the folds, showdowns and lines of the next street.

        Without `random` all lines are followed; with it, some lines with little at stake are
        dropped.
        """
        folds, showdowns, onward = [], [], []
        active = lines
        while active:
            own = [line for line in active if self._player[line.node] == line.seat]
            others = [line for line in active if self._player[line.node] != line.seat]
            children = self._chosen(own, board)
            for line in others:
                children += self._answers(line, board)
            active = []
            for line in children:
                kind = self._kind[line.node]
                if kind == _FOLD:
                    folds.append(line)
                elif random is not None and not self._is_kept(line, random):
                    continue
                elif kind == _SHOWDOWN:
                    showdowns.append(line)
                elif kind == _DEAL:
                    line.node = self._first_child[line.node]
                    onward.append(line)
                else:
                    active.append(line)
        return folds, showdowns, onward

    def _is_kept(self, line: _Line, random: np.random.Generator) -> bool:
        """Return whether to follow a line; most lines with little at stake are dropped.

        The reach of the kept lines is scaled up, so that the mean stays the same.
        """
        at_stake = self._at_stake(line)
        if at_stake >= _MIN_AT_STAKE:
            return True
        if random.random() * _MIN_AT_STAKE >= at_stake:
            return False
        line.reach = line.reach * (_MIN_AT_STAKE / at_stake)
        return True

    def _at_stake(self, line: _Line) -> float:
        """Return the share of deals that reach a line, times its pot in starting pots."""
        share = float(line.own.sum() * line.reach.sum()) / self._pairs
        return share * float(self._settlement.prizes[line.node]) / self._first_pot

    def _drawn(self, lines: list[_Line], count: int, random: np.random.Generator) -> list[_Line]:
        """Return at most `count` lines of each seat, drawn by what is at stake.

        Their reach is scaled up, so that the mean stays the same. Both seats are drawn with the
        same random number, so that they often follow the same line.
        """
        drawn = []
        offset = random.random()
        for seat in (0, 1):
            own = [line for line in lines if line.seat == seat]
            stakes = np.array([self._at_stake(line) for line in own])
            if len(own) <= count or not stakes.any():
                drawn += own
                continue
            # Systematic sampling: the expected number of each line, plus or minus one.
            bounds = np.cumsum(count * stakes / stakes.sum())
            times = np.diff(np.floor(bounds + offset), prepend=np.floor(offset))
            for line, stake, often in zip(own, stakes.tolist(), times.tolist(), strict=True):
                if often:
                    scale = often * float(stakes.sum()) / (count * stake)
                    drawn.append(_Line(seat, line.node, line.reach * scale, line.own))
        return drawn

    def _answers(self, line: _Line, board: tuple[int, ...]) -> list[_Line]:
        """Return the lines after each action of the opponent."""
        rows = line.reach * np.nan_to_num(self._strategy.probabilities(line.node, board))
        first = self._first_child[line.node]
        return [
            _Line(line.seat, first + action, rows[action], line.own)
            for action in np.flatnonzero(rows.any(axis=1)).tolist()
        ]

    # Actions of the responder.

    def _chosen(self, lines: list[_Line], board: tuple[int, ...]) -> list[_Line]:
        """Return the lines after the responder's actions, each with the hands that choose it."""
        after = []
        for line, choices in zip(lines, self._choices(lines, board), strict=True):
            for child in self._options(line.node):
                own = np.where(choices == child, line.own, 0.0)
                if own.any():
                    after.append(_Line(line.seat, child, line.reach, own))
        return after

    def _choices(self, lines: list[_Line], board: tuple[int, ...]) -> list[NDArray[np.int64]]:
        """Return the child that each hand takes at each line.  [1326] each"""
        if len(board) > len(self._strategy.board):
            return self._best_options(lines, board)
        places = [(line.seat, line.node) for line in lines]
        if not all(place in self._first_choices for place in places):
            self._first_choices |= zip(places, self._best_options(lines, board), strict=True)
        return [self._first_choices[place] for place in places]

    def _options(self, node: int) -> list[int]:
        """Return the children that the responder may choose."""
        options = self._options_of.get(node)
        if options is None:
            options = self._options_of[node] = self._menu.children(self._tree, node)
        return options

    def _best_options(self, lines: list[_Line], board: tuple[int, ...]) -> list[NDArray[np.int64]]:
        """Return the child with the highest estimate for each hand at each line.  [1326] each"""
        options = [self._options(line.node) for line in lines]
        ranges: list[HoleArray] = []
        for line, children in zip(lines, options, strict=True):
            if len(children) > 1:
                ranges.append(line.reach)
                ranges += [
                    self._staying(line, child, board) for child in children if self._is_bet(child)
                ]
        equities, met = self._equities(ranges, board)
        choices, at = [], 0
        for line, children in zip(lines, options, strict=True):
            if len(children) == 1:
                choices.append(np.full(HOLE_COUNT, children[0]))
                continue
            values = np.zeros((len(children), HOLE_COUNT))
            all_equities, all_met = equities[at], met[at]
            at += 1
            for row, child in enumerate(children):
                if self._move[child] == _FOLD_MOVE:
                    continue
                if self._is_bet(child):
                    stays = np.divide(met[at], all_met, out=np.zeros(HOLE_COUNT), where=all_met > 0)
                    values[row] = self._value(line, child, stays, equities[at])
                    at += 1
                else:
                    values[row] = self._value(line, child, np.ones(HOLE_COUNT), all_equities)
            choices.append(np.array(children)[values.argmax(axis=0)])
        return choices

    def _is_bet(self, child: int) -> bool:
        return self._move[child] in _BETS

    def _staying(self, line: _Line, bet: int, board: tuple[int, ...]) -> HoleArray:
        """Return the part of the opponent's range that does not fold to a bet."""
        for at, child in enumerate(self._tree.children(bet)):
            if self._move[child] == _FOLD_MOVE:
                folds = np.nan_to_num(self._strategy.probabilities(bet, board)[at])
                staying: HoleArray = line.reach * (1 - folds)
                return staying
        return line.reach

    def _value(self, line: _Line, child: int, stays: HoleArray, beaten: HoleArray) -> HoleArray:
        """Estimate the gain of an action over folding, in units of `chip`.  [1326]"""
        tree = self._tree
        bets = tree.committed[child] - self._antes
        own, rival = int(bets[line.seat]), int(bets[1 - line.seat])
        call = max(min(own, int(self._stacks[1 - line.seat])) - rival, 0)
        pot = self._settlement.dead + min(rival, own) + own
        called = np.array([(pot + call) * float(tree.rules.chip)])
        kept = 1 - float(self._strategy.rake.taken(called)[0] / called[0])
        won = pot * (1 - stays + stays * beaten) + call * stays * beaten
        before = int(tree.committed[line.node, line.seat] - self._antes[line.seat])
        return won * kept - (own - before)

    # Equities.

    def _equities(
        self, ranges: Sequence[HoleArray], board: tuple[int, ...]
    ) -> tuple[HoleArray, HoleArray]:
        """Return each hand's equity against M ranges, and the weight it meets.  [M, 1326]"""
        if not ranges:
            return np.zeros((0, HOLE_COUNT)), np.zeros((0, HOLE_COUNT))
        is_start = len(board) == len(self._strategy.board)
        most = ALL_FROM_FLOP if is_start else 0  # worth the time, since it is needed only once
        points, met = _meetings(ranges, _complete_boards(board, most))
        return np.divide(points, met, out=np.zeros_like(points), where=met > 0), met

    def _compare(
        self, lines: list[_Line], board: tuple[int, ...], won: list[float], sign: int = 1
    ) -> None:
        """Add the payoffs of showdowns on a board, as the mean over all complete boards."""
        if not lines:
            return
        count = self._deals(len(board)) / sign
        if board:
            boards = _complete_boards(board, ALL_FROM_FLOP)
            points, met = _meetings([line.reach for line in lines], boards)
            # Each pair of hands is compared on all boards that its four cards do not block.
            count *= comb(CARD_COUNT - 4 - len(board), _RIVER_CARDS - len(board))
        else:
            met = np.array([compatible_weight(line.reach) for line in lines])
            points = (met + np.array([preflop_matrix() @ line.reach for line in lines])) / 2
        for line, shares, weights in zip(lines, points, met, strict=True):
            prize = self._settlement.payoff(line.node, line.seat, 1.0)
            cost = self._settlement.payoff(line.node, line.seat, 0.0)
            value = (prize - cost) * (line.own @ shares) + cost * (line.own @ weights)
            won[line.seat] += float(value) / count


def _unblocked(lines: Iterable[_Line], board: tuple[int, ...]) -> list[_Line]:
    """Return the lines without the hands that a board blocks, if both players have some left."""
    free = HOLE_MASKS & np.uint64(sum(1 << card for card in board)) == 0
    left = [_Line(line.seat, line.node, line.reach * free, line.own * free) for line in lines]
    return [line for line in left if line.reach.any() and line.own.any()]


def _pairs(line: _Line) -> float:
    """Return the weight of all pairs of hands at a line that share no card."""
    shared = (line.own @ _HOLDS) @ (line.reach @ _HOLDS)
    return float(line.own.sum() * line.reach.sum() - shared + line.own @ line.reach)


def _meetings(
    ranges: Sequence[HoleArray], boards: NDArray[np.uint64]
) -> tuple[HoleArray, HoleArray]:
    """Return the weight that each hand beats and meets, summed over boards.  [M, 1326]"""
    weights = np.ascontiguousarray(np.stack(ranges, axis=1))
    points, met = np.zeros_like(weights), np.zeros_like(weights)
    _native.meet_ranges(high_evaluator(), boards, weights, points, met)
    return np.ascontiguousarray(points.T), np.ascontiguousarray(met.T)


def _complete_boards(board: tuple[int, ...], most: int) -> NDArray[np.uint64]:
    """Return all complete boards, or a sample if they would take too long."""
    limit = max(_SAMPLED_BOARDS.get(len(board), 0), most)
    return complete_boards(mask_of(board), limit or None)
