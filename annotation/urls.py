"""Campaigns with their work: progress, design, highlights, the desks, claims, verifications."""

from django.urls import include, path

from annotation.views import breaks, verifications
from annotation.views.calibration import candidates, feedback, gold, grading, taking
from annotation.views.campaign import (
    archiving,
    checks,
    claims,
    completions,
    design,
    highlights,
    hours,
    overview,
    work,
)
from annotation.views.desk import asides, my_claims, room, sync, verifying, writing
from annotation.views.desk import feedback as writing_feedback
from annotation.views.review import (
    adjudication,
    bench,
    claim_reports,
    spot_checks,
    suspensions,
    undoing,
)
from annotation.views.review import batches as review_batches
from annotation.views.review import claims as review_claims
from annotation.views.screening import grading as screening_grading
from annotation.views.screening import managing as screening_managing
from annotation.views.screening import taking as screening_taking

campaign_urls = [
    path("", overview.campaign, name="campaign"),
    path("open/", overview.open_campaign, name="campaign-open"),
    path("pause/", overview.pause_campaign, name="campaign-pause"),
    path("close/", overview.close_campaign, name="campaign-close"),
    path("archive/", archiving.archive, name="campaign-archive"),
    path("restore/", archiving.restore, name="campaign-restore"),
    path("delete/", archiving.delete, name="campaign-delete"),
    path("copy/", overview.copy_campaign, name="campaign-copy"),
    path("design/", design.design, name="campaign-design"),
    path("design/preview/", design.design_preview, name="campaign-design-preview"),
    path("design/numbers/", design.numbers, name="campaign-numbers"),
    path("design/numbers/preview/", design.numbers_preview, name="campaign-numbers-preview"),
    path("highlights/", highlights.highlights, name="campaign-highlights"),
    path(
        "highlights/progress/", highlights.highlights_progress, name="campaign-highlights-progress"
    ),
    path("highlights/draw/", highlights.draw, name="campaign-highlights-draw"),
    path("work/", work.work, name="campaign-work"),
    path("work/skips/", work.skips, name="campaign-skips"),
    path("work/<uuid:attempt_id>/free/", work.free, name="campaign-work-free"),
    path("hours/", hours.hours, name="campaign-hours"),
    path("checks/", checks.checks, name="campaign-checks"),
    path("checks/suggestions/", checks.switch_suggestions, name="campaign-suggestions-switch"),
    path("hours.csv", hours.hours_file, name="campaign-hours-file"),
    path("hours/workers.csv", hours.workers_file, name="campaign-hours-workers-file"),
    path("completion/", completions.complete, name="campaign-completion"),
    path("hours/rates/", hours.rates, name="campaign-pay-rates"),
    path("write/", writing.take, name="write"),
    path("verify/", verifying.take, name="verify"),
    path("calibration/write/", taking.take_to_write, name="calibrate-write"),
    path("calibration/verify/", taking.take_to_verify, name="calibrate-verify"),
    path("calibration/", candidates.candidates, name="campaign-calibration"),
    path("calibration/switch/", candidates.switch, name="calibration-switch"),
    path("calibration/decide/", candidates.decide, name="calibration-decide"),
    path("calibration/approve/", candidates.approve_above, name="calibration-approve"),
    path(
        "calibration/appeals/<uuid:appeal_id>/",
        candidates.answer_appeal,
        name="calibration-appeal-answer",
    ),
    path("calibration/phases/<uuid:phase_id>/", grading.phase, name="calibration-phase"),
    path("calibration/phases/<uuid:phase_id>/grade/", grading.grade, name="calibration-grade"),
    path("calibration/phases/<uuid:phase_id>/settle/", grading.settle, name="calibration-settle"),
    path(
        "calibration/phases/<uuid:phase_id>/release/", grading.release, name="calibration-release"
    ),
    path("screening/write/", screening_taking.screen_writer, name="screen-write"),
    path("screening/verify/", screening_taking.screen_verifier, name="screen-verify"),
    path("screening/", screening_managing.screening_page, name="campaign-screening"),
    path("screening/switch/", screening_managing.switch, name="screening-switch"),
    path("screening/export/", screening_managing.export, name="screening-export"),
    path("screening/import/", screening_managing.bring, name="screening-import"),
    path("screening/questions/", screening_managing.new_question, name="screening-question-new"),
    path(
        "screening/questions/<uuid:question_id>/",
        screening_managing.edit_question,
        name="screening-question-edit",
    ),
    path(
        "screening/questions/<uuid:question_id>/withdraw/",
        screening_managing.withdraw_question,
        name="screening-question-withdraw",
    ),
    path("screening/paragraphs/", screening_managing.new_paragraph, name="screening-paragraph-new"),
    path(
        "screening/paragraphs/<uuid:paragraph_id>/withdraw/",
        screening_managing.withdraw_paragraph,
        name="screening-paragraph-withdraw",
    ),
    path(
        "screening/rounds/<uuid:round_id>/",
        screening_grading.screening_round,
        name="screening-round",
    ),
    path(
        "screening/rounds/<uuid:round_id>/grade/", screening_grading.grade, name="screening-grade"
    ),
    path(
        "screening/rounds/<uuid:round_id>/decide/",
        screening_grading.decide,
        name="screening-decide",
    ),
    path("gold/", gold.gold_list, name="campaign-gold"),
    path("gold/claim/", gold.new_claim, name="gold-new-claim"),
    path("gold/highlight/", gold.new_highlight, name="gold-new-highlight"),
    path("gold/export/", gold.export, name="gold-export"),
    path("gold/import/", gold.bring, name="gold-import"),
    path("gold/<uuid:gold_id>/", gold.edit, name="gold-edit"),
    path("gold/<uuid:gold_id>/answer/", gold.answer, name="gold-answer"),
    path("gold/<uuid:gold_id>/withdraw/", gold.withdraw, name="gold-withdraw"),
    path("claims/", claims.claims, name="campaign-claims"),
    path("claims/mine/", my_claims.my_claims, name="my-claims"),
    path("claims/<uuid:claim_id>/", claims.claim, name="campaign-claim"),
    path("verifications/", verifications.all_verifications, name="verifications"),
    path("verifications/mine/", verifications.my_verifications, name="my-verifications"),
    path("adjudication/", adjudication.adjudication, name="adjudication"),
    path("adjudication/next/", adjudication.take_next, name="adjudication-next"),
    path("adjudication/<uuid:claim_id>/", adjudication.open_claim, name="adjudication-open"),
    path("review/", review_claims.review_list, name="review"),
    path("review/next/", review_claims.review_next, name="review-next"),
    path("review/claims/<uuid:claim_id>/", review_claims.review_claim, name="review-claim"),
    path("review/claims/<uuid:claim_id>/decide/", review_claims.decide, name="review-decide"),
    path("review/batches/", review_batches.batches, name="review-batches"),
    path("review/batches/<int:number>/", review_batches.batch, name="review-batch"),
    path("spot-checks/", spot_checks.rounds, name="spot-checks"),
    path("spot-checks/<int:number>/", spot_checks.check, name="spot-check"),
    path("spot-checks/<int:number>/file/", spot_checks.results_file, name="spot-check-file"),
    path("spot-checks/claims/<uuid:checked_id>/", spot_checks.answer, name="spot-check-answer"),
    path("set-aside/", suspensions.set_aside, name="set-aside"),
    path("set-aside/<uuid:suspension_id>/undo/", suspensions.undo, name="set-aside-undo"),
    path("reports/", claim_reports.reported_claims, name="reported-claims"),
    path("reports/<uuid:report_id>/confirm/", claim_reports.confirm, name="report-confirm"),
    path("reports/<uuid:report_id>/edit/", claim_reports.edit, name="report-edit"),
    path("reports/<uuid:report_id>/dismiss/", claim_reports.dismiss, name="report-dismiss"),
    path("reports/<uuid:report_id>/undo/", claim_reports.undo, name="report-undo"),
    path("reports/of/<uuid:person_id>/undo/", undoing.undo_reports_of, name="reports-undo"),
    path("skips/<uuid:attempt_id>/undo/", undoing.undo_skip, name="skip-undo"),
    path("skips/of/<uuid:person_id>/undo/", undoing.undo_skips_of, name="skips-undo"),
]
verifying_urls = [
    path("", verifying.desk, name="verifying-desk"),
    path("elements/", verifying.elements, name="verify-elements"),
    path("suggestions/", verifying.suggested, name="verify-suggestions"),
    path("confirm/", verifying.confirm, name="verify-confirm"),
    path("submit/", verifying.submit, name="verify-submit"),
    path("skip/", verifying.skip, name="verify-skip"),
    path("report/", verifying.report, name="verify-report"),
    path("pause/", verifying.pause, name="verify-pause"),
    path("leave/", verifying.leave, name="verify-leave"),
    path("bench/", bench.bench_state, name="bench-state"),
    path("bench/decide/", bench.adjudicate, name="bench-decide"),
    path("bench/reject/", bench.reject_all, name="bench-reject"),
    path("bench/report/", bench.bad_claim, name="bench-report"),
]
desk_urls = [
    path("page/", room.page, name="desk-page"),
    path("search/", room.search, name="desk-search"),
    path("suggest/", room.suggest, name="desk-suggest"),
    path("guidelines/", asides.guidelines, name="desk-guidelines"),
    path("question/", asides.ask, name="desk-question"),
    path("progress/", asides.progress, name="desk-progress"),
    path("sync/", sync.sync, name="desk-sync"),
]
writing_urls = [
    path("", writing.desk, name="writing-desk"),
    path("check/", writing.check, name="writing-check"),
    path("feedback/", writing_feedback.ask, name="writing-feedback"),
    path("submit/", writing.submit, name="writing-submit"),
    path("skip/", writing.skip, name="writing-skip"),
]
urlpatterns = [
    path("campaigns/new/", overview.new_campaign, name="campaign-new"),
    path("campaigns/<uuid:public_id>/", include(campaign_urls)),
    path("claims/<uuid:claim_id>/correct/", my_claims.correct_claim, name="claim-correct"),
    path("claims/<uuid:claim_id>/check/", my_claims.check_correction, name="claim-check"),
    path("claims/<uuid:claim_id>/keep/", my_claims.keep_claim, name="claim-keep"),
    path("claims/<uuid:claim_id>/withdraw/", my_claims.withdraw_claim, name="claim-withdraw"),
    path("calibration/<uuid:phase_id>/", feedback.feedback, name="calibration-feedback"),
    path("calibration/items/<uuid:item_id>/read/", feedback.read, name="calibration-read"),
    path("calibration/items/<uuid:item_id>/appeal/", feedback.appeal, name="calibration-appeal"),
    path("screening/<uuid:round_id>/", screening_taking.screen, name="screening"),
    path("screening/<uuid:round_id>/answer/", screening_taking.answer, name="screening-answer"),
    path("screening/<uuid:round_id>/draft/", screening_taking.draft, name="screening-draft"),
    path("screening/<uuid:round_id>/submit/", screening_taking.submit, name="screening-submit"),
    path("break/skip/", breaks.skip_break, name="break-skip"),
    path("desk/<uuid:attempt_id>/", include(desk_urls)),
    path("write/<uuid:attempt_id>/", include(writing_urls)),
    path("verify/<uuid:attempt_id>/", include(verifying_urls)),
    path("verifications/<uuid:verification_id>/", verifications.verification, name="verification"),
    path(
        "verifications/<uuid:verification_id>/reopen/",
        verifications.reopen,
        name="verification-reopen",
    ),
]
