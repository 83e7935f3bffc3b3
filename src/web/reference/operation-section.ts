/** One operation: what it is for, what it takes, how it is called, what it answers and refuses. */
import { selectionAddress } from '../../features/selection/selection.ts';
import { type Html, html } from '../../lib/html.ts';
import type { Publisher } from '../../published/published.ts';
import type { DescribedOperation, DescribedParameter, Schema } from './document.ts';
import { exampleCalls, LANGUAGES } from './examples.ts';
import { kindOf, schemaTree } from './schema-tree.ts';
import { tryForm } from './try-form.ts';

export function operationSection(operation: DescribedOperation, site: Publisher): Html {
  const { operationId: id, method, path, mirrors, summary, description } = operation;
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-heading">
<div class="told">
<h2 id="${id}-heading">${summary}</h2>
<p class="address"><span class="method">${method}</span> <code>${path}</code></p>
${mirrors.length === 0 ? null : html`<p class="mirrors">The same at ${mirrors.map((mirror, index) => html`${index > 0 ? ', ' : ''}<code>${mirror}</code>`)}</p>`}
<p>${description}</p>
${conditions(operation)}
${takes(operation)}
${questions(operation)}
${answers(operation)}
${errors(operation)}
</div>
<div class="shown">
${calls(operation, site)}
${method === 'GET' ? tryForm(operation) : null}
</div>
</section>
`;
}

/** A key, a limit, a tool: what holds for the call as a whole. */
function conditions(operation: DescribedOperation): Html {
  const limit = operation['x-rate-limit'];
  const tool = operation['x-mcp-tool'];
  const whose = limit?.scope === 'ip' ? 'from one address' : 'with one key';
  const list = [
    operation.security.length > 0
      ? html`Needs a <a href="/pricing">credit key</a>, sent as <code>Authorization: Bearer bw_…</code>`
      : html`No key needed`,
    limit && html`${limit.perMinute} calls a minute ${whose}, ${limit.burst} at once`,
    tool === undefined ? undefined : html`MCP tool: <a href="/docs/mcp"><code>${tool}</code></a>`,
  ];
  return html`<ul class="conditions">${list.map((item) => item && html`<li>${item}</li>\n`)}</ul>`;
}

const WHERE = { path: 'in the address', query: 'query', header: 'header' } as const;

function takes(operation: DescribedOperation): Html | null {
  const { parameters, requestBody } = operation;
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  return html`${
    parameters.length === 0
      ? null
      : html`<h3>Parameters</h3>
<dl class="members">${parameters.map(parameterItem)}</dl>`
  }${
    body &&
    html`<h3>Body, as JSON</h3>
${tree(body)}`
  }`;
}

function parameterItem({
  name,
  in: location,
  required,
  description,
  schema,
}: DescribedParameter): Html {
  return html`<dt><code>${name}</code> <span class="kind">${WHERE[location]}, ${required ? html`<strong>required</strong>` : 'optional'}</span></dt>
<dd>${description && ended(description)} <span class="kind">${kindOf(schema)}</span></dd>\n`;
}

function questions({ path, 'x-questions': rows }: DescribedOperation): Html | null {
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
  const { content = {}, headers = {} } = responses['200'] ?? {};
  const own = Object.entries(headers).filter(([name]) => name !== 'ETag');
  return html`<h3>Answer</h3>
${Object.entries(content).map(
  ([
    type,
    { schema },
  ]) => html`<p><code>${type}</code>${isOpaque(schema) ? null : html`: ${kindOf(schema)}`}</p>
${isOpaque(schema) ? null : schemaTree(schema)}`,
)}${own.length === 0 ? null : html`<p>Headers: ${own.map(([name, { description }], index) => html`${index > 0 ? '; ' : ''}<code>${name}</code>, ${description.charAt(0).toLowerCase()}${description.slice(1)}`)}.</p>`}`;
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

function calls(operation: DescribedOperation, site: Publisher): Html {
  const code = exampleCalls(operation, site);
  return html`${LANGUAGES.map(
    ({ id, name }) => html`<div class="code ${id}"><p class="language">${name}</p>
<pre data-copy="" role="group" tabindex="0" aria-label="${operation.summary}, in ${name}"><code>${code[id]}</code></pre></div>
`,
  )}`;
}

function tree(schema: Schema): Html {
  return html`${schemaTree(schema) ?? html`<p>${kindOf(schema)}</p>`}`;
}

/** Whether a schema says nothing beyond the media type. */
function isOpaque({ type, properties, contentMediaType }: Schema): boolean {
  return (
    type === 'string' ||
    contentMediaType !== undefined ||
    (type === 'object' && Object.keys(properties ?? {}).length === 0)
  );
}

function ended(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
