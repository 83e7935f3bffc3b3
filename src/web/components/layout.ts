/**
 * The document around every page: head, header with the five places, the side column, and a footer that is
 * a map.
 */
import { type Html, type HtmlValue, html } from '../../lib/html.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';
import { NearMisses } from '../../published/name-index.ts';
import { MODULE_PATHS, STYLESHEET_PATH } from '../page/assets.ts';
import { bdi } from './format.ts';
import { type Described, metadata, SITE_NAME } from './metadata.ts';
import { type InPeriod, periodHead, periodLinks } from './periods.ts';
import { folded, Section } from './section.ts';
import { type Shared, share } from './share.ts';

export const FAVICON_PATH = '/favicon.svg';

/** A line that turns upwards, in one colour that shows on light and dark tabs. */
export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1d4f8c"/><path d="M2.5 11.5 6 10l3 1 4.5-6.5" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>
`;

/** The places in the header, in this order. All but the method stay in the period of the page. */
const PLACES = {
  week: { path: '/', name: 'This week' },
  startups: { path: '/startups', name: 'Startups' },
  sectors: { path: '/sectors', name: 'Sectors' },
  compare: { path: '/compare', name: 'Compare' },
  method: { path: '/methodology', name: 'Method' },
} as const;
type Place = keyof typeof PLACES;

/** @param isOld whether the latest week ended long ago */
function places(home: string, here: Place | undefined, isOld: boolean): Html[] {
  const period = home.slice(home.indexOf('/') + 1);
  const week = period !== '' ? 'That week' : isOld ? 'Latest week' : 'This week';
  return Object.entries(PLACES).map(([key, { path, name }]) => {
    const href = key === 'method' ? path : `${path}${period}`;
    const current = key === here ? html` aria-current="true"` : null;
    return html`<a href="${href}"${current}>${key === 'week' ? week : name}</a>\n`;
  });
}

/** A page without the frame that all pages share. */
export type Content = Described &
  Shared & {
    /** The first heading; by default the title. Null where `main` has a header of its own. */
    heading?: HtmlValue;
    /** Between the heading and the lead: the week, or the kind of page. */
    dated?: HtmlValue;
    lead?: HtmlValue;
    /** The end of the header: forms, and numbers. */
    intro?: HtmlValue;
    /** The period that the page shows. */
    of?: InPeriod;
    /** The overview of the period that the page belongs to; by default the latest. */
    home?: string;
    /** The place in the header that the page belongs to. */
    place?: Place;
    /** Initial text of the search box. */
    searched?: string;
    /** Its parts, one after the other; those with a heading are listed in the side column. */
    main: Html | readonly (Html | null | undefined)[];
    /** Other headings to list there. */
    headings?: readonly Pick<Section, 'anchor' | 'heading'>[];
    /** Facts next to the header and `main`; on a phone between them. */
    side?: Html | null;
    /** The page has no side column, since its tables and charts take all of the width. */
    isWide?: boolean;
  };

/** A complete HTML document. @param isOld whether the latest week ended long ago */
export function layout(content: Content, isOld = content.of?.edition.isOld ?? false): string {
  const { notice, ...inPeriod } = content.of ? periodHead(content.of) : {};
  const definition = { ...inPeriod, ...content };
  const { title, description, canonical, json, feed, home = '/' } = definition;
  const { place, searched } = definition;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${STYLESHEET_PATH}">
<link rel="icon" href="${FAVICON_PATH}" type="image/svg+xml">
<title>${title} – ${SITE_NAME}</title>
<meta name="description" content="${description}">
${
  canonical === undefined
    ? html`<meta name="robots" content="noindex">`
    : html`<link rel="canonical" href="${canonical}">`
}
${metadata(definition)}${json === undefined ? null : html`<link rel="alternate" type="application/json" href="${json}">`}
${feed && feedLinks(feed)}${feedLinks(SITE_FEED)}${SCRIPTS}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="site">
<a class="brand" href="${home}">Bellwether</a>
<nav aria-label="Site">
${places(home, place, isOld)}</nav>
<form class="find" role="search" action="/search" aria-label="This site">
<input type="search" name="q" aria-label="Search startups, sectors, funds and answers" placeholder="Search" maxlength="280" autocomplete="off" value="${searched ?? ''}">
<button type="submit">Search</button>
</form>
</header>
<main id="content" tabindex="-1">
${notice}
${(content.isWide ? wide : sided)(definition)}
</main>
${FOOTER}
</body>
</html>
`;
  return page.toString();
}

function headerOf({ title, heading = title, dated, lead, intro }: Content): Html | null {
  if (heading === null) return null;
  return html`<header class="page">
<h1>${heading}</h1>
${dated}${lead === undefined ? null : html`<p class="lead">${lead}</p>`}
${intro}</header>
`;
}

function wide(content: Content): Html {
  const { canonical, address = canonical } = content;
  return html`${headerOf(content)}${
    address &&
    html`<details class="share"><summary>Share and cite</summary>
${share(content, address)}
</details>`
  }
${inLines(content.main)}
${content.of && periodLinks(content.of)}`;
}

/** A page with a column at its side: its own facts, its headings, other weeks, and how it is shared. */
function sided(content: Content): Html {
  const { main, side, of, canonical, address = canonical } = content;
  const header = headerOf(content);
  const column = html`<div class="side">
${side}
${contents(content)}
${of && periodLinks(of)}
${address && folded('Share and cite', share(content, address))}
</div>`;
  return html`<div class="sided">
${header}${header && column}
<div class="rest">
${inLines(main)}
</div>
${header ? null : column}
</div>`;
}

function inLines(main: Content['main']): Html[] {
  return [main].flat().map((part) => html`${part}\n`);
}

/** With fewer headings, a page is seen at a glance. */
const MIN_HEADINGS = 4;

/** Links to the headings of a page. */
function contents({ main, headings }: Content): Html | null {
  const listed = headings ?? [main].flat().filter((part) => part instanceof Section);
  if (listed.length < MIN_HEADINGS) return null;
  const list = listed.map(
    ({ anchor, heading }) => html`<li><a href="#${anchor}">${heading}</a></li>\n`,
  );
  return html`<nav class="contents" aria-label="On this page">
${folded('On this page', html`<ul>${list}</ul>`)}
</nav>`;
}

const SCRIPTS = MODULE_PATHS.map((path) => html`<script type="module" src="${path}"></script>\n`);

const SITE_FEED = { title: 'Bellwether, weekly', path: '/feed.xml' };

/** RSS, where feed readers look for it (https://www.rssboard.org/rss-autodiscovery). */
function feedLinks({ title, path }: NonNullable<Content['feed']>): Html {
  return html`<link rel="alternate" type="application/rss+xml" title="${title}" href="${path}">
`;
}

/** Everything that the header does not name. */
const MAP: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Read: {
    'Weekly digests': '/blog',
    Research: '/research',
    'Questions and answers': '/answers',
    FAQ: '/faq',
    Glossary: '/glossary',
  },
  'Look into': {
    Dossiers: '/diligence',
    'Prediction markets': '/markets',
    Scouts: '/scouts',
    'Watch list': '/watch',
  },
  'Use the data': {
    'API reference': '/docs',
    Downloads: '/#data',
    Badges: '/badges',
    Feed: '/feed.xml',
    'For agents': '/llms.txt',
    Pricing: '/pricing',
  },
  'Check on us': {
    Method: '/methodology',
    Coverage: '/coverage',
    Status: '/status',
    Changelog: '/changelog',
    Corrections: '/answers/how-is-a-fact-disputed',
    Erasure: '/answers/how-is-a-person-erased',
  },
};

const FOOTER = html`<footer class="site">
<nav aria-label="All pages">
${Object.entries(MAP).map(
  ([heading, links]) => html`<section>
<h2>${heading}</h2>
<ul>
${Object.entries(links).map(([name, path]) => html`<li><a href="${path}">${name}</a></li>\n`)}</ul>
</section>
`,
)}</nav>
<p>Bellwether counts commits in public repositories. It does not see private work, products or money. Data: <a rel="license" href="${DATA_LICENSE}">CC BY 4.0</a></p>
</footer>`;

/**
 * The page for a request that could not be answered: not found, refused, or failed. It does not know how old the
 * latest week is, so it never calls it this one.
 */
export function problemPage({ status, title, detail, nearMisses }: Problem): string {
  const near = NearMisses.nearMisses.safeParse(nearMisses).data ?? [];
  const main = html`<header class="page">
<p class="period">${status}</p>
<h1>${title}</h1>
<p class="lead">${detail}</p>
${near.length === 0 ? null : html`<p>Names like it: ${near.map(({ name, url }, index) => html`${index === 0 ? '' : ', '}<a href="${new URL(url).pathname}">${bdi(name)}</a>`)}.</p>`}
<p><a href="/search">Search</a>, or <a href="/startups">all startups of the latest week</a></p>
</header>`;
  return layout({ title, description: detail, heading: null, main }, true);
}

type Problem = { status: number; title: string; detail: string; nearMisses?: unknown };
