"""Termination signals within a block that saves its work, in the test's own process."""

import os
import signal
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest

from fifthstreet.support.interrupts import interrupting_signals

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    before = signal.getsignal(signal.SIGHUP)
    yield
    signal.signal(signal.SIGHUP, before)


def handle(number: int, frame: FrameType | None) -> None:
    raise AssertionError


@pytest.mark.parametrize("handler", [signal.SIG_IGN, handle], ids=["ignored", "handled"])
def test_a_signal_that_is_ignored_or_handled_stays_so(handler: Any) -> None:
    signal.signal(signal.SIGHUP, handler)
    with interrupting_signals():
        assert signal.getsignal(signal.SIGHUP) is handler
    assert signal.getsignal(signal.SIGHUP) is handler


def test_other_signals_interrupt_the_block_and_nothing_after_it() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    with interrupting_signals() as interruption, pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGHUP)
    assert interruption.signal == signal.SIGHUP
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_DFL
