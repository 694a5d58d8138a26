"""Addresses in templates under a path prefix (`--root-path`): none of them can forget it.

Templates write `href="/watch"`; what a reader of the page gets is `href="{{ root }}/watch"`.
"""

from __future__ import annotations

import re

from jinja2.ext import Extension
from starlette.requests import Request

from skipyard.server.settings import Settings

OWN_ADDRESS = re.compile(r'\b(href|src|action)="/(?!/)')


class Rooted(Extension):
    """Puts the prefix in front of the addresses in attributes, as a template is loaded."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return OWN_ADDRESS.sub(r'\1="{{ root }}/', source)


def root_of(request: Request) -> str:
    """The path prefix, without a slash at its end; empty for none."""
    settings: Settings = request.app.state.settings
    return settings.root_path


def base_of(request: Request) -> str:
    """Where people reach us, with a slash at its end: for links that leave the page."""
    public = request.app.state.settings.public_url
    return (
        f"{public}{root_of(request)}/"
        if public
        else f"{request.url.scheme}://{request.url.netloc}{root_of(request)}/"
    )
