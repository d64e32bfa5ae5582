"""Migrating from nothing is one operation an app, and one for its guards."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunPython

from core.append_only import Guarding
from core.tables import CreateTables

# Nothing has been released: until it is, a changed model changes its app's first migration.
OPERATIONS = {"0001_initial": {CreateTables}, "0002_guards": {Guarding}}
# A key that only PostgreSQL can have.
OTHERWISE = {("annotation", "0002_guards"): {Guarding, RunPython}}


def test_migrations_only_make_tables_and_guards() -> None:
    ours = {
        app.label
        for app in apps.get_app_configs()
        if Path(app.path).parent == settings.PROJECT_ROOT
    }
    migrations = {
        key: migration
        for key, migration in MigrationLoader(None).disk_migrations.items()
        if key[0] in ours
    }
    operations = {
        key: {type(operation) for operation in migration.operations}
        for key, migration in migrations.items()
    }
    assert ("annotation", "0001_initial") in operations
    assert operations == {key: OTHERWISE.get(key, OPERATIONS.get(key[1])) for key in operations}
    initial = [one for (_, name), one in migrations.items() if name == "0001_initial"]
    assert all(len(migration.operations) == 1 for migration in initial)


@pytest.mark.postgres
@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_tables_can_be_removed_and_made_again() -> None:
    def tables() -> set[str]:
        names = connection.introspection.table_names()
        return {name for name in names if name.startswith("search_")}

    before = tables()
    assert before
    MigrationExecutor(connection).migrate([("search", None)])
    assert tables() == set()
    MigrationExecutor(connection).migrate([("search", "0001_initial")])
    assert tables() == before


@pytest.mark.django_db
def test_no_rows_are_written_for_permissions_that_nobody_uses() -> None:
    assert not Permission.objects.exists()
    assert not ContentType.objects.exists()


def test_migrating_imports_no_views(tmp_path: Path) -> None:
    # They took a quarter of the time of a migration from nothing.
    script = (
        "import sys, django; django.setup(); from django.core.management import call_command;"
        " call_command('migrate', verbosity=0, skip_checks=False);"
        " sys.exit('config.urls' in sys.modules)"
    )
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
        "TOUCHSTONE_HOME": str(tmp_path),
    }
    subprocess.run(
        [sys.executable, "-c", script], cwd=settings.PROJECT_ROOT, env=environment, check=True
    )
    assert (tmp_path / "touchstone.sqlite3").exists()
