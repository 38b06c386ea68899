"""A table by which several processes on one PostgreSQL keep limits together."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.create_table(
        "shared_counts",
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("counts", sa.JSON, nullable=False),
        prefixes=["UNLOGGED"],
    )
