"""Plain data, pictures and terminal tables of what the package computes.

Functions `*_data` return dicts that JSON can hold, `*_svg` and `*_html` the text of files; the
`print_*` functions of the modules write to the terminal. EVs and frequencies come with the
exploitability of their solution.
"""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
