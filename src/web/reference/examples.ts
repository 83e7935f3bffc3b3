/** One call of an operation as people write it: with curl, in JavaScript and in Python. */
import type { Publisher } from '../../published/published.ts';
import type { DescribedOperation } from './document.ts';

type Values = Readonly<Record<string, unknown>>;

/** The languages in the order in which they are offered. */
export const LANGUAGES = [
  { id: 'curl', name: 'curl' },
  { id: 'javascript', name: 'JavaScript' },
  { id: 'python', name: 'Python' },
] as const;
export type Language = (typeof LANGUAGES)[number]['id'];

/** The address of the operation's example, relative to the service. */
export function examplePath(operation: DescribedOperation): string {
  const query = new URLSearchParams(queryOf(operation));
  const path = filledPath(operation);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** What the example puts into the query, by name. */
function queryOf({ parameters }: DescribedOperation): Record<string, string> {
  return Object.fromEntries(
    parameters
      .filter(({ in: location, example }) => location === 'query' && example !== undefined)
      .map(({ name, example }) => [name, String(example)]),
  );
}

function filledPath({ path, parameters }: DescribedOperation): string {
  return parameters
    .filter(({ in: location }) => location === 'path')
    .reduce(
      (filled, { name, example }) =>
        filled.replace(`{${name}}`, encodeURIComponent(String(example ?? ''))),
      path,
    );
}

/** Code in each language. */
export function exampleCalls(
  operation: DescribedOperation,
  { baseUrl }: Publisher,
): Record<Language, string> {
  const headers: Record<string, string> = {
    ...(operation.security.length > 0 && { Authorization: 'Bearer bw_YOUR_KEY' }),
    ...(operation.requestBody && { 'Content-Type': 'application/json' }),
  };
  const body = bodyOf(operation);
  const call = { operation, baseUrl, headers, body, answers: answerKind(operation) };
  return { curl: curl(call), javascript: javascript(call), python: python(call) };
}

type Call = {
  operation: DescribedOperation;
  baseUrl: string;
  headers: Record<string, string>;
  body: Values | undefined;
  answers: 'json' | 'text' | 'binary';
};

function curl({ operation, baseUrl, headers, body, answers }: Call): string {
  const address = `'${baseUrl}${examplePath(operation)}'`;
  return [
    `curl ${answers === 'binary' ? '-O' : '-s'} ${address}`,
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body ? [`-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`] : []),
  ].join(' \\\n  ');
}

function javascript({ operation, baseUrl, headers, body, answers }: Call): string {
  const options = [
    ...(body ? [`  method: 'POST',`] : []),
    ...(Object.keys(headers).length > 0
      ? [`  headers: ${JSON.stringify(headers, null, 2).replaceAll('\n', '\n  ')},`]
      : []),
    ...(body ? [`  body: JSON.stringify(${JSON.stringify(body)}),`] : []),
  ];
  const address = `'${baseUrl}${examplePath(operation)}'`;
  const second = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  const read = { json: 'json', text: 'text', binary: 'arrayBuffer' }[answers];
  return `const response = await fetch(${address}${second});
if (!response.ok) throw new Error(await response.text());
console.log(await response.${read}());`;
}

function python({ operation, baseUrl, headers, body, answers }: Call): string {
  const query = queryOf(operation);
  const method = body ? 'post' : 'get';
  const lines = [
    `    "${baseUrl}${filledPath(operation)}",`,
    ...(Object.keys(query).length > 0 ? [`    params=${JSON.stringify(query)},`] : []),
    ...(Object.keys(headers).length > 0 ? [`    headers=${JSON.stringify(headers)},`] : []),
    ...(body ? [`    json=${pythonValue(body)},`] : []),
    '    timeout=30,',
  ];
  const read = { json: 'json()', text: 'text', binary: 'content' }[answers];
  const show =
    answers === 'binary' ? 'print(len(response.content), "bytes")' : `print(response.${read})`;
  return `import requests

response = requests.${method}(
${lines.join('\n')}
)
response.raise_for_status()
${show}`;
}

/** JSON as Python writes it: its words for truth and nothing differ. */
function pythonValue(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}: ${pythonValue(member)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}

function bodyOf({ requestBody }: DescribedOperation): Values | undefined {
  const example = Object.values(requestBody?.content ?? {})[0]?.example;
  // Bodies of this service are objects.
  return typeof example === 'object' && example !== null ? (example as Values) : undefined;
}

function answerKind({ responses }: DescribedOperation): Call['answers'] {
  const type = Object.keys(responses['200']?.content ?? {})[0] ?? '';
  if (/json$/.test(type)) return 'json';
  return /^text\/|xml|ndjson/.test(type) ? 'text' : 'binary';
}
