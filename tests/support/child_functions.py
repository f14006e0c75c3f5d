"""What the children of test_child_process.py do."""

import os
import subprocess
import sys
import time

from fifthstreet.support.child_process import Parent

SLEEP = [sys.executable, "-S", "-c", "import time; time.sleep(100)"]


def echo(parent: Parent) -> None:
    while True:
        parent.send(parent.receive())


def send_process_ids(parent: Parent) -> None:
    """Send the ids of this process and of one that it starts, and hang."""
    with subprocess.Popen(SLEEP) as process:
        parent.send(f"{os.getpid()} {process.pid}".encode())
        time.sleep(100)


def exit_with(parent: Parent, code: int) -> None:
    parent.send(parent.receive())
    os._exit(code)


def print_and_end(parent: Parent) -> None:
    os.write(1, b"a line of the child")
