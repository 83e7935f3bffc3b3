/** A work that can be cited, with the fields that citation styles need. */
import { z } from 'zod';
import { type BellwetherError, NotFoundError } from '../../lib/errors.ts';
import { isoDay, parsePeriod } from '../../lib/period.ts';
import type { Published } from '../../published/published.ts';
import { coveredPeriods } from '../../published/startup-numbers.ts';
import { findingsOf, paper } from '../research/paper.ts';

export type Work = {
  /** Citation key: letters, digits and hyphens. */
  key: string;
  kind: 'report' | 'dataset' | 'webpage';
  title: string;
  /** The title in headline capitalization; names in it are unchanged. */
  headline: string;
  /** ISO date. */
  date: string;
  url: string;
};

/** The author and publisher of all works here. */
export const PUBLISHER = 'Bellwether';

const SIGNALS = 'engineering-acceleration signals of startups';

/**
 * @param slug `paper`, `dataset`, a finding, an edition such as `2026-w31`, or a startup
 * @param asked the period of a startup's record; by default the last that covers it
 * @throws BellwetherError `unknown-citation` or `unknown-period`
 * @throws ZodError if a period is given for anything but a startup
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
  const report = await published.derived(paper);
  if (slug === 'paper') {
    const { title, date } = report;
    const headline = headlineStyle(title);
    return { key, kind: 'report', title, headline, date, url: addresses.research() };
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
    const { title, url } = finding;
    const headline = headlineStyle(title);
    return { key, kind: 'webpage', title, headline, date: report.date, url };
  }
  const edition = editions.periods.find((period) => period.slug === slug);
  return (
    edition && {
      key,
      kind: 'dataset',
      title: `E${SIGNALS.slice(1)}, ${edition.name}`,
      headline: `${headlineStyle(SIGNALS)}, ${edition.name}`,
      date: lastDay(slug),
      url: addresses.home(slug),
    }
  );
}

async function startupWork(
  slug: string,
  asked: string | undefined,
  published: Published,
): Promise<Work> {
  const { editions, addresses } = published;
  const period = editions.resolve(asked ?? coveredPeriods(await editions.history(), slug).at(-1));
  const startup = await editions.startup(period, slug);
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

function unknown(slug: string, period: string, published: Published): BellwetherError {
  const { editions, companies } = published;
  const lookup = companies.find(slug);
  const near = lookup.found ? [lookup.company] : lookup.nearMisses;
  return new NotFoundError(
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

/**
 * Words that stay in lower case inside a title: articles, coordinating conjunctions, prepositions.
 */
const LOWERCASE_WORDS = new Set(
  'a an and as at but by for from in into nor of off on onto or over per so the to up via with yet'.split(
    ' ',
  ),
);

/**
 * `Coding Agents Take Part in a Growing Share`: capitalization according to MLA 9 and Chicago 17.
 * Words with a capital or a digit are unchanged.
 */
export function headlineStyle(title: string): string {
  const words = title.split(' ');
  return words
    .map((word, index) => {
      const isAtEdge =
        index === 0 || index === words.length - 1 || (words[index - 1] ?? '').endsWith(':');
      if (!isAtEdge && LOWERCASE_WORDS.has(word.replace(/\W/g, ''))) return word;
      return word
        .split('-')
        .map((part, position) =>
          position > 0 && LOWERCASE_WORDS.has(part) ? part : capitalised(part),
        )
        .join('-');
    })
    .join(' ');
}

function capitalised(word: string): string {
  return /[\p{Lu}\d]/u.test(word)
    ? word
    : word.replace(/\p{Ll}/u, (letter) => letter.toUpperCase());
}
