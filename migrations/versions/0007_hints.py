"""Whether hints can be taken in a game, how many each seat took, and in which position the last."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "games",
        sa.Column("has_hints", sa.Boolean(), nullable=False, server_default=sa.text("true")),
    )
    op.add_column("seats", sa.Column("hints", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("hinted_in", sa.String(32)))


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
