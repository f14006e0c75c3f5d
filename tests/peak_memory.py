"""Peak memory of a process, for scripts that tests start."""

import resource
import sys
from pathlib import Path


def peak_kilobytes() -> int:
    """Return the most memory that this process has had since its program began.

    On Linux, `getrusage` counts what the parent had when it forked, so it is read from /proc.
    """
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak
