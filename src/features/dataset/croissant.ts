/**
 * The dataset in Croissant 1.1 (http://mlcommons.org/croissant/1.1): schema.org with checksums of the
 * files, and the fields with which machine-learning tools load them.
 */

import { COLUMNS, type Column } from '../../pipeline/edition/record-table.ts';
import type { Published } from '../../published/published.ts';
import { workOf } from '../citations/cited-work.ts';
import { citation } from '../citations/formats.ts';
import { type DatasetFile, datasetFacts } from './dataset-facts.ts';
import { sharedFacts } from './schema-org.ts';

/** Terms of the format, and four more that its loader supports. */
const TERMS =
  'annotation arrayShape citeAs column containedIn equivalentProperty excludes extract field fileProperty fileObject fileSet format includes isArray isLiveDataset jsonPath key md5 parentField path readLines recordSet references regex repeated replace samplingRate sdVersion separator source subField transform unArchive value'.split(
    ' ',
  );

/** The context that appendix 1 of the format recommends. */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  dct: 'http://purl.org/dc/terms/',
  ...Object.fromEntries(TERMS.map((term) => [term, `cr:${term}`])),
  conformsTo: 'dct:conformsTo',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  examples: { '@id': 'cr:examples', '@type': '@json' },
};

/** Older names of media types that Croissant loaders recognize. */
const LOADER_TYPES: Readonly<Record<string, string>> = {
  'application/vnd.apache.parquet': 'application/x-parquet',
  'application/x-ndjson': 'application/jsonlines',
};

/** The file that records are loaded from; the only one with typed columns. */
const SOURCE = 'dataset.parquet';
const RECORDS = 'records';

export async function croissantDataset(published: Published): Promise<Record<string, unknown>> {
  const { addresses } = published;
  const facts = await published.derived(datasetFacts);
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    '@id': addresses.at('/api/croissant.json'),
    conformsTo: 'http://mlcommons.org/croissant/1.1',
    ...sharedFacts(facts, addresses, 'sc:'),
    citeAs: citation('bibtex', await workOf('dataset', undefined, published)).trim(),
    isLiveDataset: true,
    datePublished: facts.modified,
    distribution: facts.files.map(fileObject),
    recordSet: [
      {
        '@type': 'cr:RecordSet',
        '@id': RECORDS,
        name: RECORDS,
        description: 'One record a startup and period',
        key: [{ '@id': `${RECORDS}/period` }, { '@id': `${RECORDS}/slug` }],
        field: COLUMNS.map(recordField),
      },
    ],
  };
}

function fileObject({ name, description, url, type, bytes, sha256 }: DatasetFile) {
  return {
    '@type': 'cr:FileObject',
    '@id': name,
    name,
    description,
    contentUrl: url,
    contentSize: `${bytes} B`,
    encodingFormat: LOADER_TYPES[type] ?? type,
    sha256,
  };
}

function recordField({ name, description, type, isAddress }: Column) {
  const isList = type === 'VARCHAR[]';
  return {
    '@type': 'cr:Field',
    '@id': `${RECORDS}/${name}`,
    name,
    description,
    dataType: dataType(type, isAddress),
    ...(isList && { isArray: true, arrayShape: '-1' }),
    source: { fileObject: { '@id': SOURCE }, extract: { column: name } },
  };
}

function dataType(type: Column['type'], isAddress: boolean): string {
  if (type === 'INTEGER') return 'sc:Integer';
  if (type === 'DOUBLE') return 'sc:Float';
  return isAddress ? 'sc:URL' : 'sc:Text';
}
