/** One operation: its purpose, what it takes, a call of it, what it answers and refuses. */
import { selectionAddress } from '../../features/selection/selection.ts';
import { type Html, html } from '../../lib/html.ts';
import { codeBlock } from '../components/code.ts';
import { section } from '../components/section.ts';
import type { DescribedOperation } from './document.ts';
import { kindOf, schemaTree } from './schema-tree.ts';

/** @param baseUrl of the service */
export function operationSection(operation: DescribedOperation, baseUrl: string): Html {
  const { operationId: id, method, path, mirrors, summary, description } = operation;
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  return section(id, summary, 'operation')`
<p class="address"><span class="method">${method}</span> <code>${path}</code></p>
${mirrors.length === 0 ? null : html`<p class="mirrors">The same at ${mirrors.map((mirror, index) => html`${index > 0 ? ', ' : ''}<code>${mirror}</code>`)}</p>`}
<p>${description}</p>
${conditions(operation)}
${exampleCall(operation, baseUrl)}
${parameters(operation)}
${body && html`<h3>Body, as JSON</h3>\n${schemaTree(body) ?? kindOf(body)}`}
${questions(operation)}
${answers(operation)}
${errors(operation)}`;
}

/** A key, a limit, a tool: what holds for the call as a whole. */
function conditions(operation: DescribedOperation): Html {
  const limit = operation['x-rate-limit'];
  const tool = operation['x-mcp-tool'];
  const source = limit?.scope === 'ip' ? 'from one address' : 'with one key';
  const list = [
    operation.security.length > 0
      ? html`Needs a <a href="/pricing">credit key</a>, sent as <code>Authorization: Bearer bw_…</code>`
      : html`No key needed`,
    limit && html`${limit.perMinute} calls a minute ${source}, ${limit.burst} at once`,
    tool === undefined ? undefined : html`MCP tool: <a href="/docs/mcp"><code>${tool}</code></a>`,
  ];
  return html`<ul class="conditions">${list.map((item) => item && html`<li>${item}</li>\n`)}</ul>`;
}

/** A command to copy; what is read without a key can be opened as well. */
export function exampleCall(operation: DescribedOperation, baseUrl: string): Html {
  const { method, summary, security, requestBody, tags } = operation;
  const path = examplePath(operation);
  const body = Object.values(requestBody?.content ?? {})[0]?.example;
  const lines = [
    `curl '${baseUrl}${path}'`,
    ...(security.length > 0 ? ["-H 'Authorization: Bearer bw_YOUR_KEY'"] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ];
  return html`${codeBlock(`${summary}, with curl`, lines.join(' \\\n  '))}${
    method === 'GET' && security.length === 0 && tags[0] !== 'Paid'
      ? html`\n<p><a href="${path}">Open it</a></p>`
      : null
  }`;
}

/** The address of the operation's example. */
function examplePath({ path, parameters: all = [] }: DescribedOperation): string {
  const given = all.filter(({ example }) => example !== undefined);
  const filled = given
    .filter((one) => one.in === 'path')
    .reduce(
      (text, { name, example }) =>
        text.replace(`{${name}}`, encodeURIComponent(String(example ?? ''))),
      path,
    );
  return selectionAddress(
    filled,
    given
      .filter((one) => one.in === 'query')
      .map(({ name, example }) => [name, String(example)] as const),
  );
}

const WHERE = { path: 'in the address', query: 'query', header: 'header' } as const;

function parameters({ parameters: all = [] }: DescribedOperation): Html | null {
  if (all.length === 0) return null;
  return html`<h3>Parameters</h3>
<dl class="members">${all.map(
    ({ name, in: location, required, description = '', schema }) =>
      html`<dt><code>${name}</code> <span class="kind">${WHERE[location]}, ${required ? html`<strong>required</strong>` : 'optional'}</span></dt>
<dd>${ended(description)} <span class="kind">${kindOf(schema)}</span></dd>\n`,
  )}</dl>`;
}

function questions({ path, 'x-questions': rows = [] }: DescribedOperation): Html | null {
  if (rows.length === 0) return null;
  return html`<h3>${rows.length} questions</h3>
<dl class="members">${rows.map(({ question, input }) => {
    const query = selectionAddress(
      path,
      Object.entries(input).map(([name, value]) => [name, String(value)]),
    );
    return html`<dt>${question}</dt>
<dd><a href="${query}"><code>${decodeURIComponent(query)}</code></a></dd>\n`;
  })}</dl>`;
}

function answers({ responses }: DescribedOperation): Html {
  return html`<h3>Answer</h3>
${Object.entries(responses['200']?.content ?? {}).map(([type, { schema }]) => {
  const members = schemaTree(schema);
  const kind = members || schema.$ref ? html`: ${kindOf(schema)}` : null;
  return html`<p><code>${type}</code>${kind}</p>\n${members}`;
})}`;
}

/** `code: when it happens`, several in a sentence each. */
const CODE = /([a-z0-9-]+): (.*?)(?=\. [a-z0-9-]+: |$)/g;

function errors({ responses }: DescribedOperation): Html | null {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) =>
      [...description.matchAll(CODE)].map(([, code = '', when = '']) => ({ status, code, when })),
    );
  if (rows.length === 0) return null;
  return html`<details class="errors"><summary>Errors, ${rows.length}</summary>
<dl class="members">${rows.map(
    ({ status, code, when }) => html`<dt>${status} <code>${code}</code></dt>
<dd>When ${ended(when)}</dd>\n`,
  )}</dl>
</details>`;
}

function ended(sentence: string): string {
  return /[.!?]$|^$/.test(sentence) ? sentence : `${sentence}.`;
}
