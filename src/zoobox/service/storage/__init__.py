"""The store: an append-only log of events, in SQLite or PostgreSQL."""

from zoobox.service.storage.reader import Store
from zoobox.service.storage.writer import Conflict, DatabaseDown, Job, Writer

__all__ = ["Conflict", "DatabaseDown", "Job", "Store", "Writer"]
