"""Corpora of other campaigns: not read, not searched, not changed, and not told of."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

import search
from accounts.models import User
from accounts.roles import Role
from annotation.forms.designs import DesignForm
from campaigns.models import Campaign, Membership
from core.models import AuditEntry
from jobs.execution import run_job
from jobs.models import Job, JobState
from jobs.services import jobs
from releases.forms.imports import DatasetImportForm
from search.services import index_requests
from tests.people import NOW, PASSWORD, Cast
from tests.wiki.pages import make_corpus, make_page, share_corpus
from wiki.forms import DumpImportForm
from wiki.models import Corpus, CorpusMember, Page
from wiki.selectors.access import NoRightError, Right, corpora_for
from wiki.selectors.pages import default_corpus
from wiki.services import corpora, corpus_members, import_requests
from wiki.services.import_files import ImportFile, ImportFolder
from wiki.services.imports import ImportOptions

LogIn = Callable[[User], Client]


@pytest.fixture(autouse=True)
def quiet(tmp_path: Path, settings: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SEARCH_FOLDER", tmp_path / "index", raising=False)
    monkeypatch.setattr("jobs.doorbell.ring", lambda job_id: True)


@pytest.fixture
def corpus(cast: Cast) -> Corpus:
    """Return the corpus of the cast's campaign, owned by nobody in the campaign."""
    corpus = make_corpus("Rivers")
    make_page("Secret river", "The secret river flows.", corpus=corpus)
    Campaign.objects.filter(pk=cast.campaign.pk).update(corpus=corpus)
    return corpus


@pytest.fixture
def rival(db: None) -> User:
    """Return a manager of another campaign, with a corpus of their own."""
    rival = User.objects.create_user("otto", PASSWORD, name="Otto Other")
    own = make_corpus("Mountains", owner=rival)
    make_page("Eiger", "The Eiger is a mountain.", corpus=own)
    campaign = Campaign.objects.create(name="Mountains", corpus=own, created_at=NOW)
    Membership.objects.create(campaign=campaign, user=rival, role=Role.MANAGER, joined_at=NOW)
    return rival


def urls_that_change(corpus: Corpus) -> list[str]:
    names = ("seal", "delete", "index-rebuild", "index-check", "member-add")
    urls = [reverse(f"corpus-{name}", args=[corpus.public_id]) for name in names]
    return [*urls, reverse("corpus-member-remove", args=[corpus.public_id, uuid4()])]


def test_a_manager_of_another_campaign_finds_no_corpus_to_change(
    log_in: LogIn, corpus: Corpus, rival: User
) -> None:
    client = log_in(rival)
    fields = {"understood": "on", "username": "otto", "role": "owner"}
    for url in urls_that_change(corpus):
        assert client.post(url, fields).status_code == 404, url
    for name in ("corpus", "corpus-progress"):
        assert client.get(reverse(name, args=[corpus.public_id])).status_code == 404
    upload = {"corpus": corpus.pk, "server_file": "", "name": ""}
    assert client.post(reverse("import-dump"), upload).status_code == 422
    assert not Job.objects.exists()
    assert Corpus.objects.get(pk=corpus.pk).sealed_at is None
    assert not CorpusMember.objects.filter(corpus=corpus).exists()


def test_a_manager_of_the_campaign_sees_its_corpus_but_only_owners_change_it(
    cast: Cast, log_in: LogIn, corpus: Corpus
) -> None:
    client = log_in(cast.manager)
    page = client.get(reverse("corpus", args=[corpus.public_id]))
    assert page.status_code == 200
    html = page.content.decode()
    assert "Seal corpus" not in html
    assert "Rebuild the index" not in html
    assert "Share corpus" not in html
    for url in urls_that_change(corpus):
        assert client.post(url, {"understood": "on"}).status_code == 403, url
    assert not Job.objects.exists()
    share_corpus(corpus, cast.manager, CorpusMember.Role.OWNER)
    html = client.get(reverse("corpus", args=[corpus.public_id])).content.decode()
    assert "Rebuild the index" in html
    assert "Share corpus" in html


def test_a_right_that_is_lost_while_a_request_runs_is_a_refusal(
    cast: Cast, log_in: LogIn, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("corpora", "corpus_members"):
        monkeypatch.setattr(f"campaigns.views.{module}.reach_corpus", lambda *_arguments: corpus)
    client = log_in(cast.manager)
    fields = {"understood": "on", "username": "rafa", "role": "owner"}
    for url in urls_that_change(corpus)[:-1]:
        assert client.post(url, fields).status_code == 403, url
    assert not Job.objects.exists()
    assert not CorpusMember.objects.filter(corpus=corpus).exists()


def test_services_refuse_who_has_no_right(corpus: Corpus, rival: User, cast: Cast) -> None:
    file = ImportFile(ImportFolder.IMPORTS, "a.xml")
    for person in (rival, cast.manager, cast.annotator):
        with pytest.raises(NoRightError):
            import_requests.request_import(
                corpus=corpus, file=file, options=ImportOptions(), by=person, now=NOW
            )
        with pytest.raises(NoRightError):
            import_requests.request_seal(corpus=corpus, accept_unfinished=True, by=person, now=NOW)
        with pytest.raises(NoRightError):
            corpora.delete_corpus(corpus=corpus, by=person, now=NOW)
        for request in (index_requests.request_rebuild, index_requests.request_check):
            with pytest.raises(NoRightError):
                request(corpus=corpus, by=person, now=NOW)
        with pytest.raises(NoRightError):
            corpus_members.add_corpus_member(
                corpus=corpus, person=person, role=CorpusMember.Role.OWNER, by=person, now=NOW
            )
        with pytest.raises(NoRightError):
            corpus_members.choose_default_corpus(corpus=corpus, by=person, now=NOW)
    assert not Job.objects.exists()
    assert not AuditEntry.objects.exists()
    assert not CorpusMember.objects.filter(corpus=corpus).exists()


@pytest.mark.django_db(transaction=True)
def test_a_job_of_somebody_who_lost_the_corpus_does_nothing_when_it_is_tried_again(
    cast: Cast, corpus: Corpus
) -> None:
    share_corpus(corpus, cast.manager, CorpusMember.Role.OWNER)
    made = [
        import_requests.request_seal(
            corpus=corpus, accept_unfinished=True, by=cast.manager, now=NOW
        ),
        index_requests.request_rebuild(corpus=corpus, by=cast.manager, now=NOW),
    ]
    CorpusMember.objects.filter(user=cast.manager).delete()
    for job in made:
        assert run_job(job.pk, worker="test")
        job.refresh_from_db()
        assert job.state == JobState.FAILED
        assert job.error == "Mara Manager may no longer change the corpus “Rivers”."
        jobs.retry_job(job=job, by=cast.manager, now=NOW)
        assert run_job(job.pk, worker="test")
        job.refresh_from_db()
        assert job.state == JobState.FAILED
    assert Corpus.objects.get(pk=corpus.pk).sealed_at is None


@pytest.mark.parametrize("role", ["stranger", "rival"])
def test_outsiders_neither_read_nor_search_nor_complete(
    role: str, cast: Cast, log_in: LogIn, corpus: Corpus, rival: User
) -> None:
    search.rebuild_index(corpus=corpus)
    Corpus.objects.filter(pk=corpus.pk).update(is_default=True)
    client = log_in(rival if role == "rival" else cast.stranger)
    named = {"corpus": str(corpus.public_id)}
    assert client.get("/wiki/Secret_river").status_code == 404
    assert client.get("/wiki/Secret_river", named).status_code == 404
    assert client.get("/wiki/", named).status_code == 404
    assert client.get("/search/", {"q": "river", **named}).status_code == 404
    for query in ({}, named):
        answer = client.get("/search/suggest", {"q": "secr", **query})
        assert answer.json() == {"titles": []}
        asked = {"page": "Secret river", "q": "river", **query}
        answer = client.get("/search/in-page", asked)
        assert (answer.status_code, answer.json()["problem"]) == (400, "There is no such page.")
    for url in ("/wiki/", "/search/", "/search/?q=river", "/corpora/", "/", "/jobs/"):
        html = client.get(url).content.decode()
        assert "Secret river" not in html, url
        assert "Rivers" not in html, url
        assert str(corpus.public_id) not in html, url


@pytest.mark.parametrize("role", ["annotator", "researcher", "manager", "administrator"])
def test_people_of_the_campaign_read_search_and_complete(
    role: str, cast: Cast, log_in: LogIn, corpus: Corpus
) -> None:
    search.rebuild_index(corpus=corpus)
    client = log_in(cast.by_role()[role])
    for query in ({}, {"corpus": str(corpus.public_id)}):
        assert client.get("/wiki/Secret_river", query).status_code == 200
        answer = client.get("/search/suggest", {"q": "secr", **query})
        assert [found["title"] for found in answer.json()["titles"]] == ["Secret river"]
    # Who leaves the campaign leaves its corpus.
    Membership.objects.all().delete()
    expected = 200 if role == "administrator" else 404
    assert client.get("/wiki/Secret_river").status_code == expected


def test_forms_offer_only_corpora_that_the_person_may_use(
    cast: Cast, corpus: Corpus, rival: User
) -> None:
    def offered(person: User) -> list[list[str]]:
        forms = [
            DesignForm(person=person),
            DatasetImportForm(person=person),
            DumpImportForm(person=person),
        ]
        return [[found.name for found in form.fields["corpus"].queryset] for form in forms]  # type: ignore[attr-defined]

    assert offered(cast.annotator) == [[], [], []]
    assert offered(cast.manager) == [["Rivers"], ["Rivers"], []]
    assert offered(rival) == [["Mountains"]] * 3
    assert offered(cast.administrator) == [["Mountains", "Rivers"]] * 3


@pytest.mark.django_db(transaction=True)
def test_health_details_name_no_corpus_to_others(
    cast: Cast, log_in: LogIn, corpus: Corpus, rival: User, client: Client
) -> None:
    Corpus.objects.filter(pk=corpus.pk).update(sealed_at=NOW)
    for asking in (client, log_in(cast.stranger), log_in(rival), log_in(cast.manager)):
        assert "Rivers" not in asking.get("/readyz").content.decode()
        assert asking.get("/status/").status_code in (302, 403)
        assert asking.get("/metrics").status_code in (302, 401, 403)
    assert "Rivers" in log_in(cast.administrator).get("/readyz").content.decode()


# --- sharing --------------------------------------------------------------------------------
def test_owner_shares_with_people_of_their_campaigns_and_learns_nothing_of_others(
    cast: Cast, log_in: LogIn, corpus: Corpus, rival: User
) -> None:
    share_corpus(corpus, cast.manager, CorpusMember.Role.OWNER)
    client = log_in(cast.manager)
    url = reverse("corpus-member-add", args=[corpus.public_id])
    answers = [client.post(url, {"username": name, "role": "owner"}) for name in ("otto", "nobody")]
    assert [answer.status_code for answer in answers] == [422, 422]
    told = "Nobody else in your campaigns has this user name. Check the spelling."
    assert all(told in answer.content.decode() for answer in answers)
    assert client.post(url, {"username": "Rafa", "role": "member"}).status_code == 302
    member = CorpusMember.objects.get(user=cast.researcher)
    assert (member.corpus, member.role) == (corpus, "member")
    assert corpus in corpora_for(cast.researcher, Right.USE)
    entry = AuditEntry.objects.get(action="wiki.share_corpus")
    assert entry.details == {"person": "rafa", "role": "member"}
    remove = reverse("corpus-member-remove", args=[corpus.public_id, member.public_id])
    assert client.post(remove).status_code == 302
    assert not CorpusMember.objects.filter(user=cast.researcher).exists()


def test_the_last_owner_stays_unless_an_administrator_removes_them(
    cast: Cast, log_in: LogIn, corpus: Corpus
) -> None:
    share_corpus(corpus, cast.manager, CorpusMember.Role.OWNER)
    member = CorpusMember.objects.get(user=cast.manager)
    url = reverse("corpus-member-remove", args=[corpus.public_id, member.public_id])
    page = log_in(cast.manager).post(url, follow=True).content.decode()
    assert "A corpus needs an owner. Make somebody else an owner first." in page
    assert CorpusMember.objects.filter(user=cast.manager).exists()
    log_in(cast.administrator).post(url)
    assert not CorpusMember.objects.filter(user=cast.manager).exists()


def test_who_creates_a_corpus_owns_it(cast: Cast) -> None:
    made = corpora.create_corpus(
        name="New", source_name="W", source_url="", licence="L", now=NOW, by=cast.manager
    )
    assert made.members.get().user == cast.manager
    assert list(corpora_for(cast.manager, Right.CHANGE)) == [made]


def test_deactivated_owners_have_no_right(cast: Cast) -> None:
    make_corpus("Rivers", owner=cast.manager)
    cast.manager.is_active = False
    assert list(corpora_for(cast.manager, Right.READ)) == []


# --- the default corpus ---------------------------------------------------------------------
def test_only_administrators_choose_the_default_corpus(
    cast: Cast, log_in: LogIn, corpus: Corpus, rival: User
) -> None:
    newer = Corpus.objects.get(name="Mountains")
    Corpus.objects.filter(pk=newer.pk).update(sealed_at=NOW)
    share_corpus(newer, cast.annotator)
    assert default_corpus(cast.annotator) == newer
    url = reverse("corpus-default", args=[corpus.public_id])
    for person in (cast.manager, rival, cast.annotator):
        assert log_in(person).post(url).status_code == 403
    assert not Corpus.objects.filter(is_default=True).exists()
    administrator = log_in(cast.administrator)
    assert administrator.post(url).status_code == 302
    assert default_corpus(cast.annotator) == corpus
    # It is a preference, not a permission.
    assert default_corpus(rival) == newer
    entry = AuditEntry.objects.get(action="wiki.default_corpus")
    assert entry.details == {"from": "", "to": "Rivers"}
    administrator.post(url)
    assert default_corpus(cast.annotator) == newer


def test_a_corpus_without_pages_is_not_made_the_default(cast: Cast, log_in: LogIn) -> None:
    empty = make_corpus("Empty")
    url = reverse("corpus-default", args=[empty.public_id])
    page = log_in(cast.administrator).post(url, follow=True).content.decode()
    assert "A corpus without pages cannot be the default." in page
    assert not Corpus.objects.filter(is_default=True).exists()


@pytest.mark.postgres
def test_the_database_keeps_one_default_and_one_role_a_person(cast: Cast, corpus: Corpus) -> None:
    other = make_corpus("Other")
    Corpus.objects.filter(pk=corpus.pk).update(is_default=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Corpus.objects.filter(pk=other.pk).update(is_default=True)
    share_corpus(corpus, cast.manager)
    for role in ("owner", "guest"):
        person = cast.manager if role == "owner" else cast.annotator
        with pytest.raises(IntegrityError), transaction.atomic():
            CorpusMember.objects.create(corpus=corpus, user=person, role=role, added_at=NOW)


# --- one check ------------------------------------------------------------------------------
def asks_all_corpora(node: ast.Attribute) -> bool:
    """Return whether this is `Corpus.objects.something`, or the same of pages."""
    manager = node.value
    return (
        isinstance(manager, ast.Attribute)
        and manager.attr == "objects"
        and isinstance(manager.value, ast.Name)
        and manager.value.id in {Corpus.__name__, Page.__name__}
        and node.attr != "none"
    )


def test_views_forms_and_apis_look_up_corpora_through_the_one_check() -> None:
    """Looking up a corpus or a page of any corpus is left to selectors, services and jobs."""
    root = Path(settings.PROJECT_ROOT)
    apps = ("wiki", "search", "campaigns", "annotation", "quality", "releases", "accounts", "jobs")
    files = [
        path
        for app in apps
        for part in ("views/**/*.py", "views.py", "api.py", "forms/**/*.py", "forms.py")
        for path in (root / app).glob(part)
    ]
    assert len(files) > 40
    found = [
        f"{path.relative_to(root)}:{node.lineno}"
        for path in files
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and asks_all_corpora(node)
    ]
    # Whether a name is taken is asked of all corpora: it is unique in the database.
    assert [place.split(":")[0] for place in found] == ["wiki/forms.py"]
