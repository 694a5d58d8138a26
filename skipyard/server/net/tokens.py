"""Guests have no accounts but random tokens and one-use codes; only their hashes are stored."""

from __future__ import annotations

import hashlib
import re
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

from skipyard.server.settings import Settings

COOKIE = "skipyard_guest"
SECURE_COOKIE = "__Host-skipyard_guest"  # browsers take it over HTTPS alone, for this host alone
PREFIX_COOKIE = "__Secure-skipyard_guest"  # the same below a path prefix: __Host- allows none
YEAR = 365 * 24 * 3600  # seconds
TOKEN = re.compile("[A-Za-z0-9_-]{43}")
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no two that look alike
CODE_LENGTH = 16  # 80 bits


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """A code that can be read aloud."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def letters_of(code: str) -> str:
    """A code as somebody typed it, without spaces and dashes."""
    return "".join(letter for letter in code.upper() if letter in CODE_LETTERS)


def is_whole(code: str) -> bool:
    """Whether a code is as long as ours are."""
    return len(letters_of(code)) == CODE_LENGTH


def hashed(secret: str) -> bytes:
    """What is stored of a token or a code; it is long and random, so a plain hash will do."""
    return hashlib.sha256(b"skipyard " + secret.encode()).digest()


def hashed_code(code: str) -> bytes:
    """The hash of a code as somebody typed it."""
    return hashed(letters_of(code))


def token_of(connection: HTTPConnection) -> str:
    """The token in a request's bearer header or cookie; empty without one."""
    kind, _, bearer = connection.headers.get("authorization", "").partition(" ")
    token = bearer.strip() if kind.lower() == "bearer" else cookie_of(connection)
    return token if TOKEN.fullmatch(token) else ""


def holder_of(connection: HTTPConnection) -> bytes:
    """The hash of a request's token; empty without one."""
    token = token_of(connection)
    return hashed(token) if token else b""


def cookie_of(connection: HTTPConnection) -> str:
    """The cookie with a token; one that was given before HTTPS counts too."""
    cookies = connection.cookies
    names = (PREFIX_COOKIE, SECURE_COOKIE, COOKIE)
    return next((cookies[name] for name in names if cookies.get(name)), "")


def uses_cookie(connection: HTTPConnection) -> bool:
    """Whether the token comes from a cookie; then the Origin has to be ours."""
    return "authorization" not in connection.headers


def give_cookie(response: Response, token: str, settings: Settings) -> None:
    """Below a path prefix the cookie is for that path alone: others on this host get none of it."""
    secure, path = settings.secure, settings.root_path or "/"
    name = COOKIE if not secure else PREFIX_COOKIE if settings.root_path else SECURE_COOKIE
    response.set_cookie(
        name, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path=path
    )


def drop_cookies(response: Response, settings: Settings) -> None:
    """Let a browser forget its token."""
    response.delete_cookie(COOKIE, path=settings.root_path or "/")
    if settings.root_path:
        response.delete_cookie(PREFIX_COOKIE, path=settings.root_path, secure=True)
    else:
        response.delete_cookie(SECURE_COOKIE, path="/", secure=True)
