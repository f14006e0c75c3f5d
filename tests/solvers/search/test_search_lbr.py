"""Local best responses to a searching player, played in pieces."""

from pathlib import Path
from typing import Any

import pytest
from benchmarks.search_lbr import ResponseRun, report

from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import local_best_response
from fifthstreet.solvers.search import SearchStrategy
from tests.solvers.search.test_search_strategy import SETTINGS, uniform

SAMPLING: dict[str, Any] = {"max_lines": 1, "runouts": 2, "luck_adjusted": True}
FACTS: dict[str, Any] = {
    "preflop": "uniform",
    "street": "river",
    "menu": "late bets",
    "flop": "",
    "turn": "",
    "river": "100% a",
    "method": "maxmargin",
    "target": 0.1,
    "seconds": 9.0,
    "raises": None,
    "precision": "float32",
    "seed": 5,
    **SAMPLING,
}


def run(path: Path, **changes: Any) -> ResponseRun:
    strategy = SearchStrategy(uniform(), SETTINGS, first_street=3, max_kept=4)
    return ResponseRun(path, strategy, FACTS | changes)


def test_runs_can_be_continued(tmp_path: Path) -> None:
    path = tmp_path / "run.lines"
    run(path).play(2, 60)
    cut_off = path.read_bytes()[:-20]  # as a kill may leave it
    path.write_bytes(cut_off)
    again = run(path)
    assert [record["deal"] for record in again.file.records] == [0]
    again.play(4, 60)
    assert [record["deal"] for record in again.file.records] == [0, 1, 2, 3]
    strategy = SearchStrategy(uniform(), SETTINGS, first_street=3)
    whole = local_best_response(strategy, deals=4, menu="late bets", seed=5, **SAMPLING)
    text = report([path])
    assert text.startswith(
        f"wins {whole.mbb:,.0f} ± {whole.mbb_error:,.0f} mbb/hand (95%) over 4 deals"
    )
    assert "river: " in text
    assert "DeepStack -383 ± 219" in text
    run(path).play(9, 0)  # no time
    assert report([path]) == text


def test_pieces_with_different_seeds_are_summed_up(tmp_path: Path) -> None:
    paths = [tmp_path / f"{seed}.lines" for seed in (1, 2, 3)]
    for seed, path in enumerate(paths[:2], 1):
        run(path, seed=seed).play(2, 60)
    assert "over 4 deals from both seats; seeds 1, 2\n" in report(paths[:2])
    with pytest.raises(ValueError, match="seeds must be different, got 1, 1"):
        report([paths[0], paths[0]])
    with pytest.raises(InputError, match=r"different menu\): use a new file"):
        run(paths[0], seed=1, menu="calls")
    run(paths[2], seed=3, menu="calls")
    with pytest.raises(ValueError, match="has another menu than"):
        report([paths[0], paths[2]])
    with pytest.raises(ValueError, match="must hold at least one deal"):
        report([paths[2]])
