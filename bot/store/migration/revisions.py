"""Where the migrations are, and which is the newest, without loading Alembic."""

from pathlib import Path

MIGRATIONS = Path(__file__).parent.parent.parent.parent / "migrations"


def newest_revision() -> str:
    """The number that the file of the last migration begins with."""
    return max(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("*_*.py"))
