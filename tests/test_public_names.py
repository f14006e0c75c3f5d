"""Every public name explains itself: docstrings, signatures and short reprs.

These tests check what `help()` and `?` show, in compiled modules too.
"""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache, cached_property
from pathlib import Path
from types import GenericAlias, ModuleType, UnionType
from typing import Any

import pytest

import fifthstreet
from tests.package_files import source_files

ROOT = Path(__file__).parent.parent
LONGEST_REPR = 200
# A sentence, and perhaps the shape of the returned array: `Return the strategy.  [A, 1326]`.
FIRST_LINE = re.compile(r".+\.(  \[.+)?")
CLASS = re.compile(r"^class ([A-Z]\w*)", re.MULTILINE)

# Enums with PokerKit's long reprs, which its documentation shows. `game.Street` has one, too.
LIKE_POKERKIT = ("Deck", "RankOrder")


def _packages() -> Iterator[ModuleType]:
    yield fifthstreet
    for info in pkgutil.walk_packages(fifthstreet.__path__, "fifthstreet."):
        if info.ispkg:
            yield importlib.import_module(info.name)


def _public_names() -> Iterator[tuple[str, Any]]:
    """Yield each public object once, under the first of its names."""
    seen: set[int] = set()
    for package in _packages():
        for name in getattr(package, "__all__", ()):
            found = getattr(package, name)
            if name.startswith("__") or id(found) in seen:
                continue
            seen.add(id(found))
            yield f"{package.__name__}.{name}", found


PUBLIC = dict(_public_names())


def _is_ours(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == "fifthstreet"


def _members(kind: type) -> Iterator[tuple[str, Any]]:
    """Yield public methods and properties, with those of base classes in this package."""
    for owner in filter(_is_ours, kind.__mro__):
        for name, member in vars(owner).items():
            if name.startswith("_"):
                continue
            if (
                isinstance(member, property | cached_property | classmethod | staticmethod)
                or inspect.isfunction(member)
                or inspect.ismethoddescriptor(member)
            ):
                yield name, member
            elif inspect.isgetsetdescriptor(member) and member.__doc__:
                yield name, member  # a property, or an attribute with a docstring


def _docstring_faults(name: str, found: Any) -> Iterator[str]:
    docstring = inspect.getdoc(found)
    if not docstring:
        yield f"{name} has no docstring"
    elif FIRST_LINE.fullmatch(docstring.splitlines()[0]) is None:
        yield f"{name}: the first line does not end with a full stop: {docstring.splitlines()[0]!r}"
    elif docstring == inspect.getdoc(object):
        yield f"{name} has the docstring of object"


def _signature_faults(name: str, found: Any) -> Iterator[str]:
    try:
        inspect.signature(found)
    except (TypeError, ValueError) as error:
        yield f"{name} has no signature: {error}"


def _repr_faults(name: str, found: Any) -> Iterator[str]:
    text = repr(found)
    if len(text) >= LONGEST_REPR:
        yield f"{name} has a repr of {len(text)} characters: {text[:100]}..."
    if "\n" in text:
        yield f"{name} has a repr of several lines: {text[:100]!r}"
    if " object at 0x" in text:
        yield f"{name} has no repr of its own: {text}"


def _class_faults(name: str, kind: type) -> Iterator[str]:
    yield from _docstring_faults(name, kind)
    if issubclass(kind, Enum) and kind.__name__ not in LIKE_POKERKIT:
        for member in kind:
            yield from _repr_faults(f"{name}.{member.name}", member)
    for member_name, member in _members(kind):
        full_name = f"{name}.{member_name}"
        found = getattr(kind, member_name)
        if isinstance(member, property | cached_property) or inspect.isgetsetdescriptor(member):
            yield from _docstring_faults(full_name, member)
        else:
            yield from _docstring_faults(full_name, found)
            yield from _signature_faults(full_name, found)


def _value_faults(name: str, value: Any) -> Iterator[str]:
    """Check reprs; those of built-in collections and arrays may be long, but not of their items."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _repr_faults(f"{name}[{key!r}]", item)
    elif type(value) in (tuple, list, frozenset):
        for item in value:
            yield from _repr_faults(f"{name}, {item!r:.20}", item)
    elif type(value).__module__ != "numpy" and not isinstance(value, GenericAlias | UnionType):
        yield from _repr_faults(name, value)


def _faults(name: str, found: Any) -> Iterator[str]:
    if isinstance(found, type):
        yield from _class_faults(name, found)
    elif inspect.ismodule(found):
        yield from _docstring_faults(name, found)
    elif inspect.isroutine(found) or hasattr(found, "__wrapped__"):
        yield from _docstring_faults(name, found)
        yield from _signature_faults(name, found)
    else:
        yield from _value_faults(name, found)


@pytest.mark.parametrize("package", sorted({name.rpartition(".")[0] for name in PUBLIC}))
def test_public_names_of_a_package(package: str) -> None:
    names = [name for name in PUBLIC if name.rpartition(".")[0] == package]
    assert not [fault for name in names for fault in _faults(name, PUBLIC[name])]


def test_every_package_has_public_names() -> None:
    packages = {name.split(".")[1] for name in PUBLIC}
    expected = {
        *("cards", "game", "tree", "abstraction", "solvers", "review", "agents", "arena", "envs"),
        *("formats", "interop", "views", "support"),
    }
    assert expected <= packages
    assert len(PUBLIC) > 300
    assert any(name == "fold" for name, _ in _members(PUBLIC["fifthstreet.State"]))
    assert any(name == "pots" for name, _ in _members(PUBLIC["fifthstreet.State"]))


def test_a_class_name_has_one_meaning() -> None:
    """PokerKit's names are its own: `fifthstreet.pokerkit.State` is what PokerKit calls a state."""
    modules: dict[str, list[str]] = {}
    package = ROOT / "src" / "fifthstreet"
    for path in source_files():
        if path.relative_to(package).parts[0] == "pokerkit":
            continue
        for name in CLASS.findall(path.read_text(encoding="utf-8")):
            modules.setdefault(name, []).append(str(path.relative_to(package)))
    assert len(modules) > 800
    assert {name: where for name, where in modules.items() if len(where) > 1} == {}


# Instances that users see. Each is built when its test runs.


def _state(players: int = 3) -> Any:
    from fifthstreet.game import Automation
    from fifthstreet.game.variants import NoLimitTexasHoldem

    state = NoLimitTexasHoldem.create_state(
        tuple(Automation), True, 0, (1, 2), 2, 123_456, players, seed=2
    )
    state.bet_or_raise_to(6)
    return state


def _collection(players: int) -> Any:
    state = _state(players)
    for _ in range(players - 1):
        state.check_or_call()
    return next(event for event in state.events if type(event).__name__ == "BetsCollected")


def _session() -> Any:
    from fifthstreet.game import Automation, GameSession
    from fifthstreet.game.variants import NoLimitTexasHoldem

    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
    session = GameSession(game, [200] * 6, seed=9)
    session.play_hand(lambda _, state: state.check_or_call())
    return session


def _horse() -> Any:
    from fifthstreet.game import Automation, MixedStakes, mixed_game

    stakes = MixedStakes(small_bet=4, big_bet=8, blinds=(2, 4), ante=1, bring_in=1)
    return mixed_game("HORSE", tuple(Automation), stakes)


def _tree() -> Any:
    from fifthstreet.tree import Sizes, TreeRules, build_tree

    sizes = Sizes.uniform("50%, 100%, a", raises="50%, 100%, a")
    rules = TreeRules(stacks=(200, 200), blinds=(1, 2), first_street=0, max_raises=3, sizes=sizes)
    return build_tree(rules)


def _spot() -> Any:
    from fifthstreet.solvers.postflop import Spot

    return Spot.of("Td9d6hQc2s", 20, 60, oop="AA,KJs,T8s,66", ip="KK,JTs,A9s,77", bets="60%")


def _solution() -> Any:
    from fifthstreet.solvers.postflop import solve

    return solve(_spot(), max_iterations=20)


def _turn_solution() -> Any:
    from fifthstreet.solvers.postflop import read_spot, solve

    return solve(read_spot(ROOT / "examples/turn.toml"), max_iterations=1)


def _cfr_solver() -> Any:
    from fifthstreet.solvers.registry import make_solver, named_game

    solver = make_solver(named_game("kuhn"), "cfr+")
    solver.run(iterations=10)
    return solver


def _hand_history() -> Any:
    return next(_named("game.notation", "read_hands")(ROOT / "examples/session.phhs"))


def _match() -> Any:
    from fifthstreet.tree.translate import match

    state = _state(2)
    state.check_or_call()
    return match(_tree(), state)


def _played_session() -> Any:
    return _named("review", "read_session")([ROOT / "examples/session.phhs"])


@cache
def _session_report() -> Any:
    return fifthstreet.review_hands(_played_session(), _turn_solution())


def _training() -> Any:
    return _named("solvers", "Training")("kuhn", "cfr+")


def _seat_view(players: int = 3) -> Any:
    from fifthstreet.game.seat_views import PublicHand, Terms, seat_view
    from fifthstreet.support.seeded_random import SeededRandom

    state = _state(players)
    names = tuple(f"player {seat}" for seat in state.player_indices)
    hand = PublicHand(Terms(_session().game), names, state.starting_stacks)
    hand.catch_up(state)
    return seat_view(state, hand, state.actor_index, SeededRandom(1))


def _equity() -> Any:
    from fifthstreet.cards.equity import equity

    return equity(*["random"] * 10, method="sample", samples=1000)


def _named(package: str, name: str) -> Any:
    return getattr(importlib.import_module(f"fifthstreet.{package}"), name)


def _prediction_report() -> Any:
    from fifthstreet.agents.prediction import compare_factors

    return compare_factors("turn")


INSTANCES: dict[str, Callable[[], Any]] = {
    "cards.Range": lambda: _named("cards", "Range")("TT+,AKs:0.5"),
    "cards.Range, long": lambda: _named("cards", "Range").top(50) - "AKs:0.3,AsKs:0.1",
    "cards.WeightedHands": lambda: _named("cards", "parse_hands")("AAxxds", 4),
    "cards.WeightedHands, random": lambda: _named("cards", "WeightedHands").random(6),
    "cards.Deck": lambda: _named("cards", "STANDARD"),
    "cards.hands.HandType": lambda: _named("cards.hands", "OMAHA_HIGH"),
    "cards.hands.Ranking": lambda: _named("cards.hands", "STANDARD_HIGH").ranking,
    "cards.hands.Hand": lambda: _named("cards.hands", "STANDARD_HIGH").hand("AsKs", "QsJsTs2h3d"),
    "cards.equity.EquityGame": lambda: _named("cards.equity", "equity_game")("omaha-8"),
    "cards.equity.EquityResult": _equity,
    "cards.equity.PlayerEquity": lambda: _equity().players[0],
    "game.State": _state,
    "game.State, ten players": lambda: _state(10),
    "game.State, over": lambda: _session().play_hand(lambda _, state: state.check_or_call()),
    "game.Pot": lambda: _named("game", "Pot")(1, 19, (0, 1, 2, 3, 4, 5)),
    "game.Event": lambda: _state(10).events[-1],
    "game.Event, a collection": lambda: _collection(10),
    "game.Ledger": lambda: _named("game", "Ledger").of(_state(10)),
    "game.LegalActions": lambda: _seat_view().legal,
    "game.SeatView": _seat_view,
    "game.PublicHand": lambda: _seat_view(6).hand,
    "game.Poker": lambda: _session().game,
    "game.Session": _session,
    "game.PlayedHand": lambda: _session().history[0],
    "game.Rotation": _horse,
    "game.MixedStakes": lambda: _named("game", "MixedStakes")(
        small_bet=4, big_bet=8, blinds=(2, 4)
    ),
    "game.Rebuys": lambda: _named("game", "Rebuys")(40, max_count=1),
    "tree.BettingTree": _tree,
    "tree.TreeRules": lambda: _tree().rules,
    "tree.Sizes": lambda: _tree().rules.sizes,
    "tree.Menu": lambda: _tree().rules.sizes.menu(0, 1),
    "tree.TreeSize": lambda: _named("tree", "tree_size")(_tree().rules),
    "tree.Step": lambda: _named("tree", "parse_path")("r:k:b94")[-1],
    "game.notation.HandHistory": _hand_history,
    "tree.translate.Match": _match,
    "agents.prediction.HandPredictor": lambda: _named("agents.prediction", "HandPredictor")(),
    "agents.prediction.PredictionTables": lambda: _named(
        "agents.prediction", "prediction_tables"
    )(),
    "agents.prediction.PredictionReport": _prediction_report,
    "agents.prediction.CellError": lambda: _prediction_report().worst,
    "solvers.postflop.Spot": _spot,
    "solvers.postflop.Solution": _solution,
    "solvers.postflop.Node": lambda: _solution().node("r"),
    "solvers.postflop.HandSummary": lambda: _solution().root["AA"],
    "solvers.postflop.Children": lambda: _solution().root.children,
    "tree.strategy.Exploitability": lambda: _solution().exploitability,
    "tree.strategy.Lock": lambda: _named("tree.strategy", "Lock")("r:k", {"k": 1.0}),
    "tree.strategy.NodeStrategy": lambda: _solution().at(0, _spot().board),
    "tree.strategy.UniformStrategy": lambda: _named("tree.strategy", "UniformStrategy")(
        _spot().tree, _spot().ranges, _spot().board
    ),
    "abstraction.ExactCards": lambda: _named("abstraction", "ExactCards").for_game(_spot().ranges),
    "solvers.blueprint.BlueprintSolver": lambda: _named("solvers", "make_solver")(_spot()),
    "solvers.blueprint.SampledStrategy": lambda: _named("solvers", "make_solver")(
        _spot()
    ).average(),
    "solvers.cfr.FullSolver": _cfr_solver,
    "solvers.cfr.Strategy": lambda: _cfr_solver().average(),
    "solvers.cfr.GameTree": lambda: _cfr_solver().tree,
    "solvers.postflop.Solver": lambda: _named("solvers.postflop", "Solver")(_spot()),
    "solvers.games.Kuhn": lambda: _named("solvers.registry", "named_game")("kuhn"),
    "solvers.Training": _training,
    "review.Session": _played_session,
    "review.PlayedHand": lambda: _played_session().hands[0],
    "review.Decision": lambda: _played_session().hands[0].decisions[0],
    "review.SessionReport": _session_report,
    "review.DecisionReport": lambda: _session_report().decisions[0],
}


@pytest.mark.parametrize("name", INSTANCES)
def test_repr_of_an_instance(name: str) -> None:
    instance = INSTANCES[name]()
    assert not list(_repr_faults(name, instance))
