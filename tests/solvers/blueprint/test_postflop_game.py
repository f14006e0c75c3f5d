"""Postflop hold'em on buckets: a spot, one flop from the turn on, subsets of flops, all flops."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from fifthstreet import _native
from fifthstreet.abstraction import (
    SUBSET_SIZES,
    ExactCards,
    FlopSubset,
    SubsetError,
    flop_subset,
    load_flop_subset,
    subset_library,
)
from fifthstreet.cards import Range, parse_cards, parse_mask
from fifthstreet.cards.hands import STANDARD_HIGH
from fifthstreet.cli.app import app
from fifthstreet.errors import InputError
from fifthstreet.review import chart_at
from fifthstreet.solvers.blueprint import (
    PHASES,
    BlueprintOptions,
    BlueprintSolver,
    BoardStrategy,
    PostflopHoldem,
    open_blueprint,
    start_boards,
)
from fifthstreet.solvers.blueprint.native_game import native_game
from fifthstreet.solvers.blueprint.start_boards import StartBoards
from fifthstreet.solvers.cfr import PublicChanceSampling
from fifthstreet.solvers.postflop import Spot, evaluate_strategy
from fifthstreet.solvers.training import load_training
from fifthstreet.tree import NO_RAKE, Menu, Sizes, TreeRules, build_tree
from fifthstreet.tree.strategy import UniformStrategy
from tests.faults.misuse_spots import deal_options
from tests.solvers.blueprint.small_buckets import every_preflop_hand, few_buckets

HANDS = "AA,KQs,T9s,55"
SPOT_TEXT = f"""
board = "QsJh2h"
pot = 100
stack = 100
[ranges]
oop = "{HANDS}"
ip = "{HANDS}"
[sizes]
flop = {{ bet = "a" }}
turn = {{ bet = "a" }}
river = {{ bet = "a" }}
"""
# A phase in seconds: few hands, bets and buckets.
SMALL = ["--ranges", HANDS, "--sizes", "a", "--max-raises", "1", "--stack", "100"]
SHORT = ["--iterations", "2048", "--option", "response_deals=1"]


@pytest.fixture(scope="module", name="buckets")
def file_of_few_buckets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A file with three buckets on each street after preflop."""
    path = tmp_path_factory.mktemp("buckets") / "few.abstraction"
    few_buckets().save(path)
    yield str(path)
    path.unlink()


@pytest.fixture(name="spot_file")
def file_of_a_spot(tmp_path: Path) -> Path:
    path = tmp_path / "spot.toml"
    path.write_text(SPOT_TEXT, encoding="utf-8")
    return path


@pytest.fixture(name="quick_checks")
def only_local_best_responses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure strategies by a deal of a local best response instead of 10 seconds of flops."""
    monkeypatch.setattr(start_boards, "MAX_EVALUATED", 1)


def train(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, ["train", *arguments, "--json"])
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def refusal(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["train", *arguments, "--iterations", "10"])
    assert isinstance(result.exception, InputError), result.output
    return str(result.exception)


# Trainings.


def test_a_spot_is_trained_on_buckets(buckets: str, spot_file: Path, tmp_path: Path) -> None:
    out, strategy = tmp_path / "spot.training", tmp_path / "spot.blueprint"
    data = train(
        *("--game", f"holdem:{spot_file}", "--abstraction", buckets, "--iterations", "1024"),
        *("--out", str(out), "--strategy", str(strategy)),
    )
    assert data["abstraction"] == buckets
    assert data["information_sets"] == 3 * 12  # decisions of the tree
    assert data["exploitability_by"] == "best response"
    # What is shown is what the range solver's best responses win from the saved strategy.
    saved = open_blueprint(strategy, abstraction=few_buckets())
    known = evaluate_strategy(saved, isomorphism=True)
    assert data["exploitability"] == pytest.approx(known.chips, rel=0.02)
    with pytest.raises(InputError, match="specify that file as well"):
        load_training(out)
    training, resumed = load_training(out, abstraction=buckets)
    whole = training.make_solver()
    resumed.iterate(1024)
    whole.iterate(2048)
    assert resumed.state()["regrets"].tobytes() == whole.state()["regrets"].tobytes()


def test_cost_and_exploitability_are_shown(
    buckets: str, spot_file: Path, quick_checks: None
) -> None:
    game = ["--game", f"holdem:{spot_file}", "--abstraction", buckets, *SHORT]
    shown = CliRunner().invoke(app, ["train", *game])
    assert "36 information sets take 0 MB of memory" in shown.stderr
    assert "1,024 more iterations take about" in shown.stderr
    assert "at least" in shown.stdout


@pytest.mark.parametrize("name", PHASES)
def test_a_small_form_of_each_phase_runs(
    name: str, buckets: str, tmp_path: Path, quick_checks: None
) -> None:
    out, strategy = tmp_path / "phase.training", tmp_path / "phase.blueprint"
    flops = ["--flops", "25"] if name == "phase-2" else []
    game = ["--preset", name, *flops, "--abstraction", buckets, *SMALL]
    first = train(*game, *SHORT, "--out", str(out), "--strategy", str(strategy))
    where = {"phase-1": "Ts7d2c", "phase-2": "25 flops", "phase-3": "any board"}[name]
    assert first["game"].startswith(f"hold'em on {where}: 2 players, pot 100, stacks 100")
    assert first["exploitability_pot_percent"] is not None
    resumed = train("--resume", str(out), "--abstraction", buckets, "--iterations", "4096")
    whole = train(*game, "--option", "response_deals=1", "--iterations", "4096")
    assert resumed["exploitability"] == whole["exploitability"]
    opened = open_blueprint(strategy, abstraction=few_buckets())
    board = parse_cards("Ts7d2c3h" if name == "phase-1" else "QsJh2h")
    assert np.nansum(opened.probabilities(0, board), axis=0).max() == pytest.approx(1)
    with pytest.raises(InputError, match="board must be"):
        BoardStrategy(opened, parse_cards("Ts7d"))
    chart = chart_at(BoardStrategy(opened, board))
    assert chart.board == board


def test_the_name_of_a_phase_is_a_game(buckets: str, quick_checks: None) -> None:
    data = train("--game", "phase-2", "--flops", "10", "--abstraction", buckets, *SMALL, *SHORT)
    assert data["game"].startswith("hold'em on 10 flops")


def test_a_spot_may_be_trained_on_other_flops(
    buckets: str, spot_file: Path, quick_checks: None
) -> None:
    game = ["--game", f"holdem:{spot_file}", "--abstraction", buckets]
    assert train(*game, "--flops", "49", *SHORT)["game"].startswith("hold'em on 49 flops")
    assert train(*game, "--flops", "1755", *SHORT)["game"].startswith("hold'em on any board")


def test_what_does_not_fit_together_is_refused(
    buckets: str, spot_file: Path, tmp_path: Path
) -> None:
    game = ["--game", f"holdem:{spot_file}"]
    on_buckets = [*game, "--abstraction", buckets]
    assert "Did you mean 'phase-2'?" in refusal("--preset", "phase2")
    assert "Did you mean 'tiny'?" in refusal(*game, "--abstraction", "tinny")
    assert "flops requires an abstraction" in refusal(*game, "--flops", "25")
    assert "flops must be 10 to 1,000" in refusal(*on_buckets, "--flops", "9")
    assert "flops must be 10 to 1,000" in refusal("--preset", "phase-3", "--flops", "1001")
    assert "require exact cards" in refusal(*on_buckets, "--option", "runout=2c")
    assert "got 'cfr+'" in refusal(*on_buckets, "--algorithm", "cfr+")
    assert "one board at the start" in refusal(*on_buckets, "--flops", "25", "--table")
    assert "--strategy requires" in refusal(*game, "--strategy", "x")
    assert "requires --game postflop, got nlhe" in refusal("--preset", "phase-1", "--game", "nlhe")
    every_preflop_hand().save(tmp_path / "preflop.abstraction")
    preflop = ["--abstraction", str(tmp_path / "preflop.abstraction")]
    assert "no buckets for 3-card boards" in refusal("--preset", "phase-2", *preflop)


# Flops.


def flops_of(*texts: str) -> FlopSubset:
    """Return flops that count 1, 2, 3 ..."""
    boards = np.array([parse_mask(text) for text in texts], np.uint64)
    return FlopSubset(boards, np.arange(1, len(texts) + 1), SubsetError(0, 0, 0, 0, 0))


def small_tree(**options: Any) -> Any:
    sizes = Sizes.uniform("a", raises="a")
    return build_tree(TreeRules.even(2, 50, pot=100, sizes=sizes, max_raises=1, **options))


@pytest.mark.parametrize("scheme", [None, PublicChanceSampling()])
def test_flops_are_dealt_by_their_counts(scheme: Any) -> None:
    """Suits are drawn, too: all members of a flop are equally likely."""
    flops = flops_of("2h2d2c", "Ts7d2c")
    options = BlueprintOptions(count_visits=True, batch=64, weighting="uniform")
    chosen = {} if scheme is None else {"scheme": scheme}
    solver = BlueprintSolver(
        small_tree(last_street=1), ["AA,KK", "AA,KK,QQ"], options, flops=flops, **chosen
    )
    solver.iterate(6_400)
    strategy, hand = solver.average(), Range("AA").hands()

    def visits(board: str) -> int:
        return int(strategy.visits(0, parse_cards(board))[hand].sum())

    assert visits("2h2d2c") > 0
    assert visits("2h2d2c") == visits("2h2d2s")  # the same up to suits: they share rows
    assert visits("QsJh2h") == visits("Ts7d2d") == 0
    # On three twos, three hands share each row and its visits.
    assert 3 * visits("Ts7d2c") / visits("2h2d2c") == pytest.approx(2, rel=0.15)
    assert repr(solver).startswith("<BlueprintSolver on 2 flops")


def test_flops_that_block_hands_are_dealt_less_often() -> None:
    """A pair of aces has three combos left with an ace on the flop, and six without."""
    flops = flops_of("As7d2c", "Ts7d2c")
    options = BlueprintOptions(count_visits=True, batch=64, weighting="uniform")
    solver = BlueprintSolver(small_tree(last_street=1), ["AA", "KK"], options, flops=flops)
    solver.iterate(25_600)
    with_ace, without = (
        int(solver.average().visits(0, parse_cards(board))[Range("AA").hands()].sum())
        for board in ("As7d2c", "Ts7d2c")
    )
    assert with_ace / without == pytest.approx(3 / (6 * 2), rel=0.1)


def test_flops_need_an_empty_board() -> None:
    with pytest.raises(InputError, match="flops require an empty board, got Ts7d2c"):
        BlueprintSolver(
            small_tree(), ["AA", "KK"], board=parse_cards("Ts7d2c"), flops=flop_subset(10)
        )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"flops": [[0, 1, 52]] * 2}, "not three different cards"),
        ({"flops": [[0, 1, 1]] * 2}, "not three different cards"),
        ({"flops": [[0, 1, 2]]}, "each flop must have a cumulative weight"),
        ({"flops_upto": np.array([2.0, 1.0])}, "cumulative weights do not ascend"),
        ({"flops_upto": np.zeros(2)}, "cumulative weights do not ascend"),
        ({"board": [0, 5, 10, -1, -1]}, "flops are dealt to an empty board only"),
    ],
)
def test_the_core_refuses_invalid_flops(change: dict[str, Any], message: str) -> None:
    tree, ranges = small_tree(), (Range("AA"), Range("KK"))
    game = native_game(tree, ranges, NO_RAKE, (), (), ExactCards.for_game(ranges))
    game |= {"flops": [[0, 1, 2], [3, 4, 5]], "flops_upto": np.array([1.0, 2.0])}
    _native.DealSampler(STANDARD_HIGH.evaluator, game, deal_options())
    with pytest.raises(ValueError, match=message):
        _native.DealSampler(STANDARD_HIGH.evaluator, game | change, deal_options())


def test_a_state_of_other_flops_is_refused() -> None:
    first, second = (
        BlueprintSolver(small_tree(), ["AA", "KK"], flops=flop_subset(count)) for count in (10, 25)
    )
    with pytest.raises(InputError, match="different flops"):
        second.restore(first.state())


def test_subsets_of_other_sizes_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def make(count: int, **_options: Any) -> FlopSubset:
        made.append(count)
        return flops_of("2h2d2c", "Ts7d2c")

    monkeypatch.setattr(subset_library, "make_flop_subset", make)
    first, again = load_flop_subset(77), load_flop_subset(77)
    assert made == [77]
    for name in ("boards", "counts"):
        np.testing.assert_array_equal(getattr(first, name), getattr(again, name))
    assert again.error == first.error
    assert [len(load_flop_subset(size)) for size in SUBSET_SIZES] == list(SUBSET_SIZES)
    assert made == [77]


@pytest.mark.slow
@pytest.mark.parametrize("count", [100, 1_000])
def test_large_subsets_run(count: int, buckets: str, quick_checks: None) -> None:
    data = train(
        *("--preset", "phase-2", "--flops", str(count), "--abstraction", buckets, *SMALL, *SHORT)
    )
    assert data["game"].startswith(f"hold'em on {len(load_flop_subset(count)):,} flops")


# Exploitability.


def on_all_turns() -> tuple[UniformStrategy, UniformStrategy]:
    """Return uniform play from the turn on: the turn dealt first, and after a flop without bets."""
    menu = Menu.of("a")
    hands: dict[str, Any] = {"oop": HANDS, "ip": "KK,QTs,98s"}
    spot = Spot.of("Ts7d2c", 100, 50, bets="a", max_raises=1, **hands)
    sizes = Sizes.by_street({2: menu, 3: menu})
    flop = Spot.of("Ts7d2c", 100, 50, sizes=sizes, max_raises=1, **hands)
    turn = PostflopHoldem(spot, "tiny", from_turn=True).tree
    return (
        UniformStrategy(turn, spot.ranges, spot.board),
        UniformStrategy(flop.tree, flop.ranges, flop.board),
    )


def test_exploitability_is_the_mean_over_all_boards_at_the_start() -> None:
    dealt, after_flop = on_all_turns()
    starts = StartBoards.of(dealt)
    assert starts is not None
    assert starts.is_complete
    assert len(starts.boards) == 49
    mean = starts.evaluate(dealt, isomorphism=True, threads=1)
    whole = evaluate_strategy(after_flop)
    assert mean.best_responses == pytest.approx(whole.best_responses, abs=1e-3)
    assert mean.values == pytest.approx(whole.values, abs=1e-3)
    assert mean.pot == whole.pot
    assert mean.error == 0


def test_random_boards_give_an_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt, _ = on_all_turns()
    whole = StartBoards.of(dealt)
    assert whole is not None
    exact = whole.evaluate(dealt, isomorphism=True, threads=1)
    monkeypatch.setattr(start_boards, "MAX_EVALUATED", whole.work // 49 * 20)
    some = StartBoards.of(dealt)
    assert some is not None
    assert len(some.boards) == 20
    assert not some.is_complete
    estimate = some.evaluate(dealt, isomorphism=True, threads=1)
    assert 0 < abs(estimate.chips - exact.chips) < 2 * estimate.error
    monkeypatch.setattr(start_boards, "MAX_EVALUATED", whole.work // 49 * 9)
    assert StartBoards.of(dealt) is None  # too few to tell
