"""Games by name and the solvers made for them."""

from pathlib import Path
from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver
from fifthstreet.solvers.cfr import FullSolver, SamplingSolver, flatten
from fifthstreet.solvers.cfr.schemes import OutcomeSampling, Pruning
from fifthstreet.solvers.common import Plus
from fifthstreet.solvers.games import Kuhn, OpenSpielGame, leduc, rhode_island
from fifthstreet.solvers.postflop import Spot, SpotGame, evaluate_strategy
from fifthstreet.solvers.registry import GAMES, SMALL_GAMES, make_solver, named_game

RIVER = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs,JTs", ip="QQ,AJs,T9s", bets="50%, a")
KUHN = "from fifthstreet.solvers.games import Kuhn"
EXAMPLE = Path(__file__).parents[2] / "examples" / "default.toml"


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_every_name_makes_a_game(name: str) -> None:
    game = named_game(name)
    assert len(game.actions(game.root())) > 1
    assert game.name == named_game(name).name


def test_options_reach_the_game() -> None:
    assert named_game("kuhn", players=3) == named_game("kuhn3") == Kuhn(players=3)
    assert named_game("leduc", ranks=4, suits=3) == leduc(ranks=4, suits=3)
    assert named_game("rhode-island", ranks=3) == rhode_island(ranks=3)


def test_families() -> None:
    assert named_game("open_spiel:kuhn_poker(players=3)") == OpenSpielGame("kuhn_poker(players=3)")
    game = named_game(f"holdem:{EXAMPLE}", deal=("AsAc", "KsKc"))
    assert isinstance(game, SpotGame)
    assert game.information_set(game.root()) == "AsAc|Jh8h5c|r"


def test_a_class_of_a_module_is_a_game() -> None:
    name = "fifthstreet.solvers.games.kuhn:Kuhn"
    assert named_game(name, players=3) == Kuhn(players=3)
    with pytest.raises(
        ValueError, match="Kuhn has no option 'stake' \\(options: players, cards\\)"
    ):
        named_game(name, stake=2)
    with pytest.raises(InputError, match="Kuhn: cards must be int, got 'x'"):
        named_game(name, cards="x")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("def f(:", "cannot be imported: SyntaxError"),
        ("raise KeyError('x')", "cannot be imported: KeyError"),
        ("import not_a_module", "cannot be imported: No module named 'not_a_module'"),
        (f"{KUHN}\nclass Own(Kuhn):\n    name = 3", "must have a text `name`, as"),
        (
            f"{KUHN}\nclass Own(Kuhn):\n    name, players = 'own', 'two'\n"
            "    def __init__(self): pass",
            "must have a whole number `players`",
        ),
        (f"{KUHN}\nclass Own(Kuhn):\n    root = None", "must have the methods root of"),
        (
            f"{KUHN}\nclass Own(Kuhn):\n    def __init__(self, stake): pass",
            "requires the option 'stake'",
        ),
    ],
)
def test_mistakes_in_a_user_s_module(
    lines: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = f"own_game_{abs(hash(lines))}"
    (tmp_path / f"{module}.py").write_text(lines, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(InputError, match=message) as caught:
        named_game(f"{module}:Own")
    assert module in str(caught.value)


def test_summaries_are_short() -> None:
    for named in GAMES.values():
        assert 0 < len(named.summary) < 70


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("chess", {}, "game must be one of kuhn, kuhn3, leduc, rhode-island, two-one-one, "),
        ("holdem", {}, "holdem is trained on buckets, not on a tree of its cards"),
        ("plo", {}, "game must be one of .*holdem:.*, got 'plo'"),
        ("chess", {}, "or module:Class, got 'chess'"),
        ("no_chess:x", {}, "game 'no_chess:x' has no module 'no_chess': use a game of"),
        ("os.no_chess:x", {}, "game 'os.no_chess:x' has no module 'os.no_chess': use"),
        ("os:", {}, "game must be module:Class, .*, got 'os:'"),
        ("os:system", {}, "game 'os:system' does not exist: os has no class 'system'"),
        ("pathlib:Path", {}, "pathlib:Path must have the methods root, player, actions"),
        (
            "leduc",
            {"cards": 3},
            "leduc has no option 'cards' \\(options: players, ranks, suits, bets",
        ),
        ("kuhn", {"cards": 1}, "cards must be from 3 to 13 for 2 players, got 1"),
        ("open_spiel:kuhn_poker", {"players": 3}, "has no option 'players' \\(options: none\\)"),
        ("holdem:nothing.toml", {}, "nothing.toml"),
    ],
)
def test_bad_names_and_options_are_refused_in_one_line(
    name: str, options: Any, message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        named_game(name, **options)
    assert "\n" not in str(caught.value)


# Solvers.


@pytest.mark.parametrize("game", ["kuhn", Kuhn(), flatten(Kuhn())], ids=["name", "game", "tree"])
def test_make_solver_accepts_a_name_a_game_or_its_tree(game: Any) -> None:
    solver = make_solver(game, "cfr+")
    assert isinstance(solver, FullSolver)
    assert solver.game_name == Kuhn().name


def test_an_algorithm_may_be_a_name_a_schedule_or_a_scheme() -> None:
    full = make_solver("kuhn", Plus(2.0), updates="simultaneous")
    assert isinstance(full, FullSolver)
    assert (full.schedule, full.updates) == (Plus(2.0), "simultaneous")
    sampled = make_solver("kuhn", OutcomeSampling(0.3), seed=5)
    assert isinstance(sampled, SamplingSolver)
    assert (sampled.scheme, sampled.seed) == (OutcomeSampling(0.3), 5)
    assert isinstance(make_solver("kuhn"), SamplingSolver)


def test_make_solver_accepts_a_spot() -> None:
    whole, sampled = make_solver(RIVER, "cfr+"), make_solver(RIVER)
    assert isinstance(whole, FullSolver)
    assert whole.game_name == SpotGame(RIVER).name
    assert isinstance(sampled, BlueprintSolver)
    assert sampled.tree.same_as(RIVER.tree)


def test_options_reach_a_blueprint() -> None:
    solver = make_solver(
        RIVER, seed=7, batch=64, threads=2, weighting="uniform", pruning=-9.0, response_deals=5
    )
    direct = BlueprintSolver(
        RIVER.tree,
        RIVER.ranges,
        BlueprintOptions(seed=7, batch=64, weighting="uniform"),
        board=RIVER.board,
        pruning=Pruning(-9.0),
    )
    assert isinstance(solver, BlueprintSolver)
    assert (solver.threads, solver.batch) == (2, 64)
    direct.restore(solver.state())  # refused if any setting that affects results differed
    with pytest.raises(InputError, match=r"external: batch must be int .* None, got 'x'"):
        make_solver(RIVER, batch="x")
    with pytest.raises(
        ValueError, match="external has no option 'epsilon' \\(options: seed, threads"
    ):
        make_solver(RIVER, epsilon=0.5)


def test_holdem_exploitability_is_that_of_the_range_solver() -> None:
    solver = make_solver(SpotGame(RIVER), "external", batch=64, seed=2)
    assert isinstance(solver, BlueprintSolver)
    assert solver.is_exact
    measured = solver.run(iterations=100_000).exploitability
    exact = evaluate_strategy(solver.average())
    assert measured.values is not None
    assert exact.values is not None
    assert measured.chips == pytest.approx(exact.chips, abs=1e-4)
    assert measured.values == pytest.approx(exact.values)
    assert (solver.curve[0][0], solver.curve[-1][0]) == (0, 100_032)  # whole batches
    assert solver.curve[-1][1] < solver.curve[0][1] / 10


def test_sampled_and_full_holdem_agree() -> None:
    """Each of the two solvers measures the game in its own way."""
    sampled = make_solver(SpotGame(RIVER), "external", batch=64)
    whole = make_solver(SpotGame(RIVER), "cfr+")
    sampled_result = sampled.run(iterations=400_000).exploitability
    whole_result = whole.run(iterations=500).exploitability
    assert sampled_result.values == pytest.approx(whole_result.values, abs=0.5)
    assert sampled_result.chips < 1.0


def test_a_local_best_response_never_exceeds_exploitability(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options: dict[str, Any] = {"batch": 64, "response_deals": 300}
    solver, other = (make_solver(SpotGame(RIVER), "external", **options) for _ in range(2))
    for each in (solver, other):
        each.iterate(5_000)
    exact = solver.exploitability()
    assert not exact.is_lower_bound
    assert exact.error == 0
    monkeypatch.setitem(other.__dict__, "start_boards", None)
    bound = other.exploitability()
    assert bound.is_lower_bound
    assert bound.error > 0
    # The error is half the width of a 95% interval: 1.96 standard errors.
    assert 0 < bound.chips < exact.chips + 3 / 1.96 * bound.error


def test_fixed_cards() -> None:
    dealt = make_solver(SpotGame(RIVER, deal=("AdAc", "QdQc")), "external", batch=64)
    assert isinstance(dealt, BlueprintSolver)
    known = dealt.run(iterations=20_000).exploitability
    assert known.values is not None
    # The aces know that they face a set of queens.
    assert known.values[0] == pytest.approx(-50, abs=2)
    turn = Spot.of("QsJh2h7c", 100, 200, oop="AA", ip="QQ", bets="50%", max_raises=1)
    fixed = make_solver(SpotGame(turn, ("AdAc", "QdQc"), "4d"), "external")
    assert isinstance(fixed, SamplingSolver)  # with fixed cards the tree is small


def test_states_of_holdem_solvers() -> None:
    solver, other = (
        make_solver(SpotGame(RIVER), "external", batch=64, seed=seed) for seed in (1, 2)
    )
    solver.run(iterations=1_000)
    with pytest.raises(InputError, match="different seed"):
        other.restore(solver.state())
    restored = make_solver(SpotGame(RIVER), "external", batch=64, seed=1)
    restored.restore(solver.state())
    assert restored.check() == solver.check()
    assert restored.curve == solver.curve
    wider = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs,T9s", bets="50%, a")
    with pytest.raises(InputError, match="different ranges"):
        make_solver(SpotGame(wider), "external", batch=64, seed=1).restore(solver.state())
