"""The tables. `migrations/` builds them, and a test compares the result with this."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
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
on_postgresql = MetaData()  # further tables of a database that several processes can share

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

# One row for each process that is alive: what its clients use, as JSON by limit and client.
shared_counts = Table(
    "shared_counts",
    on_postgresql,
    Column("process", String(16), primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("counts", JSON, nullable=False),
    prefixes=["UNLOGGED"],  # nobody needs it after a crash
)

# What the clock of PostgreSQL's machine shows, in seconds since 1970.
DATABASE_CLOCK = func.extract("epoch", func.clock_timestamp())
