from fifthstreet.web.jobs.job import WebJob as WebJob
from fifthstreet.web.jobs.queue import JobQueue as JobQueue
