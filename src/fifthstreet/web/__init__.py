"""The web app: a page in the browser, and the HTTP interface behind it.

`create_app` returns the application for those who embed it; `fifthstreet web` serves it.
"""

from typing import TYPE_CHECKING

from fifthstreet.lazy_names import lazy_names

if TYPE_CHECKING:
    from fifthstreet.web.app import create_app as create_app
    from fifthstreet.web.settings import WebSettings as WebSettings
else:
    __getattr__, __dir__, __all__ = lazy_names(
        __name__, {"app": ("create_app",), "settings": ("WebSettings",)}
    )
