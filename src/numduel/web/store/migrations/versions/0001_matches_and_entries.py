"""Matches and their entries."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
        sa.Column("header", sa.JSON, nullable=False),
    )
    op.create_index("unfinished", "matches", ["is_over", "created"])
    op.create_table(
        "entries",
        sa.Column(
            "match",
            sa.String(16),
            sa.ForeignKey("matches.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("entry", sa.JSON, nullable=False),
        sqlite_with_rowid=False,
    )
