import { z } from 'zod';
import { croissantDataset } from '../features/dataset/croissant.ts';
import { dataCiteMetadata } from '../features/dataset/datacite.ts';
import { schemaOrgDataset } from '../features/dataset/schema-org.ts';
import type { Published } from '../published/published.ts';
import { NoInput, type Operation, operation } from './operation.ts';

/** The dataset described for machines, in three vocabularies. */
export default [
  description({
    name: 'get_dataset_metadata',
    path: '/api/dataset-metadata.json',
    type: 'application/ld+json',
    summary: 'The dataset described for dataset searches, as a schema.org Dataset',
    describe: schemaOrgDataset,
  }),
  description({
    name: 'get_croissant',
    path: '/api/croissant.json',
    type: 'application/ld+json',
    summary: 'The dataset described for machine-learning tools, as Croissant 1.1',
    describe: croissantDataset,
  }),
  description({
    name: 'get_datacite',
    path: '/api/datacite.json',
    type: 'application/json',
    summary: 'The dataset described for libraries, as DataCite metadata',
    describe: dataCiteMetadata,
  }),
];

function description(its: {
  name: string;
  path: string;
  type: string;
  summary: string;
  describe: (published: Published) => Promise<Record<string, unknown>>;
}): Operation {
  const { name, path, type, summary, describe } = its;
  return operation({
    name,
    summary,
    tag: 'Citations',
    input: NoInput,
    output: z.looseObject({}),
    rest: { path, type },
    examples: [{}],
    run: async (_, { published }) => published.derived(describe),
  });
}
