/** The document around every page: head, header, navigation and footer. */
import { type Html, html, rawHtml } from '../../html.ts';
import { FAVICON_PATH } from './favicon.ts';
import { STYLESHEET } from './stylesheet.ts';

export { STYLESHEET };

export type Page = {
  title: string;
  description: string;
  /** The page's own full address; absent for pages that search engines should leave out. */
  canonical?: string;
  /** The same content as data. */
  json?: string;
  /** The overview of the period that the page belongs to. */
  home: string;
  main: Html;
};

/** A complete HTML document. The stylesheet is the only style, so that its hash can allow it. */
export function layout({ title, description, canonical, json, home, main }: Page): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${FAVICON_PATH}" type="image/svg+xml">
<title>${title}</title>
<meta name="description" content="${description}">
${
  canonical === undefined
    ? html`<meta name="robots" content="noindex">`
    : html`<link rel="canonical" href="${canonical}">`
}
${json === undefined ? null : html`<link rel="alternate" type="application/json" href="${json}">`}
<style>${rawHtml(STYLESHEET)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="site">
<a class="brand" href="${home}">Bellwether</a>
<nav aria-label="Site">
<a href="${home}#top-startups">Ranking</a>
<a href="${home}#sectors">Sectors</a>
<a href="${home}#data">Data</a>
<a href="/api/v1/methodology.json">Method</a>
<a href="/api/openapi.json">API</a>
</nav>
</header>
<main id="content" tabindex="-1">
${main}
</main>
${FOOTER}
</body>
</html>
`;
  return page.toString();
}

const FOOTER = html`<footer class="site">
<p>Bellwether counts commits in public repositories. It does not see private work, products or money.</p>
<p>Data: <a rel="license" href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a></p>
<ul>
<li><a href="/api/v1/methodology.json">Method</a></li>
<li><a href="/api/signals.json">Signals (JSON)</a></li>
<li><a href="/api/signals.csv">Signals (CSV)</a></li>
<li><a href="/api/dataset.jsonl">Dataset (NDJSON)</a></li>
<li><a href="/api/openapi.json">OpenAPI</a></li>
<li><a href="/api/changelog.json">Changelog</a></li>
</ul>
</footer>`;
