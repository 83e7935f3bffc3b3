import { z } from 'zod';
import { croissantDataset } from '../features/dataset/croissant.ts';
import { dataCiteMetadata } from '../features/dataset/datacite.ts';
import { schemaOrgDataset } from '../features/dataset/schema-org.ts';
import { jsonDocument } from './operation/kinds.ts';

const shared = {
  description:
    'Its files, licence, coverage and how to cite it, in the terms that these readers know.',
  tag: 'Citations',
  output: z.looseObject({}),
} as const;

/** Machine-readable descriptions of the dataset, in three vocabularies. */
export default [
  jsonDocument({
    ...shared,
    name: 'get_dataset_metadata',
    summary: 'The dataset described for dataset searches, as a schema.org Dataset',
    path: '/api/dataset-metadata.json',
    type: 'application/ld+json',
    document: ({ published }) => published.derived(schemaOrgDataset),
  }),
  jsonDocument({
    ...shared,
    name: 'get_croissant',
    summary: 'The dataset described for machine-learning tools, as Croissant 1.1',
    path: '/api/croissant.json',
    type: 'application/ld+json',
    document: ({ published }) => published.derived(croissantDataset),
  }),
  jsonDocument({
    ...shared,
    name: 'get_datacite',
    summary: 'The dataset described for libraries, as DataCite metadata',
    path: '/api/datacite.json',
    document: ({ published }) => published.derived(dataCiteMetadata),
  }),
];
