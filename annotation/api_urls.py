"""URLs of the work in the API."""

from django.urls import URLPattern, URLResolver, include, path

from annotation.api import (
    adjudication,
    attempts,
    calibration,
    claims,
    design,
    feedback,
    gold,
    grading,
    own_claims,
    verifications,
    verifying,
    writing,
)

attempt_urls = [
    path("sync", attempts.AttemptSync.as_view(), name="attempt-sync"),
    path("skip", attempts.AttemptSkip.as_view(), name="attempt-skip"),
    path("pause", attempts.AttemptPause.as_view(), name="attempt-pause"),
    path("confirm", verifying.AttemptConfirm.as_view(), name="attempt-confirm"),
    path("submit", verifying.AttemptSubmit.as_view(), name="attempt-submit"),
    path("report", verifying.AttemptReport.as_view(), name="attempt-report"),
    path("highlight", writing.AttemptHighlight.as_view(), name="attempt-highlight"),
    path("check", writing.AttemptCheck.as_view(), name="attempt-check"),
    path("feedback", feedback.AttemptFeedback.as_view(), name="attempt-feedback"),
    path("claims", writing.AttemptClaims.as_view(), name="attempt-claims"),
    path("bench", adjudication.BenchDetail.as_view(), name="bench"),
    path("bench/decide", adjudication.BenchDecide.as_view(), name="bench-decide"),
    path("bench/reject", adjudication.BenchReject.as_view(), name="bench-reject"),
    path("bench/report", adjudication.BenchReport.as_view(), name="bench-report"),
]
phase_urls = [
    path("grade", grading.PhaseGrade.as_view(), name="phase-grade"),
    path("settle", grading.PhaseSettle.as_view(), name="phase-settle"),
    path("feedback", grading.PhaseRelease.as_view(), name="phase-feedback"),
]
calibration_urls: list[URLPattern | URLResolver] = [
    path("write", calibration.TakeToWrite.as_view(), name="calibration-write"),
    path("verify", calibration.TakeToVerify.as_view(), name="calibration-verify"),
    path("decide", calibration.CandidateDecide.as_view(), name="calibration-decide"),
    path("approve", calibration.CandidateApproval.as_view(), name="calibration-approve"),
    path("appeals/<uuid:appeal_id>", calibration.AppealDecide.as_view(), name="calibration-appeal"),
    path("phases/<uuid:phase_id>", grading.PhaseDetail.as_view(), name="phase-detail"),
    path("phases/<uuid:phase_id>/", include(phase_urls)),
]
gold_urls = [
    path("claims", gold.GoldClaims.as_view(), name="gold-claims"),
    path("highlights", gold.GoldHighlights.as_view(), name="gold-highlights"),
    path("import", gold.GoldImport.as_view(), name="gold-import"),
    path("export", gold.GoldExport.as_view(), name="gold-export"),
    path("<uuid:gold_id>", gold.GoldDetail.as_view(), name="gold-detail"),
    path("<uuid:gold_id>/open", gold.GoldOpen.as_view(), name="gold-open"),
    path("<uuid:gold_id>/withdraw", gold.GoldWithdraw.as_view(), name="gold-withdraw"),
]
campaign_urls: list[URLPattern | URLResolver] = [
    path("design", design.DesignDetail.as_view(), name="design"),
    path("design/target", design.TargetChange.as_view(), name="design-target"),
    path("design/numbers", design.NumbersChange.as_view(), name="design-numbers"),
    path("open", design.CampaignOpen.as_view(), name="campaign-open"),
    path("pause", design.CampaignPause.as_view(), name="campaign-pause"),
    path("close", design.CampaignClose.as_view(), name="campaign-close"),
    path("highlights/draw", design.HighlightDrawing.as_view(), name="highlight-draw"),
    path("write", writing.TakeHighlight.as_view(), name="write-take"),
    path("verify", verifying.Take.as_view(), name="verify-take"),
    path("highlights", claims.HighlightList.as_view(), name="highlight-list"),
    path("claims", claims.ClaimList.as_view(), name="claim-list"),
    path("claims/mine", own_claims.OwnClaimList.as_view(), name="own-claim-list"),
    path("claims/<uuid:claim_id>", claims.ClaimDetail.as_view(), name="claim-detail"),
    path("claims/<uuid:claim_id>/bench", adjudication.BenchOpen.as_view(), name="bench-open"),
    path("verifications", verifications.VerificationList.as_view(), name="verification-list"),
    path(
        "verifications/mine",
        verifications.OwnVerificationList.as_view(),
        name="own-verification-list",
    ),
    path("disagreements", adjudication.DisagreementList.as_view(), name="disagreement-list"),
    path("calibration", calibration.CalibrationDetail.as_view(), name="calibration"),
    path("calibration/", include(calibration_urls)),
    path("gold", gold.GoldList.as_view(), name="gold-list"),
    path("gold/", include(gold_urls)),
]
claim_urls = [
    path("check", own_claims.OwnClaimCheck.as_view(), name="own-claim-check"),
    path("keep", own_claims.OwnClaimKeep.as_view(), name="own-claim-keep"),
    path("withdraw", own_claims.OwnClaimWithdraw.as_view(), name="own-claim-withdraw"),
]
urlpatterns = [
    path("campaigns/<uuid:public_id>/", include(campaign_urls)),
    path("claims/<uuid:claim_id>", own_claims.OwnClaimDetail.as_view(), name="own-claim"),
    path("claims/<uuid:claim_id>/", include(claim_urls)),
    path("attempts/<uuid:attempt_id>", verifying.AttemptDetail.as_view(), name="attempt-detail"),
    path("attempts/<uuid:attempt_id>/", include(attempt_urls)),
    path(
        "verifications/<uuid:verification_id>",
        verifications.VerificationDetail.as_view(),
        name="verification-detail",
    ),
    path(
        "verifications/<uuid:verification_id>/reopen",
        verifications.VerificationReopen.as_view(),
        name="verification-reopen",
    ),
]
