/** The dataset in schema.org vocabulary, for dataset search engines. */
import type { Addresses } from '../../lib/addresses.ts';
import { COLUMNS } from '../../pipeline/edition/record-table.ts';
import type { Published } from '../../published/published.ts';
import { PUBLISHER } from '../citations/cited-work.ts';
import { type DatasetFacts, datasetFacts } from './dataset-facts.ts';

export async function schemaOrgDataset(published: Published): Promise<Record<string, unknown>> {
  const { addresses } = published;
  const facts = await published.derived(datasetFacts);
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': addresses.at('/api/dataset-metadata.json'),
    identifier: facts.identifier,
    ...sharedFacts(facts, addresses, ''),
    isAccessibleForFree: true,
    measurementTechnique: addresses.at('/methodology'),
    subjectOf: { '@type': 'Report', url: addresses.research() },
    variableMeasured: COLUMNS.filter(({ type }) => type === 'INTEGER' || type === 'DOUBLE').map(
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

/** @param prefix of the types in the vocabulary that is the default one */
export function sharedFacts(facts: DatasetFacts, addresses: Addresses, prefix: string) {
  const { name, description, url, version, license, keywords, modified, coverage } = facts;
  const type = `${prefix}Organization`;
  return {
    ...{ name, description, url, version, license, inLanguage: 'en', keywords },
    creator: { '@type': type, name: PUBLISHER, url: addresses.home() },
    publisher: { '@type': type, name: facts.publisher },
    dateModified: modified,
    temporalCoverage: coverage,
  };
}
