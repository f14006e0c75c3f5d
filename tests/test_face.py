"""The top-level package: what `import fifthstreet as fs` offers, and what it costs."""

import inspect
import subprocess
import sys

import pytest

import fifthstreet as fs

PROMISED = (
    "BettingTree",
    "NoLimitTexasHoldem",
    "PotLimitOmahaHoldem",
    "Range",
    "Spot",
    "equity",
    "evaluate",
    "match",
    "open_solution",
    "read_hands",
    "review_hands",
    "solve",
    "train",
)


def run(code: str) -> str:
    completed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert completed.returncode == 0, completed.stderr
    return completed.stdout


@pytest.mark.parametrize("name", PROMISED)
def test_promised_names_exist_and_are_listed(name: str) -> None:
    assert getattr(fs, name) is not None
    assert name in dir(fs)


def test_dir_and_all_agree_and_every_name_can_be_imported() -> None:
    names = vars(fs)["__all__"]
    assert sorted(dir(fs)) == sorted(names)
    for name in names:
        getattr(fs, name)


def test_unknown_names_raise_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'fifthstreet' has no attribute 'bluff'"):
        getattr(fs, "bluff")  # noqa: B009


def test_importing_the_package_loads_nothing_heavy() -> None:
    """The time of an import depends on the machine; what it loads does not."""
    loaded = run(
        "import sys; before = set(sys.modules); import fifthstreet; "
        "print(*sorted(set(sys.modules) - before))"
    ).split()
    ours = {name for name in loaded if name.startswith("fifthstreet")}
    assert ours == {
        "fifthstreet",
        "fifthstreet.support",
        "fifthstreet.support.lazy_names",
        "fifthstreet.support.pictured",
        "fifthstreet.support.program_start",
        "fifthstreet.support.version",
    }
    assert not {"numpy", "rich", "typer"} & set(loaded)


def test_importing_the_package_is_quick() -> None:
    code = (
        "import time; start = time.process_time(); import fifthstreet; "
        "print(time.process_time() - start)"
    )
    assert min(float(run(code)) for _ in range(3)) < 0.150


def test_solve_train_and_match_are_functions() -> None:
    assert inspect.isfunction(fs.equity)
    assert inspect.isfunction(fs.review_hands)
    assert inspect.isfunction(fs.solve)
    assert inspect.isfunction(fs.train)
    assert inspect.isfunction(fs.match)
