/** The technical report and its findings. */

import { citationPath } from '../features/citations/files.ts';
import { CITATION_FORMATS } from '../features/citations/formats.ts';
import { findingsOf, paper } from '../features/research/paper.ts';
import { type Html, html } from '../lib/html.ts';
import { figure } from '../lib/prose.ts';
import { layout } from './components/layout.ts';
import { page } from './page/page.ts';

export default [
  page({
    path: '/research',
    render: async ({ published }) => {
      const { title, abstract, date, body } = await published.derived(paper);
      return layout({
        title,
        description: abstract.slice(0, 300),
        canonical: published.addresses.research(),
        subject: { kind: 'report', publishedAt: date },
        main: html`<header class="page">
<h1>${title}</h1>
</header>
<div class="prose">
${body}
</div>
${citations('paper')}`,
      });
    },
  }),
  page({
    path: '/research/{slug}',
    render: async ({ params: { slug }, published }) => {
      const finding = findingsOf(published).find((candidate) => candidate.slug === slug);
      if (!finding) return undefined;
      return layout({
        title: finding.title,
        description: finding.statement,
        canonical: finding.url,
        subject: { kind: 'article', publishedAt: (await published.derived(paper)).date },
        main: html`<header class="page">
<h1>${finding.title}</h1>
<p class="period">Finding, computed to ${finding.period}</p>
<p class="lead">${finding.statement}</p>
</header>
<section aria-labelledby="method-heading">
<h2 id="method-heading">Method</h2>
<p>${finding.method}</p>
<h2>Interval and chance</h2>
<p>${finding.certainty} Intervals hold 95% of 200 draws of as many companies from all.</p>
<table class="plain">
<caption>The numbers of the finding</caption>
<thead><tr><th scope="col">Name</th><th scope="col" class="number">Value</th></tr></thead>
<tbody>
${Object.entries(finding.numbers).map(
  ([name, value]) =>
    html`<tr><th scope="row">${name}</th><td class="number">${figure(value)}</td></tr>\n`,
)}</tbody>
</table>
<p>From <a href="/research">the technical report</a>. Sources: ${finding.sources.map((path, index) => html`${index > 0 ? ', ' : ''}<a href="${path}">${path}</a>`)}.</p>
</section>
${citations(finding.slug)}`,
      });
    },
    addresses: async (published) => findingsOf(published).map(({ url }) => url),
  }),
];

function citations(slug: string): Html {
  return html`<section aria-labelledby="cite-heading">
<h2 id="cite-heading">Cite</h2>
<ul class="jump">${CITATION_FORMATS.map((format) => html`<li><a href="${citationPath(format, slug)}">${format}</a></li>\n`)}</ul>
</section>`;
}
