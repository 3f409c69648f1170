"""Run by Alembic for every command. The connection is given by store/schema.py, which also locks and checks."""

from __future__ import annotations

from alembic import context

from store.tables import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=connection.dialect.name == "sqlite",
    # Both databases roll DDL back; Alembic believes it of PostgreSQL only.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
