/** Cards of what changed this week, each over the startup's line of a year. */
import { evidenceSentence, type Piece } from '../../features/this-week/evidence-words.ts';
import { type Html, html } from '../../lib/html.ts';
import { isStewardedOnly } from '../../pipeline/edition/overall-rank.ts';
import type { EvidenceRecord, Startup } from '../../pipeline/edition/record.ts';
import { isNews } from '../../published/signal-words.ts';
import { hasEnded } from '../../registry/status.ts';
import { sparkline } from '../charts/line-charts.ts';
import { bdi, change, counted } from './format.ts';
import { outward, PATHS } from './links.ts';
import { type EditionView, hrefIn } from './periods.ts';
import { section } from './section.ts';
import { signal } from './startup-tables.ts';

const MAX_CARDS = 5;

type View = EditionView & { evidence: ReadonlyMap<string, EvidenceRecord> };
type Told = { startup: Startup; pieces: readonly Piece[] };

/** Signals that were entered in the week, the strongest of each type first. */
export function changeCards(view: View): Html {
  const told = view.signals.sectors
    .flatMap(({ startups }) => startups)
    .filter((startup) => isNews(startup) && !hasEnded(startup.status))
    .sort(
      (a, b) =>
        Number(b.signalStrength === 'strong') - Number(a.signalStrength === 'strong') ||
        b.scores.composite - a.scores.composite,
    )
    .flatMap((startup): Told[] => {
      const { signalType } = startup;
      const types = view.evidence.get(startup.slug)?.evidence ?? startup.evidence ?? undefined;
      const pieces = evidenceSentence(signalType, types);
      return pieces ? [{ startup, pieces }] : [];
    });
  const first = [...Map.groupBy(told, ({ startup }) => startup.signalType).values()];
  const cards = [...new Set([...first.flatMap(([one]) => one ?? []), ...told])];
  return section('changed', 'Changed this week')`
${
  cards.length === 0
    ? html`<p class="about">No startup’s signal is new this week; those of earlier weeks stand in the table.</p>`
    : html`<ul class="cards">
${cards.slice(0, MAX_CARDS).map((one) => card(one, view))}</ul>`
}`;
}

function card({ startup, pieces }: Told, view: View): Html {
  const { slug, name } = startup;
  return html`<li>
<h3><a href="${hrefIn(view, PATHS.startup(slug))}">${bdi(name)}</a></h3>
<p class="kind">${signal(startup)}${isStewardedOnly(startup) ? html`<small>A project of a foundation or a community</small>` : null}</p>
<p class="told">${pieces.map((piece) => (typeof piece === 'string' ? piece : outward(piece.url, piece.text)))}</p>
${sparkline(view.history, slug, view.signals.meta.period.slug)}
<p class="count"><a class="check" href="${hrefIn(view, PATHS.check(slug, 'commits'))}">${counted(startup.commitVelocity14d, 'commit')}</a> in 14 days, ${change(startup.commitVelocityChange)}</p>
</li>
`;
}
