"""A rematch knows the game it follows."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("previous", sa.String(32)))


def downgrade() -> None:
    op.drop_column("tables", "previous")
