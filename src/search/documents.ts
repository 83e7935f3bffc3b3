/** Everything that the site-wide search finds. */
import { answerCorpus } from '../answers/corpus.ts';
import { comparisonDocuments } from '../posts/comparison-documents.ts';
import { postDocuments } from '../posts/documents.ts';
import type { Published } from '../published/published.ts';
import type { SearchDocument } from '../published/search-document.ts';
import { researchDocuments } from '../research/documents.ts';

export async function searchDocuments(published: Published): Promise<SearchDocument[]> {
  return [
    ...(await startups(published)),
    ...(await sectors(published)),
    ...(await answers(published)),
    ...(await postDocuments(published)),
    ...(await comparisonDocuments(published)),
    ...(await researchDocuments(published)),
  ];
}

async function startups({ editions, companies, addresses }: Published): Promise<SearchDocument[]> {
  const covered = await editions.startups(editions.latest);
  return [...covered.values()].map((startup) => ({
    type: 'startup',
    url: addresses.startup(startup.slug),
    title: startup.name,
    text: `${startup.description} ${startup.signalType}, ${startup.signalStrength}. ${startup.commitVelocity14d} commits in 14 days, ${startup.contributors} contributors.`,
    keywords: [
      startup.slug,
      ...(companies.get(startup.slug)?.aliases ?? []),
      ...startup.repositories,
      startup.sector,
    ],
  }));
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

async function answers(published: Published): Promise<SearchDocument[]> {
  const { entries } = await published.derived(answerCorpus);
  const also = new Map(published.registry.faq.map((entry) => [entry.slug, entry.also]));
  // Comparisons are found as comparisons.
  return [...entries.values()]
    .filter(({ topic }) => topic !== 'comparison')
    .map(({ slug, question, answer, source }) => ({
      type: source === 'faq' ? 'faq' : 'answer',
      url: published.addresses.answer(slug),
      title: question,
      text: answer,
      keywords: also.get(slug) ?? [],
    }));
}
