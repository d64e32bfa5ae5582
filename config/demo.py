"""The demo that `make run` loads: people, a corpus, campaigns and a search index.

Each step knows whether it is done, so loading twice does no harm. An app that adds a part of the
demo adds its step here, after those that it depends on.
"""

from __future__ import annotations

from django.utils import timezone

from accounts.demo_people import DEMO_PEOPLE
from accounts.models import User
from accounts.roles import Role
from accounts.services import demo_accounts
from annotation.services.campaign import demo as demo_campaign
from assist.models import ModelVersion
from campaigns.models import Campaign
from config.steps import Progress, Step
from jobs.models import UNFINISHED, Job
from quality.services import demo as demo_release
from quality.services import demo_model
from search import is_index_current, rebuild_index
from wiki.models import Corpus, CorpusMember
from wiki.services import corpus_members, seals
from wiki.services import demo as demo_corpus


def _people_are_loaded() -> bool:
    names = [person.username for person in DEMO_PEOPLE]
    return User.objects.filter(username__in=names, is_active=True).count() == len(names)


def _load_people(progress: Progress) -> None:
    demo_campaign.load_demo_people(now=timezone.now())
    demo_accounts.enable_demo_accounts(now=timezone.now())


def _accounts_are_disabled() -> bool:
    return not demo_accounts.open_demo_accounts()


def _disable_accounts(progress: Progress) -> None:
    demo_accounts.disable_demo_accounts(now=timezone.now())


def _load_corpus(progress: Progress) -> None:
    corpus = demo_corpus.load_demo_corpus(
        now=timezone.now(), report=lambda totals: progress(f"{totals.pages:,} pages")
    )
    managers = [demo.username for demo in DEMO_PEOPLE if demo.role is Role.MANAGER]
    for person in User.objects.filter(username__in=managers):
        corpus_members.add_corpus_member(
            corpus=corpus,
            person=person,
            role=CorpusMember.Role.OWNER,
            by=None,
            now=timezone.now(),
        )


def _campaign_is_open() -> bool:
    campaign = demo_campaign.find_demo_campaign()
    return campaign is None or campaign.state != Campaign.State.DRAFT


def _open_campaign(progress: Progress) -> None:
    campaign, corpus = demo_campaign.find_demo_campaign(), demo_corpus.find_demo_corpus()
    assert campaign is not None
    assert corpus is not None
    now = timezone.now()
    # The pages that claims are about never change: a newer demo gets another corpus.
    sealed = seals.seal_corpus(corpus=corpus, now=now, by=None)
    demo_campaign.open_demo_campaign(campaign=campaign, corpus=sealed, now=now)


def _searched_corpora() -> list[Corpus]:
    """Return the corpora of the demo that people search: the newest, and the campaign's."""
    newest, campaign = demo_corpus.find_demo_corpus(), demo_campaign.find_demo_campaign()
    both = (newest, campaign.corpus if campaign is not None else None)
    return list({corpus.pk: corpus for corpus in both if corpus is not None}.values())


def _is_indexed() -> bool:
    return all(is_index_current(corpus) for corpus in _searched_corpora())


def _build_index(progress: Progress) -> None:
    for corpus in _searched_corpora():
        if not is_index_current(corpus):
            rebuild_index(
                corpus=corpus, report=lambda done, total: progress(f"{done:,} of {total:,}")
            )


def _is_simulated() -> bool:
    return demo_release.find_finished_campaign() is not None


def _simulate(progress: Progress) -> None:
    campaign = demo_campaign.find_demo_campaign()
    assert campaign is not None
    assert campaign.corpus is not None
    # A job creates its claims, so that the start does not wait for them.
    demo_release.request_finished_campaign(corpus=campaign.corpus, now=timezone.now())


def _has_model() -> bool:
    """Return whether a model was requested, or will be: by the job that simulates the campaign."""
    simulating = Job.objects.filter(kind=demo_release.SIMULATE, state__in=UNFINISHED)
    return ModelVersion.objects.exists() or simulating.exists()


def _request_model(progress: Progress) -> None:
    campaign = demo_release.find_finished_campaign()
    assert campaign is not None
    demo_model.request_first_model(campaign=campaign, now=timezone.now())


DEMO_STEPS: tuple[Step, ...] = (
    Step("Demo people", _people_are_loaded, _load_people),
    Step("Demo corpus", demo_corpus.is_demo_corpus_current, _load_corpus),
    # Before the index: the search ranks by the links that sealing counts.
    Step("Demo campaign", _campaign_is_open, _open_campaign),
    Step("Search index", _is_indexed, _build_index),
    Step("Simulated campaign", _is_simulated, _simulate),
    # A job trains it, after that of the campaign: the start does not wait for it.
    Step("Verifier", _has_model, _request_model),
)

# For a site that is no demonstration, or no longer one.
WITHOUT_DEMO_STEPS: tuple[Step, ...] = (
    Step("Demo accounts disabled", _accounts_are_disabled, _disable_accounts),
)
