/** Two to four startups side by side, and the form that chooses them. */

import { currentNumbers } from '../features/answers/current-numbers.ts';
import { neighbours } from '../features/answers/families.ts';
import { listedWeek } from '../features/selection/listed-week.ts';
import { comparisonSlug } from '../lib/addresses.ts';
import { NotFoundError } from '../lib/errors.ts';
import { html } from '../lib/html.ts';
import { lastDayNamed, parsePeriod } from '../lib/period.ts';
import { listed } from '../lib/prose.ts';
import { comparedSlugs, MAX_COMPARED, MIN_COMPARED } from '../published/compared.ts';
import { notCoveredRecord } from '../published/not-covered.ts';
import type { Published } from '../published/published.ts';
import { compareCommits, lineSwatch } from './charts/compare-commits.ts';
import { chartFigure } from './charts/figure.ts';
import {
  type Compared,
  type ComparisonView,
  caveats,
  comparisonTable,
} from './components/comparison.ts';
import { bdi, count, longDate, plainName, shortPeriodName } from './components/format.ts';
import type { Content } from './components/layout.ts';
import { PATHS } from './components/links.ts';
import { editionView, hrefIn, periodLine } from './components/periods.ts';
import { section } from './components/section.ts';
import { PICKED, picked, startupPicker } from './components/startup-picker.ts';
import { CURRENT_PERIOD, type PageRequest, page } from './page/page.ts';

/** Pairs on the page that chooses. */
const MAX_PAIRS = 10;

export default [
  page({
    path: '/compare',
    takes: [...PICKED, 'period'],
    leadsTo: async ({ query }, published) => {
      const fields = picked(query, published);
      const slugs = new Set(fields.flatMap(({ slug }) => slug ?? []));
      if (slugs.size < MIN_COMPARED || fields.some(({ slug }) => slug === undefined))
        return undefined;
      const period = knownPeriod(query);
      const inPeriod = period === undefined ? '' : `?period=${encodeURIComponent(period)}`;
      return { path: PATHS.comparison(...slugs), query: inPeriod };
    },
    render: async ({ published, query }) => {
      const pairs = await nearPairs(published);
      const fields = picked(query, published);
      const isKnown = fields.every(({ slug }) => slug !== undefined);
      return {
        title: 'Compare startups',
        description: 'Two to four startups side by side: pace, people, signals, status.',
        ...(fields.length === 0 && { canonical: published.addresses.at('/compare') }),
        place: 'compare',
        lead: 'Two to four startups side by side: a year of commits, and every number in one row.',
        intro: html`${fields.length > 0 && isKnown ? html`<p class="notice">Name at least two different startups.</p>` : null}
${startupPicker(fields, knownPeriod(query))}`,
        main: html`${section('near', 'Close rivals this week')`
<p>Neighbours in their sectors, the highest scores first.</p>
<ul class="list">${pairs.map(([one, other]) => html`<li><a href="${PATHS.comparison(one.slug, other.slug)}">${bdi(one.name)} and ${bdi(other.name)}</a></li>\n`)}</ul>`}`,
      };
    },
  }),
  page({
    path: '/compare/{names}',
    pictured: compareCommits,
    shownPeriod: CURRENT_PERIOD,
    isOnDemand: async () => true,
    leadsTo: async ({ params: { names = '' } }, published) => {
      const slugs = await comparedSlugs(names, published);
      const [only] = slugs ?? [];
      if (slugs?.length === 1 && only !== undefined)
        return { path: '/compare', query: `?${new URLSearchParams({ a: only })}` };
      return !slugs || slugs.length > MAX_COMPARED || comparisonSlug(...slugs) === names
        ? undefined
        : { path: PATHS.comparison(...slugs) };
    },
    render: async (request) => {
      const { names = '' } = request.params;
      const slugs = await comparedSlugs(names, request.published);
      if (slugs && slugs.length <= MAX_COMPARED) return comparison(slugs, request);
      throw new NotFoundError(
        'not-found',
        slugs
          ? `${slugs.length} startups are too many for one page: compare ${MIN_COMPARED} to ${MAX_COMPARED}.`
          : `${JSON.stringify(names)} does not name tracked startups; an address is like /compare/acorn-vs-birch. /compare has a form that finds them by name.`,
      );
    },
    addresses: async (published) =>
      neighbours(await published.derived(currentNumbers)).map(([one, other]) =>
        published.addresses.comparison(one.slug, other.slug),
      ),
  }),
];

/** Neighbours of one sector each, of which the better one is highest; no startup twice. */
async function nearPairs(published: Published) {
  const pairs = neighbours(await published.derived(currentNumbers));
  const higher = (pair: (typeof pairs)[number]) =>
    Math.max(...pair.map(({ scores }) => scores.composite));
  const seen = new Set<string>();
  return pairs
    .toSorted((a, b) => higher(b) - higher(a))
    .filter((pair) => {
      const isFresh = pair.every(({ slug }) => !seen.has(slug));
      if (isFresh) for (const { slug } of pair) seen.add(slug);
      return isFresh;
    })
    .slice(0, MAX_PAIRS);
}

function knownPeriod({ period }: Readonly<Record<string, string>>): string | undefined {
  return period !== undefined && parsePeriod(period.toLowerCase())
    ? period.toLowerCase()
    : undefined;
}

/** The startups of an address in a period, covered or not. */
async function comparedIn(slugs: readonly string[], period: string, published: Published) {
  const week = new Map(
    (await listedWeek(period, published)).map((listed) => [listed.startup.slug, listed]),
  );
  return Promise.all(
    slugs.map(async (slug): Promise<Compared> => {
      const listed = week.get(slug);
      const company = published.companies.get(slug);
      const name = listed?.startup.name ?? company?.name ?? slug;
      if (listed || !company) return { slug, name, listed };
      const { reason } = await notCoveredRecord(company, period, published);
      return { slug, name, reason };
    }),
  );
}

async function comparison(slugs: readonly string[], request: PageRequest): Promise<Content> {
  const { period, published } = request;
  const edition = await editionView(period, published);
  const startups = await comparedIn(slugs, period, published);
  const path = PATHS.comparison(...slugs);
  const chart = await compareCommits.chart({
    ...request,
    params: { names: comparisonSlug(...slugs) },
  });
  const week = shortPeriodName(edition.signals.meta.period.name);
  const view: ComparisonView = { startups, edition };
  const summary = summaryOf(startups, period);
  return {
    title: `${startups.map(({ name }) => plainName(name)).join(' vs ')}, ${week}`,
    description: summary.slice(0, 300),
    of: { path, edition },
    place: 'compare',
    isWide: true,
    heading: startups.map(({ name }, index) => html`${index === 0 ? '' : ' vs '}${bdi(name)}`),
    dated: periodLine(edition.signals),
    lead: summary,
    main: html`<div class="overview">
${section('history', 'A year of commits')`
${
  chart
    ? chartFigure(chart, hrefIn(edition, `/charts${path}`))
    : html`<p>None of them is covered in any week of this year.</p>`
}`}
${section('caveats', 'Before you conclude')`
<ul class="caveats">${caveats(view).map((caveat) => html`<li>${caveat}</li>\n`)}</ul>`}
</div>
${section('numbers', 'Side by side')`
${comparisonTable(view, new Map(slugs.map((slug, index) => [slug, lineSwatch(index)])))}`}
${section('choose', 'Compare others')`
${startupPicker(
  startups.map(({ slug, name }) => ({ typed: name, slug, near: [] })),
  period === edition.latest ? undefined : period,
)}`}`,
  };
}

/** The comparison's result in two sentences. */
function summaryOf(startups: readonly Compared[], period: string): string {
  const known = startups.flatMap(({ listed: own }) => own?.startup ?? []);
  if (known.length === 0)
    return `${listed(startups.map(({ name }) => plainName(name)))}: none of them is covered in ${period}.`;
  const landed = known.map(({ name, commitVelocity14d: commits, commitVelocityChange }, index) => {
    const [verb, unit] = index === 0 ? [' landed', ' commits'] : ['', ''];
    return `${plainName(name)}${verb} ${count(commits)}${unit} (${commitVelocityChange.replace('-', '−')})`;
  });
  const scores = known
    .toSorted((one, other) => other.scores.composite - one.scores.composite)
    .map(({ name, scores: { composite } }) => `${plainName(name)} ${composite}`);
  return `In the 14 days to ${longDate(lastDayNamed(period))}, ${listed(landed)}. Scores, of 100: ${listed(scores)}.`;
}
