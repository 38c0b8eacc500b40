"""Storage: an append-only log of table events, in SQLite or PostgreSQL."""

from zoobox.service.storage.reader import Reader
from zoobox.service.storage.schema import Statement
from zoobox.service.storage.writer import Conflict, DatabaseDown, Unwritable, WriteJob, Writer

__all__ = ["Conflict", "DatabaseDown", "Reader", "Statement", "Unwritable", "WriteJob", "Writer"]
