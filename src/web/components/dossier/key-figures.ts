/** An organization in a few numbers, each of what its timeline lists, and its portfolio in the current week. */
import type { Entity } from '../../../features/diligence/entities.ts';
import {
  backedBy,
  backersOf,
  boughtBy,
  ledBy,
  standingAcquisitions,
} from '../../../features/diligence/portfolio.ts';
import type { Listed } from '../../../features/selection/listed-week.ts';
import { type Html, html } from '../../../lib/html.ts';
import { compareLatestFirst } from '../../../registry/partial-date.ts';
import { tile } from '../facts.ts';
import { count, counted, weekWithin } from '../format.ts';
import type { EditionView } from '../periods.ts';
import { section } from '../section.ts';
import { fullTable } from '../startup-tables.ts';

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

/** A page stays small; the watch list has all of them. */
const MAX_ROWS = 8;

/** Its portfolio as the current week shows it, of which no press release tells. @param slugs of all of them that are followed here, covered or not */
export function portfolioSection(
  listed: readonly Listed[],
  slugs: readonly string[],
  edition: EditionView,
): Html | null {
  if (listed.length === 0) return null;
  const week = weekWithin(edition.signals.meta.period.name);
  const shown = listed.slice(0, MAX_ROWS);
  const missing = slugs.length - listed.length;
  const caption = `${counted(shown.length, 'startup')} of the portfolio in ${week}, by score`;
  return section('portfolio', 'The portfolio this week')`
<p>How ${counted(listed.length, 'startup')} that it backed or bought did in ${week}${missing === 0 ? '' : `; ${count(missing)} more ${missing === 1 ? 'is' : 'are'} followed here but not covered in this week`}${listed.length > shown.length ? `. The first ${count(shown.length)} by score` : ''}. <a href="/watch?s=${slugs.map(encodeURIComponent).join(',')}" rel="nofollow">Watch all of them</a></p>
${fullTable({ rows: shown, caption, edition })}`;
}
