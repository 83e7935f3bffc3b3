/** One startup in one period: why it is where it is, its numbers, and what to check them against. */
import type { CheckedNumber } from '../features/checks/check.ts';
import { dossierBySlug } from '../features/diligence/compile.ts';
import type { Dossier } from '../features/diligence/dossier.ts';
import { NotFoundError } from '../lib/errors.ts';
import { html } from '../lib/html.ts';
import { lastDayNamed } from '../lib/period.ts';
import type { EvidenceRecord, PartialStartup, Startup } from '../pipeline/edition/record.ts';
import { statusWords } from '../published/company-words.ts';
import { notCoveredIn, notCoveredRecord } from '../published/not-covered.ts';
import type { Published } from '../published/published.ts';
import { startupCommits } from './charts/startup-line.ts';
import { badgeCode } from './components/code.ts';
import { evidenceSection, repositoryCommits } from './components/evidence.ts';
import { bdi, counted, plainName, shortPeriodName } from './components/format.ts';
import type { Content } from './components/layout.ts';
import { PATHS, periodHref } from './components/links.ts';
import { notCoveredPage, type StartupOf, startupFrame } from './components/not-covered-page.ts';
import { editionView, hrefIn, periodLine } from './components/periods.ts';
import { section } from './components/section.ts';
import { fourNumbers } from './components/startup/four-numbers.ts';
import { historyOf, historySection } from './components/startup/history.ts';
import { coverage, dealsSection, facts } from './components/startup/known-facts.ts';
import { peersSection } from './components/startup/peers.ts';
import { why } from './components/startup/why.ts';
import { CURRENT_PERIOD, page } from './page/page.ts';

export default page({
  path: '/startups/{slug}',
  pictured: startupCommits,
  shownPeriod: CURRENT_PERIOD,
  hasPartialPeriods: true,
  takes: ['show'],
  render: async ({ params: { slug = '' }, period, query, published }) => {
    const { addresses, editions, companies } = published;
    const company = companies.get(slug);
    if (!company) {
      const found = companies.find(slug);
      const near = found.found ? [found.company] : found.nearMisses;
      const nearMisses = near.map((one) => {
        const url = addresses.startup(one.slug);
        return { name: one.name, slug: one.slug, url };
      });
      const detail = `No tracked startup has the address ${JSON.stringify(slug)}.`;
      throw new NotFoundError('not-found', detail, { details: { nearMisses } });
    }
    const edition = await editionView(period, published);
    const full = await editions.startup(period, slug);
    const startup = full ?? (await editions.partialStartup(period, slug));
    const evidence = await editions.evidenceOf(period, slug);
    const dossier = await knownDossier(slug, published);
    const history = await historyOf(query['show'], { published, params: { slug }, period });
    if (startup && evidence) {
      const own = published.registry.sectors.find((sector) => sector.slug === startup.sector);
      const sectorName = own?.name ?? startup.sector;
      return startupPage({ startup, evidence, edition, sectorName, history, dossier });
    }
    const missing = await notCoveredRecord(company, period, published);
    const last = await notCoveredIn(company, period, published);
    const { lastRecord } = last;
    const lastEvidence = lastRecord && (await editions.evidenceOf(lastRecord.period, slug));
    return notCoveredPage({ company, missing, last, lastEvidence, edition, history, dossier });
  },
  addresses: async ({ editions, addresses }) => {
    const startups = await editions.startups(editions.latest);
    const others = await editions.notCovered(editions.latest);
    return [...startups.keys(), ...others.keys()].map((slug) => addresses.startup(slug));
  },
});

/** Undefined where no fact and no signal is published. */
async function knownDossier(slug: string, published: Published): Promise<Dossier | undefined> {
  try {
    return await dossierBySlug(slug, published);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

export type StartupView = StartupOf & {
  startup: Startup | PartialStartup;
  evidence: EvidenceRecord;
  /** Also in a period without a ranking, which lists no sectors. */
  sectorName: string;
};

export function startupPage(view: StartupView): Content {
  const { startup, evidence, edition, sectorName, history, dossier } = view;
  const { signals, addresses } = edition;
  const { slug: period, name: periodName } = signals.meta.period;
  const { slug } = startup;
  const name = plainName(startup.name);
  const sector = signals.sectors.find((one) => one.slug === startup.sector);
  const ranked = 'scores' in startup ? startup : undefined;
  const frame = startupFrame(slug, name, view, ranked !== undefined);
  const [repository] = startup.repositories;
  const badge = repository === undefined ? null : addresses.momentumBadge(repository);
  const sectorWeek = ranked ? period : edition.latest;
  const sectorHref = periodHref(PATHS.sector(startup.sector), sectorWeek, edition);
  const hrefOf = (number: CheckedNumber) => hrefIn(edition, PATHS.check(slug, number));
  const status = statusWords(startup);
  return {
    ...frame,
    title: `${name}: engineering signal, ${shortPeriodName(periodName)}`,
    description: `${name}: ${counted(startup.commitVelocity14d, 'commit')} in 14 days (${startup.commitVelocityChange}), ${counted(startup.contributors, 'contributor')} in 30 days (${startup.contributorGrowth})${ranked ? `, score ${ranked.scores.composite} of 100` : ''}.`,
    heading: bdi(startup.name),
    cites: ranked && { slug, period },
    takes: { Watch: `/watch?s=${slug}`, ...(badge && { Badge: '#badge' }) },
    dated: html`${status === '' ? null : html`<p class="ended">${status}</p>`}
<p class="about">${startup.description}</p>`,
    lead: why(startup, evidence, hrefOf),
    intro: fourNumbers(startup, evidence, sector, hrefOf),
    side: html`<section aria-labelledby="known-heading">
<h2 id="known-heading" class="unseen">What is known</h2>
${facts(startup, html`<a href="${sectorHref}">${sectorName}</a>`)}
${coverage(evidence)}
${periodLine(signals)}
</section>`,
    main: [
      historySection(history, frame.of.path, period, edition),
      evidenceSection(evidence, startup),
      dealsSection(dossier, slug),
      ranked && sector ? peersSection(ranked, sector, edition) : null,
      section('repositories', 'Repositories')`
${repositoryCommits(evidence.repositories, lastDayNamed(period), startup.repositoryRoles)}`,
      badge === null
        ? null
        : section('badge', 'Its badge')`
${badgeCode({ badge, target: addresses.startup(slug), alt: `Momentum of ${name}` }, addresses)}`,
    ],
  };
}
