"""On whose behalf the current task works: the address that asked, and the id of the request.

Tasks that a request starts inherit both, so that a bot's decision is charged to whoever made the bot decide.
"""

from __future__ import annotations

import ipaddress
from contextvars import ContextVar

address: ContextVar[str] = ContextVar("address", default="")
request_id: ContextVar[str] = ContextVar("request_id", default="")
IPV6_NETWORK_BITS = 64
"""What one customer of an internet provider gets; their machine may use any address in it."""


def address_key(host: str) -> str:
    """What limits count by: the address, of IPv6 its network."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host[:64]
    if found.version == 4:
        return str(found)
    mapped = found.ipv4_mapped
    return str(mapped or ipaddress.ip_network((found, IPV6_NETWORK_BITS), strict=False))
