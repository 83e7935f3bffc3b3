/** The startups of a portfolio as the current week shows them: what no press release says of them. */
import type { Listed } from '../../../features/selection/listed-week.ts';
import type { Html } from '../../../lib/html.ts';
import { count, counted, shortPeriodName } from '../format.ts';
import type { EditionView } from '../periods.ts';
import { section } from '../section.ts';
import { fullTable } from '../startup-tables.ts';

/** A page stays small; the watch list has all of them. */
const MAX_ROWS = 8;

/** @param slugs of all of them that are followed here, covered or not */
export function portfolioSection(
  listed: readonly Listed[],
  slugs: readonly string[],
  edition: EditionView,
): Html | null {
  if (listed.length === 0) return null;
  const week = shortPeriodName(edition.signals.meta.period.name).replace('Week', 'week');
  const shown = listed.slice(0, MAX_ROWS);
  const missing = slugs.length - listed.length;
  const caption = `${counted(shown.length, 'startup')} of the portfolio in ${week}, by score`;
  return section('portfolio', 'The portfolio this week')`
<p>How ${counted(listed.length, 'startup')} that it backed or bought did in ${week}${missing === 0 ? '' : `; ${count(missing)} more ${missing === 1 ? 'is' : 'are'} followed here but not covered in this week`}${listed.length > shown.length ? `. The first ${count(shown.length)} by score` : ''}. <a href="/watch?s=${slugs.map(encodeURIComponent).join(',')}" rel="nofollow">Watch all of them</a></p>
${fullTable({ rows: shown, caption, edition })}`;
}
