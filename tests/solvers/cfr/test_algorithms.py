"""Algorithms by name, what is made by name, and hold'em that is run as a tree's solver is."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from fifthstreet.solvers import registry as module
from fifthstreet.solvers.blueprint import SampledSpot
from fifthstreet.solvers.cfr import ALGORITHMS, FullSolver, SamplingSolver, flatten
from fifthstreet.solvers.common.named import Named, named, option_value
from fifthstreet.solvers.common.schedules import Discounted, Linear, Plus, Predictive, Vanilla
from fifthstreet.solvers.games import Kuhn, leduc, rhode_island
from fifthstreet.solvers.postflop import Holdem, Spot
from fifthstreet.solvers.registry import make_solver

RIVER = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs,JTs", ip="QQ,AJs,T9s", bets="50%, a")


@pytest.mark.parametrize(
    ("name", "schedule"),
    [
        ("cfr", Vanilla()),
        ("cfr+", Plus()),
        ("linear", Linear()),
        ("discounted", Discounted(1.5, 0.0, 2.0, warm_up=0)),
        ("predictive", Predictive()),
    ],
)
def test_full_algorithms(name: str, schedule: Any) -> None:
    """Those of the papers, with their numbers."""
    solver = make_solver(Kuhn(), name)
    assert isinstance(solver, FullSolver)
    assert (solver.schedule, solver.updates) == (schedule, "alternating")
    other = make_solver(Kuhn(), name, simultaneous=True)
    assert isinstance(other, FullSolver)
    assert other.updates == "simultaneous"


def test_options_reach_the_solver() -> None:
    options = {"seed": 4, "baseline": 0.25, "pruning": -7.0, "weighting": "linear"}
    solver = make_solver(Kuhn(), "external", precision="float64", **options)
    assert isinstance(solver, SamplingSolver)
    assert repr(solver.scheme) == "ExternalSampling(baseline=Baseline(decay=0.25))"
    assert repr(solver.pruning) == "Pruning(below=-7.0, share=0.95, after=0)"
    assert repr(solver.weighting) == "LinearWeights()"
    assert (solver.seed, solver.precision) == (4, "float64")


def test_every_algorithm_says_what_it_is() -> None:
    for name, entry in ALGORITHMS.items():
        assert 0 < len(entry.summary) < 75, name
        assert set(entry.defaults) == set(entry.options)


def test_a_tree_is_not_flattened_again() -> None:
    tree = flatten(Kuhn())
    solver = make_solver(tree, "cfr")
    assert isinstance(solver, FullSolver)
    assert solver.tree is tree


def test_trees_that_are_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_NODES", 10_000)
    make_solver(leduc(), "cfr")
    with pytest.raises(ValueError, match=r"the tree has more than 10,000 nodes"):
        make_solver(rhode_island(), "cfr")


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        (
            "guess",
            {},
            r"no algorithm 'guess'; want cfr, cfr\+, linear, discounted, predictive",
        ),
        ("cfr", {"epsilon": 1}, "cfr: no option 'epsilon'; want simultaneous"),
        ("outcome", {"epsilon": "x"}, "outcome: epsilon is 'x'; want float"),
        ("outcome", {"epsilon": True}, "outcome: epsilon is True; want float"),
        ("outcome", {"seed": 1.5}, "outcome: seed is 1.5; want int"),
        ("outcome", {"epsilon": 2}, "epsilon is 2; want above 0 and at most 1"),
        ("cfr", {"simultaneous": 1}, "cfr: simultaneous is 1; want bool"),
        ("external", {"baseline": "x"}, r"baseline is 'x'; want float \| None"),
        ("external", {"weighting": "x"}, "no weighting 'x'; want uniform, linear, discounted"),
        ("chance", {"precision": "x"}, "precision 'x'; want one of"),
    ],
)
def test_refused_in_one_line(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        make_solver(Kuhn(), name, **options)
    assert "\n" not in str(caught.value)


# What is made by name.


def _thing(word: str, /, *, size: int = 3, sizes: Sequence[int] = ()) -> str:
    return f"{word} {size} {sizes}"


def test_named() -> None:
    table = {"thing": Named(_thing, "a thing")}
    thing = named(table, "sort", "thing")
    assert thing.options == ("size", "sizes")
    assert thing.defaults == {"size": 3, "sizes": ()}
    assert thing.create("thing", "a", size=4) == "a 4 ()"
    with pytest.raises(ValueError, match="no sort 'other'; want thing"):
        named(table, "sort", "other")
    with pytest.raises(ValueError, match=r"thing: sizes is 4; want .*Sequence"):
        thing.create("thing", "a", sizes=4)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("-3", -3),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("True", True),
        ("none", None),
        ("8c", "8c"),
        ("", ""),
        ("2, 4", (2, 4)),
        ("AsAh,QdJd", ("AsAh", "QdJd")),
    ],
)
def test_option_values(text: str, value: object) -> None:
    found = option_value(text)
    assert (found, type(found)) == (value, type(value))


# Hold'em deal by deal.


def test_hold_em_is_judged_as_the_range_solver_does() -> None:
    solver = make_solver(Holdem(RIVER), "external", batch=64, seed=2)
    assert isinstance(solver, SampledSpot)
    assert solver.is_exact
    seen = solver.run(iterations=100_000).exploitability
    verdict = judge(solver.deals)
    assert seen.chips == pytest.approx(verdict.exploitability.chips, abs=1e-4)
    assert seen.values[0] + 50 == pytest.approx(verdict.ev[0])
    assert [at for at, _ in solver.curve] == [0, 100_032]  # whole batches
    assert solver.curve[-1][1] < solver.curve[0][1] / 10


def test_hold_em_as_a_tree_and_deal_by_deal() -> None:
    """The same game by two solvers, and by two judges."""
    sampled = make_solver(Holdem(RIVER), "external", batch=64)
    whole = make_solver(Holdem(RIVER), "cfr+")
    found = [
        solver.run(iterations=count).exploitability
        for solver, count in ((sampled, 400_000), (whole, 500))
    ]
    assert found[0].values == pytest.approx(found[1].values, abs=0.5)
    assert found[0].mean < 1.0


def test_a_local_best_response_finds_no_more_than_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solver = make_solver(Holdem(RIVER), "external", batch=64, response_deals=300)
    assert isinstance(solver, SampledSpot)
    solver.iterate(5_000)
    exact = solver.exploitability().chips
    monkeypatch.setitem(solver.__dict__, "is_exact", False)
    found = solver.exploitability()
    assert solver.response is not None
    assert solver.response.deals == 300
    assert found.chips == pytest.approx(solver.response.chips)
    assert found.chips < exact + 3 * solver.response.error


def test_fixed_cards() -> None:
    dealt = make_solver(Holdem(RIVER, deal=("AdAc", "QdQc")), "external", batch=64)
    assert isinstance(dealt, SampledSpot)
    known = dealt.run(iterations=20_000).exploitability
    assert known.values[0] == pytest.approx(-50, abs=2)  # aces know that queens made a set
    turn = Spot.of("QsJh2h7c", 100, 200, oop="AA", ip="QQ", bets="50%", max_raises=1)
    given = make_solver(Holdem(turn, ("AdAc", "QdQc"), "4d"), "external")
    assert isinstance(given, SamplingSolver)  # the tree of what is left is small
    with pytest.raises(ValueError, match="a runout 4d; want a game whose cards to come are dealt"):
        SampledSpot(Holdem(turn, runout="4d"))


def test_states_of_hold_em() -> None:
    solver, other = (make_solver(Holdem(RIVER), "external", batch=64, seed=s) for s in (1, 2))
    solver.run(iterations=1_000)
    with pytest.raises(ValueError, match="another seed"):
        other.restore(solver.state())
    later = make_solver(Holdem(RIVER), "external", batch=64, seed=1)
    later.restore(solver.state())
    assert later.check() == solver.check()
    assert later.curve == solver.curve
    wider = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs,T9s", bets="50%, a")
    with pytest.raises(ValueError, match=r"the state is of game hold'em on .*; want hold'em on"):
        make_solver(Holdem(wider), "external").restore(solver.state())


def test_a_look_is_not_taken_for_another_state() -> None:
    """A state of the same iteration but with other tables has to be looked at anew."""
    first, second = (make_solver(Kuhn(), "external", seed=7) for _ in range(2))
    first.run(iterations=100)
    state = first.state()
    state["averages"] = np.roll(state["averages"], 2)
    second.run(iterations=100)
    before = second.check()
    second.restore(state)
    assert second.check() != before
