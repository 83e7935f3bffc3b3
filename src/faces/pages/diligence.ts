import { dossierBySlug } from '../../features/diligence/compile.ts';
import { entitiesOf } from '../../diligence/entities.ts';
import { diligenceUsage } from '../../features/diligence/usage.ts';
import { dossierPage, dossiersPage } from '../../web/diligence.ts';
import { page } from './page.ts';

export default [
  page({
    path: '/diligence',
    render: async ({ published }) =>
      dossiersPage(
        (await published.derived(entitiesOf)).all,
        await diligenceUsage(published),
        published.addresses.diligence(),
      ),
  }),
  page({
    path: '/diligence/{slug}',
    render: async ({ params: { slug = '' }, published }) => {
      if (!(await published.derived(entitiesOf)).get(slug)) return undefined;
      return dossierPage(await dossierBySlug(slug, published), slug, published.baseUrl);
    },
    addresses: async (published) =>
      (await published.derived(entitiesOf)).all.map(({ slug }) =>
        published.addresses.diligence(slug),
      ),
  }),
];
