"""Who a request comes from: the address that limits count, and the proxies that may name it."""

from __future__ import annotations

import functools
import ipaddress

from starlette.requests import HTTPConnection

from skipyard.options import Refused
from skipyard.server.sentences import say

LOCAL = ("127.0.0.1", "::1")  # this machine
PROXIED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")  # headers that a proxy adds
UNKNOWN = "unknown"  # whatever a proxy names that is no address
IPV6_NETWORK = 64  # bits; a client can choose the rest itself
MOST_KNOWN = 4096  # addresses that are remembered


@functools.lru_cache(MOST_KNOWN)
def counted(host: str) -> str:
    """What limits count of an address: all of IPv4, the network of IPv6."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN if host else ""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    if address.is_loopback:
        return str(address)
    return str(ipaddress.IPv6Network((address, IPV6_NETWORK), strict=False))


def address_of(connection: HTTPConnection) -> str:
    """The address that a request counts for; uvicorn takes it from the proxies that we trust."""
    return counted(connection.client.host if connection.client else "")


def is_local(connection: HTTPConnection) -> bool:
    """Whether a program on this machine asks for itself; then no limit by address holds.

    A proxy on this machine asks for others and says so in a header, whatever address it names.
    """
    if address_of(connection) not in LOCAL:
        return False
    return not any(name in connection.headers for name in PROXIED)


class Proxies:
    """The proxies whose X-Forwarded-For is believed."""

    def __init__(self, text: str, language: str = "en") -> None:
        self.networks = []
        for part in filter(None, (part.strip() for part in text.split(","))):
            try:
                self.networks.append(ipaddress.ip_network(part))
            except ValueError:
                raise Refused(say(language, "serve.proxies", text=part)) from None

    def trusts(self, host: str) -> bool:
        """Whether a connection from this address is a proxy's."""
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self.networks)

    def holds_back(self, host: str) -> str:
        """The address that a connection itself counts for; empty for proxies and this machine."""
        address = counted(host)
        return "" if address in LOCAL or self.trusts(host) else address
