import { dossierOf } from '../../diligence/dossier.ts';
import { html } from '../../html.ts';
import { dossierPage } from '../site/dossier.ts';
import { bdi } from '../site/format.ts';
import { layout } from '../site/layout.ts';
import { page } from './page.ts';

export default [
  page({
    path: '/diligence',
    render: async ({ published: { registry, addresses } }) =>
      layout({
        title: 'Diligence dossiers – Bellwether',
        description: 'What is publicly known of each tracked company, each fact with its source.',
        canonical: addresses.diligence(),
        json: '/api/diligence.json',
        home: '/',
        main: html`<header class="page">
<h1>Diligence dossiers</h1>
<p class="lead">Who acquired a company, who backed it, and its published engineering signal: press releases, regulatory filings and facts that both sides disclosed, nothing else.</p>
</header>
<section aria-labelledby="companies-heading">
<h2 id="companies-heading">Companies</h2>
<ul class="jump">${registry.companies.map(({ slug, name }) => html`<li><a href="/diligence/${slug}">${bdi(name)}</a></li>\n`)}</ul>
</section>`,
      }),
  }),
  page({
    path: '/diligence/{slug}',
    render: async ({ params: { slug = '' }, published }) => {
      if (!published.companies.get(slug)) return undefined;
      return dossierPage(await dossierOf(slug, published), slug, published.baseUrl);
    },
    addresses: async ({ registry, addresses }) =>
      registry.companies.map(({ slug }) => addresses.diligence(slug)),
  }),
];
