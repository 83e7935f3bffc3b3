import { z } from 'zod';
import type { ApiDescription } from '../features/discovery/api-description.ts';
import { llmsText } from '../features/discovery/llms.ts';
import { loadOperations } from './operation/all-operations.ts';
import { NoInput, operation, restOperations, TAGS } from './operation/operation.ts';
import { parametersOf } from './operation/parameters.ts';

/** Specification, section 4: GET /llms.txt. */
export default operation({
  tag: 'Feeds',
  input: NoInput,
  output: z.string(),
  examples: [{}],
  name: 'get_llms_txt',
  summary: 'Site map for language models (llmstxt.org)',
  description:
    'A summary, what to know before reading, look-ups, and links to every file and page.',
  rest: { path: '/llms.txt', type: 'text/plain' },
  run: async (_, { published }) => llmsText(published, await apiDescription()),
});

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
