"""Long work: jobs that wait in a queue and run in processes of their own.

A job that crashes, or takes all memory, ends alone; the server goes on. Unfinished jobs are files
in the library, so that they continue after the server was stopped.
"""

from fifthstreet.web.jobs.job import Job
from fifthstreet.web.jobs.queue import JobQueue

__all__ = ["Job", "JobQueue"]
