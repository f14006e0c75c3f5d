"""Which backend a solve runs on."""

import sys

import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.solvers.postflop.backends import pick_backend

SPOT = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
DEVICE = "fifthstreet.solvers.postflop.backends.cuda"


@pytest.mark.parametrize(("table_bytes", "name"), [(99, "cuda"), (101, "native")])
def test_auto_is_a_gpu_if_the_tables_fit(
    monkeypatch: pytest.MonkeyPatch, table_bytes: int, name: str
) -> None:
    monkeypatch.setattr(f"{DEVICE}.is_available", lambda: True)
    monkeypatch.setattr(f"{DEVICE}.free_bytes", lambda: 100)
    assert pick_backend("auto", table_bytes) == name


def test_auto_without_a_gpu_is_the_native_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)  # as if it were not installed
    assert Solver(SPOT).backend_name == "native"


def test_cuda_without_cupy_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(InputError, match="backend cuda requires CuPy"):
        Solver(SPOT, backend="cuda")
