/** The document around every page: head, header, navigation and footer. */

import { type Html, html, rawHtml } from '../../lib/html.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';
import { SITE_NAME } from './linked-data.ts';
import { type Described, metadata } from './metadata.ts';
import { STYLESHEET } from './stylesheet.ts';

export const FAVICON_PATH = '/favicon.svg';

/** A line that turns upwards, in one colour that shows on light and dark tabs. */
export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1d4f8c"/><path d="M2.5 11.5 6 10l3 1 4.5-6.5" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>
`;

type Page = Described & {
  /** The weekly feed of what the page is about, without its ending. */
  feed?: { title: string; path: string };
  /** The overview of the period that the page belongs to; by default the latest. */
  home?: string;
  main: Html;
};

/** A complete HTML document, with the stylesheet as its only style. */
export function layout(definition: Page): string {
  const { title, description, canonical, json, feed, home = '/', main } = definition;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${FAVICON_PATH}" type="image/svg+xml">
<title>${title} – ${SITE_NAME}</title>
<meta name="description" content="${description}">
${
  canonical === undefined
    ? html`<meta name="robots" content="noindex">`
    : html`<link rel="canonical" href="${canonical}">`
}
${metadata(definition)}${json === undefined ? null : html`<link rel="alternate" type="application/json" href="${json}">`}
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

/** RSS and Atom, where feed readers look for them (https://www.rssboard.org/rss-autodiscovery). */
function feedLinks({ title, path }: NonNullable<Page['feed']>): Html {
  return html`<link rel="alternate" type="application/rss+xml" title="${title}" href="${path}.xml">
<link rel="alternate" type="application/atom+xml" title="${title} (Atom)" href="${path}.atom">
`;
}

const FOOTER = html`<footer class="site">
<p>Bellwether counts commits in public repositories. It does not see private work, products or money.</p>
<p>Data: <a rel="license" href="${DATA_LICENSE}">CC BY 4.0</a></p>
<ul>
<li><a href="/faq">FAQ</a></li>
<li><a href="/glossary">Glossary</a></li>
<li><a href="/diligence">Dossiers</a></li>
<li><a href="/answers/how-is-a-person-erased">Erasure</a></li>
<li><a href="/answers/how-is-a-fact-disputed">Corrections</a></li>
<li><a href="/scouts">Scouts</a></li>
<li><a href="/markets">Markets</a></li>
<li><a href="/badges">Badges</a></li>
<li><a href="/pricing">Pricing</a></li>
<li><a href="/status">Status</a></li>
<li><a href="/feed.xml">Feed</a></li>
<li><a href="/llms.txt">llms.txt</a></li>
<li><a href="/api/changelog.json">Changelog</a></li>
</ul>
</footer>`;

/** The page for a request that could not be answered: not found, refused, or failed. */
export function problemPage({ status, title, detail }: Problem): string {
  return layout({
    title,
    description: detail,
    main: html`<header class="page">
<p class="period">${status}</p>
<h1>${title}</h1>
<p class="lead">${detail}</p>
<p><a href="/">All startups of the latest period</a></p>
</header>`,
  });
}

type Problem = { status: number; title: string; detail: string };
