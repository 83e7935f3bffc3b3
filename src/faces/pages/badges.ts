import { momentumBadge } from '../../badges/momentum.ts';
import { repositoryIn } from '../../features/scout/hosting-names.ts';
import { badgesPage } from '../../web/badges.ts';
import { page } from './page.ts';

export default page({
  path: '/badges',
  takes: ['repository'],
  render: async ({ query: { repository: typed = '' }, published }) => {
    const { editions, addresses } = published;
    const { trending, sectors } = await editions.signals(editions.latest);
    const [first] = [...trending, ...sectors.flatMap(({ startups }) => startups)];
    const name = typed === '' ? first?.repositories[0] : repositoryIn(typed);
    if (name === undefined) return badgesPage({ typed, repository: undefined, addresses });
    const { link } = await momentumBadge(name, published);
    return badgesPage({ typed, repository: { name, link }, addresses });
  },
});
