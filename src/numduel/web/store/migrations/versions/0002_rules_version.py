"""The header of a match records the version of the rules that it is played by.

All matches before this migration were played by version 1: no rule book had another.
"""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("UPDATE matches SET header = json_set(header, '$.rules_version', 1)")
    else:
        op.execute(
            """UPDATE matches SET header = (header::jsonb || '{"rules_version": 1}'::jsonb)::json"""
        )
