"""Settings of Sphinx for the documentation site. `tools/site.py` collects the pages."""

import byways

project = "Byways"
version = release = byways.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = f"Byways {release}"
html_show_sphinx = False
html_copy_source = False
templates_path = ["_templates"]
myst_heading_anchors = 4
myst_enable_extensions = ["html_image"]  # `<img>` with a width
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True  # names of constants instead of their values
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
default_role = "literal"  # docstrings write `name`
html_static_path = ["_static"]
html_css_files = ["byways.css"]
html_theme_options = {"light_css_variables": {"font-stack": "Source Sans Pro, sans-serif"}}
