"""Addresses and tokens that are not served. They are stored, so they hold in every process."""

from __future__ import annotations

import ipaddress

from skipyard.server.live.tables import LiveTables
from skipyard.table.database.store import ADDRESS, NEVER, TOKEN, Ban

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
OWN_NETWORK = 64  # bits: requests are told apart by as much of an IPv6 address


class Bans:
    """The bans in force, as this process last read them."""

    def __init__(self, tables: LiveTables) -> None:
        self.tables = tables
        self.tokens: dict[bytes, Ban] = {}
        self.addresses: dict[str, Ban] = {}  # as requests have them
        self.networks: list[tuple[Network, Ban]] = []

    async def read(self) -> None:
        """Read the bans, and disconnect those who are here and banned."""
        now = self.tables.now()
        bans = await self.tables.writer.ask(lambda store: store.bans(now))
        networks = [(network_of(ban.value), ban) for ban in bans if ban.kind == ADDRESS]
        self.tokens = {bytes.fromhex(ban.value): ban for ban in bans if ban.kind == TOKEN}
        self.addresses = {name_of(network): ban for network, ban in networks}
        self.networks = [(network, ban) for network, ban in networks if network.num_addresses > 1]
        if bans:
            self.disconnect()

    def disconnect(self) -> None:
        for table in self.tables.open.values():
            for listener in list(table.presence.listeners):
                if self.find(listener.address, listener.holder) is not None:
                    listener.close("ban.goodbye")

    def find(self, address: str, holder: bytes) -> Ban | None:
        """The ban of whoever comes from this address with this token."""
        if not (self.tokens or self.addresses):
            return None
        ban = self.tokens.get(holder) or self.addresses.get(address) or self.of_network(address)
        ended = ban is not None and NEVER != ban.until <= self.tables.now()
        return None if ended else ban

    def of_network(self, address: str) -> Ban | None:
        """The ban of a network that contains an address."""
        if not self.networks:
            return None
        try:
            asked = ipaddress.ip_network(address)
        except ValueError:
            return None
        for network, ban in self.networks:
            if contains(network, asked):
                return ban
        return None


def contains(network: Network, other: Network) -> bool:
    if isinstance(network, ipaddress.IPv4Network):
        return isinstance(other, ipaddress.IPv4Network) and other.subnet_of(network)
    return isinstance(other, ipaddress.IPv6Network) and other.subnet_of(network)


def network_of(text: str) -> Network:
    """A network or an address as requests are told apart by it; ValueError where it is neither."""
    network = ipaddress.ip_network(text, strict=False)
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen > OWN_NETWORK:
        return network.supernet(new_prefix=OWN_NETWORK)
    return network


def name_of(network: Network) -> str:
    """How a network is written: a single address without its length."""
    return str(network.network_address if network.num_addresses == 1 else network)
