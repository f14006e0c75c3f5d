"""The top-level package: what `import fifthstreet as fs` offers, and what it costs."""

import inspect
import subprocess
import sys
from types import ModuleType

import pytest

import fifthstreet as fs
from tests.thoroughness import slow

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
    "review",
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
    assert sorted(dir(fs)) == sorted(fs.__all__)
    for name in fs.__all__:
        getattr(fs, name)


def test_unknown_names_raise_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'fifthstreet' has no attribute 'bluff'"):
        _ = fs.bluff


def test_importing_the_package_loads_nothing_heavy() -> None:
    """The time of an import depends on the machine; what it loads does not."""
    loaded = run(
        "import sys; before = set(sys.modules); import fifthstreet; "
        "print(*sorted(set(sys.modules) - before))"
    ).split()
    ours = {name for name in loaded if name.startswith("fifthstreet")}
    assert ours == {"fifthstreet", "fifthstreet.lazy_names"}
    assert not {"numpy", "rich", "typer"} & set(loaded)


def test_importing_the_package_is_quick() -> None:
    code = (
        "import time; start = time.process_time(); import fifthstreet; "
        "print(time.process_time() - start)"
    )
    assert min(float(run(code)) for _ in range(3)) < 0.150


@pytest.mark.parametrize(
    "first",
    [
        "import fifthstreet",
        "import fifthstreet.equity",
        "from fifthstreet.review import Session",
        *slow("import fifthstreet.equity.tournament", "import fifthstreet.cli.app"),
    ],
)
def test_callable_packages_work_in_any_order_of_imports(first: str) -> None:
    printed = run(
        f"{first}\n"
        "import fifthstreet as fs\n"
        "import fifthstreet.equity as package\n"
        "from fifthstreet.equity import equity\n"
        "functions = (fs.equity, equity, package)\n"
        "results = {function('AA', 'KK', board='2c7d9h').players for function in functions}\n"
        "print(len(results) == 1)\n"
        "print(callable(fs.review), package.icm is fs.icm)\n"
    )
    assert printed.split() == ["True", "True", "True"]


def test_callable_packages_have_the_signature_and_docstring_of_their_function() -> None:
    from fifthstreet.equity.calculate import equity

    assert isinstance(fs.equity, ModuleType)
    assert inspect.signature(fs.equity) == inspect.signature(equity)
    assert type(fs.equity).__call__.__doc__ == equity.__doc__


def test_solve_train_and_match_are_functions() -> None:
    assert inspect.isfunction(fs.solve)
    assert inspect.isfunction(fs.train)
    assert inspect.isfunction(fs.match)
