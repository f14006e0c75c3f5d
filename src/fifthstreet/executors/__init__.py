"""Run small jobs in this process, in a pool of processes or on a Ray cluster."""

from typing import TYPE_CHECKING

from fifthstreet.lazy_names import lazy_names

if TYPE_CHECKING:
    from fifthstreet.executors.executor import Executor as Executor
    from fifthstreet.executors.executor import Host as Host
    from fifthstreet.executors.executor import LostWorkerError as LostWorkerError
    from fifthstreet.executors.jobs import Finished as Finished
    from fifthstreet.executors.jobs import Job as Job
    from fifthstreet.executors.local import LocalExecutor as LocalExecutor
    from fifthstreet.executors.opening import open_executor as open_executor
    from fifthstreet.executors.placed import Placed as Placed
    from fifthstreet.executors.processes import ProcessExecutor as ProcessExecutor
    from fifthstreet.executors.ray_cluster import RayExecutor as RayExecutor
else:
    __getattr__, __dir__, __all__ = lazy_names(
        __name__,
        {
            "executor": ("Executor", "Host", "LostWorkerError"),
            "jobs": ("Finished", "Job"),
            "local": ("LocalExecutor",),
            "opening": ("open_executor",),
            "placed": ("Placed",),
            "processes": ("ProcessExecutor",),
            "ray_cluster": ("RayExecutor",),
        },
    )
