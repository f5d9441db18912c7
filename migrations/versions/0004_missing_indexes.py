"""What databases lack that came to 0003 while it was still being changed: indexes, and the moments
of games that ran then. Changes nothing in any other.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

OPEN = sa.text("status IN ('lobby', 'running')")
TO_SETTLE = sa.text("due_at IS NOT NULL AND status NOT IN ('lobby', 'running')")
FAILED = sa.text("state = 'failed'")
A_DAY = 24 * 3600 * 1000


def upgrade() -> None:
    _index("ix_outbox_failed", "outbox", "place_id", FAILED)
    _index("ix_games_to_settle", "games", "due_at", TO_SETTLE)
    # It went by the same name when it was still one of every game with a moment.
    op.drop_index("ix_games_due_at", "games", if_exists=True)
    _index("ix_games_due_at", "games", "due_at", OPEN)
    # A game that runs always has a moment. Whoever is to act in these was told so by its board.
    op.execute(
        f"UPDATE games SET due_at = waiting_since + {A_DAY}, "
        """told = coalesce(told, '{"at": ' || waiting_since || '}') """
        "WHERE status = 'running' AND pause IS NULL AND due_at IS NULL"
    )


def _index(name: str, table: str, column: str, which: sa.TextClause) -> None:
    op.create_index(
        name,
        table,
        [column],
        unique=False,
        if_not_exists=True,
        sqlite_where=which,
        postgresql_where=which,
    )


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
