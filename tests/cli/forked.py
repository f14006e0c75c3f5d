"""Programs that start at once: forks of a process that has imported the package already.

Starting Python and importing a command takes about half a second, and tests run the program
hundreds of times. A fork is a process of its own with its own output and exit code, and nothing to
read on standard input. What Python reads when it starts, like `PYTHONIOENCODING`, needs another
process to fork from.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

_STARTING = ("PYTHON", "LC_", "LANG")  # variables that count when Python starts


def run_forked(
    arguments: Sequence[str],
    folder: Path,
    *,
    environment: Mapping[str, str],
    is_read: bool = True,
) -> subprocess.CompletedProcess[bytes]:
    """Run the program in a folder with variables of its environment.

    If its output is not read, it goes to a pipe that is closed at the other end.
    """
    starting = {name: value for name, value in environment.items() if name.startswith(_STARTING)}
    server = _server(tuple(sorted(starting.items())))
    with TemporaryDirectory() as files:
        output, errors = Path(files, "output"), Path(files, "errors")
        request = {
            "arguments": list(arguments),
            "folder": str(folder),
            "environment": dict(environment),
            "output": str(output) if is_read else None,
            "errors": str(errors),
        }
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(json.dumps(request).encode() + b"\n")
        server.stdin.flush()
        code = int(server.stdout.readline())
        shown = output.read_bytes() if is_read else b""
        return subprocess.CompletedProcess(list(arguments), code, shown, errors.read_bytes())


@cache
def _server(starting: tuple[tuple[str, str], ...]) -> subprocess.Popen[bytes]:
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.cli.forked"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, **dict(starting)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    atexit.register(server.kill)
    return server


def serve() -> None:
    """Fork for every request, a line of JSON, and answer with the exit code."""
    from fifthstreet.cli import run
    from fifthstreet.cli.app import COMMANDS, load_command

    for name in COMMANDS:  # what takes long
        load_command(name)
    with redirect_stdout(StringIO()):
        run(["range", "AA"])  # imports what Typer and Rich need
    gc.collect()
    gc.freeze()  # a collection would copy every page that a fork shares with this process
    for line in sys.stdin.buffer:
        request = json.loads(line)
        child = os.fork()
        if not child:
            _become(request)
        _, status = os.waitpid(child, 0)
        os.write(1, b"%d\n" % os.waitstatus_to_exitcode(status))


def _become(request: dict[str, object]) -> None:
    """Run the program as `python -m fifthstreet` would."""
    from fifthstreet.cli import main

    os.chdir(str(request["folder"]))
    environment = request["environment"]
    assert isinstance(environment, dict)
    os.environ.update(environment)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)  # instead of the requests
    os.close(nothing)
    for name, handle in (("output", 1), ("errors", 2)):
        path = request[name]
        if path is None:
            reading, file = os.pipe()
            os.close(reading)
        else:
            file = os.open(str(path), os.O_CREAT | os.O_WRONLY)
        os.dup2(file, handle)
        os.close(file)
    arguments = request["arguments"]
    assert isinstance(arguments, list)
    sys.argv = ["fifthstreet", *arguments]
    main()
    sys.exit(0)


if __name__ == "__main__":
    serve()
