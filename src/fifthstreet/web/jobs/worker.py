"""The process of a job: `python -m fifthstreet.web.jobs.worker`.

The first line of standard input is the job; results are lines of JSON on standard output.
"""

from __future__ import annotations

import sys
from importlib import import_module

from fifthstreet.errors import FifthstreetError
from fifthstreet.web.jobs.control import StoppedError, standard_control
from fifthstreet.web.jobs.priority import lower_priority

# Modules by kind of job; each has a function `run` of a spec and a control.
MODULES = {
    kind: f"fifthstreet.web.jobs.{kind}_job"
    for kind in ("solve", "lock", "further", "hand_review", "review", "flops", "match", "preflop")
}


def main() -> int:
    """Run one job; return the exit code."""
    lower_priority()
    control, spec = standard_control()
    try:
        control.finish(import_module(MODULES[spec["kind"]]).run(spec["spec"], control))
    except StoppedError:
        if not control.is_orphaned:
            control.fail("stopped before there was anything to save")
    except FifthstreetError as error:
        control.fail(str(error))
    except MemoryError as error:
        control.fail(str(error) or "not enough memory")
    except OSError as error:
        control.fail(f"a file cannot be used: {error.strerror or error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
