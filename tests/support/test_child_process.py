"""Child processes: messages, limits, and ends of both sides."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from tests.faults.programs import posix
from tests.support.child_functions import echo, exit_with, print_and_end, send_process_ids

from fifthstreet.errors import InputError
from fifthstreet.support.child_process import (
    Channel,
    ChildProcess,
    end_children,
    wait_for_messages,
)

SIZES = [0, 1, 1 << 16, (1 << 16) + 1, 5_000_000]


@contextmanager
def started(*arguments: Any, **options: Any) -> Iterator[ChildProcess]:
    child = ChildProcess(*arguments, **options)
    try:
        yield child
    finally:
        end_children([child])


def wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + 60
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.02)
    assert not Path(f"/proc/{pid}").exists()


# Messages.


def test_messages_of_any_size_come_back_in_order() -> None:
    with started(echo) as child:
        for size in SIZES:
            message = os.urandom(size)
            child.channel.send(message)
            assert child.channel.receive(60) == message


def tcp_pair() -> tuple[socket.socket, socket.socket]:
    """Return what a pair of sockets is on Windows."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        ours = socket.create_connection(server.getsockname())
        return ours, server.accept()[0]


@pytest.mark.parametrize("pair", [socket.socketpair, tcp_pair])
def test_channels(pair: Any) -> None:
    ours, theirs = map(Channel, pair())
    for size in SIZES:
        message = os.urandom(size)
        sender = Thread(target=ours.send, args=(message,))
        sender.start()
        assert theirs.receive(60) == message
        sender.join()
    ours.close()
    with pytest.raises(EOFError):
        theirs.receive()
    theirs.close()


def test_time_limits_cover_whole_messages() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        channel = Channel(theirs)
        ours.sendall((100).to_bytes(8, "big") + b"a part")
        start = time.monotonic()
        with pytest.raises(TimeoutError):
            channel.receive(0.1)
        with pytest.raises(TimeoutError):
            channel.send(bytes(50_000_000), 0.1)
        assert time.monotonic() - start < 10


def test_long_messages_are_refused_before_they_are_read() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall((10**15).to_bytes(8, "big"))
        with pytest.raises(InputError, match="at most 1,000 bytes, got 1,000,000,000,000,000"):
            Channel(theirs).receive(1, 1000)


def test_any_child_is_waited_for() -> None:
    with started(echo) as one, started(exit_with, 3) as other:
        one.channel.send(b"first")
        assert wait_for_messages([one, other]) == [one]
        assert one.channel.receive() == b"first"
        other.channel.send(b"last")
        assert wait_for_messages([one, other]) == [other]
        assert other.channel.receive() == b"last"
        assert wait_for_messages([one, other]) == [other]  # it has ended


# Ends.


def test_exit_codes() -> None:
    with started(exit_with, 7) as child:
        assert child.exit_code(0) is None
        child.channel.send(b"now")
        assert child.channel.receive() == b"now"
        with pytest.raises(EOFError):
            child.channel.receive()
        assert child.exit_code(20) == 7


@posix
@pytest.mark.skipif(not Path("/proc").exists(), reason="finds processes in /proc")
def test_isolated_children_end_with_what_they_have_started() -> None:
    for is_closed in (False, True):
        child = ChildProcess(send_process_ids, is_isolated=True)
        pids = [int(pid) for pid in child.channel.receive().split()]
        assert pids[0] == child.pid
        assert os.getsid(child.pid) == os.getpgid(pids[1]) == child.pid
        if is_closed:
            child.channel.close()
            assert child.exit_code(0.2) is None  # it does not read
        end_children([child])
        for pid in pids:
            wait_until_gone(pid)


@posix
def test_other_children_stay_in_the_group() -> None:
    with started(send_process_ids) as child:
        pids = [int(pid) for pid in child.channel.receive().split()]
        assert os.getpgid(pids[0]) == os.getpgid(pids[1]) == os.getpgrp()
        os.kill(pids[1], 9)


def test_children_that_wait_end_when_the_channel_is_closed() -> None:
    with started(echo) as child:
        child.channel.close()
        assert child.exit_code(20) == 0


PARENT = """
import sys, time
from tests.support.child_functions import send_process_ids
from fifthstreet.support.child_process import ChildProcess

if __name__ == "__main__":
    child = ChildProcess(send_process_ids, is_isolated=sys.argv[1] == "isolated")
    print(child.channel.receive().decode(), flush=True)
    time.sleep(100)
"""


@pytest.mark.skipif(not Path("/proc").exists(), reason="finds processes in /proc")
@pytest.mark.parametrize("kind", ["isolated", "other"])
def test_children_end_with_a_killed_parent(tmp_path: Path, kind: str) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(["src", "."])}
    with subprocess.Popen(
        [sys.executable, str(script), kind], stdout=subprocess.PIPE, text=True, env=environment
    ) as parent:
        assert parent.stdout is not None
        pids = [int(pid) for pid in parent.stdout.readline().split()]
        parent.kill()
    wait_until_gone(pids[0])
    if kind == "isolated":
        wait_until_gone(pids[1])
    else:
        os.kill(pids[1], 9)


@pytest.mark.parametrize("is_isolated", [False, True])
def test_only_isolated_children_leave_standard_output(
    capfd: pytest.CaptureFixture[str], is_isolated: bool
) -> None:
    with started(print_and_end, is_isolated=is_isolated) as child:
        assert child.exit_code(20) == 0
    output = capfd.readouterr()
    assert (output.err if is_isolated else output.out) == "a line of the child"
