/** An organization in a few numbers, each of what its timeline lists. */
import type { Entity } from '../../../features/diligence/entities.ts';
import {
  backedBy,
  backersOf,
  boughtBy,
  ledBy,
  standingAcquisitions,
} from '../../../features/diligence/portfolio.ts';
import { type Html, html } from '../../../lib/html.ts';
import { compareLatestFirst } from '../../../registry/partial-date.ts';
import { count } from '../format.ts';

/** @param tracked how many of the companies in its portfolio are followed here */
export function figures(entity: Entity, tracked: number): Html | null {
  const { rounds, investments } = entity;
  const followed = tracked === 0 ? 'none of them followed here' : `${count(tracked)} followed here`;
  const all: [string, number, string][] = [
    ['Rounds raised', rounds.length, latest(rounds)],
    ['Backers', backersOf(entity).length, 'named by its rounds'],
    ['Companies backed', backedBy(entity).length, followed],
    ['Rounds joined', investments.length, `${count(ledBy(entity))} of them led`],
    ['Acquisitions', boughtBy(entity).length, latest(standingAcquisitions(entity))],
  ];
  const known = all.filter(([, value]) => value > 0);
  if (known.length === 0) return null;
  return html`<section aria-labelledby="figures-heading">
<h2 id="figures-heading" class="unseen">In numbers</h2>
<dl class="numbers">
${known.map(([name, value, note]) => html`<div><dt>${name}</dt><dd class="value">${count(value)}</dd><dd>${note}</dd></div>\n`)}</dl>
<p class="numbers-note">As far as a public source says so; there may have been more.</p>
</section>`;
}

function latest(dated: readonly { announcedOn: string | null }[]): string {
  const [newest] = dated.map(({ announcedOn }) => announcedOn).toSorted(compareLatestFirst);
  return newest ? `the latest ${newest}` : 'undated';
}
