/** What can be cited, as the citation styles need it. */
import { z } from 'zod';
import { BellwetherError } from '../../lib/errors.ts';
import { isoDay, parsePeriod } from '../../lib/period.ts';
import type { Published } from '../../published/published.ts';
import { findingsOf } from '../../research/findings.ts';
import { paper } from '../research/paper.ts';
import { headlineStyle } from '../../citations/headline.ts';

export type Work = {
  /** Citation key: letters, digits and hyphens. */
  key: string;
  kind: 'report' | 'dataset' | 'webpage';
  title: string;
  /** The title with the capitals of a headline; names in it stay as they are. */
  headline: string;
  /** ISO date. */
  date: string;
  url: string;
};

/** Who publishes: an organization is the author of everything here. */
export const PUBLISHER = 'Bellwether';

const SIGNALS = 'engineering-acceleration signals of startups';

/**
 * @param slug `paper`, `dataset`, a finding, an edition like `2026-w31`, or a startup
 * @param asked the period of a startup's record; the last that covers it without one
 * @throws BellwetherError `unknown-citation` or `unknown-period`; ZodError for a period of anything
 *   but a startup
 */
export async function workOf(
  slug: string,
  asked: string | undefined,
  published: Published,
): Promise<Work> {
  const work = await workWithoutPeriod(slug, published);
  if (!work) return startupWork(slug, asked, published);
  if (asked === undefined) return work;
  throw new z.ZodError([
    { code: 'custom', path: ['period'], message: 'is for startups only', input: asked },
  ]);
}

async function workWithoutPeriod(slug: string, published: Published): Promise<Work | undefined> {
  const { editions, addresses } = published;
  const key = `bellwether-${slug}`;
  const { date: written, title } = await published.derived(paper);
  if (slug === 'paper') {
    const url = addresses.research();
    return { key, kind: 'report', title, headline: headlineStyle(title), date: written, url };
  }
  if (slug === 'dataset')
    return {
      key,
      kind: 'dataset',
      title: `Bellwether: ${SIGNALS}`,
      headline: `Bellwether: ${headlineStyle(SIGNALS)}`,
      date: lastDay(editions.latest),
      url: addresses.at('/api/dataset.jsonl'),
    };
  const finding = findingsOf(published).find((candidate) => candidate.slug === slug);
  if (finding) {
    const { title: found, url } = finding;
    return {
      key,
      kind: 'webpage',
      title: found,
      headline: headlineStyle(found),
      date: written,
      url,
    };
  }
  const edition = editions.periods.find((period) => period.slug === slug);
  if (!edition) return undefined;
  return {
    key,
    kind: 'dataset',
    title: `E${SIGNALS.slice(1)}, ${edition.name}`,
    headline: `${headlineStyle(SIGNALS)}, ${edition.name}`,
    date: lastDay(slug),
    url: addresses.home(slug),
  };
}

async function startupWork(
  slug: string,
  asked: string | undefined,
  published: Published,
): Promise<Work> {
  const { editions, addresses } = published;
  const period = editions.resolve(asked ?? (await lastCovered(slug, published)));
  const startup = (await editions.startups(period)).get(slug);
  if (!startup) throw unknown(slug, period, published);
  const { name } = editions.periods.find((each) => each.slug === period) ?? { name: period };
  return {
    key: `bellwether-${slug}-${period}`,
    kind: 'dataset',
    title: `${startup.name}: engineering signal, ${name}`,
    headline: `${startup.name}: Engineering Signal, ${name}`,
    date: lastDay(period),
    url: addresses.startup(slug, period),
  };
}

/** The last period that has a record of the startup. */
async function lastCovered(slug: string, { editions }: Published): Promise<string | undefined> {
  const { periods, startups } = await editions.history();
  const own = Object.hasOwn(startups, slug) ? startups[slug] : undefined;
  return periods[own?.velocity.findLastIndex((velocity) => velocity !== null) ?? -1];
}

function unknown(slug: string, period: string, published: Published): BellwetherError {
  const { editions, companies } = published;
  const lookup = companies.find(slug);
  const near = lookup.found ? [lookup.company] : lookup.nearMisses;
  return new BellwetherError(
    'unknown-citation',
    companies.get(slug)
      ? `${slug} is not covered in ${period}; its page says which periods cover it.`
      : `Nothing is cited under ${JSON.stringify(slug)}.`,
    {
      details: {
        available: {
          works: ['paper', 'dataset', ...findingsOf(published).map((finding) => finding.slug)],
          editions: { first: editions.periods.at(-1)?.slug, last: editions.latest },
          startups: near.map((company) => company.slug),
        },
      },
    },
  );
}

function lastDay(period: string): string {
  return isoDay(parsePeriod(period)?.lastDay ?? 0);
}
