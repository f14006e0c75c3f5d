"""Long work: jobs that wait in a queue and run in separate processes.

A job that crashes or uses up memory does not end the server. Unfinished jobs are files in the
library, so that they resume after a restart of the server.
"""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
