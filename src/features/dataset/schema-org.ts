/** The dataset in the vocabulary of schema.org, which dataset searches read. */
import type { Published } from '../../published/published.ts';
import { datasetFacts } from './facts.ts';
import { FIELDS } from './fields.ts';

export async function schemaOrgDataset(published: Published): Promise<Record<string, unknown>> {
  const { addresses } = published;
  const facts = await published.derived(datasetFacts);
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': addresses.at('/api/dataset-metadata.json'),
    name: facts.name,
    description: facts.description,
    url: facts.url,
    identifier: addresses.at('/api/dataset.jsonl'),
    version: facts.version,
    license: facts.license,
    isAccessibleForFree: true,
    inLanguage: 'en',
    keywords: facts.keywords,
    creator: { '@type': 'Organization', name: facts.creator, url: addresses.home() },
    publisher: { '@type': 'Organization', name: facts.publisher },
    dateModified: facts.modified,
    temporalCoverage: `${facts.firstDay}/${facts.lastDay}`,
    measurementTechnique: addresses.at('/methodology'),
    subjectOf: { '@type': 'Report', url: addresses.research() },
    variableMeasured: FIELDS.filter(({ type }) => type === 'INTEGER' || type === 'DOUBLE').map(
      ({ name, description }) => ({ '@type': 'PropertyValue', name, description }),
    ),
    distribution: facts.files.map(({ name, description, url, type, bytes, sha256 }) => ({
      '@type': 'DataDownload',
      name,
      description,
      contentUrl: url,
      encodingFormat: type,
      contentSize: `${bytes} B`,
      sha256,
    })),
  };
}
