"""When a channel gets its next digest, and from which moment that tells."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("channels", sa.Column("due_at", sa.BigInteger()))
    op.add_column("channels", sa.Column("digest_since", sa.BigInteger()))
    op.create_index(
        "ix_channels_due_at",
        "channels",
        ["due_at"],
        sqlite_where=sa.text("due_at IS NOT NULL"),
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
