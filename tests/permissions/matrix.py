"""The matrix: for every address and method, who may.

A new address needs an entry here. `None` for a method means that the address does not take it.
"""

from __future__ import annotations

from dataclasses import dataclass

ANONYMOUS = "anonymous"
STRANGER = "stranger"
ANNOTATOR = "annotator"
RESEARCHER = "researcher"
MANAGER = "manager"
# A manager of another campaign, on another corpus.
OTHER_MANAGER = "other manager"
ADMINISTRATOR = "administrator"

ROLES = (ANONYMOUS, STRANGER, ANNOTATOR, RESEARCHER, MANAGER, ADMINISTRATOR)
EVERYONE = frozenset({*ROLES, OTHER_MANAGER})
PEOPLE = EVERYONE - {ANONYMOUS}
MEMBERS = frozenset({ANNOTATOR, RESEARCHER, MANAGER, ADMINISTRATOR})
MANAGERS = frozenset({MANAGER, ADMINISTRATOR})
# Who manages any campaign.
ALL_MANAGERS = MANAGERS | {OTHER_MANAGER}
# Who may see and build releases.
RELEASERS = frozenset({RESEARCHER, MANAGER, ADMINISTRATOR})
ADMINISTRATORS = frozenset({ADMINISTRATOR})
# What belongs to one person: the world of the test gives it to the manager.
OWNER = frozenset({MANAGER})
# A desk is the annotator's who sits at it, and nobody else's.
AT_THE_DESK = frozenset({ANNOTATOR})


@dataclass(frozen=True, slots=True)
class Rule:
    """The roles that may read and write, and the number of queries allowed for reading."""

    get: frozenset[str] | None = None
    post: frozenset[str] | None = None
    queries: int = 12


def _tables() -> dict[str, Rule]:
    """Return the rules of the tables of Django's admin: administrators read, and correct people."""
    from config.administration.registered import tables

    rules = {f"admin:{name}": Rule(get=ADMINISTRATORS) for name in ("index", "jsi18n", "app_list")}
    for model in tables._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        rules[f"{name}_changelist"] = Rule(get=ADMINISTRATORS)
        rules[f"{name}_change"] = Rule(get=ADMINISTRATORS, queries=24)
    corrected = Rule(get=ADMINISTRATORS, post=ADMINISTRATORS)
    return {**rules, "admin:accounts_user_change": corrected}


MATRIX: dict[str, Rule] = {
    "home": Rule(get=PEOPLE),
    "accounts:log-in": Rule(get=EVERYONE, post=EVERYONE),
    "accounts:log-out": Rule(post=PEOPLE),
    "accounts:account": Rule(get=PEOPLE, post=PEOPLE),
    "accounts:reading": Rule(post=PEOPLE),
    "accounts:profile": Rule(get=PEOPLE, post=PEOPLE),
    "accounts:profile-delete": Rule(post=PEOPLE),
    "accounts:password-change": Rule(get=PEOPLE, post=PEOPLE),
    "accounts:token-make": Rule(post=PEOPLE),
    "accounts:token-made": Rule(get=PEOPLE),
    "accounts:token-revoke": Rule(post=OWNER),
    "accounts:password-reset": Rule(get=EVERYONE, post=EVERYONE),
    "accounts:password-reset-sent": Rule(get=EVERYONE),
    "accounts:password-reset-confirm": Rule(get=EVERYONE, post=EVERYONE),
    "campaign-new": Rule(get=ALL_MANAGERS, post=ALL_MANAGERS),
    "campaign": Rule(get=MEMBERS, queries=20),
    "campaign-open": Rule(post=MANAGERS),
    "campaign-pause": Rule(post=MANAGERS),
    "campaign-close": Rule(get=MANAGERS, post=MANAGERS),
    "campaign-archive": Rule(get=MANAGERS, post=MANAGERS),
    "campaign-restore": Rule(post=MANAGERS),
    "campaign-delete": Rule(get=MANAGERS, post=MANAGERS),
    "archived-campaigns": Rule(get=PEOPLE),
    "campaign-copy": Rule(get=MANAGERS, post=MANAGERS),
    "campaign-design": Rule(get=MANAGERS, post=MANAGERS),
    "campaign-design-preview": Rule(post=MANAGERS),
    "campaign-numbers": Rule(get=MANAGERS, post=MANAGERS),
    "campaign-counting": Rule(get=MANAGERS, post=MANAGERS),
    "campaign-guidelines": Rule(get=MEMBERS),
    "campaign-guidelines-version": Rule(get=MEMBERS),
    # An administrator who is no member has nothing to say to have read.
    "campaign-guidelines-seen": Rule(post=MEMBERS - ADMINISTRATORS),
    "campaign-guidelines-edit": Rule(get=MANAGERS, post=MANAGERS),
    "campaign-guidelines-preview": Rule(post=MANAGERS),
    "campaign-highlights": Rule(get=MANAGERS, queries=18),
    "campaign-numbers-preview": Rule(post=MANAGERS),
    "campaign-work": Rule(get=MANAGERS, queries=18),
    "campaign-skips": Rule(get=MANAGERS, queries=18),
    "campaign-checks": Rule(get=MANAGERS, queries=25),
    "campaign-suggestions-switch": Rule(post=MANAGERS),
    "campaign-hours": Rule(get=MANAGERS, queries=18),
    "campaign-hours-file": Rule(get=MANAGERS),
    "campaign-pay-rates": Rule(post=MANAGERS),
    "campaign-highlights-progress": Rule(get=MANAGERS),
    "campaign-highlights-draw": Rule(post=MANAGERS),
    "campaign-work-free": Rule(post=MANAGERS),
    "campaign-questions": Rule(get=MANAGERS),
    "campaign-question-reply": Rule(post=MANAGERS),
    "campaign-question-publish": Rule(get=MANAGERS, post=MANAGERS),
    "precedent-edit": Rule(get=MANAGERS, post=MANAGERS),
    "precedent-withdraw": Rule(post=MANAGERS),
    "campaign-announcements": Rule(get=MANAGERS, post=MANAGERS),
    "announcement-withdraw": Rule(post=MANAGERS),
    # An administrator who is no member is shown none.
    "announcement-read": Rule(post=MEMBERS - ADMINISTRATORS),
    "campaign-people": Rule(get=MANAGERS),
    "campaign-profiles": Rule(get=MANAGERS),
    "campaign-invite": Rule(post=MANAGERS),
    "campaign-invitation-made": Rule(get=MANAGERS),
    "campaign-machine-add": Rule(post=MANAGERS),
    "campaign-machine-token": Rule(get=MANAGERS),
    "campaign-machine-renew": Rule(post=MANAGERS),
    "campaign-workers": Rule(get=MANAGERS, post=MANAGERS),
    "campaign-worker-link-made": Rule(get=MANAGERS),
    "campaign-worker-link-revoke": Rule(post=MANAGERS),
    # The annotator of the test came by such a link.
    "campaign-completion": Rule(post=AT_THE_DESK),
    "campaign-hours-workers-file": Rule(get=MANAGERS),
    "campaign-invite-many": Rule(get=MANAGERS, post=MANAGERS),
    "campaign-invitations-made": Rule(get=MANAGERS),
    "campaign-invitation-revoke": Rule(post=MANAGERS),
    "member-change": Rule(post=MANAGERS),
    "member-remove": Rule(get=MANAGERS, post=MANAGERS),
    "write": Rule(post=AT_THE_DESK),
    "calibrate-write": Rule(post=AT_THE_DESK),
    "calibrate-verify": Rule(post=AT_THE_DESK),
    "calibration-feedback": Rule(get=AT_THE_DESK, queries=40),
    "calibration-read": Rule(post=AT_THE_DESK),
    "calibration-appeal": Rule(post=AT_THE_DESK),
    "campaign-calibration": Rule(get=MANAGERS, queries=20),
    **{
        f"calibration-{name}": Rule(post=MANAGERS)
        for name in (
            "switch",
            "decide",
            "approve",
            "appeal-answer",
            "grade",
            "settle",
            "release",
        )
    },
    "calibration-phase": Rule(get=MANAGERS, queries=45),
    "screen-write": Rule(post=AT_THE_DESK),
    "screen-verify": Rule(post=AT_THE_DESK),
    "screening": Rule(get=AT_THE_DESK),
    **{f"screening-{name}": Rule(post=AT_THE_DESK) for name in ("answer", "draft", "submit")},
    "campaign-screening": Rule(get=MANAGERS, queries=20),
    "screening-export": Rule(get=MANAGERS),
    "screening-question-edit": Rule(get=MANAGERS, post=MANAGERS),
    **{
        f"screening-{name}": Rule(post=MANAGERS)
        for name in (
            "switch",
            "import",
            "question-new",
            "question-withdraw",
            "paragraph-new",
            "paragraph-withdraw",
            "grade",
            "decide",
        )
    },
    "screening-round": Rule(get=MANAGERS),
    "campaign-gold": Rule(get=MANAGERS, queries=14),
    "gold-edit": Rule(get=MANAGERS, post=MANAGERS, queries=14),
    "gold-export": Rule(get=MANAGERS),
    **{
        f"gold-{name}": Rule(post=MANAGERS)
        for name in ("new-claim", "new-highlight", "import", "answer", "withdraw")
    },
    "my-claims": Rule(get=MEMBERS),
    "verify": Rule(post=AT_THE_DESK),
    "verifying-desk": Rule(get=AT_THE_DESK, queries=16),
    **{
        f"verify-{name}": Rule(post=AT_THE_DESK)
        for name in ("elements", "confirm", "submit", "skip", "report", "pause", "leave")
    },
    "verify-suggestions": Rule(get=AT_THE_DESK),
    "my-verifications": Rule(get=MEMBERS),
    "verifications": Rule(get=MANAGERS),
    "campaign-claims": Rule(get=MANAGERS, queries=16),
    "campaign-claim": Rule(get=MANAGERS, queries=32),
    "verification": Rule(get=AT_THE_DESK | MANAGERS, queries=16),
    "verification-reopen": Rule(post=AT_THE_DESK),
    "adjudication": Rule(get=MANAGERS, queries=16),
    "adjudication-next": Rule(post=MANAGERS),
    "adjudication-open": Rule(post=MANAGERS),
    # The bench is a desk of the manager who sits at it.
    "bench-state": Rule(get=OWNER),
    **{f"bench-{name}": Rule(post=OWNER) for name in ("decide", "reject", "report")},
    "review": Rule(get=MANAGERS, queries=14),
    "review-next": Rule(get=MANAGERS),
    "review-claim": Rule(get=MANAGERS, queries=24),
    "review-decide": Rule(post=MANAGERS),
    "review-batches": Rule(get=MANAGERS, post=MANAGERS, queries=16),
    "review-batch": Rule(get=MANAGERS, post=MANAGERS, queries=14),
    "claim-keep": Rule(post=AT_THE_DESK),
    "claim-withdraw": Rule(post=AT_THE_DESK),
    "spot-checks": Rule(get=RELEASERS, post=RELEASERS, queries=16),
    "spot-check": Rule(get=RELEASERS, queries=18),
    "spot-check-file": Rule(get=RELEASERS),
    "spot-check-answer": Rule(post=RELEASERS),
    "quality-next": Rule(get=MANAGERS, queries=24),
    "quality-agreement": Rule(get=MANAGERS, queries=16),
    "quality-bias": Rule(get=MANAGERS, queries=16),
    "quality-description": Rule(get=MANAGERS, queries=16),
    "quality-people": Rule(get=MANAGERS, queries=20),
    "quality-people-file": Rule(get=MANAGERS, queries=16),
    "quality-person": Rule(get=MANAGERS, queries=28),
    "quality-note-add": Rule(post=MANAGERS),
    "quality-note-remove": Rule(post=MANAGERS),
    "objections": Rule(get=MANAGERS, queries=18),
    "objections-progress": Rule(get=MANAGERS),
    "objections-search": Rule(post=MANAGERS),
    "objections-cancel": Rule(post=MANAGERS),
    "objection-review": Rule(post=MANAGERS),
    "quality-reports": Rule(get=MANAGERS, queries=16),
    "quality-reports-progress": Rule(get=MANAGERS),
    "quality-report-request": Rule(post=MANAGERS),
    "quality-report-comparison": Rule(get=MANAGERS, queries=16),
    "quality-report-cancel": Rule(post=MANAGERS),
    "quality-report-file": Rule(get=MANAGERS),
    "set-aside": Rule(get=MANAGERS, post=MANAGERS, queries=16),
    "set-aside-undo": Rule(post=MANAGERS),
    "reported-claims": Rule(get=MANAGERS, queries=16),
    "report-confirm": Rule(post=MANAGERS),
    "report-edit": Rule(post=MANAGERS),
    "report-dismiss": Rule(post=MANAGERS),
    "report-undo": Rule(post=MANAGERS),
    "reports-undo": Rule(post=MANAGERS),
    "skip-undo": Rule(post=MANAGERS),
    "skips-undo": Rule(post=MANAGERS),
    "claim-correct": Rule(get=AT_THE_DESK, post=AT_THE_DESK, queries=18),
    "claim-check": Rule(post=AT_THE_DESK),
    "break-skip": Rule(post=PEOPLE),
    "my-questions": Rule(get=PEOPLE),
    "my-question": Rule(get=AT_THE_DESK, post=AT_THE_DESK),
    "writing-desk": Rule(get=AT_THE_DESK, queries=18),
    "writing-check": Rule(post=AT_THE_DESK),
    "writing-feedback": Rule(post=AT_THE_DESK),
    "writing-submit": Rule(post=AT_THE_DESK),
    "writing-skip": Rule(post=AT_THE_DESK),
    "desk-page": Rule(get=AT_THE_DESK),
    "desk-search": Rule(get=AT_THE_DESK),
    "desk-suggest": Rule(get=AT_THE_DESK),
    "desk-guidelines": Rule(get=AT_THE_DESK),
    "desk-question": Rule(post=AT_THE_DESK),
    "desk-progress": Rule(get=AT_THE_DESK),
    "desk-sync": Rule(post=AT_THE_DESK),
    "campaign-releases": Rule(get=RELEASERS, post=RELEASERS),
    "campaign-dataset-card": Rule(get=MANAGERS, post=MANAGERS),
    "release": Rule(get=RELEASERS),
    "release-progress": Rule(get=RELEASERS),
    "release-cancel": Rule(post=RELEASERS),
    "release-retry": Rule(post=RELEASERS),
    "release-archive": Rule(get=RELEASERS),
    "release-withdraw": Rule(post=MANAGERS),
    "release-file": Rule(get=RELEASERS),
    "release-claims": Rule(get=RELEASERS, queries=14),
    "release-claim": Rule(get=RELEASERS, queries=14),
    "release-comparison": Rule(get=RELEASERS, queries=16),
    "release-comparison-file": Rule(get=RELEASERS),
    "release-predictions": Rule(get=RELEASERS, post=RELEASERS),
    "release-predictions-progress": Rule(get=RELEASERS),
    "release-predictions-cancel": Rule(post=RELEASERS),
    "release-evaluation": Rule(get=RELEASERS, post=RELEASERS),
    "release-evaluation-progress": Rule(get=RELEASERS),
    "release-evaluation-cancel": Rule(post=RELEASERS),
    "release-errors": Rule(get=MANAGERS, post=MANAGERS, queries=14),
    "release-error": Rule(get=MANAGERS, queries=22),
    "release-error-tag": Rule(post=MANAGERS),
    "release-error-file": Rule(get=MANAGERS),
    "dataset-import": Rule(get=ALL_MANAGERS, post=ALL_MANAGERS),
    # The manager's own; administrators see everybody's.
    "dataset-import-detail": Rule(get=MANAGERS),
    "dataset-import-progress": Rule(get=MANAGERS),
    "dataset-import-cancel": Rule(post=MANAGERS),
    "dataset-import-retry": Rule(post=MANAGERS),
    "people": Rule(get=ADMINISTRATORS),
    "take-part": Rule(get=EVERYONE, post=EVERYONE),
    "people-invite": Rule(post=ADMINISTRATORS),
    "people-invitation-made": Rule(get=ADMINISTRATORS),
    "people-invitation-revoke": Rule(post=ADMINISTRATORS),
    "person-reset-link": Rule(post=ADMINISTRATORS),
    "person-reset-link-made": Rule(get=ADMINISTRATORS),
    "person-deactivate": Rule(get=ADMINISTRATORS, post=ADMINISTRATORS),
    "person-reactivate": Rule(post=ADMINISTRATORS),
    "person-make-administrator": Rule(get=ADMINISTRATORS, post=ADMINISTRATORS),
    "person-remove-administrator": Rule(post=ADMINISTRATORS),
    "join": Rule(get=EVERYONE, post=EVERYONE),
    "corpora": Rule(get=ALL_MANAGERS),
    "import-dump": Rule(get=ALL_MANAGERS, post=ALL_MANAGERS),
    "corpus": Rule(get=MANAGERS, queries=22),
    "corpus-progress": Rule(get=MANAGERS),
    "corpus-lossy": Rule(get=MANAGERS),
    "corpus-noted": Rule(get=MANAGERS),
    "corpus-seal": Rule(post=MANAGERS),
    "corpus-delete": Rule(post=MANAGERS),
    "corpus-archive": Rule(get=MANAGERS, post=MANAGERS, queries=16),
    "corpus-restore": Rule(post=MANAGERS),
    "corpus-erase": Rule(get=MANAGERS, post=MANAGERS, queries=16),
    "corpus-member-add": Rule(post=MANAGERS),
    "corpus-member-remove": Rule(post=MANAGERS),
    "corpus-default": Rule(post=ADMINISTRATORS),
    "corpus-index-rebuild": Rule(post=MANAGERS),
    "corpus-index-check": Rule(post=MANAGERS),
    "jobs:list": Rule(get=PEOPLE),
    "core:audit": Rule(get=ADMINISTRATORS),
    "jobs:self-test": Rule(post=ADMINISTRATORS),
    "jobs:detail": Rule(get=MANAGERS),
    "jobs:progress": Rule(get=MANAGERS),
    "jobs:cancel": Rule(post=MANAGERS),
    "jobs:retry": Rule(post=MANAGERS),
    "check-claim": Rule(get=PEOPLE),
    "models": Rule(get=ALL_MANAGERS, queries=18),
    "models-progress": Rule(get=ALL_MANAGERS),
    "models-train": Rule(post=ALL_MANAGERS),
    "model-use": Rule(post=ADMINISTRATORS),
    # A training belongs to the manager who requested it.
    "model-cancel": Rule(post=MANAGERS),
    "model-delete": Rule(post=MANAGERS),
    "model-resume": Rule(post=MANAGERS),
    "search:results": Rule(get=PEOPLE),
    "search:suggest": Rule(get=PEOPLE),
    "search:in-page": Rule(get=PEOPLE),
    "search:help": Rule(get=PEOPLE),
    "wiki:pages": Rule(get=PEOPLE),
    "wiki:page": Rule(get=MEMBERS),
    "api:docs": Rule(get=PEOPLE),
    "api:schema": Rule(get=PEOPLE),
    "api:me": Rule(get=PEOPLE),
    "api:job-list": Rule(get=PEOPLE),
    "api:job-detail": Rule(get=MANAGERS),
    "api:job-cancel": Rule(post=MANAGERS),
    "api:corpus-list": Rule(get=PEOPLE),
    "api:page-list": Rule(get=MEMBERS),
    "api:page-detail": Rule(get=MEMBERS),
    "api:element-detail": Rule(get=MEMBERS),
    "api:search": Rule(get=MEMBERS),
    # Annotators at work are not told what a machine thinks.
    "api:claim-check": Rule(get=MEMBERS - {ANNOTATOR}),
    "api:campaign-list": Rule(get=PEOPLE, post=ALL_MANAGERS),
    "api:design": Rule(get=MANAGERS, post=MANAGERS, queries=16),
    **{f"api:design-{name}": Rule(post=MANAGERS) for name in ("target", "numbers")},
    **{f"api:campaign-{name}": Rule(post=MANAGERS) for name in ("open", "pause", "close")},
    "api:highlight-draw": Rule(post=MANAGERS),
    "api:campaign-detail": Rule(get=MEMBERS),
    "api:machine-list": Rule(post=MANAGERS),
    "api:machine-token": Rule(post=MANAGERS),
    "api:worker-link-list": Rule(get=MANAGERS, post=MANAGERS),
    "api:worker-link-revoke": Rule(post=MANAGERS),
    "api:worker-list": Rule(get=MANAGERS),
    "api:member-list": Rule(get=MANAGERS),
    "api:member-role": Rule(post=MANAGERS),
    "api:member-remove": Rule(post=MANAGERS),
    "api:invitation-list": Rule(get=MANAGERS, post=MANAGERS),
    "api:invitation-revoke": Rule(post=MANAGERS),
    "api:verify-take": Rule(post=AT_THE_DESK),
    "api:write-take": Rule(post=AT_THE_DESK),
    "api:attempt-detail": Rule(get=AT_THE_DESK, queries=14),
    "api:attempt-highlight": Rule(get=AT_THE_DESK, queries=14),
    **{
        f"api:attempt-{name}": Rule(post=AT_THE_DESK)
        for name in (
            *("sync", "skip", "pause", "confirm", "submit", "report"),
            *("check", "feedback", "claims"),
        )
    },
    "api:highlight-list": Rule(get=MANAGERS),
    "api:claim-list": Rule(get=MANAGERS),
    "api:claim-detail": Rule(get=MANAGERS, queries=32),
    "api:own-claim-list": Rule(get=MEMBERS),
    "api:own-claim": Rule(get=AT_THE_DESK, post=AT_THE_DESK, queries=14),
    **{f"api:own-claim-{name}": Rule(post=AT_THE_DESK) for name in ("check", "keep", "withdraw")},
    "api:verification-list": Rule(get=MANAGERS),
    "api:own-verification-list": Rule(get=MEMBERS),
    "api:verification-detail": Rule(get=AT_THE_DESK | MANAGERS, queries=14),
    "api:verification-reopen": Rule(post=AT_THE_DESK),
    "api:disagreement-list": Rule(get=MANAGERS),
    "api:bench-open": Rule(post=MANAGERS),
    # The bench is a desk of the manager who sits at it.
    "api:bench": Rule(get=OWNER, queries=20),
    **{f"api:bench-{name}": Rule(post=OWNER) for name in ("decide", "reject", "report")},
    "api:calibration": Rule(get=MANAGERS, post=MANAGERS, queries=20),
    "api:calibration-write": Rule(post=AT_THE_DESK),
    "api:calibration-verify": Rule(post=AT_THE_DESK),
    **{f"api:calibration-{name}": Rule(post=MANAGERS) for name in ("decide", "approve", "appeal")},
    "api:phase-detail": Rule(get=MANAGERS, queries=16),
    **{f"api:phase-{name}": Rule(post=MANAGERS) for name in ("grade", "settle", "feedback")},
    "api:gold-list": Rule(get=MANAGERS),
    "api:gold-export": Rule(get=MANAGERS),
    "api:gold-detail": Rule(get=MANAGERS, post=MANAGERS),
    **{
        f"api:gold-{name}": Rule(post=MANAGERS)
        for name in ("claims", "highlights", "import", "open", "withdraw")
    },
    "api:release-list": Rule(get=RELEASERS, post=RELEASERS),
    "api:release-cancel": Rule(post=RELEASERS),
    "api:release-withdraw": Rule(post=MANAGERS),
    "api:prediction-list": Rule(get=RELEASERS, post=RELEASERS),
    # The manager's own, without scores.
    "api:prediction-detail": Rule(get=OWNER),
    "api:prediction-cancel": Rule(post=OWNER),
    "api:report-list": Rule(get=MANAGERS, post=MANAGERS),
    "api:report-detail": Rule(get=MANAGERS),
    "api:report-file": Rule(get=MANAGERS),
    "api:report-cancel": Rule(post=MANAGERS),
    "api:objection-list": Rule(get=MANAGERS),
    "api:objection-review": Rule(post=MANAGERS),
    "api:release-detail": Rule(get=RELEASERS),
    "api:release-archive": Rule(get=RELEASERS),
    "api:release-file": Rule(get=RELEASERS),
    "healthz": Rule(get=EVERYONE),
    "readyz": Rule(get=EVERYONE),
    "metrics": Rule(get=ADMINISTRATORS),
    "status": Rule(get=ADMINISTRATORS, queries=18),
    "status-mail": Rule(post=ADMINISTRATORS),
    **_tables(),
}
