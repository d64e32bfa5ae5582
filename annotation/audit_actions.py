"""Names of the work's actions, for the audit log."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.action_labels import name_actions, name_kinds

name_actions(
    {
        "appeal.answered": _("Answered an appeal"),
        "assistance.started": _("Turned suggestions on"),
        "assistance.stopped": _("Turned suggestions off"),
        "calibration.required": _("Turned calibration on"),
        "calibration.stopped": _("Turned calibration off"),
        "candidate.approved": _("Approved a candidate"),
        "candidate.another_try": _("Gave a candidate another try"),
        "candidate.rejected": _("Rejected a candidate"),
        "campaign.copied": _("Copied a campaign"),
        "campaign.imported": _("Imported a campaign"),
        "campaign.highlights_requested": _("Requested highlights"),
        "campaign.numbers_changed": _("Changed a campaign’s numbers"),
        "campaign.pay_rates_changed": _("Changed what a campaign pays"),
        "claim.adjudicated": _("Adjudicated a claim"),
        "claim.freed": _("Freed a claim"),
        "claim_report.confirmed": _("Confirmed a report"),
        "claim_report.edited": _("Edited a reported claim"),
        "claim_report.dismissed": _("Dismissed a report"),
        "claim_report.undone": _("Undid a report"),
        "claim_reports.undone": _("Undid all reports of a person"),
        "claim.withdrawn": _("Withdrew a claim"),
        "claim_review.accepted": _("Accepted a claim"),
        "claim_review.kept": _("Sent a returned claim back as it is"),
        "claim_review.returned": _("Returned a claim to its writer"),
        "claim_review.withdrawn": _("Rejected a claim in a review"),
        "review_batch.accepted": _("Accepted a batch of claims"),
        "review_batch.drawn": _("Drew claims to review"),
        "review_batch.rejected": _("Rejected a batch of claims"),
        "feedback.given": _("Gave feedback to a candidate"),
        "gold.changed": _("Changed gold"),
        "gold.made": _("Made gold"),
        "gold.withdrawn": _("Withdrew gold"),
        "grade.settled": _("Settled a disagreement about a grade"),
        "highlight.freed": _("Freed a highlight"),
        "log.times_mended": _("Mended times of log entries"),
        "screening.required": _("Turned screening on"),
        "screening.stopped": _("Turned screening off"),
        "screening.passed": _("Let a candidate pass screening"),
        "screening_question.made": _("Wrote a question for screening"),
        "screening_question.changed": _("Changed a question for screening"),
        "screening_question.withdrawn": _("Withdrew a question for screening"),
        "screening_paragraph.made": _("Added a paragraph for screening"),
        "screening_paragraph.withdrawn": _("Withdrew a paragraph for screening"),
        "spot_check.drawn": _("Drew a spot check"),
        "work.set_aside": _("Set a person’s work aside"),
        "work.restored": _("Brought a person’s work back"),
        "skip.undone": _("Undid a skip"),
        "skips.undone": _("Undid all skips of a person"),
    }
)
name_kinds(
    {
        "annotation.assignment": _("Claim to verify"),
        "annotation.attempt": _("Attempt"),
        "annotation.candidacy": _("Candidate"),
        "annotation.claim": _("Claim"),
        "annotation.claimreport": _("Report"),
        "annotation.gold": _("Gold"),
        "annotation.grade": _("Grade"),
        "annotation.highlight": _("Highlight"),
        "annotation.screeningparagraph": _("Paragraph for screening"),
        "annotation.screeningquestion": _("Question for screening"),
        "annotation.verification": _("Verification"),
    }
)
