import { z } from 'zod';
import type { ApiDescription } from '../features/discovery/api-description.ts';
import { llmsText } from '../features/discovery/llms.ts';
import { llmsFullText } from '../features/discovery/llms-full.ts';
import { loadOperations } from './operation/all-operations.ts';
import { NoInput, operation, restOperations, TAGS } from './operation/operation.ts';
import { parametersOf } from './operation/parameters.ts';

const shared = { tag: 'Feeds', input: NoInput, output: z.string(), examples: [{}] } as const;

/** Specification, section 4: GET /llms.txt, and its long form in one file. */
export default [
  operation({
    ...shared,
    name: 'get_llms_txt',
    summary: 'Site map for language models (llmstxt.org)',
    description:
      'A summary, what to know before reading, look-ups, and links to every file and page.',
    rest: { path: '/llms.txt', type: 'text/plain' },
    run: async (_, { published }) => llmsText(published, await apiDescription()),
  }),
  operation({
    ...shared,
    name: 'get_llms_full_txt',
    summary: 'Method, glossary, current signals, questions and API as one text',
    description: 'Everything in one file, for models that read once and do not follow links.',
    rest: { path: '/llms-full.txt', type: 'text/plain' },
    run: async (_, { published }) => llmsFullText(published, await apiDescription()),
  }),
];

async function apiDescription(): Promise<ApiDescription> {
  const operations = restOperations(await loadOperations());
  return {
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    addresses: operations.flatMap((operation) => {
      const { summary, tag, rest, needs, examples } = operation;
      const isBare = examples.some((example) => Object.keys(example).length === 0);
      const { path, aliases = [], methods = ['GET'] } = rest;
      return [path, ...aliases].flatMap((address) =>
        methods.map((method) => ({
          method,
          path: address,
          summary,
          tag,
          answersBare: needs === undefined && isBare,
          parameters: parametersOf(operation, method),
        })),
      );
    }),
  };
}
