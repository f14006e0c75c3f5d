"""The priority of jobs: below the server's, so that the page stays fast beside a solve."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path

NICENESS = 10  # of 0 to 19: about a tenth of the processor's time beside a process that is not nice
_SESSION = Path("/proc/self/autogroup")

# Of the process of a job on Windows; on other systems, the job calls `lower_priority`.
CREATION_FLAGS = int(getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0))


def lower_priority() -> None:
    """Let other processes go first; this must be called before the process starts threads."""
    if sys.platform == "win32":
        return
    os.nice(NICENESS)
    # Linux may share the processors between sessions first, and a job has its own session.
    with contextlib.suppress(OSError):
        _SESSION.write_text(str(NICENESS))
