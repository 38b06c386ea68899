"""Alembic runs this: the migrations, on the connection that `database.py` has opened."""

from alembic import context

from numduel.web.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # SQLite can, and a half-done migration could not be done again
)
with context.begin_transaction():
    context.run_migrations()
