"""The web app: a page in the browser, and the HTTP interface behind it.

`create_app` returns the application for those who embed it; `fifthstreet web` serves it.
"""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
