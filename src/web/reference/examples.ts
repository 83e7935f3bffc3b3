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
export function examplePath({ path, parameters }: DescribedOperation): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: location, example } of parameters) {
    if (location === 'path')
      filled = filled.replace(`{${name}}`, encodeURIComponent(String(example ?? '')));
    if (location === 'query' && example !== undefined) query.set(name, String(example));
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
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
  const named = (name: string, value: unknown) => `    ${name}=${JSON.stringify(value)},\n`;
  const lines = [
    `    "${baseUrl}${examplePath(operation)}",\n`,
    ...(Object.keys(headers).length > 0 ? [named('headers', headers)] : []),
    ...(body ? [named('json', body)] : []),
  ];
  const read = { json: 'json()', text: 'text', binary: 'content' }[answers];
  const show =
    answers === 'binary' ? 'print(len(response.content), "bytes")' : `print(response.${read})`;
  return `import requests

response = requests.${body ? 'post' : 'get'}(
${lines.join('')}    timeout=30,
)
response.raise_for_status()
${show}`;
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
