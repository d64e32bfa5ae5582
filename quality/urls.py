"""Pages on the quality of a campaign."""

from django.urls import URLPattern, URLResolver, include, path

from quality.views import dashboards, next_steps, objections, people, programs, reports

report_urls = [
    path("", reports.report_list, name="quality-reports"),
    path("progress/", reports.progress, name="quality-reports-progress"),
    path("request/", reports.request_report, name="quality-report-request"),
    path("compare/", reports.comparison, name="quality-report-comparison"),
    path("<uuid:report_id>/cancel/", reports.cancel, name="quality-report-cancel"),
    path("<uuid:report_id>/<str:form>", reports.file, name="quality-report-file"),
]
people_urls = [
    path("", people.people, name="quality-people"),
    path("people.csv", people.people_file, name="quality-people-file"),
    path("<uuid:person_id>/", people.person, name="quality-person"),
    path("<uuid:person_id>/notes/", people.add_note, name="quality-note-add"),
    path(
        "<uuid:person_id>/notes/<uuid:note_id>/remove/",
        people.remove_note,
        name="quality-note-remove",
    ),
]
objection_urls = [
    path("", objections.objection_list, name="objections"),
    path("progress/", objections.progress, name="objections-progress"),
    path("search/", objections.search, name="objections-search"),
    path("cancel/", objections.cancel, name="objections-cancel"),
    path("<uuid:objection_id>/review/", objections.review, name="objection-review"),
]
quality_urls: list[URLPattern | URLResolver] = [
    path("", next_steps.next_steps, name="quality-next"),
    path("agreement/", dashboards.agreement, name="quality-agreement"),
    path("bias/", dashboards.bias, name="quality-bias"),
    path("description/", dashboards.description, name="quality-description"),
    path("reports/", include(report_urls)),
    path("people/", include(people_urls)),
    path("objections/", include(objection_urls)),
    path("claims/<uuid:claim_id>/programs/", programs.programs, name="claim-programs"),
]
urlpatterns = [
    path("campaigns/<uuid:public_id>/quality/", include(quality_urls)),
]
