"""Configuration of Sphinx; what it reads lies in the folder that `website.staging` writes."""

from __future__ import annotations

project = "Session-local Schedule"
html_title = "Session-local Schedule, executable"
author = "the authors of session-schedule-spec"
extensions = ["myst_parser", "sphinx.ext.graphviz", "website.rule_links"]

source_suffix = {".md": "markdown"}
myst_heading_anchors = 3
myst_enable_extensions = ["attrs_block"]
# Rules are headings of the third level, in chapters with and without sections.
suppress_warnings = ["myst.header"]
nitpicky = True
highlight_language = "none"

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
graphviz_output_format = "svg"
