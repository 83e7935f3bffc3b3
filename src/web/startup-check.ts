/** One number of one startup, checked: what it adds up from, what is left out, how to count it again. */
import {
  CHECKED_NUMBERS,
  type Check,
  type Checked,
  type CheckedNumber,
  checkOf,
} from '../features/checks/check.ts';
import { NotFoundError } from '../lib/errors.ts';
import { html } from '../lib/html.ts';
import { commitsSections } from './components/check/commits.ts';
import { contributorsSections } from './components/check/contributors.ts';
import { newRepositoriesSections } from './components/check/new-repositories.ts';
import { scoreSections } from './components/check/score.ts';
import { codeBlock } from './components/code.ts';
import { bdi, count, counted, plainName, shortPeriodName } from './components/format.ts';
import type { Content } from './components/layout.ts';
import { PATHS } from './components/links.ts';
import { type EditionView, editionView, hrefIn } from './components/periods.ts';
import { type Section, section } from './components/section.ts';
import { CURRENT_PERIOD, page } from './page/page.ts';

/** The name of each number, and its value in the heading. */
const NUMBERS: Readonly<
  Record<CheckedNumber, [name: string, headline: (value: number) => string]>
> = {
  commits: ['Commits', (value) => `${counted(value, 'commit')} in 14 days`],
  contributors: ['Contributors', (value) => `${counted(value, 'contributor')} in 30 days`],
  'new-repositories': [
    'New repositories',
    (value) => `${counted(value, 'new repository', 'new repositories')} in 30 days`,
  ],
  score: ['Score', (value) => `Score ${count(value)} of 100`],
};

export default page({
  path: '/startups/{slug}/check/{number}',
  shownPeriod: CURRENT_PERIOD,
  hasPartialPeriods: true,
  isOnDemand: async ({ number }) => number !== 'commits',
  render: async ({ params: { slug = '', number = '' }, period, published }) => {
    const asked = CHECKED_NUMBERS.find((known) => known === number);
    if (!asked)
      throw noCheck(
        `${JSON.stringify(number)} is no number that can be checked: ${CHECKED_NUMBERS.join(', ')}.`,
      );
    const company = published.companies.get(slug);
    if (!company) throw noCheck(`No tracked startup has the address ${JSON.stringify(slug)}.`);
    const edition = await editionView(period, published);
    const checked = await checkOf(slug, asked, period, published);
    if (!checked)
      throw noCheck(`${company.name} is not covered in ${period}, so there is no number to check.`);
    return checkPage({ ...checked, number: asked, edition });
  },
  // Each leads to the other three.
  addresses: async ({ editions, addresses }) =>
    [...(await editions.startups(editions.latest)).keys()].map((slug) =>
      addresses.check(slug, 'commits'),
    ),
});

const noCheck = (detail: string) => new NotFoundError('not-found', detail);

export type CheckView = Checked & { number: CheckedNumber; edition: EditionView };

export function checkPage({ startup, check, number, edition }: CheckView): Content {
  const { meta } = edition.signals;
  const { slug: period } = meta.period;
  const { slug } = startup;
  const [numberName, headline] = NUMBERS[number];
  const name = plainName(startup.name);
  const own = hrefIn(edition, PATHS.startup(slug));
  const hrefOf = (other: CheckedNumber) => hrefIn(edition, PATHS.check(slug, other));
  const json = `/api/check?company=${encodeURIComponent(slug)}&number=${number}&period=${encodeURIComponent(period)}`;
  const isKnown = !('missing' in check);
  const sentence = isKnown ? check.sentence : check.missing;
  const sections = [
    ...(isKnown ? sectionsOf(check, hrefOf) : []),
    section('check-data', 'The same as data', 'check-data')`
<p><a href="/editions/${period}/checks.jsonl">checks.jsonl</a> has the checks of all startups of the week. The edition’s <a href="/editions/${period}/manifest.json">signed list of files</a> names it.</p>
${codeBlock('Command for the JSON', `curl '${edition.addresses.at(json)}'`)}
<p><a href="/methodology">The method</a> says what counts.</p>`,
  ];
  return {
    title: `${name}: ${numberName.toLowerCase()} checked, ${shortPeriodName(meta.period.name)}`,
    description: `${name}: ${sentence}`,
    canonical: edition.addresses.at(hrefOf(number)),
    json,
    place: 'startups',
    heading: null,
    main: html`<article class="check">
<header class="page">
<p class="period"><a href="${own}">${bdi(startup.name)}</a>, ${meta.period.name}</p>
<h1>${isKnown ? headline(check.value) : numberName}</h1>
<p class="lead sum">${sentence}</p>
<nav class="numbers-nav" aria-label="Other numbers of ${name}">
${CHECKED_NUMBERS.map((other) => html`<a href="${hrefOf(other)}"${other === number ? html` aria-current="page"` : html` data-check=""`}>${NUMBERS[other][0]}</a>\n`)}</nav>
</header>
${sections}
</article>`,
    headings: sections,
  };
}

function sectionsOf(check: Check, hrefOf: (number: CheckedNumber) => string): Section[] {
  switch (check.number) {
    case 'commits':
      return commitsSections(check);
    case 'contributors':
      return contributorsSections(check);
    case 'new-repositories':
      return newRepositoriesSections(check);
    case 'score':
      return scoreSections(check, hrefOf);
  }
}
