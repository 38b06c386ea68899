"""Every match and entry has a seal, and every match says how many entries it has.

What is there already is sealed as it is. What cannot be read gets no seal, and counts as damaged.
"""

import json
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

from numduel.web.matches.seals import next_seal

revision = "0003"
down_revision = "0002"

_MANY = 500  # matches at a time


def upgrade() -> None:
    for table in ("matches", "entries"):
        seal = sa.Column("seal", sa.String(16), nullable=False, server_default="")
        op.add_column(table, seal)
    length = sa.Column("length", sa.Integer, nullable=False, server_default="0")
    op.add_column("matches", length)
    ids = list(op.get_bind().execute(sa.text("SELECT id FROM matches")).scalars())
    for start in range(0, len(ids), _MANY):
        _seal_matches(ids[start : start + _MANY])


def _seal_matches(ids: list[str]) -> None:
    chosen: sa.BindParameter[Any] = sa.bindparam("ids", value=ids, expanding=True)
    read = op.get_bind().execute
    headers = read(
        sa.text("SELECT id, CAST(header AS TEXT) FROM matches WHERE id IN :ids").bindparams(chosen)
    )
    seals = {match: _seal("", text) for match, text in headers}
    rows = read(
        sa.text(
            "SELECT match, number, CAST(entry AS TEXT) FROM entries WHERE match IN :ids"
            " ORDER BY match, number"
        ).bindparams(chosen)
    ).all()
    lengths, sealed = dict.fromkeys(ids, 0), []
    for match, happened in groupby(rows, key=lambda row: row[0]):
        before = seals[match]
        for _, number, text in happened:
            before = _seal(before, text)
            sealed.append({"key": match, "place": number, "seal": before})
            lengths[match] = number + 1
    found = [{"key": match, "seal": seals[match], "length": lengths[match]} for match in ids]
    read(sa.text("UPDATE matches SET seal = :seal, length = :length WHERE id = :key"), found)
    if sealed:
        keep = "UPDATE entries SET seal = :seal WHERE match = :key AND number = :place"
        read(sa.text(keep), sealed)


def _seal(before: str, text: str) -> str:
    try:
        written: dict[str, Any] = json.loads(text)
    except ValueError:
        return ""
    return next_seal(before, written)
