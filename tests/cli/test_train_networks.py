"""`fifthstreet train` with networks: Leduc hold'em from the first game to a strategy in a file."""

from pathlib import Path

import numpy as np
import pytest

from fifthstreet.solvers import load_strategy, load_training
from fifthstreet.solvers.cfr import Strategy, exploitability
from fifthstreet.solvers.games import leduc
from tests.cli.small_spot import Capture, shown_json

SMALL = {
    "deep_cfr": ("4", "8", ["traversals=200", "steps=100", "strategy_steps=200"]),
    "mmd": ("20", "60", ["games=400", "rate=0.01"]),
}


@pytest.mark.parametrize("algorithm", SMALL)
def test_leduc_is_learnt_in_seconds(algorithm: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "leduc.training"
    first, all_of_them, options = SMALL[algorithm]
    arguments = [
        "train",
        "--game",
        "leduc",
        "--algorithm",
        algorithm,
        "--seed",
        "3",
        "--out",
        str(path),
    ]
    for option in ["units=32", *options]:
        arguments += ["--option", option]
    facts = shown_json(capsys, [*arguments, "--iterations", first])
    assert facts["curve"][0] == [0, pytest.approx(2.3736, abs=1e-4)]  # uniform play
    facts = shown_json(capsys, ["train", "--resume", str(path), "--iterations", all_of_them])
    assert facts["exploitability"] < 1.3
    # The strategy in the file is as good as what was shown, and is what the solver plays.
    tree_strategy = load_strategy(path, leduc())
    measured = exploitability(tree_strategy.tree, tree_strategy)
    assert measured.chips == pytest.approx(facts["exploitability"], abs=1e-9)
    average = load_training(path)[1].average()
    assert isinstance(average, Strategy)
    np.testing.assert_allclose(average.probabilities, tree_strategy.probabilities, atol=1e-12)
