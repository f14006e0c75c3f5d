"""The work of the kernels, against the tree and the hands that it stands for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import pairwise, product
from random import Random
from typing import Any, TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fifthstreet.cards import CARD_COUNT, HOLE_CARDS, HOLE_MASKS
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.postflop.backends.cuda import layout, program
from fifthstreet.solvers.postflop.backends.cuda.layout import (
    block_threads,
    bundle_entries,
    card_places,
    layout_of,
)
from fifthstreet.solvers.postflop.backends.cuda.program import (
    NODE_BYTES,
    list_piece,
    river_bytes,
    river_classes,
)
from fifthstreet.solvers.postflop.backends.cuda.street_work import (
    StreetWork,
    entry_rows,
    make_street_work,
)
from fifthstreet.solvers.postflop.spot.plan import Plan, make_plan
from fifthstreet.solvers.postflop.spot.runouts import SeatRows
from fifthstreet.solvers.postflop.spot.street_betting import ACTION, StreetBetting
from fifthstreet.tree import Rake
from tests.solvers.postflop.draws import RIVER, TURN, spots
from tests.solvers.postflop.example_spots import FLOP
from tests.solvers.postflop.example_spots import TURN as A_TURN
from tests.thoroughness import examples


def row(seat: SeatRows, runout: int) -> list[int]:
    """Hands of a player on a runout."""
    holes: list[int] = seat.holes[runout, : seat.count[runout]].tolist()
    return holes


def strengths(plan: Plan, runout: int, holes: list[int]) -> list[int]:
    """Strengths of hands on a river."""
    board = np.full(len(holes), plan.runouts[-1].boards[runout])
    scores: list[int] = evaluate_masks(HOLE_MASKS[holes], board).tolist()
    return scores


def check_lists(plan: Plan, street: int) -> None:
    """A card's list has the indices of all hands with it, and starts where the last one ends."""
    for player in (0, 1):
        seats = plan.runouts[street].seats
        listed, other = seats[player], seats[1 - player]
        places = card_places(listed, other)
        for runout in range(plan.runouts[street].count):
            starts = places.card_start[runout].tolist()
            assert starts[0] == 0
            assert starts[-1] == 2 * int(listed.count[runout])
            for card in range(CARD_COUNT):
                part = places.by_card[runout, starts[card] : starts[card + 1]].tolist()
                hands = enumerate(row(listed, runout))
                assert part == [at for at, hole in hands if card in HOLE_CARDS[hole]]


def check_showdowns(plan: Plan) -> None:
    """Prefix sums at the showdown indices are the weights of the hands that they stand for."""
    random = np.random.default_rng(0)
    for player in (0, 1):
        seats = plan.runouts[-1].seats
        mine, theirs = seats[player], seats[1 - player]
        places = card_places(theirs, mine)
        for runout in range(0, plan.runouts[-1].count, 7):
            own, others = row(mine, runout), row(theirs, runout)
            weights = random.integers(1, 1 << 20, len(others))
            listed = weights[places.by_card[runout, : 2 * len(others)]]
            starts = places.card_start[runout].tolist()
            their_strengths = strengths(plan, runout, others)
            for at, (hole, strength) in enumerate(
                zip(own, strengths(plan, runout, own), strict=True)
            ):
                weaker, not_better, *of_cards, cards, same = places.showdown[runout, at].tolist()
                is_weaker = np.array([one < strength for one in their_strengths], np.bool_)
                not_above = np.array([one <= strength for one in their_strengths], np.bool_)
                assert weights[:weaker].sum() == weights[is_weaker].sum()
                assert weights[:not_better].sum() == weights[not_above].sum()
                assert [cards & 255, cards >> 8] == HOLE_CARDS[hole].tolist()
                for which, card in enumerate(HOLE_CARDS[hole].tolist()):
                    has = np.array([card in HOLE_CARDS[one] for one in others], np.bool_)
                    ends = of_cards[2 * which : 2 * which + 2]
                    for end, among in zip(ends, (is_weaker, not_above), strict=True):
                        assert listed[starts[card] : end].sum() == weights[has & among].sum()
                assert same == (others.index(hole) if hole in others else len(others))


@settings(max_examples=examples(30))
@given(spots(RIVER))
def test_places_on_rivers(spot: Spot) -> None:
    plan = make_plan(spot)
    check_lists(plan, 0)
    check_showdowns(plan)


@pytest.mark.parametrize("street", [0, 1])
def test_lists_of_streets(street: int) -> None:
    check_lists(make_plan(A_TURN), street)


def test_showdowns_of_many_runouts() -> None:
    check_showdowns(make_plan(A_TURN))


def test_no_showdowns_before_the_river() -> None:
    first, second = make_plan(A_TURN).runouts[0].seats
    assert not card_places(first, second).showdown.size


RECORDS, CHILDREN, ENDS, ENTRIES = range(4)


@dataclass(frozen=True)
class End:
    """An end for one player: its payoffs, and the opponent's actions that lead to it."""

    lead: float
    total: float
    done: tuple[tuple[int, int], ...]  # blocks of the opponent's decisions, and actions


@dataclass(frozen=True)
class Decision:
    """A decision with all that follows; the opponent's actions are summed and have no order."""

    is_own: bool
    row: int
    block: int
    actions: tuple[End | Decision, ...] | frozenset[End | Decision]


@dataclass(frozen=True)
class Reach:
    """The opponent's actions that lead to a node."""

    done: tuple[tuple[int, int], ...] = ()


Values: TypeAlias = frozenset[End | Decision]  # that are added up


class Rows(dict[int, Reach | Values]):
    """Rows of symbols instead of numbers, used as the kernels use theirs."""

    def reach(self, slot: int) -> tuple[tuple[int, int], ...]:
        row = self[slot]
        assert isinstance(row, Reach)
        return row.done

    def take_values(self, slot: int) -> Values:
        row = self.pop(slot)
        assert not isinstance(row, Reach)
        return row


@dataclass(frozen=True)
class Case:
    """A street for one player."""

    plan: Plan
    street: int
    player: int
    bundles: list[list[int]]

    @property
    def betting(self) -> StreetBetting:
        return self.plan.betting[self.street]

    @property
    def is_river(self) -> bool:
        return self.street == len(self.plan.betting) - 1

    @property
    def reach_before(self) -> NDArray[np.int32]:
        """Slots of the exits that lead to the entries: arbitrary numbers."""
        return 7 * np.arange(len(self.betting.entry_start) - 1, dtype=np.int32)

    @cached_property
    def work(self) -> StreetWork:
        lead, total = (numbers[self.player] for numbers in self.plan.payoffs[self.street])
        return make_street_work(
            self.betting,
            self.player,
            lead,
            total,
            self.bundles,
            self.reach_before,
            is_river=self.is_river,
        )

    def part(self, bundle: int, which: int) -> slice:
        """Where a bundle's records, child slots, ends or entries are."""
        first, count = self.work.bundles[bundle, 2 * which : 2 * which + 2].tolist()
        return slice(first, first + count)

    def expected(self, node: int, done: tuple[tuple[int, int], ...] = ()) -> End | Decision:
        """What a node stands for, from the tree itself."""
        betting = self.betting
        if betting.kind[node] == ACTION:
            is_own = bool(betting.player[node] == self.player)
            block, first = int(betting.block[node]), int(betting.first_child[node])
            actions = tuple(
                self.expected(first + action, done if is_own else (*done, (block, action)))
                for action in range(int(betting.n_children[node]))
            )
            row = int(betting.row[node])
            return Decision(is_own, row, block, actions if is_own else frozenset(actions))
        lead, total = (float(rows[self.player][node]) for rows in self.plan.payoffs[self.street])
        return End(lead, total, done)

    def go_down(self, bundle: int, reach: Rows) -> None:
        listed = self.work.entries[self.part(bundle, ENTRIES)].tolist()
        assert [entry for entry, *_ in listed] == self.bundles[bundle]
        for entry, slot, value, before in listed:
            reach[slot] = Reach()
            assert value == self.work.root_value[entry]
            assert before == self.reach_before[entry]
        for record in self.work.records[self.part(bundle, RECORDS)].tolist():
            _, block, actions, is_own, reach_slot, outs, *_ = record
            if not is_own:
                done = reach.reach(reach_slot)  # its row may be overwritten from here on
                for action in range(actions):
                    out = int(self.work.child_slots[outs + action])
                    reach[out] = Reach((*done, (block, action)))

    def end(self, bundle: int, reach: Rows, values: Rows) -> None:
        ends = self.work.ends[self.part(bundle, ENDS)]
        for shown, folded, show, fold, lead, total, folded_total, fold_total in ends.tolist():
            sums = dict[int, Values]()
            if show >= 0:
                sums[show] = frozenset({End(lead, total, reach.reach(shown))})
            if folded >= 0:
                sums[show] |= {End(0.0, folded_total, reach.reach(folded))}
            if fold >= 0:
                sums[fold] = frozenset({End(0.0, fold_total, reach.reach(shown))})
            if self.is_river:  # all threads read these rows while some write
                assert not {shown, folded} & sums.keys()
            values.update(sums)

    def leave(self, reach: Rows, values: Rows) -> None:
        """Set the values of exits, which have no payoffs of their own."""
        work = self.work
        for slot, value in zip(work.exit_reach.tolist(), work.exit_value.tolist(), strict=True):
            values[value] = frozenset({End(0.0, 0.0, reach.reach(slot))})

    def go_up(self, bundle: int, values: Rows) -> None:
        children = self.part(bundle, CHILDREN)
        for record in reversed(self.work.records[self.part(bundle, RECORDS)].tolist()):
            row, block, actions, is_own, _, outs, first, joined = record
            assert children.start <= outs <= first <= children.stop - joined
            slots = self.work.child_slots[first : first + joined].tolist()
            below = [values.take_values(slot) for slot in slots]
            parts = [part for each in below for part in each]
            assert len(parts) == actions
            following = tuple(parts) if is_own else frozenset(parts)
            values[slots[0]] = frozenset({Decision(bool(is_own), row, block, following)})

    def check(self) -> None:
        """The work stands for the tree, and no row is overwritten while it is needed."""
        work = self.work
        reach, values = Rows(), Rows()
        if not self.is_river:
            for bundle in range(len(self.bundles)):
                self.go_down(bundle, reach)
                self.end(bundle, reach, values)
            self.leave(reach, values)
            assert len(reach) == work.reach_slots == max(reach, default=-1) + 1
            assert len(values) == work.value_slots == max(values, default=-1) + 1
        for bundle, entries in enumerate(self.bundles):
            if self.is_river:
                reach = values = Rows()
                self.go_down(bundle, reach)
                self.end(bundle, reach, values)
                assert max(values) < work.rows[bundle]
            self.go_up(bundle, values)
            for entry in entries:
                computed = values.take_values(int(work.root_value[entry]))
                assert computed == {self.expected(int(self.betting.entry_start[entry]))}


def check_work(spot: Spot, draw: Callable[[int], list[list[int]]]) -> None:
    """Check all streets and both players; `draw` bundles the entries of the river."""
    plan = make_plan(spot)
    for street, player in product(range(len(plan.betting)), (0, 1)):
        entries = len(plan.betting[street].entry_start) - 1
        is_river = street == len(plan.betting) - 1
        bundles = draw(entries) if is_river else [[entry] for entry in range(entries)]
        Case(plan, street, player, bundles).check()


@given(spots(RIVER))
def test_work_on_rivers(spot: Spot) -> None:
    check_work(spot, lambda _: [[0]])


@settings(max_examples=examples(20))
@given(spots(TURN), st.randoms(use_true_random=False), st.integers(1, 4))
def test_work_on_turns(spot: Spot, random: Random, most: int) -> None:
    def draw(entries: int) -> list[list[int]]:
        order = random.sample(range(entries), entries)
        return [order[first : first + most] for first in range(0, entries, most)]

    check_work(spot, draw)


@pytest.mark.parametrize("board", ["AsTs4h7h", "AsTs4h"])
def test_betting_that_never_reaches_the_next_street(board: str) -> None:
    spot = Spot.of(board, 2, 1, oop="KK", ip="QQ", bets="a", removed=("r:k", "r:a:c"))
    check_work(spot, lambda entries: [[entry] for entry in range(entries)])


def test_work_on_a_flop() -> None:
    check_work(FLOP, lambda entries: [list(range(entries))])


ROWS = st.lists(st.integers(1, 60), min_size=1, max_size=30)
WIDTHS = st.integers(1, 84).map(lambda lanes: 16 * lanes)


@given(ROWS, WIDTHS)
def test_every_entry_is_in_a_bundle(rows: list[int], width: int) -> None:
    """Small entries share bundles, so that no two neighbouring bundles could be one."""
    needs = [width * each for each in rows]
    bundles = bundle_entries(np.array(rows, np.int64), width)
    assert sorted(entry for bundle in bundles for entry in bundle) == list(range(len(rows)))
    sums = [sum(needs[entry] for entry in bundle) for bundle in bundles]
    limit = layout._BUNDLE_FLOATS
    assert all(total <= limit or len(b) == 1 for total, b in zip(sums, bundles, strict=True))
    for (total, _), (_, after) in pairwise(zip(sums, bundles, strict=True)):
        assert total + needs[after[0]] > limit


def test_rows_of_entries() -> None:
    """The rows given to `bundle_entries` are those in use, not many more than for reach alone."""
    plan = make_plan(A_TURN)
    entries = len(plan.betting[-1].entry_start) - 1
    for player in (0, 1):
        work = Case(plan, 1, player, [[entry] for entry in range(entries)]).work
        assert entry_rows(plan.betting[-1], player).tolist() == work.rows.tolist()
        theirs = work.records[:, 3] == 0
        assert work.rows.sum() <= work.records[theirs, 2].sum() + 2 * entries


def make_bundles(rows: list[int]) -> StreetWork:
    """Work whose bundles need these numbers of rows, and a node for every two rows."""
    nothing: Any = np.empty(0, np.int32)
    empty = StreetWork(**{each.name: nothing for each in fields(StreetWork)})
    needed = np.array(rows, np.int64)
    bundles = np.zeros((len(rows), 8), np.int32)
    bundles[:, 2 * RECORDS + 1], bundles[:, 2 * CHILDREN + 1] = needed // 2, needed
    return replace(empty, bundles=bundles, rows=needed)


@given(ROWS, WIDTHS, st.integers(1, 8), st.integers(1, 228))
def test_classes(rows: list[int], width: int, warps: int, kilobytes: int) -> None:
    """Every bundle is in one class, which has room for it as the kernel divides shared memory."""
    work, most, threads, piece = make_bundles(rows), kilobytes << 10, 32 * warps, 7
    fixed = river_bytes(threads, piece)
    sums = 4 * (4 * threads + 2 * piece * threads + 2 * CARD_COUNT + 3 * warps)
    assert fixed >= sums + 4 * 4 * threads + 2 * (CARD_COUNT + 1)
    assert fixed % 16 == 0
    classes = river_classes(work, width, fixed, most)
    chosen = [bundle for each in classes for bundle in each.bundles.tolist()]
    assert sorted(chosen) == list(range(len(rows)))
    for each in classes:
        for bundle in each.bundles.tolist():
            assert rows[bundle] <= each.rows
            assert work.nodes[bundle] <= each.max_nodes
        slots = max(work.children[each.bundles].tolist())
        assert each.large_bytes >= 4 * width * each.rows + NODE_BYTES * each.max_nodes + 2 * slots
        assert each.large_bytes % 16 == 0
        if each.is_spilt:
            assert each.shared_bytes >= fixed
        else:
            assert each.large_bytes + fixed <= each.shared_bytes <= most


def test_pieces_cover_a_list() -> None:
    """The pieces of a block's threads cover a whole list by card, and the index after it."""
    for hands in range(1, 1327):
        threads = block_threads(hands // 16 * 16 + 16)
        assert 4 * threads > hands
        assert threads <= 384  # as in game.cuh
        piece = list_piece(threads, hands)
        assert piece * threads > 2 * hands
        assert piece % 2 == 1


def test_small_bundles_do_not_pay_for_large_ones() -> None:
    classes = river_classes(make_bundles([8, 40, 8, 140]), 512, 16 << 10, 227 << 10)
    shapes = [(each.bundles.tolist(), each.is_spilt) for each in classes]
    assert shapes == [([0, 2], False), ([1], False), ([3], True)]
    assert classes[0].shared_bytes < classes[1].shared_bytes


OOP, IP = "AA,KQs,88", "QQ,AJs,99"


def test_spots_with_the_same_tree_share_their_work() -> None:
    first, other_board, other_sizes = (
        layout_of(make_plan(Spot.of(board, 60, 200, oop=OOP, ip=IP, bets=bets)))
        for board, bets in (("Ks7d2c5h", "50%"), ("Jh6h3c4d", "50%"), ("Jh6h3c4d", "75%"))
    )
    assert first.work is other_board.work
    assert first.work is not other_sizes.work
    assert first.lists is not other_board.lists


def test_work_is_not_shared_if_the_rake_differs() -> None:
    """The betting is the same, but the payoffs are not."""
    spot = Spot.of("Ks7d2c5h", 60, 200, oop=OOP, ip=IP, bets="50%")
    raked = replace(spot, rake=Rake(0.05, 3.0))
    plain, with_rake = (layout_of(make_plan(each)).work for each in (spot, raked))
    assert plain is not with_rake
    assert plain[-1][0].ends["total"].tolist() != with_rake[-1][0].ends["total"].tolist()


def test_a_layout_is_made_once() -> None:
    plan = make_plan(A_TURN)
    assert layout_of(plan) is layout_of(plan)


def test_a_street_with_too_many_decisions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "NODE_BYTES", 1 << 20)  # stands for a huge number of nodes
    with pytest.raises(InputError, match="decisions on one street are too many"):
        program.DeviceProgram(make_plan(A_TURN), ({}, {}), lambda _: 0, lambda _: 0, 227 << 10)
