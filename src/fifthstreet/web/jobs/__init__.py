"""Long work: jobs that wait in a queue and run in separate processes.

A job that crashes or uses up memory does not end the server. Unfinished jobs are files in the
library, so that they resume after a restart of the server.
"""

from fifthstreet.web.jobs.job import Job
from fifthstreet.web.jobs.queue import JobQueue

__all__ = ["Job", "JobQueue"]
