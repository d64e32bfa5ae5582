from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0011_campaign_suggests_evidence'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='interaction',
            name='interaction_kind_known',
        ),
        migrations.AlterField(
            model_name='interaction',
            name='kind',
            field=models.CharField(choices=[('started', 'Started'), ('loading_started', 'Asked for something'), ('loading_ended', 'Got it'), ('hidden', 'Went to another window'), ('shown', 'Came back'), ('heartbeat', 'Still there'), ('input', 'Typed or clicked'), ('searched', 'Searched'), ('results_shown', 'Was shown results'), ('result_opened', 'Opened a result'), ('page_opened', 'Opened a page'), ('link_followed', 'Followed a link'), ('searched_in_page', 'Searched in a page'), ('page_search_reset', 'Ended the search in a page'), ('went_to_highlight', 'Went to the highlight'), ('went_back', 'Went back'), ('went_forward', 'Went forward'), ('guidelines_opened', 'Opened the guidelines'), ('element_selected', 'Selected an element'), ('element_deselected', 'Took an element back'), ('set_switched', 'Went to another set'), ('undone', 'Undid'), ('redone', 'Redid'), ('verdict_chosen', 'Chose a verdict'), ('guideline_answered', 'Answered the guideline question'), ('tag_chosen', 'Chose a tag'), ('review_opened', 'Opened the confirmation'), ('review_left', 'Left the confirmation'), ('suggestion_shown', 'Was shown a suggestion'), ('suggestion_opened', 'Opened a suggestion'), ('suggestion_used', 'Used a suggestion'), ('draft_saved', 'Saved a draft'), ('warning_shown', 'Was shown a warning'), ('warning_overridden', 'Overrode a warning'), ('paused', 'Paused'), ('submitted', 'Submitted'), ('reopened', 'Opened it again'), ('correction_left', 'Left it as it was'), ('reported', 'Reported the claim'), ('skipped', 'Skipped')], max_length=20),
        ),
        migrations.AddConstraint(
            model_name='interaction',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['started', 'loading_started', 'loading_ended', 'hidden', 'shown', 'heartbeat', 'input', 'searched', 'results_shown', 'result_opened', 'page_opened', 'link_followed', 'searched_in_page', 'page_search_reset', 'went_to_highlight', 'went_back', 'went_forward', 'guidelines_opened', 'element_selected', 'element_deselected', 'set_switched', 'undone', 'redone', 'verdict_chosen', 'guideline_answered', 'tag_chosen', 'review_opened', 'review_left', 'suggestion_shown', 'suggestion_opened', 'suggestion_used', 'draft_saved', 'warning_shown', 'warning_overridden', 'paused', 'submitted', 'reopened', 'correction_left', 'reported', 'skipped'])), name='interaction_kind_known'),
        ),
    ]
