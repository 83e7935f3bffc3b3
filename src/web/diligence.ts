/** The dossier of one entity as a timeline with sources, and the list of all dossiers. */
import { dossierBySlug } from '../features/diligence/compile.ts';
import type { Dossier } from '../features/diligence/dossier.ts';
import { type Entity, entitiesOf } from '../features/diligence/entities.ts';
import { backedBy, boughtBy } from '../features/diligence/portfolio.ts';
import {
  headLines,
  noticeLines,
  sourceDate,
  sourceKind,
  timelineOf,
} from '../features/diligence/sentences.ts';
import { diligenceUsage } from '../features/diligence/usage.ts';
import { askedEntities } from '../features/selection/asked-list.ts';
import { listedWeek } from '../features/selection/listed-week.ts';
import { selectionAddress } from '../features/selection/selection.ts';
import { type Html, html, safeHref } from '../lib/html.ts';
import { QuestionInput } from '../lib/inputs.ts';
import type { Published } from '../published/published.ts';
import { figuresSection, keyFigures, portfolioSection } from './components/dossier/key-figures.ts';
import {
  DOSSIER_COLUMNS,
  DOSSIER_FACETS,
  DOSSIER_KINDS,
  dossierFacets,
  dossierItems,
} from './components/dossier/list.ts';
import { timeline } from './components/facts.ts';
import {
  filteredList,
  LIST_PARAMETERS,
  type ListItem,
  matching,
} from './components/filtered-list.ts';
import { bdi, counted, plainName, proseMinus } from './components/format.ts';
import type { Content } from './components/layout.ts';
import { onThisSite, outward, PATHS } from './components/links.ts';
import { editionView } from './components/periods.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

export default [
  page({
    path: '/diligence',
    takes: [...LIST_PARAMETERS, ...DOSSIER_FACETS],
    longest: 280,
    prepares: [dossierItems, diligenceUsage],
    render: async ({ published, query }) => {
      const { registry, addresses } = published;
      const { coverage } = await published.derived(diligenceUsage);
      const items = await published.derived(dossierItems);
      const asked = await askedFor(query['q'] ?? '', items, published);
      return {
        title: 'Diligence dossiers',
        description: 'What is publicly known about companies and funds, each fact with its source.',
        address: addresses.at(selectionAddress('/diligence', Object.entries(query))),
        json: '/api/diligence.json',
        isWide: true,
        lead: 'Who acquired a company, who backed it, and how its engineering is doing. Every deal has a source: a press release of a party, a regulatory filing, or a disclosure by both sides.',
        intro: html`<p>${counted(coverage.answerableEntities, 'dossier')}: ${counted(coverage.trackedCompanies, 'tracked startup')}, ${counted(coverage.documentedAcquisitions, 'acquisition')} by ${counted(coverage.acquirers, 'acquirer')}, ${counted(coverage.fundsWithPortfolio, 'fund')} with a portfolio.</p>`,
        main: html`${filteredList({
          path: '/diligence',
          label: 'Filter companies and funds, or ask for a list',
          one: 'dossier',
          many: 'dossiers',
          kinds: DOSSIER_KINDS,
          facets: dossierFacets(registry),
          columns: DOSSIER_COLUMNS,
          // Dossiers of which much is known come before those of which nothing is.
          usual: { '': 'latest', startup: 'latest', company: 'bought', fund: 'backed' },
          items,
          query,
          ...asked,
        })}`,
      };
    },
  }),
  page({
    path: '/diligence/{slug}',
    render: async ({ params: { slug = '' }, published }) => {
      const entity = (await published.derived(entitiesOf)).get(slug);
      if (!entity) return undefined;
      return dossierPage(await dossierBySlug(slug, published), entity, published);
    },
    addresses: async (published) =>
      (await published.derived(entitiesOf)).all.map(({ slug }) =>
        published.addresses.diligence(slug),
      ),
  }),
];

async function dossierPage(record: Dossier, known: Entity, published: Published): Promise<Content> {
  const { dossier, citation } = record;
  const { entity } = dossier;
  const { slug } = known;
  const { editions, companies } = published;
  const followed = [...new Set([...backedBy(known), ...boughtBy(known)])].filter((other) =>
    companies.get(other),
  );
  const edition = await editionView(editions.latest, published);
  const listed = (await listedWeek(editions.latest, published)).filter(({ startup }) =>
    followed.includes(startup.slug),
  );
  const events = timelineOf(record);
  const figures = keyFigures(known, followed.length);
  return {
    title: `${plainName(entity)}: diligence dossier`,
    description: `${[`What is publicly known about ${plainName(entity)}`, ...figures.map(([name, value]) => `${name}: ${value}`)].join('. ')}. Each fact has its source.`,
    canonical: record.url,
    json: `/api/diligence.json?company=${encodeURIComponent(slug)}`,
    isWide: listed.length > 0,
    heading: bdi(entity),
    dated: html`<p class="period">Diligence dossier${known.company && html` · <a href="${PATHS.startup(slug)}">its engineering, week by week</a>`}</p>`,
    lead: 'Only facts with a public source. No entry means we found no source.',
    intro: html`<ul class="list">${headLines(record).map((line) => html`<li>${bdi(proseMinus(line))}</li>\n`)}</ul>`,
    takes: { Markdown: `${PATHS.diligence(slug)}/dossier.md` },
    main: [
      figuresSection(figures),
      portfolioSection(listed, followed, edition),
      section('timeline', 'Timeline')`
${events.length > 0 ? timeline(events) : html`<p>No documented fact.</p>`}`,
      list('notices', 'Disputed, corrected, withdrawn', noticeLines(record)),
      list('unknown', 'Not known', dossier.notKnown),
      section('sources', 'Sources')`
<ul class="list">${citation.map(
        (source) =>
          html`<li><a href="${safeHref(onThisSite(source.url, published))}" data-address="${source.url}" rel="noopener nofollow">${source.title}</a> (${kindOf(source)}, ${sourceDate(source)})</li>\n`,
      )}</ul>`,
    ],
  };
}

/** Links a secondary source to the original, if its address is known. */
function kindOf(source: Dossier['citation'][number]): Html | string {
  const { originalUrl } = source;
  return originalUrl === undefined ? sourceKind(source) : outward(originalUrl, sourceKind(source));
}

function list(id: string, heading: string, lines: readonly string[]): Html | null {
  if (lines.length === 0) return null;
  return section(id, heading)`
<ul class="list">${lines.map((line) => html`<li>${bdi(line)}</li>\n`)}</ul>`;
}

type Asked = { asked?: string; items?: readonly ListItem[]; answered?: Html };

/** Reads words that match no name as a question: its answers in order, and how it was read. */
async function askedFor(
  typed: string,
  items: readonly ListItem[],
  published: Published,
): Promise<Asked> {
  const { data: question } = QuestionInput.safeParse(typed);
  if (question === undefined || items.some(matching(question))) return {};
  const read = await askedEntities(question, published);
  if (read.kind === 'unread') return {};
  if (read.kind === 'other')
    return read.why === undefined ? {} : { answered: html`<p class="notice">${read.why}</p>` };
  const bySlug = new Map(items.map((item) => [item.slug, item]));
  return {
    asked: question,
    items: read.slugs.flatMap((slug) => bySlug.get(slug) ?? []),
    answered: html`<p class="read-as"><strong>${read.readAs}</strong> ${read.notes.join(' ')}</p>`,
  };
}
