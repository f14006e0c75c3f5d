"""Objects that stay on workers, and are made again if those are killed."""

import os
import signal

import pytest
from tests.support.executors import calls

from fifthstreet.support.executors import (
    Executor,
    LocalExecutor,
    LostWorkerError,
    Placed,
    ProcessExecutor,
)


class Sums:
    """Numbers added up, on a worker."""

    def __init__(self, first: float) -> None:
        self.total = first

    def add(self, number: float) -> float:
        self.total += number
        return self.total

    def process(self) -> int:
        return os.getpid()

    def end(self) -> None:
        calls.end_always()

    def fail(self) -> None:
        raise LookupError("no such sum")


def use(executor: Executor, *, is_killed: bool) -> None:
    sums = Placed(executor, Sums, 0.25)
    for number in range(5):
        sums.send("add", float(number), changes=True)
    assert [sums.receive() for _ in range(5)] == [0.25, 1.25, 3.25, 6.25, 10.25]
    if is_killed:
        os.kill(sums.call("process"), signal.SIGKILL)
    sums.send("add", 0.5, changes=True)
    sums.send("add", 0.0)
    assert sums.receive() == 10.75
    assert sums.receive() == 10.75
    assert sums.losses == int(is_killed)
    with pytest.raises(LookupError, match="no such sum"):
        sums.call("fail")
    sums.close()


def test_in_this_process() -> None:
    use(LocalExecutor(), is_killed=False)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_in_a_process_that_is_killed() -> None:
    with ProcessExecutor(1) as executor:
        use(executor, is_killed=True)


@pytest.mark.slow
def test_an_object_that_ends_its_workers_is_given_up() -> None:
    with ProcessExecutor(1) as executor, pytest.raises(LostWorkerError, match="lost 4 workers"):
        Placed(executor, Sums, 0.0).call("end")
