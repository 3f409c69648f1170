"""Exchanges, and what people said of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "exchanges",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Text(), nullable=False),
        sa.Column("asker", sa.Text(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reader_member", sa.Boolean(), nullable=False),
        sa.Column("reader_groups", sa.JSON(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("standalone", sa.Text(), nullable=False),
        sa.Column("about", sa.Date(), nullable=False),
        sa.Column("intent", sa.Text(), nullable=False),
        sa.Column("parent", sa.Text()),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("chosen", sa.Text()),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text()),
        sa.Column("next_step", sa.Text(), nullable=False),
        sa.Column("decided_by", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("probability", sa.Float()),
        sa.Column("threshold", sa.Float()),
        sa.Column("claims", sa.JSON(), nullable=False),
        sa.Column("sources", sa.JSON(), nullable=False),
        sa.Column("missing", sa.JSON(), nullable=False),
        sa.Column("readings", sa.JSON(), nullable=False),
        sa.Column("index_version", sa.Text()),
        sa.Column("searches", sa.JSON(), nullable=False),
        sa.Column("kept", sa.JSON(), nullable=False),
        sa.Column("dropped", sa.JSON(), nullable=False),
        sa.Column("probe", sa.Text()),
        sa.Column("prompt_system", sa.Text()),
        sa.Column("prompt_user", sa.Text()),
        sa.Column("model", sa.Text()),
        sa.Column("raw", sa.Text()),
        sa.Column("stop", sa.Text()),
        sa.Column("tokens_in", sa.Integer()),
        sa.Column("tokens_out", sa.Integer()),
        sa.Column("tokens_cached", sa.Integer()),
        sa.Column("cost_usd", sa.Float()),
        sa.Column("verdict", sa.Text()),
        sa.Column("findings", sa.JSON(), nullable=False),
        sa.Column("features", sa.JSON(), nullable=False),
        sa.Column("config", sa.JSON(), nullable=False),
        sa.Column("config_hash", sa.Text(), nullable=False),
        sa.Column("code_version", sa.Text(), nullable=False),
        sa.Column("timings_ms", sa.JSON(), nullable=False),
        sa.Column("latency_ms", sa.Float()),
        sa.Column("error", sa.Text()),
        sa.Column("record", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_exchanges"),
        sa.UniqueConstraint("tenant", "id", name="uq_exchanges_tenant_id"),
    )
    op.create_index("ix_exchanges_tenant_conversation_asked_at", "exchanges", ["tenant", "conversation", "asked_at"])
    op.create_index("ix_exchanges_tenant_asked_at", "exchanges", ["tenant", "asked_at"])
    op.create_table(
        "feedback",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("exchange", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "exchange", "person", name="pk_feedback"),
        sa.ForeignKeyConstraint(
            ["tenant", "exchange"],
            ["exchanges.tenant", "exchanges.id"],
            name="fk_feedback_exchanges",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_feedback_tenant_at", "feedback", ["tenant", "at"])


def downgrade() -> None:
    op.drop_table("feedback")
    op.drop_table("exchanges")
