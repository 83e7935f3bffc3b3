/** Two to four startups side by side, and the form that chooses them. */

import { currentNumbers } from '../features/answers/current-numbers.ts';
import { neighbours } from '../features/answers/families.ts';
import { comparisonSlug } from '../lib/addresses.ts';
import { NotFoundError } from '../lib/errors.ts';
import { type Html, html } from '../lib/html.ts';
import { parsePeriod } from '../lib/period.ts';
import { listed } from '../lib/prose.ts';
import { comparedSlugs, MAX_COMPARED, MIN_COMPARED } from '../published/compared.ts';
import { notCoveredRecord } from '../published/not-covered.ts';
import type { Published } from '../published/published.ts';
import { type Chart, chartFigure } from './charts/chart.ts';
import compareCommits, { lineSwatch } from './charts/compare-commits.ts';
import {
  type Compared,
  type ComparisonView,
  caveats,
  comparisonTable,
} from './components/comparison.ts';
import { bdi, count, longDate, plainName, shortPeriodName } from './components/format.ts';
import type { Content } from './components/layout.ts';
import { PATHS, periodHref } from './components/links.ts';
import { type EditionView, editionView, periodLine, periodLinks } from './components/periods.ts';
import { section } from './components/section.ts';
import { PICKED, type Picked, picked, startupPicker } from './components/startup-picker.ts';
import { CURRENT_PERIOD, page } from './page/page.ts';

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
      return {
        title: 'Compare startups',
        description: 'Two to four startups side by side: pace, people, signals, status.',
        ...(fields.length === 0 && { canonical: published.addresses.at('/compare') }),
        place: 'compare',
        lead: 'Two to four startups side by side: a year of commits, and every number in one row.',
        intro: html`${tooFew(fields)}
${startupPicker(fields, knownPeriod(query))}`,
        main: html`${section('near', 'Close rivals this week')`
<p>Neighbours in their sectors, the highest scores first.</p>
<ul class="list">${pairs.map(([one, other]) => html`<li><a href="${PATHS.comparison(one.slug, other.slug)}">${bdi(one.name)} and ${bdi(other.name)}</a></li>\n`)}</ul>`}`,
      };
    },
  }),
  page({
    path: '/compare/{names}',
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
    render: async ({ params: { names = '' }, period, query, published }) => {
      const slugs = await comparedSlugs(names, published);
      if (!slugs)
        throw new NotFoundError(
          'not-found',
          `${JSON.stringify(names)} does not name tracked startups; an address is like /compare/acorn-vs-birch. /compare has a form that finds them by name.`,
        );
      if (slugs.length > MAX_COMPARED)
        throw new NotFoundError(
          'not-found',
          `${slugs.length} startups are too many for one page: compare ${MIN_COMPARED} to ${MAX_COMPARED}.`,
        );
      const edition = await editionView(period, published);
      const startups = await Promise.all(slugs.map((slug) => comparedOne(slug, period, published)));
      const chart = await compareCommits.draw({ published, params: { names }, period, query });
      return comparisonPage(startups, edition, chart);
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
  const best = pairs.toSorted((a, b) => higher(b) - higher(a));
  const seen = new Set<string>();
  const fresh = best.filter((pair) => {
    const isFresh = pair.every(({ slug }) => !seen.has(slug));
    if (isFresh) for (const { slug } of pair) seen.add(slug);
    return isFresh;
  });
  return fresh.slice(0, MAX_PAIRS);
}

function knownPeriod({ period }: Readonly<Record<string, string>>): string | undefined {
  return period !== undefined && parsePeriod(period.toLowerCase())
    ? period.toLowerCase()
    : undefined;
}

/** Says what is missing where fewer than two different startups were named. */
function tooFew(fields: readonly Picked[]): Html | null {
  if (fields.length === 0 || fields.some(({ slug }) => slug === undefined)) return null;
  return html`<p class="notice">Name at least two different startups.</p>`;
}

async function comparedOne(slug: string, period: string, published: Published): Promise<Compared> {
  const { editions, companies } = published;
  const startup = await editions.startup(period, slug);
  const company = companies.get(slug);
  if (startup) {
    const evidence = await editions.evidenceOf(period, slug);
    return { slug, name: startup.name, record: { startup, evidence } };
  }
  const reason = company && (await notCoveredRecord(company, period, published)).reason;
  return { slug, name: company?.name ?? slug, reason };
}

function comparisonPage(
  startups: readonly Compared[],
  edition: EditionView,
  chart: Chart | undefined,
): Content {
  const { signals, latest } = edition;
  const { slug: period, name: periodName } = signals.meta.period;
  const slugs = startups.map(({ slug }) => slug);
  const path = PATHS.comparison(...slugs);
  const inPeriod = (own: string) => periodHref(own, period, { latest });
  const names = startups.map(({ name }) => plainName(name));
  const view: ComparisonView = {
    startups,
    sectors: signals.sectors,
    weekName: shortPeriodName(periodName).replace('Week', 'week'),
    pageOf: (slug) => inPeriod(PATHS.startup(slug)),
  };
  const swatches = new Map(slugs.map((slug, index) => [slug, lineSwatch(index)]));
  const summary = summaryOf(startups, period);
  return {
    title: `${names.join(' vs ')}, ${shortPeriodName(periodName)}`,
    description: summary.slice(0, 300),
    of: { path: path, edition },
    ...(chart && { picture: edition.addresses.at(inPeriod(`/charts${path}.png`)) }),
    place: 'compare',
    heading: startups.map(({ name }, index) => html`${index === 0 ? '' : ' vs '}${bdi(name)}`),
    dated: periodLine(signals),
    lead: summary,
    intro: periodLinks(path, edition),
    main: html`${section('history', 'A year of commits')`
${
  chart
    ? chartFigure(chart, inPeriod(`/charts${path}`))
    : html`<p>None of them is covered in any week of this year.</p>`
}`}
${section('numbers', 'Side by side')`
${comparisonTable(view, swatches)}`}
${section('caveats', 'Before you conclude')`
<ul class="caveats">${caveats(view).map((caveat) => html`<li>${caveat}</li>\n`)}</ul>`}
${section('choose', 'Compare others')`
${startupPicker(
  startups.map(({ slug, name }) => ({ typed: name, slug, near: [] })),
  period === latest ? undefined : period,
)}`}`,
  };
}

/** The comparison's result in two sentences. */
function summaryOf(startups: readonly Compared[], period: string): string {
  const known = startups.flatMap(({ record }) => record?.startup ?? []);
  const day = parsePeriod(period);
  if (known.length === 0 || !day)
    return `${listed(startups.map(({ name }) => plainName(name)))}: none of them is covered in ${period}.`;
  const landed = known.map(
    ({ name, commitVelocity14d, commitVelocityChange }, index) =>
      `${plainName(name)}${index === 0 ? ' landed' : ''} ${count(commitVelocity14d)}${index === 0 ? ' commits' : ''} (${commitVelocityChange.replace('-', '−')})`,
  );
  const byScore = known.toSorted((one, other) => other.scores.composite - one.scores.composite);
  const scores = byScore.map(
    ({ name, scores: { composite } }) => `${plainName(name)} ${composite}`,
  );
  return `In the 14 days to ${longDate(day.lastDay)}, ${listed(landed)}. Scores, of 100: ${listed(scores)}.`;
}
