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
import { tile } from '../facts.ts';
import { count } from '../format.ts';

type KeyFigure = readonly [name: string, value: string, note: string];

/** @param tracked how many of the companies in its portfolio are followed here */
export function keyFigures(entity: Entity, tracked: number): KeyFigure[] {
  const { rounds, investments } = entity;
  const followed = tracked === 0 ? 'none of them followed here' : `${count(tracked)} followed here`;
  const all: [string, number, string][] = [
    ['Rounds raised', rounds.length, latest(rounds)],
    ['Backers', backersOf(entity).length, 'named by its rounds'],
    ['Companies backed', backedBy(entity).length, followed],
    ['Rounds joined', investments.length, `${count(ledBy(entity))} of them led`],
    ['Acquisitions', boughtBy(entity).length, latest(standingAcquisitions(entity))],
  ];
  return all.flatMap(([name, value, note]) => (value > 0 ? [[name, count(value), note]] : []));
}

export function figuresSection(figures: readonly KeyFigure[]): Html | null {
  if (figures.length === 0) return null;
  return html`<section aria-labelledby="figures-heading">
<h2 id="figures-heading" class="unseen">In numbers</h2>
<dl class="numbers">
${figures.map((figure) => tile(...figure))}</dl>
<p class="numbers-note">As far as a public source says so; there may have been more.</p>
</section>`;
}

function latest(dated: readonly { announcedOn: string | null }[]): string {
  const [newest] = dated.map(({ announcedOn }) => announcedOn).toSorted(compareLatestFirst);
  return newest ? `the latest ${newest}` : 'undated';
}
