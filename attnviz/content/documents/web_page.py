"""A page."""

from attnviz.content.documents.extract import Extract


def web_page(extract: Extract, query: int, decimals: int) -> str:
    """A page."""
    return ""
