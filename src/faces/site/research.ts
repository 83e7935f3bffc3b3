/** The technical report and its findings. */
import { CITATION_FORMATS } from '../../features/citations/formats.ts';
import { html } from '../../lib/html.ts';
import { figure } from '../../lib/prose.ts';
import type { Finding } from '../../research/findings.ts';
import type { Paper } from '../../features/research/paper.ts';
import { layout } from '../../web/components/layout.ts';

export function paperPage({ title, abstract, body }: Paper, canonical: string): string {
  return layout({
    title: `${title} – Bellwether`,
    description: abstract.slice(0, 300),
    canonical,
    home: '/',
    main: html`<header class="page">
<h1>${title}</h1>
</header>
<div class="prose">
${body}
</div>
${citations('paper')}`,
  });
}

export function findingPage(finding: Finding): string {
  return layout({
    title: `${finding.title} – Bellwether`,
    description: finding.statement,
    canonical: finding.url,
    home: '/',
    main: html`<header class="page">
<h1>${finding.title}</h1>
<p class="period">Finding, computed to ${finding.period}</p>
<p class="lead">${finding.statement}</p>
</header>
<section aria-labelledby="method-heading">
<h2 id="method-heading">Method</h2>
<p>${finding.method}</p>
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
}

function citations(slug: string) {
  return html`<section aria-labelledby="cite-heading">
<h2 id="cite-heading">Cite</h2>
<ul class="jump">${CITATION_FORMATS.map((format) => html`<li><a href="/api/cite/${format}/${slug}">${format}</a></li>\n`)}</ul>
</section>`;
}
