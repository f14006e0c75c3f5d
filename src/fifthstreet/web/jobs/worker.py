"""The process of a job: `python -m fifthstreet.web.jobs.worker`.

The first line of standard input says what to do; results are lines of JSON on standard output.
"""

from __future__ import annotations

import sys

from fifthstreet.web.jobs.control import StoppedError, standard_control
from fifthstreet.web.jobs.kinds import run_kind


def main() -> int:
    """Run one job; return the exit code."""
    control, spec = standard_control()
    try:
        control.finish(run_kind(spec["kind"], spec["spec"], control))
    except StoppedError:
        if not control.is_orphaned:
            control.fail("stopped before there was anything to save")
    except ValueError as error:
        control.fail(str(error))
    except MemoryError as error:
        control.fail(str(error) or "there is not enough memory; want a smaller task")
    except OSError as error:
        control.fail(f"a file cannot be used: {error.strerror or error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
