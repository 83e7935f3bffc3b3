/** The feeds of a sector and of a startup: the same as for a watch list with only that entry. */
import { NotFoundError } from '../../lib/errors.ts';
import type { Published } from '../../published/published.ts';
import { unknownSector } from '../../published/unknown-sector.ts';
import type { FeedDocument } from './feed.ts';
import { watchFeed } from './watch-feed.ts';

/** @throws BellwetherError `unknown-sector` */
export async function sectorFeed(slug: string, published: Published): Promise<FeedDocument> {
  const { addresses, registry, editions } = published;
  const sector = registry.sectors.find((candidate) => candidate.slug === slug);
  if (!sector) throw unknownSector(slug, registry.sectors);
  const { sectors } = await editions.signals(editions.latest);
  return {
    ...(await watchFeed({ sector: slug }, published)),
    // A sector without startups has no page.
    page: sectors.some((one) => one.slug === slug) ? addresses.sector(slug) : addresses.home(),
    address: addresses.sectorFeed(slug),
  };
}

/** @throws BellwetherError `not-tracked` */
export async function startupFeed(slug: string, published: Published): Promise<FeedDocument> {
  const { addresses, companies } = published;
  if (!companies.get(slug))
    throw new NotFoundError('not-tracked', `No tracked startup is called ${JSON.stringify(slug)}.`);
  return {
    ...(await watchFeed({ s: slug }, published)),
    page: addresses.startup(slug),
    address: addresses.startupFeed(slug),
  };
}
