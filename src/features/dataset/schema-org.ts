/** The dataset in schema.org vocabulary, for dataset search engines. */
import type { Published } from '../../published/published.ts';
import { PUBLISHER } from '../citations/cited-work.ts';
import { FIELDS } from './columns.ts';
import { datasetFacts } from './dataset-facts.ts';

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
    identifier: facts.identifier,
    version: facts.version,
    license: facts.license,
    isAccessibleForFree: true,
    inLanguage: 'en',
    keywords: facts.keywords,
    creator: { '@type': 'Organization', name: PUBLISHER, url: addresses.home() },
    publisher: { '@type': 'Organization', name: facts.publisher },
    dateModified: facts.modified,
    temporalCoverage: facts.coverage,
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
