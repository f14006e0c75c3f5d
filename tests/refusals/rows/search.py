"""Refusals of re-solving subgames and of games from the blinds."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from fifthstreet.errors import NotEnoughMemoryError
from tests.refusals.rows.game import hand, holdem
from tests.refusals.rows.games import kuhn, toy, uniform
from tests.refusals.rows.tree import measured, plain, preflop
from tests.refusals.table import Table, face, new_file, new_path, replaced
from tests.refusals.things import river, river_spot, solved, turn, turn_spot

fs = face("")
cfr = face("solvers.cfr")
games = face("solvers.games")
search = face("solvers.search")
blinds = face("solvers.search.preflop")
preflop_strategy = face("solvers.search.preflop.strategy")
SIZES = fs.Sizes.uniform("50%", "50%")
LOCKED = (fs.Lock("r", {"k": 1}),)
BOARDS = np.array([0b111], np.uint64)
MEMORY = "solvers.search.preflop.solver.available_bytes"


@cache
def leduc() -> Any:
    return cfr.flatten(games.leduc())


@cache
def leduc_state() -> Any:
    return search.public_states(games.leduc(), leduc())[0]


def cut(strategy: Any = None, state: Any = None, player: int = 0, method: str = "unsafe") -> Any:
    strategy, state = strategy or uniform(leduc()), state or leduc_state()
    return search.subgame_game(games.leduc(), strategy, state, player, method)


def resolve(game: Any, method: str = "unsafe", **options: Any) -> Any:
    return search.resolve_game(game, uniform(cfr.flatten(game)), method, iterations=1, **options)


def always(action: int, tree: Any) -> Any:
    """Return the strategy that always takes the action with this number, or the last one."""
    rows = []
    for actions in tree.actions:
        row = np.zeros(len(actions))
        row[min(action, len(actions) - 1)] = 1
        rows.append(row)
    return cfr.Strategy(tree, np.concatenate(rows))


def settings(**options: Any) -> Any:
    return search.SearchSettings(**({"sizes": SIZES, "max_iterations": 2} | options))


def continual(path: str) -> Any:
    return search.ContinualSolver(turn_spot(), 0, settings()).at(path)


@cache
def before_flop(last_street: int = 0, players: int = 2) -> Any:
    rules = preflop(stacks=(10,) * players, sizes=SIZES, last_street=last_street)
    return fs.UniformStrategy(fs.build_tree(rules), [fs.Range("random")] * players)


def hand_search(strategy: Any = None, **options: Any) -> Any:
    return search.HandSearch(strategy or before_flop(), settings(), **options)


def seats_spot(ranges: Any = ("AA", "KK", "QQ"), board: str = "2c7d9h", **options: Any) -> Any:
    """Return a street of three players."""
    count = len(ranges)
    rules = fs.TreeRules(stacks=(options.pop("stack", 100),) * count, pot=90, sizes=SIZES)
    rules = replace(rules, **options.pop("rules", {}))
    hands = tuple(fs.Range.parse(text) for text in ranges)
    return search.SeatsSpot(fs.parse_cards(board), hands, rules, **options)


def seats_search() -> Any:
    return search.SeatsSearch(before_flop(2, 3), settings())


def seats_hand(players: int = 3) -> Any:
    """Return the flop of a hand in which all players have called."""
    state = hand(stacks=(10,) * players)
    for _ in range(players):
        state.check_or_call()
    play = face("game")
    names, stacks = tuple("abc"[:players]), tuple(state.starting_stacks)
    public = play.PublicHand(play.Terms(holdem()), names, stacks)
    public.catch_up(state)
    random = face("support.seeded_random").SeededRandom(1)
    return play.seat_view(state, public, state.actor_index, random)


def limited(spot: Any = None, player: int = 0, strategy: Any = None, **options: Any) -> Any:
    spot = spot or turn_spot()
    strategy = strategy or fs.UniformStrategy(turn_spot().tree, turn_spot().ranges, spot.board)
    return search.DepthLimitedSolver(spot, player, strategy, boards=1, threads=1, **options)


def halves() -> Any:
    """Leaf values that give each hand half of the pot."""
    return face("solvers.values").FunctionLeaves(lambda *_: np.full((2, 1326), 0.5))


def leaf_value_solution() -> Any:
    solver = search.LeafValueSolver(turn_spot(), halves(), threads=1)
    solver.run(1)
    return solver.solution()


def after_the_street() -> int:
    """A node of the next street, right after the card."""
    leaf = leaf_value_solution().game.deals[0]
    return int(turn_spot().tree.first_child[leaf])


def blueprint_values(**changes: Any) -> Any:
    """Values of a blueprint at leaves that differ from its own."""
    strategy = fs.UniformStrategy(turn_spot().tree, turn_spot().ranges, turn_spot().board)
    values = search.BlueprintLeaves.of(turn_spot(), strategy, boards=1, threads=1)
    leaves = leaf_value_solution().game.leaves.only(0)
    return values.values(replace(leaves, **changes), np.ones((1, 2, 1326), np.float32))


def gadget_of(player: int) -> Any:
    return face("solvers.postflop").RootGadget("resolve", player, np.zeros(1326))


def nested(path: str, action: str = "b5", solution: Any = None, player: int = 0) -> Any:
    return search.nested_subgame(solution or turn(), path, action, player=player)


def blind_game(**changes: Any) -> Any:
    terms = {"rules": preflop(last_street=1), "boards": BOARDS, "counts": np.ones(1, np.int64)}
    return blinds.PreflopGame(**(terms | changes))


def recipe(**changes: Any) -> Any:
    tree = {"removed": ["r:c"]}
    usual = {"stack": 10, "sizes": {"preflop": {"raise": "a"}}, "flops": 25, "tree": tree}
    return blinds.game_of(usual | changes)


@cache
def push_solver() -> Any:
    return blinds.PreflopSolver(recipe(), threads=1)


def subgame(path: str, solution: Any = None, player: int = 0, **options: Any) -> Any:
    return search.cut_subgame(solution or turn(), path, player=player, **options)


@cache
def searching() -> Any:
    return search.SearchStrategy(before_flop(1), settings(), first_street=1)


def folded() -> Any:
    """Return a public state that needs a bet."""
    return search.public_states(games.leduc(), leduc())[-1]


def within_street() -> Any:
    """Return a solution that starts after a bet."""
    return solved(subgame("r:b10").spot)


def street_game(**changes: Any) -> Any:
    return blinds.game_of({"stack": 10} | changes, depth="street")


def street_solver(game: Any = None, **options: Any) -> Any:
    return blinds.PreflopStreetSolver(game or street_game(), halves(), **options)


def without_leaf_values() -> Any:
    strategy = street_solver().strategy()
    record = replace(strategy.record, leaf_values=None)
    return blinds.PreflopStrategy(strategy.game, strategy.tables, record)


def with_flops() -> Any:
    return recipe(
        sizes={"preflop": {"raise": "a"}, "flop": {"bet": "a"}}, tree={}, flops=["AsKd2c"]
    )


def push_solver_strategy() -> Any:
    strategy = push_solver().strategy()
    empty = replace(strategy.tables, averages={})
    return blinds.PreflopStrategy(strategy.game, empty, strategy.record)


def street_solution() -> Any:
    solver = fs.Solver(turn_spot(), threads=1)
    solver.run(1)
    return face("solvers.search.street_solution").StreetSolution(solver)


def pure() -> Any:
    """Return a solution of the turn in which the first player always checks."""
    spot = replace(turn_spot(), locks=(fs.Lock("r", {"k": 1}),))
    return solved(spot)


TABLE: Table = {
    "solvers/search/any_game.py": [
        ("subgame_game", lambda: cut(always(0, leduc()), folded(), method="unsafe"), "able to"),
        (
            "margins",
            lambda: search.margins(uniform(leduc()), always(1, leduc()), leduc_state(), 0),
            "the strategies must agree before the public state",
        ),
        ("_states_at_depth", lambda: resolve(games.Kuhn()), "has no public chance events"),
        ("_states_at_depth", lambda: resolve(games.leduc(), depth=2), "depth must be 1, in public"),
        ("_check_game", lambda: resolve(games.Kuhn(3)), "must have two players, got"),
        ("_check_game", lambda: cut(player=2), "player must be 0 or 1, got 2"),
        ("_check_game", lambda: resolve(toy(payoffs=(1.0, 1.0))), "the game must be zero-sum"),
        (
            "_check_public_state",
            lambda: cut(state=replace(leduc_state(), game="x")),
            "got a state of x",
        ),
    ],
    "solvers/search/composed.py": [
        ("resolve_rivers", lambda: search.resolve_rivers(river(), "unsafe"), "got the river"),
    ],
    "solvers/search/continual.py": [
        (
            "SearchSettings.__post_init__",
            lambda: settings(seconds=0),
            "seconds must be more than 0",
        ),
        ("SearchSettings.__post_init__", lambda: settings(target_pot_percent=0), "more than 0"),
        ("ContinualSolver.at", lambda: continual("r:k:n2c"), "where no card is dealt"),
        ("ContinualSolver.at", lambda: continual("r:b7"), "the action of OOP must be one of"),
    ],
    "solvers/search/continuations.py": [
        ("check_continuations", lambda: search.DepthLimit(continuations=("x",)), "got 'x'"),
        ("check_continuations", lambda: search.DepthLimit(continuations=()), "at least one, each"),
        (
            "BiasedStrategy.__init__",
            lambda: search.BiasedStrategy(plain(), 0, "fold", bias=0),
            "bias must be more than 0",
        ),
    ],
    "solvers/search/depth_limit.py": [
        (
            "DepthLimit.__post_init__",
            lambda: search.DepthLimit(boards=0),
            "boards must be at least",
        ),
    ],
    "solvers/search/depth_limited.py": [
        (
            "solve_depth_limited",
            lambda: search.solve_depth_limited(turn_spot(), 0, plain(), seconds=0),
            "seconds must be more than 0, got 0",
        ),
        (
            "DepthLimitedSolver.__init__",
            lambda: limited(replace(turn_spot(), gadget=gadget_of(0))),
            "the gadget must be the opponent's",
        ),
    ],
    "solvers/search/blueprint_leaves.py": [
        (
            "BlueprintLeaves._check",
            lambda: blueprint_values(board=(0, 1, 2, 3)),
            "the blueprint's values are for Td9d6hQc, got leaves on 2c2d2h2s",
        ),
        (
            "BlueprintLeaves._check",
            lambda: blueprint_values(nodes=(0,)),
            "nodes of leaves must be where the spot's first street ends, one for each leaf, got",
        ),
        (
            "BlueprintLeaves._check",
            lambda: blueprint_values(stacks=np.array([1e6])),
            "the stack at r:k:k must be 2 pots, got 5e+04",
        ),
        (
            "_check_blueprint",
            lambda: limited(
                strategy=fs.UniformStrategy(turn_spot().tree, turn_spot().ranges, (0, 4, 8, 12))
            ),
            "got another board",
        ),
        (
            "_check_blueprint",
            lambda: limited(
                strategy=fs.UniformStrategy(
                    fs.Spot.of("Td9d6hQc", 30, 40, oop="AA", ip="KK").tree,
                    turn_spot().ranges,
                    turn_spot().board,
                )
            ),
            "got another tree",
        ),
    ],
    "solvers/search/hand_search.py": [
        ("HandSearch._check", lambda: hand_search(first_street=0), "must be 1 (flop), 2 (turn)"),
        ("HandSearch._check", lambda: hand_search(plain()), "the strategy must start preflop"),
        ("HandSearch._check", lambda: hand_search(first_street=2), "must lead to the turn"),
    ],
    "solvers/search/rollouts.py": [
        (
            "Continuations.__init__",
            lambda: search.Continuations(seats_spot(), before_flop(0, 3), 0, (0, 1, 2)),
            "the strategy has no betting on this street",
        ),
    ],
    "solvers/search/sampled_street.py": [
        (
            "SampledStreet._deal",
            lambda: search.SampledStreet(seats_spot(("KK", "AhAs", "AhAs"))).run(iterations=1),
            "hands of the players always share a card",
        ),
    ],
    "solvers/search/seats_search.py": [
        ("SeatsSettings.__post_init__", lambda: search.SeatsSettings(iterations=0), "at least 1"),
        ("SeatsSettings.__post_init__", lambda: search.SeatsSettings(bias=0.0), "more than 0"),
        ("SeatsSettings.__post_init__", lambda: search.SeatsSettings(seed=-1), "at least 0"),
        (
            "SeatsSearch._placed",
            lambda: seats_search().answer(seats_hand(), 0, lambda _: (-1, ())),
            "the hand cannot be mapped to the strategy's tree",
        ),
        (
            "SeatsSearch._solved",
            lambda: seats_search()._solved(seats_hand(2), 0, lambda _: (0, (0, 1)), 1),
            "the players left must be three or more, got 2",
        ),
        (
            "SeatsSearch._spot",
            lambda: seats_search()._spot(
                search.SeatsHand.of(seats_hand(), 1), [np.eye(1, 1326)[0]] * 3, 0, 9
            ),
            "the strategy never gets here with this hand",
        ),
        (
            "_small_enough",
            lambda: face("solvers.search.seats_search")._small_enough(
                fs.TreeRules(
                    stacks=(100_000,) * 6,
                    pot=1_000,
                    last_street=1,
                    sizes=fs.Sizes.uniform(", ".join(f"{size}%" for size in range(30, 130, 5))),
                )
            ),
            "at most 3,000 nodes with one raise",
        ),
    ],
    "solvers/search/seats_spot.py": [
        (
            "SeatsSpot.__post_init__",
            lambda: seats_spot(board="2c7d"),
            "board must be 3 to 5 different cards, got 2c7d",
        ),
        (
            "SeatsSpot.__post_init__",
            lambda: search.SeatsSpot((0, 5, 10), (fs.Range("AA"),), seats_spot().rules),
            "ranges must be 2 to 6, one for each of 3 stacks, got 1",
        ),
        (
            "SeatsSpot.__post_init__",
            lambda: seats_spot(side_pots=(search.StreetPot(80, (0, 1, 2)),)),
            "must add up to the pot, 90 chips, got 80",
        ),
        (
            "SeatsSpot.hands",
            lambda: seats_spot(("AA", "2c2d", "QQ")).hands,
            "no hand in the range is possible on this board",
        ),
    ],
    "solvers/search/street_game.py": [
        ("check_street", lambda: limited(river_spot()), "must be a flop or turn, got a river"),
        ("check_street", lambda: limited(replace(turn_spot(), rake=fs.Rake(0.1))), "must be 0"),
        ("check_street", lambda: limited(replace(turn_spot(), locks=LOCKED)), "not support locks"),
    ],
    "solvers/search/street_depth.py": [
        (
            "StreetDepth.__post_init__",
            lambda: search.StreetDepth({3: halves()}),
            "streets of values must be 1 and 2, got [3]",
        ),
    ],
    "solvers/search/leaf_value_solver.py": [
        (
            "LeafValueSolver.__init__",
            lambda: search.LeafValueSolver(turn_spot(), halves(), schedule="predictive"),
            "does not support predictive schedules",
        ),
        (
            "LeafValueSolver.__init__",
            lambda: search.LeafValueSolver(turn_spot(), []),
            "values must be at least one LeafValues, got none",
        ),
        (
            "solve_with_leaf_values",
            lambda: search.solve_with_leaf_values(turn_spot(), halves(), seconds=0),
            "seconds must be more than 0, got 0",
        ),
    ],
    "solvers/search/leaf_value_solution.py": [
        (
            "LeafValueSolution.probabilities",
            lambda: leaf_value_solution().probabilities(10**6, ()),
            "must be a decision on the first street, got 1000000",
        ),
        (
            "LeafValueSolution.hole_values",
            lambda: leaf_value_solution().hole_values(0, 10**6),
            "node must be on the first street, got 1000000",
        ),
        (
            "LeafValueSolution.reach",
            lambda: leaf_value_solution().reach(len(turn_spot().tree) - 1, ()),
            "must be on the first street or its next card, got",
        ),
        (
            "LeafValueSolution.choice_shares",
            lambda: leaf_value_solution().choice_shares(0),
            "must be where a card is dealt and leaf values are chosen, got 0",
        ),
        (
            "LeafValueResponses._after",
            lambda: (
                face("solvers.search.leaf_value_solution")
                .LeafValueResponses(leaf_value_solution(), 0)
                .per_hand(after_the_street(), (0,), np.ones(1326))
            ),
            "must know values after each card",
        ),
    ],
    "solvers/search/leaf_matrices.py": [
        (
            "sample_runouts",
            lambda: face("solvers.search.leaf_matrices").sample_runouts((0, 4, 8), 0, 0),
            "boards must be at least 1, got 0",
        ),
    ],
    "solvers/search/methods.py": [
        ("check_method", lambda: settings(method="x"), "method must be"),
    ],
    "solvers/search/nested.py": [
        (
            "nested_subgame",
            lambda: nested("r", solution=within_street()),
            "must start at the start of a street",
        ),
        ("nested_subgame", lambda: nested("r:k:k:n2c"), "must be on the solution's first street"),
        ("put_in", lambda: nested("r", player=0), "IP must act at the node, got 'r'"),
    ],
    "solvers/search/preflop/game.py": [
        ("PreflopGame.__post_init__", lambda: blind_game(rules=preflop(stacks=(9, 8))), "equal"),
        ("PreflopGame.__post_init__", lambda: blind_game(counts=np.ones(2)), "one weight each"),
        ("PreflopGame.__post_init__", lambda: blind_game(counts=np.zeros(1)), "more than 0, got"),
        (
            "PreflopGame.__post_init__",
            lambda: blind_game(boards=np.array([3], np.uint64)),
            "a flop must have 3 cards, got 2",
        ),
    ],
    "solvers/search/preflop/held_out.py": [
        ("other_flops", lambda: blinds.other_flops(blind_game(), 0), "other flops, got 0"),
    ],
    "solvers/search/preflop/recipe.py": [
        ("read_recipe", lambda: blinds.read_recipe(new_path("x.toml")), "cannot be read"),
        ("read_recipe", lambda: blinds.read_recipe(new_file("a = [", "x.toml")), "x.toml: "),
        ("_flops", lambda: recipe(flops=[7]), "a number or a list like ['AsKd2c'"),
        ("_check_names", lambda: recipe(x=1), "fields of recipe must be"),
        ("game_of", lambda: blinds.game_of({}, depth="flop"), "depth must be hand or street, got"),
    ],
    "solvers/search/preflop/solver.py": [
        (
            "PreflopSolver.__init__",
            lambda: blinds.PreflopSolver(street_game()),
            "a preflop solver must have flops, got none",
        ),
        (
            "PreflopSolver._make_groups",
            lambda: replaced({MEMORY: lambda: 9}, lambda: blinds.PreflopSolver(with_flops())),
            "not enough memory: the tables of all flops need",
            NotEnoughMemoryError,
        ),
        (
            "PreflopSolver.resume",
            lambda: push_solver().resume(blinds.PreflopSolver(recipe(stack=8)).strategy()),
            "the strategy must have the same rules",
        ),
    ],
    "solvers/search/preflop/strategy.py": [
        (
            "PreflopStrategy.__init__",
            lambda: push_solver_strategy(),
            "the strategy has no table for",
        ),
        (
            "PreflopStrategy.__init__",
            lambda: without_leaf_values(),
            "flops must be at least 1 without leaf values, got 0",
        ),
        (
            "_measured",
            lambda: preflop_strategy._measured(measured()),
            "must have the values of two players",
        ),
    ],
    "solvers/search/preflop/street_solver.py": [
        (
            "PreflopStreetSolver.__init__",
            lambda: street_solver(game=street_game(rake={"rate": 0.05})),
            "rake must be 0 with leaf values, got 0.05",
        ),
        (
            "PreflopStreetSolver.__init__",
            lambda: blinds.PreflopStreetSolver(street_game()),
            "leaf_values must be given for a game that gets to a flop, got none",
        ),
        (
            "PreflopStreetSolver.__init__",
            lambda: street_solver(schedule="predictive"),
            "does not support predictive schedules",
        ),
    ],
    "solvers/search/public_state.py": [
        ("check_tree", lambda: search.public_states(games.leduc(), kuhn()), "the tree must be of"),
    ],
    "solvers/search/strategy.py": [
        (
            "SearchStrategy.__init__",
            lambda: search.SearchStrategy(before_flop(0, 3), settings()),
            "for two players, got 3",
        ),
        (
            "SearchStrategy.answer",
            lambda: searching().answer(0, ()),
            "node must be on street 1 or later",
        ),
        (
            "_same_nodes",
            lambda: search.SearchStrategy(before_flop(1), settings(options={"min_bet": 5})),
            "must not change the strategy's betting",
        ),
    ],
    "solvers/search/street_solution.py": [
        (
            "StreetStrategy.node",
            lambda: street_solution().node("r:k:k:n2c"),
            "before the next card",
        ),
        ("StreetSolution.at_node", lambda: street_solution().at_node(-1), "on the first"),
    ],
    "solvers/search/subgame.py": [
        ("make_subgame", lambda: subgame("r:k:k:n2c:k:k"), "has no decisions: use an earlier"),
        ("make_subgame", lambda: subgame("r:b10", pure(), player=0), "OOP never reaches this line"),
        (
            "make_subgame",
            lambda: subgame("r:b10", pure(), player=1, method="unsafe"),
            "IP's opponent never reaches this line",
        ),
        ("check_player", lambda: subgame("r", player=2), "player must be 0 (OOP) or 1 (IP)"),
    ],
}
