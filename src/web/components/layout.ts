/** The document around every page: head, header, navigation and footer. */
import { type Html, html, rawHtml } from '../../lib/html.ts';
import { FAVICON_PATH } from '../../faces/site/favicon.ts';
import { STYLESHEET } from './stylesheet.ts';

export { STYLESHEET };

export type Page = {
  title: string;
  description: string;
  /** The page's own full address; absent for pages that search engines should leave out. */
  canonical?: string;
  /** The same content as data. */
  json?: string;
  /** The weekly feed of what the page is about, without its ending. */
  feed?: { title: string; path: string };
  /** The overview of the period that the page belongs to. */
  home: string;
  main: Html;
};

/** A complete HTML document. The stylesheet is the only style, so that its hash can allow it. */
export function layout({ title, description, canonical, json, feed, home, main }: Page): string {
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
${feed && feedLinks(feed)}${feedLinks(SITE_FEED)}<style>${rawHtml(STYLESHEET)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="site">
<a class="brand" href="${home}">Bellwether</a>
<nav aria-label="Site">
<a href="${home}#top-startups">Ranking</a>
<a href="${home}#sectors">Sectors</a>
<a href="/blog">Digests</a>
<a href="/compare">Compare</a>
<a href="/answers">Answers</a>
<a href="/search">Search</a>
<a href="/methodology">Method</a>
<a href="/research">Research</a>
<a href="${home}#data">Data</a>
<a href="/docs">API</a>
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

const SITE_FEED = { title: 'Bellwether, weekly', path: '/feed' };

/** Where feed readers look for feeds: RSS and Atom, as https://www.rssboard.org/rss-autodiscovery has it. */
function feedLinks({ title, path }: NonNullable<Page['feed']>): Html {
  return html`<link rel="alternate" type="application/rss+xml" title="${title}" href="${path}.xml">
<link rel="alternate" type="application/atom+xml" title="${title} (Atom)" href="${path}.atom">
`;
}

const FOOTER = html`<footer class="site">
<p>Bellwether counts commits in public repositories. It does not see private work, products or money.</p>
<p>Data: <a rel="license" href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a></p>
<ul>
<li><a href="/faq">FAQ</a></li>
<li><a href="/glossary">Glossary</a></li>
<li><a href="/diligence">Dossiers</a></li>
<li><a href="/scouts">Scouts</a></li>
<li><a href="/markets">Markets</a></li>
<li><a href="/badges">Badges</a></li>
<li><a href="/pricing">Pricing</a></li>
<li><a href="/feed.xml">Feed</a></li>
<li><a href="/llms.txt">llms.txt</a></li>
<li><a href="/api/changelog.json">Changelog</a></li>
</ul>
</footer>`;
