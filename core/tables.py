"""The tables of an app, made by one migration operation.

Django's autodetector writes a `CreateModel` a model, then an operation a constraint and an index.
Each of them renders all related models again, and each constraint makes Django copy the table on
SQLite: migrating from nothing took four times as long as it does with this operation. It also lets
models refer to one another in circles, since no table is made before all models are known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.migrations.operations.base import Operation, OperationCategory
from django.db.migrations.operations.models import CreateModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.backends.base.schema import BaseDatabaseSchemaEditor


class CreateTables(Operation):
    """A migration operation that makes the tables of several models of an app.

    Constraints and indexes belong into the options of each `CreateModel`.
    """

    category = OperationCategory.ADDITION
    serialization_expand_args = ["models"]

    def __init__(self, models: Sequence[CreateModel]) -> None:
        self.models = models

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return (type(self).__name__, [], {"models": self.models})

    def state_forwards(self, app_label: str, state: Any) -> None:
        # Django would render each model with everything that is related to it, again and again.
        rendered = vars(state).pop("apps", None)
        for operation in self.models:
            operation.state_forwards(app_label, state)
        if rendered is not None:
            names = [(app_label, operation.name_lower) for operation in self.models]
            rendered.render_multiple([state.models[name] for name in names])
            state.apps = rendered

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: Any,
        to_state: Any,
    ) -> None:
        for operation in self.models:
            model = to_state.apps.get_model(app_label, operation.name)
            if self.allow_migrate_model(schema_editor.connection.alias, model):
                schema_editor.create_model(model)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: Any,
        to_state: Any,
    ) -> None:
        for operation in reversed(self.models):
            model = from_state.apps.get_model(app_label, operation.name)
            if self.allow_migrate_model(schema_editor.connection.alias, model):
                schema_editor.delete_model(model)

    def describe(self) -> str:
        return f"Create tables of {', '.join(operation.name for operation in self.models)}"
