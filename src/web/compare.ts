/** Two startups side by side, and the list of such pages. */
import { compared, neighbours } from '../features/answers/families/comparison.ts';
import { currentNumbers } from '../features/answers/numbers.ts';
import { comparisonSlug } from '../lib/addresses.ts';
import { type BellwetherError, NotFoundError } from '../lib/errors.ts';
import { type Html, type HtmlValue, html } from '../lib/html.ts';
import type { EvidenceRecord, HistoryTable, Startup } from '../pipeline/edition/record.ts';
import type { Published } from '../published/published.ts';
import { signalWords } from '../published/signal-words.ts';
import { historyChart } from './charts/line-charts.ts';
import { bdi, change, count, decimal, plainName, share } from './components/format.ts';
import { layout } from './components/layout.ts';
import { PATHS } from './components/links.ts';
import { page } from './page/page.ts';

export default [
  page({
    path: '/compare',
    render: async ({ published }) => {
      const { sectors } = await currentNumbers(published);
      const ranked = sectors
        .map((sector) => ({ name: sector.name, pairs: neighbours({ sectors: [sector] }) }))
        .filter(({ pairs }) => pairs.length > 0);
      return layout({
        title: 'Comparisons',
        description: 'Startups that stand next to each other in their sector, side by side.',
        canonical: published.addresses.at('/compare'),
        main: html`<header class="page">
<h1>Comparisons</h1>
<p class="lead">Startups that stand next to each other in their sector’s ranking. Any other two can be compared at <code>/compare/&lt;one&gt;-vs-&lt;other&gt;</code>, with their slugs in the order of the alphabet.</p>
</header>
${ranked.map(
  ({ name, pairs }, index) => html`<section aria-labelledby="sector-${index}">
<h2 id="sector-${index}">${name}</h2>
<ul class="jump">${pairs.map(([one, other]) => html`<li><a href="${PATHS.comparison(one.slug, other.slug)}">${bdi(one.name)} vs ${bdi(other.name)}</a></li>\n`)}</ul>
</section>`,
)}`,
      });
    },
  }),
  page({
    path: '/compare/{pair}',
    isOnDemand: async ({ pair = '' }, published) =>
      !(await published.derived(listedPairs)).has(pair),
    render: async ({ params: { pair = '' }, published }) => {
      const [one, other] = slugsOf(pair, published);
      const numbers = await currentNumbers(published);
      const covered = (slug: string): Compared => {
        const startup = numbers.startups.get(slug);
        if (!startup) throw notCovered(slug, published);
        return { startup, evidence: numbers.evidence.get(slug) };
      };
      const [first, second] = [covered(one), covered(other)];
      return comparisonPage(
        [first, second],
        compared(first.startup, second.startup, numbers).answer,
        numbers.history,
        published.addresses.comparison(one, other),
      );
    },
    addresses: async (published) =>
      neighbours(await currentNumbers(published)).map(([one, other]) =>
        published.addresses.comparison(one.slug, other.slug),
      ),
  }),
];

/** The comparisons that other pages link to. Any other two startups can be compared as well. */
async function listedPairs(published: Published): Promise<ReadonlySet<string>> {
  const pairs = neighbours(await currentNumbers(published));
  return new Set(pairs.map(([one, other]) => comparisonSlug(one.slug, other.slug)));
}

const JOINT = '-vs-';

/** A slug may contain the joint itself, so the pair is split at each until both slugs are known. */
function slugsOf(pair: string, { companies }: Published): [string, string] {
  for (let at = pair.indexOf(JOINT); at >= 0; at = pair.indexOf(JOINT, at + 1)) {
    const [one, other] = [pair.slice(0, at), pair.slice(at + JOINT.length)];
    if (!companies.get(one) || !companies.get(other)) continue;
    if (one === other)
      throw new NotFoundError('not-found', `${one} can only be compared with another startup.`);
    if (comparisonSlug(one, other) === pair) return [one, other];
    throw new NotFoundError(
      'not-found',
      `Slugs stand in the order of the alphabet: /compare/${comparisonSlug(one, other)}`,
    );
  }
  throw new NotFoundError(
    'not-found',
    `${JSON.stringify(pair)} does not name two tracked startups; an address is like /compare/acorn-vs-birch.`,
  );
}

function notCovered(slug: string, { editions, companies }: Published): BellwetherError {
  const name = companies.get(slug)?.name ?? slug;
  return new NotFoundError(
    'not-found',
    `${name} is not covered in ${editions.latest}, so there is nothing to compare.`,
  );
}

type Compared = { startup: Startup; evidence: EvidenceRecord | undefined };

function comparisonPage(
  pair: readonly [Compared, Compared],
  summary: string,
  history: HistoryTable,
  canonical: string,
): string {
  const [one, other] = pair;
  return layout({
    title: `${plainName(one.startup.name)} vs ${plainName(other.startup.name)}: engineering signals`,
    description: summary.slice(0, 300),
    canonical,
    main: html`<header class="page">
<h1>${bdi(one.startup.name)} vs ${bdi(other.startup.name)}</h1>
<p class="period">Generated from the edition of ${one.startup.period}</p>
<p class="lead">${summary}</p>
</header>
${table(pair)}
<section class="history" aria-labelledby="history-heading">
<h2 id="history-heading">Commits in 14 days</h2>
<p>Each has its own scale.</p>
<div class="charts">
${pair.map(({ startup }) =>
  historyChart({
    label: plainName(startup.name),
    periods: history.periods,
    values: history.startups[startup.slug]?.velocity ?? [],
    marked: startup.period,
  }),
)}
</div>
</section>`,
  });
}

const ROWS: readonly (readonly [string, (compared: Compared) => HtmlValue])[] = [
  ['Composite score', ({ startup }) => startup.scores.composite],
  ['Commits, 14 days', ({ startup }) => count(startup.commitVelocity14d)],
  ['Change', ({ startup }) => change(startup.commitVelocityChange)],
  ['Contributors, 30 days', ({ startup }) => count(startup.contributors)],
  ['Contributor growth', ({ startup }) => change(startup.contributorGrowth)],
  ['Commits by or with agents', ({ startup }) => share(startup.agentShare)],
  ['New repositories', ({ startup }) => count(startup.newRepos)],
  ['Signal', ({ startup }) => signalWords(startup)],
  [
    'Evidence of it',
    ({ startup, evidence }) =>
      startup.signalStrength === 'none'
        ? '–'
        : decimal(evidence?.evidence[startup.signalType].value ?? 0),
  ],
  ['Repositories counted', ({ startup }) => count(startup.repositories.length)],
];

function table(pair: readonly [Compared, Compared]): Html {
  return html`<section aria-labelledby="numbers-heading">
<h2 id="numbers-heading">Side by side</h2>
<table class="plain">
<caption>Numbers of ${pair[0].startup.period}</caption>
<thead><tr><th scope="col">Number</th>${pair.map(({ startup }) => html`<th scope="col" class="number"><a href="${PATHS.startup(startup.slug)}">${bdi(startup.name)}</a></th>`)}</tr></thead>
<tbody>
${ROWS.map(
  ([label, value]) =>
    html`<tr><th scope="row">${label}</th>${pair.map((each) => html`<td class="number">${value(each)}</td>`)}</tr>\n`,
)}</tbody>
</table>
</section>
<section aria-labelledby="what-heading">
<h2 id="what-heading">What they do</h2>
<dl>${pair.map(({ startup }) => html`<dt>${bdi(startup.name)}</dt><dd>${startup.description}</dd>\n`)}</dl>
</section>`;
}
