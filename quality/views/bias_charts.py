"""The charts of the report on bias, each titled by what it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Campaign
from plots import Bar, BarChart, HeatMatrix, Line, LineChart, Point, Tone
from quality.measuring.results import AssociationFigures, BiasResult, ReportFigure
from quality.messages import FACTOR_VALUES, FACTORS, PLACES, PROBES, TABLE_SIZES
from quality.views.shown_charts import (
    RowLink,
    ShownChart,
    bar_chart,
    claims_link,
    figure_bar,
    figure_point,
    figure_words,
)
from quality.words import DesignWords

# The phrases of each verdict that are drawn; the file has more.
SHOWN_PHRASES = 8
# The filters of the list of claims, by factor.
_FILTERS = {"slot": "type", "mutation": "mutation", "challenge": "challenge"}
_TONES = (Tone.SUPPORTED, Tone.REFUTED, Tone.NOT_ENOUGH)


def bias_charts(campaign: Campaign, result: BiasResult) -> list[ShownChart]:
    """Return the charts of the report, without those that have nothing to show."""
    words = DesignWords.of(campaign)
    claims = claims_link(campaign, _("Open claims"))
    charts = [ShownChart(_probes(result), (claims,))]
    charts += [
        _phrases(campaign, result, verdict, words) for verdict in words.ordered(result.verdicts)
    ]
    charts += [
        ShownChart(_factor(factor, pairs, words), (claims,))
        for factor, pairs in result.factors.items()
    ]
    if result.coverage:
        charts.append(ShownChart(_coverage(result, words), (claims,)))
        charts.append(ShownChart(_classes(result, words), (claims,)))
        charts.append(ShownChart(_correlations(result, words), (claims,)))
    if result.first_half:
        charts.append(ShownChart(_first_half(result), (claims,)))
    return charts


def _probes(result: BiasResult) -> BarChart:
    probe = result.probes["claim_verdict"]
    if probe.accuracy.value is None or probe.majority.value is None:
        title = _("Classifiers that see only a part: there is too little data yet")
    else:
        values = {
            "accuracy": f"{100 * probe.accuracy.value:.0f}%",
            "majority": f"{100 * probe.majority.value:.0f}%",
        }
        if probe.is_biased:
            title = (
                _(
                    "The claim alone gives the verdict away: %(accuracy)s right,"
                    " %(majority)s by the majority"
                )
                % values
            )
        else:
            title = (
                _(
                    "The claim alone does not give the verdict away: %(accuracy)s right,"
                    " %(majority)s by the majority"
                )
                % values
            )
    bars = []
    for name, found in result.probes.items():
        tone = Tone.WARNING if found.is_biased else Tone.ACCENT
        bar = figure_bar(str(PROBES[name]), found.accuracy, tone)
        if found.majority.value is not None:
            bar = replace(bar, target=found.majority.value)
        bars.append(bar)
    return bar_chart(
        title,
        tuple(bars),
        caption=_(
            "Share of right answers in five folds; the line is the most frequent answer. The"
            " classifiers are linear: larger models find more, so this is a lower bound on bias."
        ),
        target_name=_("Majority"),
    )


def _phrases(
    campaign: Campaign, result: BiasResult, verdict: str, words: DesignWords
) -> ShownChart:
    label = words.label(verdict)
    found = [pair for pair in result.ngrams if pair.label == verdict and pair.is_found]
    shown = found[:SHOWN_PHRASES]
    if shown:
        title = _("“%(phrase)s” goes with %(verdict)s more often than chance") % {
            "phrase": shown[0].feature,
            "verdict": label,
        }
    else:
        title = _("No word or pair of words gives %(verdict)s away beyond chance") % {
            "verdict": label
        }
    tested = ngettext(
        "%(count)s word or pair of words tested, false discovery rate 5%%.",
        "%(count)s words and pairs of words tested, false discovery rate 5%%.",
        result.ngrams_tested,
    ) % {"count": f"{result.ngrams_tested:,}"}
    share = result.verdicts[verdict] / result.claims
    bars = tuple(_phrase_bar(pair, share) for pair in shown)
    chart = bar_chart(
        title,
        bars,
        caption=_(
            "Share of this verdict among the claims with the words; the line is its share of all"
            " claims."
        )
        + " "
        + tested,
        target_name=_("All claims"),
    )
    links = tuple(
        claims_link(campaign, f"“{pair.feature}”", words=pair.feature, verdict=verdict)
        for pair in shown
    )
    return ShownChart(chart, links)


def _phrase_bar(pair: AssociationFigures, share: float) -> Bar:
    bar = figure_bar(pair.feature, pair.conditional, Tone.WARNING)
    note = _("%(share)s, LMI %(lmi)s · 10⁻⁶") % {"share": bar.note, "lmi": f"{1e6 * pair.lmi:.0f}"}
    return replace(bar, target=share, note=note)


def _factor(factor: str, pairs: tuple[AssociationFigures, ...], words: DesignWords) -> HeatMatrix:
    name = str(FACTORS[factor])
    features = words.ordered(pair.feature for pair in pairs)
    labels = words.ordered(pair.label for pair in pairs)
    figures = {(pair.feature, pair.label): pair.npmi for pair in pairs}
    cells = [[figures.get((feature, label)) for label in labels] for feature in features]
    found = [pair for pair in pairs if pair.is_found and (pair.npmi.value or 0) > 0]
    if found:
        strongest = max(found, key=lambda pair: pair.npmi.value or 0.0)
        title = _("%(feature)s goes with %(verdict)s: nPMI %(npmi)s") % {
            "feature": _feature(factor, strongest.feature, words),
            "verdict": words.label(strongest.label),
            "npmi": f"{strongest.npmi.value:.2f}",
        }
    else:
        title = _("%(factor)s and verdict: no association beyond chance") % {"factor": name}
    return HeatMatrix(
        title=title,
        row_labels=tuple(_feature(factor, feature, words) for feature in features),
        column_labels=tuple(map(words.label, labels)),
        values=tuple(tuple(npmi.value if npmi else None for npmi in row) for row in cells),
        notes=tuple(tuple(figure_words(npmi) if npmi else "" for npmi in row) for row in cells),
        caption=_("Normalised pointwise mutual information: −1 never together, 1 never apart."),
        top=1.0,
    )


def _feature(factor: str, name: str, words: DesignWords) -> str:
    if factor == "evidence_place":
        return str(PLACES[name])
    ours = FACTOR_VALUES.get(factor)
    return str(ours[name]) if ours else words.label(name)


def _coverage(result: BiasResult, words: DesignWords) -> LineChart:
    by_label = {covered.label: covered for covered in result.coverage}
    ordered = [by_label[label] for label in words.ordered(by_label)]
    most = max(ordered, key=lambda covered: covered.shares[0].value or 0.0)
    if most.shares[0].value:
        title = _(
            "The first %(rank)s pairs of words are in %(share)s of the claims of %(verdict)s"
        ) % {
            "rank": most.ranks[0],
            "share": f"{100 * most.shares[0].value:.0f}%",
            "verdict": words.label(most.label),
        }
    else:
        title = _("No pair of words is frequent enough to give verdicts away")
    return LineChart(
        title=title,
        caption=_(
            "Share of claims with one of the first pairs of words of their verdict. The pairs are"
            " ranked by LMI in one half of the pages; the claims are those of the other half."
        ),
        lines=tuple(
            Line(
                label=words.label(covered.label),
                points=_points(covered.ranks, covered.shares),
                tone=tone,
            )
            for covered, tone in zip(ordered, _TONES, strict=False)
        ),
        point_name=_("Pairs of words"),
        top=1.0,
    )


def _classes(result: BiasResult, words: DesignWords) -> BarChart:
    by_label = {covered.label: covered for covered in result.coverage}
    ordered = [by_label[label] for label in words.ordered(by_label)]
    most = max(ordered, key=lambda covered: covered.shares[-1].value or 0.0)
    return bar_chart(
        _("%(share)s of %(verdict)s claims have one of the first %(rank)s pairs of words")
        % {
            "share": f"{100 * (most.shares[-1].value or 0.0):.0f}%",
            "verdict": words.label(most.label),
            "rank": f"{most.ranks[-1]:,}",
        },
        tuple(figure_bar(words.label(each.label), each.shares[-1]) for each in ordered),
        caption=_("Share of each verdict's claims in the other half, with 95% intervals."),
    )


def _correlations(result: BiasResult, words: DesignWords) -> LineChart:
    by_label = {half.label: half for half in result.halves}
    ordered = [by_label[label] for label in words.ordered(by_label)]
    known = [
        (figure.value, rank, half.label)
        for half in ordered
        for rank, figure in zip(half.ranks, half.figures, strict=True)
        if figure.value is not None
    ]
    if known:
        value, rank, label = max(known)
        title = _(
            "Of %(verdict)s, the first %(rank)s pairs of words say alike in both halves: r %(r)s"
        ) % {"verdict": words.label(label), "rank": rank, "r": f"{value:.2f}"}
    else:
        title = _("Too few pairs of words are in both halves to compare what they say")
    return LineChart(
        title=title,
        caption=_(
            "Pearson's r of p(verdict | pair) between two halves of the pages, over the first"
            " pairs of words by LMI: phrases of chance have r near 0."
        ),
        lines=tuple(
            Line(label=words.label(half.label), points=_points(half.ranks, half.figures), tone=tone)
            for half, tone in zip(ordered, _TONES, strict=False)
        ),
        point_name=_("Pairs of words"),
        top=1.0,
    )


def _points(ranks: Sequence[int], figures: Sequence[ReportFigure]) -> tuple[Point, ...]:
    return tuple(
        figure_point(f"{rank:,}", figure) for rank, figure in zip(ranks, figures, strict=True)
    )


@dataclass(frozen=True, slots=True)
class ShownPair:
    """Two things that go together beyond chance, and their claims."""

    about: str
    feature: str
    label: str
    npmi: ReportFigure
    share: ReportFigure
    link: RowLink


def shown_pairs(campaign: Campaign, result: BiasResult) -> list[ShownPair]:
    """Return what goes together apart from verdicts: factors, and words with factors."""
    words = DesignWords.of(campaign)
    shown = []
    for name, pairs in result.pairs.items():
        first, second = name.split("/")
        about = f"{FACTORS[first]} · {FACTORS[second]}"
        for pair in pairs:
            wanted = {
                factor: value
                for factor, value in ((first, pair.feature), (second, pair.label))
                if factor in _FILTERS
            }
            feature, label = (
                _feature(first, pair.feature, words),
                _feature(second, pair.label, words),
            )
            shown.append(_shown_pair(campaign, pair, about, feature, label, wanted))
    for factor, pairs in result.words.items():
        about = _("Word · %(factor)s") % {"factor": FACTORS[factor]}
        for pair in pairs:
            wanted = {"words": pair.feature}
            if factor in _FILTERS:
                wanted[factor] = pair.label
            feature, label = f"“{pair.feature}”", words.label(pair.label)
            shown.append(_shown_pair(campaign, pair, about, feature, label, wanted))
    return shown


def _shown_pair(
    campaign: Campaign,
    pair: AssociationFigures,
    about: str,
    feature: str,
    label: str,
    wanted: dict[str, str],
) -> ShownPair:
    wanted = {_FILTERS.get(name, name): value for name, value in wanted.items()}
    link = claims_link(campaign, feature, **wanted)
    return ShownPair(about, feature, label, pair.npmi, pair.conditional, link)


def _first_half(result: BiasResult) -> BarChart:
    highest = max(result.first_half.values(), key=lambda figure: figure.value or 0.0)
    title = _("Up to %(share)s of evidence cells are in the first half of their table") % {
        "share": f"{100 * (highest.value or 0.0):.0f}%"
    }
    return bar_chart(
        title,
        tuple(
            replace(figure_bar(str(TABLE_SIZES[name]), figure), target=0.5)
            for name, figure in result.first_half.items()
        ),
        caption=_("By the number of rows of the table; the line is one half."),
        target_name=_("One half"),
    )
