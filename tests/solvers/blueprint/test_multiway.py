"""Three or more players: correct play where it is obvious, and exact best responses on a river."""

import pytest

from fifthstreet.cards import parse_hole
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver
from fifthstreet.tree import Move, Sizes, TreeRules, build_tree
from fifthstreet.tree.strategy import UniformStrategy
from tests.solvers.blueprint.river_game import RiverGame
from tests.solvers.blueprint.small_spots import ALL_IN, NODE_SHIFT, SmallGame, table

# On this board seat 0's royal flush always wins, and seat 2's pair of threes never does.
NUTS = SmallGame.of(
    TreeRules.even(3, 30, pot=30, first_street=3, sizes=ALL_IN),
    "JsTs,AhKh,7c7d",
    "AcKc,QhQd,AdJd",
    "KdQc,9h9c,3c3d",
    board="AsKsQs7h2c",
)
THREE_ON_A_RIVER = SmallGame.of(
    TreeRules(
        stacks=(40, 90, 60),
        pot=30,
        first_street=3,
        sizes=Sizes.uniform("100%", raises="a"),
        max_raises=2,
    ),
    "AdJd,8c8d,Jc9c,KdQd,5h5s",
    "KcJc,TdTh,9h9s,AhQh,6h6s",
    "QcQs,KhTc,6c6d,Ac5c,JhJs",
    board="AsTs4h7h2c",
)


THREE_HANDED = RiverGame(THREE_ON_A_RIVER)


def facing_all_in(game: SmallGame, node: int) -> bool:
    tree = game.tree
    moves = tree.move[list(tree.children(node))]
    return sorted(moves.tolist()) == sorted([Move.FOLD, Move.CALL])


def test_the_nuts_never_fold_and_hopeless_hands_never_call() -> None:
    solver = NUTS.solver(batch=64)
    solver.iterate(300_000)
    strategy, tree = solver.average(), NUTS.tree
    royal, threes = parse_hole("JsTs"), parse_hole("3d3c")
    visited = {key >> NODE_SHIFT for key, cells in table(solver).items() if cells[1].any()}
    decisions = {0: 0, 2: 0}
    for node in sorted(visited):
        player = int(tree.player[node])
        if player not in decisions or not facing_all_in(NUTS, node):
            continue
        fold, call = strategy.probabilities(node, NUTS.board)
        decisions[player] += 1
        if player == 0:
            assert fold[royal] < 0.01
        else:
            assert call[threes] < 0.01
    assert min(decisions.values()) >= 2


def test_three_players_on_a_river_come_close_to_an_equilibrium() -> None:
    solver = THREE_ON_A_RIVER.solver(batch=64)
    solver.iterate(20_000)
    early = THREE_HANDED.exploitability(solver.average())
    solver.iterate(600_000)
    late = THREE_HANDED.exploitability(solver.average())
    uniform = THREE_HANDED.exploitability(
        UniformStrategy(THREE_ON_A_RIVER.tree, THREE_ON_A_RIVER.ranges, THREE_ON_A_RIVER.board)
    )
    assert late.values is not None
    assert sum(late.values) == pytest.approx(0, abs=1e-9)
    # Chips per player, with a pot of 30.
    assert uniform.chips > 5
    assert late.chips < 0.3
    assert late.chips < early.chips


@pytest.mark.slow
def test_six_players_push_or_fold_soundly() -> None:
    opens = ["r" + ":f" * folds for folds in range(5)]  # nobody has entered the pot yet
    rules = TreeRules.even(
        6,
        20,
        blinds=(1, 2),
        first_street=0,
        last_street=0,
        sizes=ALL_IN,
        max_raises=1,
        removed=tuple(f"{path}:c" for path in opens),
    )
    solver = BlueprintSolver(build_tree(rules), ["random"] * 6, BlueprintOptions(batch=1024))
    solver.iterate(600_000)
    strategy = solver.average()
    pushes = [strategy.node(path)[1] for path in opens]
    for hand in ("AsAh", "KsKh", "QsQh", "AsKs"):
        assert min(push[parse_hole(hand)] for push in pushes) > 0.95
    for hand in ("7s2h", "9s4h", "Js3h"):
        assert pushes[0][parse_hole(hand)] < 0.05
    # The fewer players are left, the more hands are pushed.
    push_shares = [float(push.mean()) for push in pushes]
    assert push_shares == sorted(push_shares)
    assert push_shares[0] < 0.35
    assert push_shares[-1] > 0.45
