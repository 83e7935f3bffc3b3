import { z } from 'zod';
import { llmsText } from '../features/discovery/llms.ts';
import { llmsFullText } from '../features/discovery/llms-full.ts';
import { NoInput, operation } from './operation.ts';

const shared = { tag: 'Feeds', input: NoInput, output: z.string(), examples: [{}] } as const;

/** Specification, section 4: GET /llms.txt; beside it everything in one file. */
export default [
  operation({
    ...shared,
    name: 'get_llms_txt',
    summary: 'Site map for language models (llmstxt.org)',
    rest: { path: '/llms.txt', type: 'text/plain' },
    run: async (_, { published, describe }) => llmsText(published, describe('openapi')),
  }),
  operation({
    ...shared,
    name: 'get_llms_full_txt',
    summary: 'Method, glossary, current signals, questions and API as one text',
    rest: { path: '/llms-full.txt', type: 'text/plain' },
    run: async (_, { published, describe }) => llmsFullText(published, describe('openapi')),
  }),
];
