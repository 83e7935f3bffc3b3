/** Addresses of operations with the inputs of their examples, as the example publication can answer them. */
import type { RestOperation } from '../../../src/api/operation/operation.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Names in the example publication for those of the shipped data. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  langfuse: 'acorn',
  'ai-agents': 'databases',
  'Data Engineering': 'databases',
  'langfuse,posthog': 'acorn,birch',
};

/** @param more values for the inputs of these names, where the operation has them */
export function examplesOf({ examples, input }: RestOperation, more: Values = {}): Values[] {
  const further = Object.entries(more).filter(([name]) => name in input.shape);
  return examples
    .filter((example) => !('period' in example))
    .map((example) =>
      Object.fromEntries([
        ...Object.entries(example).map(([name, value]) => [
          name,
          name === 'repo' ? 'core' : (STANDS_FOR[String(value)] ?? value),
        ]),
        ...further,
      ]),
    );
}

/** An address with values in its path and query. */
export function address(route: string, values: Values): string {
  const query = new URLSearchParams();
  let path = route;
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const filled = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    if (filled === path) query.set(name, String(value));
    path = filled;
  }
  return query.size === 0 ? path : `${path}?${query}`;
}
