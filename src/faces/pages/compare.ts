import { compared, neighbours } from '../../features/answers/families/comparison.ts';
import { currentNumbers } from '../../features/answers/numbers.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { comparisonSlug } from '../../lib/addresses.ts';
import type { Published } from '../../published/published.ts';
import { comparisonPage, comparisonsPage } from '../site/comparison.ts';
import { page } from './page.ts';

const JOINT = '-vs-';

export default [
  page({
    path: '/compare',
    render: async ({ published }) => {
      const numbers = await currentNumbers(published);
      const sectors = numbers.sectors.flatMap((sector) => {
        const pairs = neighbours({ sectors: [sector] });
        return pairs.length === 0 ? [] : [{ name: sector.name, pairs }];
      });
      return comparisonsPage(sectors, published.addresses.at('/compare'));
    },
  }),
  page({
    path: '/compare/{pair}',
    render: async ({ params: { pair = '' }, published }) => {
      const [one, other] = slugsOf(pair, published);
      const numbers = await currentNumbers(published);
      const startups = [one, other].map((slug) => numbers.startups.get(slug));
      const missing = [one, other].find((_, index) => !startups[index]);
      const [first, second] = startups;
      if (missing !== undefined || !first || !second) throw notCovered(missing ?? one, published);
      const side = (startup: Startup) => ({
        startup,
        evidence: numbers.evidence.get(startup.slug),
      });
      return comparisonPage(
        [side(first), side(second)],
        compared(first, second, numbers).answer,
        numbers.history,
        published.addresses.comparison(one, other),
      );
    },
    addresses: async (published) =>
      neighbours(await currentNumbers(published)).map(([one, other]) =>
        published.addresses.comparison(one.slug, other.slug),
      ),
  }),
];

/** Slugs may hold the joint themselves, so every place is tried. */
function slugsOf(pair: string, { companies }: Published): [string, string] {
  for (let at = pair.indexOf(JOINT); at >= 0; at = pair.indexOf(JOINT, at + 1)) {
    const [one, other] = [pair.slice(0, at), pair.slice(at + JOINT.length)];
    if (!companies.get(one) || !companies.get(other)) continue;
    if (one === other)
      throw new BellwetherError('not-found', `${one} can only be compared with another startup.`);
    if (comparisonSlug(one, other) === pair) return [one, other];
    throw new BellwetherError(
      'not-found',
      `Slugs stand in the order of the alphabet: /compare/${comparisonSlug(one, other)}`,
    );
  }
  throw new BellwetherError(
    'not-found',
    `${JSON.stringify(pair)} does not name two tracked startups; an address is like /compare/acorn-vs-birch.`,
  );
}

function notCovered(slug: string, { editions, companies }: Published): BellwetherError {
  const name = companies.get(slug)?.name ?? slug;
  return new BellwetherError(
    'not-found',
    `${name} is not covered in ${editions.latest}, so there is nothing to compare.`,
  );
}
