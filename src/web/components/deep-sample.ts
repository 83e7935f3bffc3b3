/** A whole deep signal as people read it: what is sold, shown on one startup for nothing. */
import type { DeepSignal } from '../../features/deep-signal/deep-signal.ts';
import { type Html, html } from '../../lib/html.ts';
import type { Published } from '../../published/published.ts';
import { chartFigure } from '../charts/figure.ts';
import { startupCommits } from '../charts/startup-line.ts';
import { codeBlock } from './code.ts';
import { dataTable, numeric } from './data-table.ts';
import { tile } from './facts.ts';
import { bdi, count, share } from './format.ts';
import { onThisSite, PATHS } from './links.ts';
import { section } from './section.ts';

/** @param weekName `week 31, 2026` */
export async function deepSample(
  signal: DeepSignal,
  weekName: string,
  published: Published,
): Promise<Html> {
  const { name, slug, period, scores, rank, thesis, comparables, history: weeks } = signal;
  const chart = await startupCommits.chart({ published, params: { slug }, period });
  return section('example', html`A sample: ${bdi(name)}`, 'sample')`
<p class="read-as">A real answer for ${weekName}, free. Every startup gets this format.</p>
<p class="thesis">${thesis}</p>
<dl class="numbers">
${tile('Score', scores.composite, 'of 100, all together')}
${tile('Commits', scores.velocity, 'of 100: how many landed')}
${tile('Growth', scores.growth, 'of 100: against its own year')}
${tile('Newcomers', scores.novelty, 'of 100: work by new people')}
${tile('In its sector', html`${count(rank.inSector)} <small>of ${count(rank.sectorTotal)}</small>`, `ahead of ${share(rank.sectorPercentile / 100)} of the others`)}
</dl>
${chart && chartFigure(chart, `/charts/startups/${slug}/commits`)}
${dataTable({
  caption: 'The five startups most like it',
  columns: ['Startup', numeric('Likeness'), numeric('Score')],
  rows: comparables.map((one) => [
    html`<a href="${PATHS.startup(one.slug)}">${bdi(one.name)}</a>`,
    share(one.similarity),
    one.composite,
  ]),
})}
<details><summary>As a program receives it</summary>
${codeBlock('The sample as JSON', JSON.stringify({ ...signal, history: weeks.slice(0, 2) }, null, 2))}
<p>Two of its ${count(weeks.length)} weeks are printed here. <a href="/docs/paid#get_deep_signal_by_post">The reference</a> names every member.</p>
</details>
<p><a href="${onThisSite(signal.url, published)}">${bdi(name)} on this site</a>, with a check of each number</p>`;
}
