"""When the computer player to act in a game moves."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

WAITED_FOR = sa.text("moves_at IS NOT NULL")


def upgrade() -> None:
    op.add_column("games", sa.Column("moves_at", sa.BigInteger()))
    op.create_index(
        "ix_games_moves_at",
        "games",
        ["moves_at"],
        unique=False,
        sqlite_where=WAITED_FOR,
        postgresql_where=WAITED_FOR,
    )


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
