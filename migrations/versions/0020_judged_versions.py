"""By which version of the reviewing the figures of a review were found."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    column = sa.Column("version", sa.Integer(), nullable=False, server_default="0")
    op.add_column("judged_seats", column)


def downgrade() -> None:
    raise NotImplementedError("going back is not possible; restore a backup")
