"""No-limit hold'em from preflop to river, trained on buckets."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from fifthstreet.cli.app import app
from fifthstreet.cli.train_presets import preset_game
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver, open_blueprint
from fifthstreet.solvers.blueprint.whole_game import PRESET_OPTIONS, PRESETS, NoLimitHoldem
from fifthstreet.solvers.registry import WHOLE_GAME, make_solver, named_game
from fifthstreet.solvers.training import Training, load_training, save_training
from tests.solvers.blueprint.small_buckets import few_buckets

OPTIONS: dict[str, Any] = {"stack": 5, "sizes": "a", "max_raises": 1}
FLAGS = ["--stack", "5", "--sizes", "a", "--max-raises", "1", "--option", "response_deals=1"]
FEW_HANDS = ["--evaluation-hands", "20"]
NO_HANDS = ["--evaluation-hands", "0"]


@pytest.fixture(scope="module", name="few_buckets")
def file_of_few_buckets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A file with the 169 hands preflop, and few buckets on later streets."""
    path = tmp_path_factory.mktemp("buckets") / "few.abstraction"
    few_buckets().save(path)
    yield str(path)
    path.unlink()


def train(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, ["train", *arguments, "--json"])
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def test_a_training_is_saved_resumed_and_played(few_buckets: str, tmp_path: Path) -> None:
    out, strategy = tmp_path / "nlhe.training", tmp_path / "nlhe.blueprint"
    game = ["--game", "nlhe", "--abstraction", few_buckets, *FLAGS, *NO_HANDS]
    first = train(*game, "--iterations", "1024", "--out", str(out))
    assert first["iterations"] == 1024
    assert first["rows_per_second"] > 0
    resumed = train(
        "--resume",
        str(out),
        "--abstraction",
        few_buckets,
        "--iterations",
        "2048",
        "--strategy",
        str(strategy),
        *NO_HANDS,
    )
    whole = train(*game, "--iterations", "2048")
    assert resumed["exploitability"] == whole["exploitability"]
    assert resumed["exploitability_by"] == "local best response that only folds and calls"
    assert resumed["exploitability_mbb"] == pytest.approx(10 * resumed["exploitability"])
    assert resumed["exploitability_mbb_published"] == {"Slumbot 2016": 522}
    with pytest.raises(InputError, match="specify that file as well"):
        load_training(out)
    _, solver = load_training(out, abstraction=few_buckets)
    assert isinstance(solver, BlueprintSolver)
    saved = open_blueprint(strategy, abstraction=solver.key)  # type: ignore[arg-type]
    assert (
        np.abs(saved.probabilities(0, ()) - solver.average().probabilities(0, ())).max() < 1 / 255
    )


@pytest.mark.slow
def test_a_training_plays_fixed_agents(few_buckets: str) -> None:
    game = ["--game", "nlhe", "--abstraction", few_buckets, *FLAGS, "--iterations", "2048"]
    (evaluation,) = train(*game, *FEW_HANDS)["evaluations"]
    assert evaluation["iteration"] == 2048
    against = {each["opponent"]: each for each in evaluation["against"]}
    assert list(against) == ["random", "calling_station", "equity"]
    assert against["equity"]["hands"] >= 20
    assert against["random"]["mbb"]["half_width"] > 0
    shown = CliRunner().invoke(app, ["train", *game, *FEW_HANDS])
    assert "wins per hand from equity" in shown.stdout
    assert "Slumbot 2016 lost, with 200 big blinds" in shown.stdout
    shown = CliRunner().invoke(app, ["train", *game, *NO_HANDS])
    assert "wins per hand" not in shown.stdout


def test_presets_are_games_with_options(few_buckets: str) -> None:
    game = ["--preset", "tiny", "--abstraction", few_buckets, *FLAGS, *NO_HANDS]
    data = train(*game, "--iterations", "1024")
    assert "2 players, pot 150, stacks 500" in data["game"]
    assert PRESETS["tiny-6max"].players == 6
    assert PRESETS["tiny"] == NoLimitHoldem()


def test_a_saved_training_goes_on_to_the_same_bits(few_buckets: str, tmp_path: Path) -> None:
    options = OPTIONS | {"abstraction": few_buckets}
    training = Training("nlhe", "external", options, {"pruning": -5.0, "seed": 3, "batch": 64})
    whole, part = training.make_solver(), training.make_solver()
    whole.iterate(1_280)
    part.iterate(640)
    save_training(part, tmp_path / "part", training)
    _, resumed = load_training(tmp_path / "part", abstraction=few_buckets)
    resumed.iterate(640)
    for name in ("regrets", "averages"):
        assert resumed.state()[name].tobytes() == whole.state()[name].tobytes()


def test_six_players_and_public_chance_sampling(few_buckets: str) -> None:
    game = NoLimitHoldem(**OPTIONS | {"players": 6, "abstraction": few_buckets})
    solver = make_solver(game, "external", threads=2, batch=64)
    solver.iterate(256)
    assert solver.iteration == 256
    heads_up = NoLimitHoldem(**OPTIONS | {"abstraction": few_buckets})
    boards = make_solver(heads_up, "public-chance")
    boards.iterate(4)
    assert boards.state()["averages"].any()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 7}, "players must be from 2 to 6, got 7"),
        ({"stack": 1}, "stack must be more than 1 and at most 1,000 big blinds, got 1"),
        ({"sizes": "half"}, "half"),
        ({"max_raises": -1}, "max_raises"),
        ({"last_street": "showdown"}, "last_street must be one of preflop, flop.*, got 'showdown'"),
    ],
)
def test_bad_games_are_refused_in_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as raised:
        NoLimitHoldem(**options)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "nlhe", "--abstraction", "huge"], "or a file, got 'huge'"),
        (
            ["--preset", "huge"],
            "--preset must be one of tiny, tiny-6max, small-6max, phase-1, phase-2, phase-3, got",
        ),
        (["--preset", "tiny", "--game", "kuhn"], "--preset tiny requires --game nlhe, got kuhn"),
        (["--game", "nlhe", "--evaluation-hands", "-1"], "--evaluation-hands must be at least 0"),
        (["--game", "nlhe", "--algorithm", "cfr+"], "external, public-chance, got 'cfr+'"),
        (["--game", "kuhn", "--stack", "5"], "got 'stack'"),
        (["--game", "kuhn", "--strategy", "x"], "--strategy requires --game nlhe"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(app, ["train", *arguments, "--iterations", "10"])
    assert result.exit_code != 0
    assert message in str(result.exception) + result.output


def test_a_whole_game_has_no_tree_of_cards() -> None:
    with pytest.raises(InputError, match="nlhe is trained on buckets, not on a tree of its cards"):
        named_game("nlhe")
    with pytest.raises(InputError, match="algorithm must be one of external, public-chance"):
        make_solver(NoLimitHoldem(), 3)  # type: ignore[arg-type]


def test_what_tables_cost_is_said(few_buckets: str, tmp_path: Path) -> None:
    game = NoLimitHoldem(**OPTIONS | {"abstraction": few_buckets})
    in_memory, on_disk = (
        game.solver(BlueprintOptions(table_folder=folder))
        for folder in (None, str(tmp_path / "tables"))
    )
    assert str(in_memory.table_cost).endswith("of memory")
    assert "about as fast as without a folder" in str(on_disk.table_cost)
    tables = on_disk._tables
    text = tables.cost_text(on_disk.table_bytes // 2)  # type: ignore[union-attr]
    assert text.endswith("up to 201 x slower")


def test_presets_for_six_players_train_with_mistakes_of_the_others() -> None:
    own, options = preset_game(None, "tiny-6max")
    assert own == WHOLE_GAME
    assert (options["tremble"], options["averages"]) == (0.1, "all")
    game = {
        name: value for name, value in options.items() if name not in PRESET_OPTIONS["tiny-6max"]
    }
    assert NoLimitHoldem(**game) == PRESETS["tiny-6max"]
    assert "tremble" not in preset_game(None, "tiny")[1]


def test_six_players_have_the_lines_of_the_preset() -> None:
    tree = PRESETS["tiny-6max"].tree
    assert tree.actions(0) == ("f", "c", "b288")
    limped, _ = tree.find("r:c")
    assert tree.actions(limped) == ("f", "b363")  # a second player cannot limp
    called, _ = tree.find("r:b288:c:c")
    assert tree.actions(called) == ("f", "b1265")  # nor a third one call the raise
    raised, _ = tree.find("r:b288:b833")
    assert tree.actions(raised) == ("f", "c", "b2411", "a")
    again, _ = tree.find("r:b288:b833:b2411")
    assert tree.actions(again) == ("f", "a")  # 75% of the pot leaves too little behind
