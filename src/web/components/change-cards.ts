/** Five cards that say what stands out by name, each over the startup's line of a year. */
import { describeChange, type Piece } from '../../features/this-week/evidence-words.ts';
import { type Html, html, safeHref } from '../../lib/html.ts';
import type { EvidenceRecord, Startup } from '../../pipeline/edition/record.ts';
import { isNews } from '../../published/signal-words.ts';
import { sparkline } from '../charts/line-charts.ts';
import { bdi, change, counted } from './format.ts';
import { PATHS, periodHref } from './links.ts';
import type { EditionView } from './periods.ts';
import { checkPath, signal } from './startup-tables.ts';

const CARDS = 5;

type View = EditionView & { evidence: ReadonlyMap<string, EvidenceRecord> };
type Told = { startup: Startup; pieces: readonly Piece[] };

/** Nothing where the evidence names nothing. */
export function changeCards(trending: readonly Startup[], view: View): Html | null {
  const told = trending.flatMap((startup): Told[] => {
    const pieces = describeChange(startup, view.evidence.get(startup.slug));
    return pieces ? [{ startup, pieces }] : [];
  });
  const cards = chosen(told);
  if (cards.length === 0) return null;
  return html`<section aria-labelledby="changed-heading">
<h2 id="changed-heading">What stands out</h2>
<ul class="cards">
${cards.map((one) => card(one, view))}</ul>
</section>`;
}

/** News before the rest: the strongest of each type, then the next ones; in the order of the ranking. */
function chosen(told: readonly Told[]): Told[] {
  const strength = ({ startup }: Told) =>
    ['strong', 'weak', 'none'].indexOf(startup.signalStrength);
  const age = ({ startup }: Told) => (isNews(startup) ? 0 : 1);
  const best = told.toSorted((a, b) => age(a) - age(b) || strength(a) - strength(b));
  const first = new Map<string, Told>();
  for (const one of best) {
    const { signalType, signalStrength } = one.startup;
    if (signalStrength !== 'none' && !first.has(signalType)) first.set(signalType, one);
  }
  const five = new Set([...new Set([...first.values(), ...best])].slice(0, CARDS));
  return told.filter((one) => five.has(one));
}

function card({ startup, pieces }: Told, view: View): Html {
  const { slug, name } = startup;
  const period = view.signals.meta.period.slug;
  return html`<li>
<h3><a href="${periodHref(PATHS.startup(slug), period, view)}">${bdi(name)}</a></h3>
<p class="kind">${signal(startup)}</p>
<p class="told">${pieces.map((piece) =>
    typeof piece === 'string'
      ? piece
      : html`<a href="${safeHref(piece.url)}" rel="noopener nofollow">${piece.text}</a>`,
  )}</p>
${sparkline(view.history, slug, period)}
<p class="count"><a class="check" href="${periodHref(checkPath(slug, 'commits'), period, view)}">${counted(startup.commitVelocity14d, 'commit')}</a> in 14 days, ${change(startup.commitVelocityChange)}</p>
</li>
`;
}
