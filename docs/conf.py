"""How Sphinx builds the documentation: `make docs`."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent)]

from tests.interpreted import SourceFirst  # noqa: E402

# Sources have annotations and comments that compiled modules lack.
sys.meta_path.insert(0, SourceFirst())

import sources  # noqa: E402

from fifthstreet.support.version import __version__  # noqa: E402

project = "fifthstreet"
author = "the fifthstreet developers"
version = release = __version__
copyright = author
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "faces", "strict_pages"]
exclude_patterns = ["_ext", "_static", "_templates", "images"]
templates_path = ["_templates"]
language = "en"
nitpicky = False
smartquotes = False
show_warning_types = True

myst_enable_extensions = ["deflist", "colon_fence"]
myst_heading_anchors = 3

autodoc_class_signature = "mixed"
autoclass_content = "both"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_type_aliases = sources.type_aliases()
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries = False
add_module_names = False
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False

html_theme = "furo"
html_title = f"fifthstreet {__version__}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_last_updated_fmt = None
html_domain_indices = False
html_use_index = False
html_favicon = "../src/fifthstreet/web/static/icon.svg"
pygments_style = "tango"
pygments_dark_style = "monokai"
