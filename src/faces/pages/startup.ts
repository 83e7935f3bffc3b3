import { BellwetherError } from '../../lib/errors.ts';
import { startupPage } from '../site/startup.ts';
import { homeModel } from './models.ts';
import { page } from './page.ts';

export default page({
  path: '/startups/{slug}',
  /** The last that covers the startup. */
  shownPeriod: async ({ slug = '' }, { editions }) => {
    const { periods, startups } = await editions.history();
    const velocity = startups[slug]?.velocity ?? [];
    const last = velocity.findLastIndex((value) => value !== null);
    return last < 0 ? undefined : periods[last];
  },
  render: async ({ params: { slug = '' }, period, published }) => {
    const { editions } = published;
    const model = await homeModel(period, published);
    const startup = (await editions.startups(period)).get(slug);
    const evidence = (await editions.evidence(period)).get(slug);
    if (startup && evidence) return startupPage({ ...model, startup, evidence });
    const left = model.signals.meta.notCovered.find((missing) => missing.slug === slug);
    throw new BellwetherError(
      'not-found',
      left
        ? `${left.name} is not covered in ${period}: ${left.reason}.`
        : `No tracked startup has the address ${JSON.stringify(slug)}.`,
    );
  },
  addresses: async ({ editions, addresses }) => {
    const startups = await editions.startups(editions.latest);
    return [...startups.keys()].map((slug) => addresses.startup(slug));
  },
});
