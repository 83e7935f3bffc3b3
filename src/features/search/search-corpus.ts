/** Everything that the site-wide search has an index of. */
import { Memo } from '../../lib/memoize.ts';
import { Slices } from '../../lib/slices.ts';
import { stageWords, statusWords } from '../../published/company-words.ts';
import { namesOf } from '../../published/name-index.ts';
import type { Published } from '../../published/published.ts';
import type { SearchDocument } from '../../published/search-document.ts';
import { signalWords } from '../../published/signal-words.ts';
import { answerCorpus } from '../answers/answer-corpus.ts';
import { digest } from '../digests/digest.ts';
import { findingsOf, paper } from '../research/paper.ts';
import { isAboutStartup } from './about-startup.ts';
import { organizations } from './organizations.ts';
import { ofRegistry } from './registry-documents.ts';

/** Half a year. */
const MAX_DIGESTS = 26;

/**
 * All documents except those made on demand for a name in the query: the answers about one startup,
 * and its comparisons (`about-startup.ts`).
 */
export async function searchDocuments(published: Published): Promise<SearchDocument[]> {
  const builders = [startups, organizations, sectors, answers, digests, research, ofRegistry];
  const all = new Map<string, SearchDocument>();
  // One after the other: editions are parsed one at a time and released again.
  for (const build of builders)
    for (const one of await build(published)) if (!all.has(one.url)) all.set(one.url, one);
  return [...all.values()];
}

/** Every tracked startup, including those that the current period does not cover. */
async function startups(published: Published): Promise<SearchDocument[]> {
  const { editions, registry, addresses } = published;
  const covered = await editions.startups(editions.latest);
  return new Slices().map(registry.companies, (company) => {
    const { slug, name, description } = company;
    const record = covered.get(slug);
    const stage = record ? stageWords(record) : '';
    const signal = record && record.signalStrength !== 'none' ? signalWords(record) : '';
    const about = record
      ? [statusWords(record), stage && `Stage: ${stage}`, signal]
      : ['Tracked; no data this week'];
    const repositories = company.repositories.map((one) => one.name);
    return {
      ...{ kind: 'startup', slug, url: addresses.startup(slug), title: name },
      text: [description, ...about.filter(Boolean).map((text) => `${text}.`)].join(' '),
      keywords: [...namesOf(company), ...repositories, company.sector],
    };
  });
}

async function sectors({ editions, registry, addresses }: Published): Promise<SearchDocument[]> {
  const { sectors: shown } = await editions.signals(editions.latest);
  const synonyms = new Map(registry.sectors.map((sector) => [sector.slug, sector.synonyms]));
  return shown.map(({ slug, name, description, startups: within }) => ({
    ...{ kind: 'sector', slug, url: addresses.sector(slug), title: name },
    text: `${description} ${within.map((startup) => startup.name).join(', ')}`,
    keywords: [slug, ...(synonyms.get(slug) ?? [])],
  }));
}

/** The FAQ, and the answers about sectors and the whole edition. */
async function answers(published: Published): Promise<SearchDocument[]> {
  const { entries } = await published.derived(answerCorpus);
  const also = new Map(published.registry.faq.map((entry) => [entry.slug, entry.also]));
  const found: SearchDocument[] = [];
  await new Slices().each(entries.values(), ({ slug, url, question, answer, source, topic }) => {
    if (isAboutStartup(topic)) return;
    found.push({
      kind: source === 'faq' ? 'question' : 'answer',
      url,
      title: question,
      text: answer,
      keywords: also.get(slug) ?? [],
    });
  });
  return found;
}

async function digests(published: Published): Promise<SearchDocument[]> {
  const all: SearchDocument[] = [];
  const slices = new Slices();
  const { editions, addresses } = published;
  const newest = editions.periods.slice(0, MAX_DIGESTS + 1).map(({ slug }) => slug);
  const signed = newest.map((slug) => editions.signed(slug)?.manifest);
  // The oldest first: each is compared with the one before it, which has just been parsed.
  for (const [index, slug] of [...newest.slice(0, MAX_DIGESTS).entries()].toReversed()) {
    await slices.pause();
    const key = [addresses.post(slug), signed[index], signed[index + 1]].join(' ');
    all.push(await digestsMade.get(key, () => digestOf(slug, published)));
  }
  return all.toReversed();
}

/** A digest is made from two editions, which are parsed for it: the next publication has most of them. */
const digestsMade = new Memo<string, SearchDocument>({ entries: 4 * MAX_DIGESTS });

async function digestOf(period: string, published: Published): Promise<SearchDocument> {
  const { title, url, text } = await digest(published, period);
  const [year = '', week = ''] = period.split('-w');
  const keywords = [period, 'digest', 'weekly', `week ${Number(week)} of ${year}`];
  return { kind: 'digest', url, title, text, keywords };
}

async function research(published: Published): Promise<SearchDocument[]> {
  const { title, abstract } = await published.derived(paper);
  const keywords = ['paper', 'technical report', 'method', 'study'];
  const url = published.addresses.research();
  const findings = findingsOf(published).map(
    (finding): SearchDocument => ({
      ...{ kind: 'finding', url: finding.url, title: finding.title },
      text: `${finding.statement} ${finding.method}`,
      keywords: ['finding', 'research'],
    }),
  );
  return [{ kind: 'report', url, title, text: abstract, keywords }, ...findings];
}
