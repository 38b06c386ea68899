"""Sphinx builds the site of these pages from this: `make docs`."""

import numduel

project = "numduel"
copyright = "the authors of numduel"
version = release = numduel.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["screenshots"]
default_role = "code"

html_theme = "furo"
html_title = "numduel"
html_static_path: list[str] = []
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {"code-font-size": "75%"},  # a line of 98 characters fits
}

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 140
