"""The store: an append-only log of events, in SQLite or PostgreSQL."""

from zoobox.service.store.reading import Store
from zoobox.service.store.writer import Conflict, Job, StoreDown, Writer

__all__ = ["Conflict", "Job", "Store", "StoreDown", "Writer"]
