"""The operation that makes the tables of an app."""

from __future__ import annotations

from django.db import migrations, models
from django.db.migrations.state import ModelState, ProjectState

from core.tables import CreateTables

KEY = ("id", models.BigAutoField(primary_key=True))


def test_models_are_rendered_once_each_beside_those_that_there_are() -> None:
    state = ProjectState()
    state.add_model(ModelState("below", "Page", [KEY]))
    page = state.apps.get_model("below", "Page")
    # They refer to one another, and to a model of another app.
    books = CreateTables(
        models=[
            migrations.CreateModel(
                "Book",
                [
                    KEY,
                    ("page", models.ForeignKey("below.Page", models.PROTECT)),
                    ("first", models.ForeignKey("above.Chapter", models.PROTECT, null=True)),
                ],
            ),
            migrations.CreateModel(
                "Chapter", [KEY, ("book", models.ForeignKey("above.Book", models.PROTECT))]
            ),
        ]
    )
    before = state.clone()
    books.state_forwards("above", state)
    book, chapter = (state.apps.get_model("above", name) for name in ("Book", "Chapter"))
    assert state.apps.get_model("below", "Page") is page
    assert book._meta.get_field("page").related_model is page
    assert book._meta.get_field("first").related_model is chapter
    assert chapter._meta.get_field("book").related_model is book
    assert {relation.related_model for relation in page._meta.related_objects} == {book}
    assert ("above", "book") not in before.models
    assert "above" not in before.apps.all_models
