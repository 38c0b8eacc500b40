"""A fair queue for the bot workers: whoever has used them least goes first, by address and then by table."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

MANY_TABLES = 4
"""An address with more waiting tables than this leaves one worker to others."""
MAX_REMEMBERED = 10_000


@dataclass
class Share:
    """What somebody has used, in seconds of workers, and what waits."""

    used: float = 0.0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


class FairQueue:
    """So many places, given to those who wait by what they have used before."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.free = places
        self.addresses: dict[str, float] = {}
        """Seconds used."""
        self.tables: dict[str, dict[str, Share]] = {}
        """By address, what waits at each of its tables."""
        self.busy: Counter[str] = Counter()

    @asynccontextmanager
    async def place(self, address: str, table: str) -> AsyncIterator[float]:
        """Waits for a place, holds it, and charges the time; gives the seconds waited."""
        asked = time.monotonic()
        await self._acquire(address, table)
        began = time.monotonic()
        try:
            yield began - asked
        finally:
            self._release(address, table, time.monotonic() - began)

    async def _acquire(self, address: str, table: str) -> None:
        self._join(address)
        share = self.tables.setdefault(address, {}).setdefault(table, Share())
        future = asyncio.get_running_loop().create_future()
        share.waiting.append(future)
        self._give_places()
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._release(address, table, 0.0)
            else:
                share.waiting.remove(future)
            raise

    def _join(self, address: str) -> None:
        """Somebody new starts level with the one who has used least, not with a credit for having been away."""
        active = [self.addresses[other] for other in self.tables if other in self.addresses]
        least = min(active, default=0.0)
        self.addresses[address] = max(self.addresses.get(address, 0.0), least)
        while len(self.addresses) > MAX_REMEMBERED:
            self.addresses.pop(next(iter(self.addresses)))

    def _release(self, address: str, table: str, seconds: float) -> None:
        self.free += 1
        self.busy[address] -= 1
        self.addresses[address] = self.addresses.get(address, 0.0) + seconds
        share = self.tables.get(address, {}).get(table)
        if share is not None:
            share.used += seconds
        if self.busy[address] <= 0:
            del self.busy[address]
            if not any(share.waiting for share in self.tables.get(address, {}).values()):
                self.tables.pop(address, None)
        self._give_places()

    def _give_places(self) -> None:
        while self.free:
            waiting = [address for address in self.tables if self._may_have_another(address)]
            if not waiting:
                return
            address = min(waiting, key=lambda one: self.addresses.get(one, 0.0))
            tables = [share for share in self.tables[address].values() if share.waiting]
            future = min(tables, key=lambda share: share.used).waiting.popleft()
            self.free -= 1
            self.busy[address] += 1
            future.set_result(None)

    def _may_have_another(self, address: str) -> bool:
        tables = sum(1 for share in self.tables[address].values() if share.waiting)
        most = self.places if tables <= MANY_TABLES else max(1, self.places - 1)
        return tables > 0 and self.busy[address] < most
