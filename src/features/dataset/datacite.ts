/**
 * The dataset as DataCite metadata, kernel 4, in the JSON form of DataCite's APIs. It has no DOI and
 * is identified by its address.
 */
import type { Published } from '../../published/published.ts';
import { PUBLISHER } from '../citations/cited-work.ts';
import { datasetFacts } from './dataset-facts.ts';

export async function dataCiteMetadata(published: Published): Promise<Record<string, unknown>> {
  const { addresses } = published;
  const facts = await published.derived(datasetFacts);
  const whole = facts.files.filter(({ name }) => name.startsWith('dataset.'));
  const lang = 'en';
  return {
    schemaVersion: 'http://datacite.org/schema/kernel-4',
    url: facts.url,
    alternateIdentifiers: [
      { alternateIdentifier: facts.identifier, alternateIdentifierType: 'URL' },
    ],
    types: { resourceTypeGeneral: 'Dataset', resourceType: 'Time series' },
    creators: [{ name: PUBLISHER, nameType: 'Organizational' }],
    titles: [{ title: facts.name, lang }],
    publisher: { name: facts.publisher },
    publicationYear: facts.modified.slice(0, 4),
    dates: [
      { date: facts.modified.slice(0, 10), dateType: 'Updated' },
      { date: facts.coverage, dateType: 'Collected' },
    ],
    language: lang,
    version: facts.version,
    subjects: facts.keywords.map((subject) => ({ subject, lang })),
    descriptions: [{ description: facts.description, descriptionType: 'Abstract', lang }],
    rightsList: [
      {
        rights: 'Creative Commons Attribution 4.0 International',
        rightsUri: facts.license,
        rightsIdentifier: 'CC-BY-4.0',
        rightsIdentifierScheme: 'SPDX',
        schemeUri: 'https://spdx.org/licenses/',
      },
    ],
    formats: whole.map(({ type }) => type),
    sizes: whole.map(({ name, bytes }) => `${name}: ${bytes} bytes`),
    relatedIdentifiers: [
      {
        relatedIdentifier: addresses.research(),
        relatedIdentifierType: 'URL',
        relationType: 'IsDocumentedBy',
        resourceTypeGeneral: 'Report',
      },
    ],
  };
}
