import { BellwetherError } from '../../lib/errors.ts';
import { sectorPage } from '../site/sector.ts';
import { homeModel } from './models.ts';
import { CURRENT_PERIOD, page } from './page.ts';

export default page({
  path: '/sectors/{slug}',
  shownPeriod: CURRENT_PERIOD,
  render: async ({ params: { slug }, period, published }) => {
    const model = await homeModel(period, published);
    const sector = model.signals.sectors.find((candidate) => candidate.slug === slug);
    if (sector) return sectorPage({ ...model, sector });
    throw new BellwetherError(
      'not-found',
      `No sector ${JSON.stringify(slug)} has startups in ${period}.`,
    );
  },
  addresses: async ({ editions, addresses }) => {
    const { sectors } = await editions.signals(editions.latest);
    return sectors.map(({ slug }) => addresses.sector(slug));
  },
});
