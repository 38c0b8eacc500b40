"""Limits: requests, chat lines and new tables per time, and the number of connections."""

from __future__ import annotations

import math
import time
from collections import Counter

from zoobox.service import context
from zoobox.service.errors import Refused
from zoobox.service.settings import Settings

CHAT_LINES = 5
CHAT_SECONDS = 10.0
HINTS = 20
HINT_SECONDS = 40.0
REVIEWS = 6
REVIEW_SECONDS = 60.0
GUESSES = 10
GUESS_SECONDS = 60.0
PEOPLE_AT_ONE_ADDRESS = 4
"""Limits for a person count this much for an address, since several may share one."""
MAX_KEYS = 50_000


class Bucket:
    """A token bucket: it fills at a rate up to a size, and every use takes one token."""

    __slots__ = ("at", "level")

    def __init__(self, size: float, at: float) -> None:
        self.level = size
        self.at = at


class Rate:
    """One limit, with a bucket for each person or address."""

    def __init__(self, per_second: float, size: float) -> None:
        self.per_second = per_second
        self.size = size
        self.buckets: dict[str, Bucket] = {}

    def use(self, key: str) -> float:
        """0 within the limit, otherwise the seconds to wait."""
        now = time.monotonic()
        bucket = self.buckets.get(key)
        if bucket is None:
            if len(self.buckets) >= MAX_KEYS:
                self._forget_some(now)
            bucket = self.buckets[key] = Bucket(self.size, now)
        bucket.level = min(self.size, bucket.level + (now - bucket.at) * self.per_second)
        bucket.at = now
        if bucket.level < 1:
            return (1 - bucket.level) / self.per_second
        bucket.level -= 1
        return 0.0

    def is_empty(self, key: str) -> bool:
        """Whether the next use would be over the limit."""
        bucket = self.buckets.get(key)
        return bucket is not None and bucket.level + (time.monotonic() - bucket.at) * self.per_second < 1

    def _forget_some(self, now: float) -> None:
        """Forgets buckets that are full again; if there are none, the oldest ones."""
        full = self.size / self.per_second
        keep = {key: bucket for key, bucket in self.buckets.items() if now - bucket.at < full}
        if len(keep) >= MAX_KEYS:
            keep = dict(list(keep.items())[MAX_KEYS // 2 :])
        self.buckets = keep


class Limits:
    """All limits of one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.requests = Rate(settings.requests_per_second, settings.request_burst)
        self.chats = Rate(CHAT_LINES / CHAT_SECONDS, CHAT_LINES)
        self.tables = Rate(settings.tables_per_hour / 3600, settings.tables_per_hour)
        self.people = Rate(settings.people_per_hour / 3600, settings.people_per_hour)
        self.hints = Rate(HINTS / HINT_SECONDS, HINTS)
        self.reviews = Rate(REVIEWS / REVIEW_SECONDS, REVIEWS)
        self.guesses = Rate(GUESSES / GUESS_SECONDS, GUESSES)
        self.wrong_passwords = Rate(GUESSES / GUESS_SECONDS, GUESSES)
        """In headers of programs, which send the right one with every request."""
        shared = PEOPLE_AT_ONE_ADDRESS
        self.chats_of_address = Rate(shared * CHAT_LINES / CHAT_SECONDS, shared * CHAT_LINES)
        self.tables_of_address = Rate(shared * settings.tables_per_hour / 3600, shared * settings.tables_per_hour)
        self.refused = 0
        self.connections: Counter[str] = Counter()

    def request(self, key: str) -> None:
        self._use(self.requests, key, "Too many requests; wait a moment.")

    def chat(self, person: str) -> None:
        reason = f"At most {CHAT_LINES} lines in {CHAT_SECONDS:.0f} seconds; wait a moment."
        self._use(self.chats, person, reason)
        self._use(self.chats_of_address, context.address.get(), reason)

    def new_table(self, person: str) -> None:
        reason = f"At most {self.settings.tables_per_hour} new tables in an hour."
        self._use(self.tables, person, reason)
        self._use(self.tables_of_address, context.address.get(), reason)

    def new_person(self) -> None:
        reason = "Too many newcomers from your address; come back later, or keep your cookies."
        self._use(self.people, context.address.get(), reason)

    def hint(self, address: str) -> None:
        self._use(self.hints, address, f"At most {HINTS} hints in {HINT_SECONDS:.0f} seconds; wait a moment.")

    def review(self) -> None:
        self._use(self.reviews, context.address.get(), "Too many reviews at once; wait a moment.")

    def guess(self) -> None:
        """Somebody tries a password or the host's secret."""
        self._use(self.guesses, context.address.get(), "Too many attempts; wait a minute.")

    def may_guess(self, address: str) -> bool:
        """Whether a password in a header is looked at."""
        return not self.wrong_passwords.is_empty(address)

    def connect(self, address: str) -> None:
        """Counts a connection; raises Refused when there are too many."""
        if self.connections.total() >= self.settings.connections:
            self.refused += 1
            raise Refused("busy", "The server holds as many connections as it can; try again later.")
        if self.connections[address] >= self.settings.connections_per_address:
            raise Refused("too-many", "There are too many connections from your address.")
        self.connections[address] += 1

    def disconnect(self, address: str) -> None:
        self.connections[address] -= 1
        if self.connections[address] <= 0:
            del self.connections[address]

    def _use(self, rate: Rate, key: str, reason: str) -> None:
        wait = rate.use(key)
        if wait:
            self.refused += 1
            refusal = Refused("too-many", reason)
            refusal.retry_after = math.ceil(wait)
            raise refusal
