"""The site: the texts of this repository, with rules, cases and code linked, and a playground.

``python -m website`` builds it. What is a page is copied into a folder of its own, where links to
files that are no pages lead to pages that show them; Sphinx makes HTML of that.
"""
