"""Releases of a campaign."""

from django.urls import include, path

from releases.views import (
    cards,
    claims,
    comparisons,
    error_samples,
    evaluations,
    evidence_checks,
    evidence_judging,
    imports,
    predictions,
    releases,
)

release_urls = [
    path("", releases.release_detail, name="release"),
    path("progress/", releases.release_progress, name="release-progress"),
    path("cancel/", releases.release_cancel, name="release-cancel"),
    path("retry/", releases.release_retry, name="release-retry"),
    path("withdraw/", releases.release_withdraw, name="release-withdraw"),
    path("archive/", releases.release_archive, name="release-archive"),
    path("files/<path:path>", releases.release_file, name="release-file"),
    path("claims/", claims.claim_list, name="release-claims"),
    path("claims/<int:record_id>/", claims.claim_detail, name="release-claim"),
    path("compare/", comparisons.comparison, name="release-comparison"),
    path("compare/claims.csv", comparisons.comparison_file, name="release-comparison-file"),
    path("predictions/", predictions.predictions, name="release-predictions"),
    path(
        "predictions/progress/",
        predictions.predictions_progress,
        name="release-predictions-progress",
    ),
    path("predictions/cancel/", predictions.predictions_cancel, name="release-predictions-cancel"),
    path("verifier/", evaluations.evaluation, name="release-evaluation"),
    path("verifier/progress/", evaluations.evaluation_progress, name="release-evaluation-progress"),
    path("verifier/cancel/", evaluations.evaluation_cancel, name="release-evaluation-cancel"),
    path("errors/", error_samples.samples, name="release-errors"),
    path("errors/<int:number>/", error_samples.error, name="release-error"),
    path("errors/<int:number>/<int:position>/", error_samples.tag, name="release-error-tag"),
    path(
        "errors/<int:number>/errors.<slug:form>",
        error_samples.errors_file,
        name="release-error-file",
    ),
]
evidence_urls = [
    path("", evidence_checks.checks, name="release-evidence-checks"),
    path("progress/", evidence_checks.checks_progress, name="release-evidence-progress"),
    path("cancel/", evidence_checks.checks_cancel, name="release-evidence-cancel"),
    path("<int:number>/", evidence_checks.check, name="release-evidence-check"),
    path("<int:number>/accept/", evidence_checks.accept, name="release-evidence-accept"),
    path(
        "<int:number>/scores/",
        evidence_checks.scores_progress,
        name="release-evidence-scores",
    ),
]
import_urls = [
    path("", imports.import_dataset, name="dataset-import"),
    path("<uuid:import_id>/", imports.import_detail, name="dataset-import-detail"),
    path("<uuid:import_id>/progress/", imports.import_progress, name="dataset-import-progress"),
    path("<uuid:import_id>/cancel/", imports.import_cancel, name="dataset-import-cancel"),
    path("<uuid:import_id>/retry/", imports.import_retry, name="dataset-import-retry"),
]
urlpatterns = [
    path("datasets/import/", include(import_urls)),
    path("campaigns/<uuid:public_id>/releases/", releases.release_list, name="campaign-releases"),
    path(
        "campaigns/<uuid:public_id>/dataset-card/", cards.dataset_card, name="campaign-dataset-card"
    ),
    path("campaigns/<uuid:public_id>/releases/<int:version>/", include(release_urls)),
    path("campaigns/<uuid:public_id>/releases/<int:version>/evidence/", include(evidence_urls)),
    path(
        "campaigns/<uuid:public_id>/evidence/<uuid:check_id>/",
        evidence_judging.judge,
        name="evidence-judge",
    ),
    path(
        "campaigns/<uuid:public_id>/evidence/sets/<uuid:set_id>/",
        evidence_judging.answer,
        name="evidence-judge-answer",
    ),
]
