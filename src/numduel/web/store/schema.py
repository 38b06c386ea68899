"""The tables. `migrations/` builds them, and a test compares the result with this."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    func,
)

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("created", Double, nullable=False),
    Column("is_over", Boolean, nullable=False),
    Column("header", JSON, nullable=False),
    Column("seal", String(16), nullable=False, server_default=""),
    Column("length", Integer, nullable=False, server_default="0"),  # how many entries it has
    Index("unfinished", "is_over", "created"),
)

entries = Table(
    "entries",
    metadata,
    Column("match", String(16), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("entry", JSON, nullable=False),
    Column("seal", String(16), nullable=False, server_default=""),
    sqlite_with_rowid=False,
)

# One row, written over whenever somebody asks whether the database can be written to.
pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),  # by the store's own clock
    Column("shown", Double),  # by the machine's
)

# What the clock of PostgreSQL's machine shows, in seconds since 1970.
DATABASE_CLOCK = func.extract("epoch", func.clock_timestamp())
