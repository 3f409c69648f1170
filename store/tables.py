"""The tables as this program expects them. Every change here needs a migration; `saywhy db check` compares."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Dialect,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

# Every constraint has a name, so that a migration on SQLite can find it.
metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


class Instant(TypeDecorator[datetime]):
    """An aware datetime, in UTC in the database and back. SQLite keeps no zone, so a naive one is refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is not None and value.tzinfo is None:
            raise ValueError("a naive datetime cannot be stored")
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and (value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC))


exchanges = Table(
    "exchanges",
    metadata,
    # Order of arrival; tells apart what was asked at one instant.
    Column("seq", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("tenant", Text, nullable=False),
    Column("id", Text, nullable=False),  # the trace id
    # who asked what, and who will see the reply
    Column("channel", Text, nullable=False),
    Column("conversation", Text, nullable=False),
    Column("asker", Text, nullable=False),
    Column("asked_at", Instant, nullable=False),
    Column("reader_member", Boolean, nullable=False),
    Column("reader_groups", JSON, nullable=False),
    Column("mode", Text, nullable=False),
    Column("question", Text, nullable=False),  # as asked
    # how it was understood
    Column("standalone", Text, nullable=False),
    Column("about", Date, nullable=False),
    Column("intent", Text, nullable=False),
    Column("parent", Text),  # the exchange this one continues; no foreign key: that one may be erased
    Column("round", Integer, nullable=False),
    Column("chosen", Text),  # the reading picked
    # what was decided
    Column("outcome", Text, nullable=False),
    Column("reason", Text),
    Column("next_step", Text, nullable=False),
    Column("decided_by", Text, nullable=False),
    Column("text", Text, nullable=False),  # what the asker saw
    Column("probability", Float),
    Column("threshold", Float),
    Column("claims", JSON, nullable=False),
    Column("sources", JSON, nullable=False),
    Column("missing", JSON, nullable=False),
    Column("readings", JSON, nullable=False),  # the options offered
    # what was found; a passage is named by its key in record.passages
    Column("index_version", Text),
    Column("searches", JSON, nullable=False),  # every candidate with both ranks and its scores
    Column("kept", JSON, nullable=False),
    Column("dropped", JSON, nullable=False),
    Column("probe", Text),  # staff only
    # what the model was given and said
    Column("prompt_system", Text),
    Column("prompt_user", Text),
    Column("model", Text),
    Column("raw", Text),  # its reply, word for word
    Column("stop", Text),
    Column("tokens_in", Integer),
    Column("tokens_out", Integer),
    Column("tokens_cached", Integer),
    Column("cost_usd", Float),
    Column("verdict", Text),
    Column("findings", JSON, nullable=False),
    Column("features", JSON, nullable=False),
    # under which conditions
    Column("config", JSON, nullable=False),
    Column("config_hash", Text, nullable=False),
    Column("code_version", Text, nullable=False),
    Column("timings_ms", JSON, nullable=False),
    Column("latency_ms", Float),  # the whole
    Column("error", Text),
    Column("record", JSON, nullable=False),  # the rest of the exchange; see store/exchanges.py
    UniqueConstraint("tenant", "id"),
    Index(None, "tenant", "conversation", "asked_at"),
    Index(None, "tenant", "asked_at"),
)

feedback = Table(
    "feedback",
    metadata,
    Column("tenant", Text, primary_key=True),
    Column("exchange", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("id", Text, nullable=False),  # of the platform's event
    Column("kind", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Column("note", Text, nullable=False),
    ForeignKeyConstraint(["tenant", "exchange"], ["exchanges.tenant", "exchanges.id"], ondelete="CASCADE"),
    Index(None, "tenant", "at"),
)
