"""Several algorithms on one game."""

import pytest

from fifthstreet.solvers import compare_algorithms, named_game, train
from fifthstreet.solvers.cfr import flatten
from fifthstreet.solvers.common import Progress


def test_runs_are_the_same_as_alone() -> None:
    compared = compare_algorithms("leduc", ["cfr+", "external"], iterations=200, seed=4)
    deterministic, sampled = compared.runs
    for run, alone in (
        (deterministic, train("leduc", "cfr+", iterations=200)),
        (sampled, train("leduc", "external", iterations=200, seed=4)),
    ):
        assert [(point.iteration, point.exploitability) for point in run.points] == alone.curve
        seconds = [point.seconds for point in run.points]
        assert seconds == sorted(seconds)


def test_all_kinds_of_games_are_accepted() -> None:
    game = named_game("kuhn")
    for each in ("kuhn", game, flatten(game)):
        compared = compare_algorithms(each, ["cfr"], iterations=10)
        assert compared.game == game.name
        assert compared.to_dict()["runs"][0]["algorithm"] == "cfr"


def test_a_target_ends_every_run() -> None:
    compared = compare_algorithms("kuhn", ["cfr", "cfr+"], target=0.01)
    assert all(run.points[-1].exploitability <= 0.01 for run in compared.runs)
    assert all(run.points[-2].exploitability > 0.01 for run in compared.runs)


def test_progress_can_stop_the_comparison() -> None:
    names = []

    def stop(name: str, _: Progress) -> bool:
        names.append(name)
        return False

    compared = compare_algorithms("kuhn", ["cfr", "cfr+"], iterations=50, progress=stop)
    assert names == ["cfr"]
    assert [run.is_stopped for run in compared.runs] == [True]


def test_exploitability_of_large_games_is_a_lower_bound() -> None:
    compared = compare_algorithms(
        "rhode-island", ["external"], iterations=2, response_traversals=1, response_deals=2
    )
    assert compared.runs[0].is_lower_bound


@pytest.mark.parametrize("names", [[], ["cfr", "cfr"]])
def test_names_must_be_different(names: list[str]) -> None:
    with pytest.raises(ValueError, match="algorithms must be different, at least one"):
        compare_algorithms("kuhn", names, iterations=1)
