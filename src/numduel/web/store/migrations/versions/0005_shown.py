"""A sign of life says what the machine's clock showed, to know how much time has passed since."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("pulse", sa.Column("shown", sa.Double, nullable=True))
