/** Investors by the startups of theirs that a week covers, and by how these speed up. */
import type { Listed } from '../../features/selection/listed-week.ts';
import { medianOf } from '../../lib/averages.ts';
import { count, counted, plainName } from '../components/format.ts';
import { drawPoints, type PlottedPoint, signedTenths } from './point-plot.ts';
import { MARKS } from './signal-marks.ts';

export type Investor = { slug: string; name: string; backed: readonly string[] };

/** Among fewer there is nothing to compare. */
const MIN_INVESTORS = 4;
/** The middle of fewer startups is that of one of them. */
const MIN_COVERED = 2;
const MAX_NAMED = 12;

/** @param hrefOf the points that lead to a page, and where @returns undefined for too few investors */
export async function drawPortfolios(
  investors: readonly Investor[],
  listed: readonly Listed[],
  of: string,
  hrefOf: (slug: string) => string | undefined,
) {
  const pace = new Map(listed.map(({ startup, acceleration }) => [startup.slug, acceleration]));
  const known = investors
    .map(({ slug, name, backed }) => {
      const covered = backed.flatMap((one) => pace.get(one) ?? []);
      return { slug, name, covered: covered.length, median: medianOf(covered) ?? 0 };
    })
    .filter(({ covered }) => covered >= MIN_COVERED)
    .sort((a, b) => b.covered - a.covered);
  if (known.length < MIN_INVESTORS) return undefined;
  const faster = known.filter(({ median }) => median > 0).length;
  const title = `Portfolios and their acceleration, ${of}`;
  const summary = `${counted(known.length, 'investor')} with at least ${MIN_COVERED} startups that the week covers: further right, more of them; higher, their median startup further above the pace of its own past year. For ${count(faster)} of these investors it is above.`;
  const points = known.map(
    ({ slug, name, covered, median }): PlottedPoint => ({
      slug,
      name,
      x: covered,
      y: median,
      mark: MARKS.hiring,
      color: 'var(--link)',
      opacity: '.7',
      title: `${plainName(name)}: ${counted(covered, 'startup')}, ${signedTenths(median)}`,
      href: hrefOf(slug),
    }),
  );
  const named = known.slice(0, MAX_NAMED).map(({ slug }) => slug);
  const svg = await drawPoints({
    id: 'portfolios',
    title,
    summary,
    points,
    named,
    isMarked: false,
  });
  return { title, summary, svg };
}
