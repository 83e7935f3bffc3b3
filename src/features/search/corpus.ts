/** Everything that the site-wide search finds. */
import type { Startup } from '../../pipeline/edition/record.ts';
import { stageWords, statusWords } from '../../published/company-words.ts';
import type { Published } from '../../published/published.ts';
import type { SearchDocument } from '../../published/search-document.ts';
import { signalWords } from '../../published/signal-words.ts';
import { answerCorpus } from '../answers/corpus.ts';
import {
  COMPARISON_TOPIC,
  compared,
  comparisonQuestion,
  neighbours,
} from '../answers/families/comparison.ts';
import { digest } from '../digests/digest.ts';
import { findingsOf, paper } from '../research/paper.ts';

/** Half a year. */
const MAX_DIGESTS = 26;

export async function searchDocuments(published: Published): Promise<SearchDocument[]> {
  const builders = [startups, sectors, answers, digests, comparisons, research];
  const documents: SearchDocument[] = [];
  // One after the other: editions are parsed one at a time and released again.
  for (const build of builders) documents.push(...(await build(published)));
  return documents;
}

async function startups({ editions, companies, addresses }: Published): Promise<SearchDocument[]> {
  const covered = await editions.startups(editions.latest);
  return [...covered.values()].map((startup) => ({
    type: 'startup',
    url: addresses.startup(startup.slug),
    title: startup.name,
    text: `${startup.description} ${companySentences(startup)}${signalWords(startup)}. ${startup.commitVelocity14d} commits in 14 days, ${startup.contributors} contributors.`,
    keywords: [
      startup.slug,
      ...(companies.get(startup.slug)?.aliases ?? []),
      ...startup.repositories,
      startup.sector,
    ],
  }));
}

function companySentences(startup: Startup): string {
  const stage = stageWords(startup);
  const words = [statusWords(startup), stage === '' ? '' : `Stage: ${stage}`];
  return words.flatMap((text) => (text === '' ? [] : [`${text}. `])).join('');
}

async function sectors({ editions, registry, addresses }: Published): Promise<SearchDocument[]> {
  const { sectors: shown } = await editions.signals(editions.latest);
  return shown.map(({ slug, name, description, startups: within }) => ({
    type: 'sector',
    url: addresses.sector(slug),
    title: name,
    text: `${description} ${within.map((startup) => startup.name).join(', ')}`,
    keywords: [slug, ...(registry.sectors.find((sector) => sector.slug === slug)?.synonyms ?? [])],
  }));
}

/** Without comparisons, which have a type of their own. */
async function answers(published: Published): Promise<SearchDocument[]> {
  const { entries } = await published.derived(answerCorpus);
  const also = new Map(published.registry.faq.map((entry) => [entry.slug, entry.also]));
  return [...entries.values()]
    .filter(({ topic }) => topic !== COMPARISON_TOPIC)
    .map(({ slug, url, question, answer, source }) => ({
      type: source === 'faq' ? 'faq' : 'answer',
      url,
      title: question,
      text: answer,
      keywords: also.get(slug) ?? [],
    }));
}

async function digests(published: Published): Promise<SearchDocument[]> {
  const documents: SearchDocument[] = [];
  for (const { slug } of published.editions.periods.slice(0, MAX_DIGESTS)) {
    const { title, url, text } = await digest(published, slug);
    documents.push({ type: 'blog', url, title, text, keywords: [slug, 'digest', 'weekly'] });
  }
  return documents;
}

async function comparisons(published: Published): Promise<SearchDocument[]> {
  const { numbers } = await published.derived(answerCorpus);
  return neighbours(numbers).map(([one, other]) => ({
    type: 'comparison',
    url: published.addresses.comparison(one.slug, other.slug),
    title: `${one.name} vs ${other.name}`,
    text: compared(one, other, numbers).answer,
    keywords: [comparisonQuestion(one, other), one.slug, other.slug],
  }));
}

async function research(published: Published): Promise<SearchDocument[]> {
  const { title, abstract } = await published.derived(paper);
  return [
    {
      type: 'research',
      url: published.addresses.research(),
      title,
      text: abstract,
      keywords: ['paper', 'technical report', 'method', 'study'],
    },
    ...findingsOf(published).map(
      (finding): SearchDocument => ({
        type: 'research',
        url: finding.url,
        title: finding.title,
        text: `${finding.statement} ${finding.method}`,
        keywords: ['finding', 'research'],
      }),
    ),
  ];
}
