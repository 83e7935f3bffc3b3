/** The API reference: an overview, a page for each group of operations, and how agents connect. */

import { type Html, html } from '../lib/html.ts';
import { codeBlock } from './components/code.ts';
import { folded, section } from './components/section.ts';
import { page } from './page/page.ts';
import { type DescribedOperation, type Reference, readReference } from './reference/document.ts';
import { mcpClients } from './reference/mcp-clients.ts';
import { exampleCall, operationSection } from './reference/operation-section.ts';
import { kindOf, namedIn, schemaTree } from './reference/schema-tree.ts';

const OPENAPI_PATH = '/api/openapi.json';

export default [
  page({
    path: '/docs',
    render: async ({ published, describe }) => {
      const reference = readReference(describe('openapi'));
      const first = reference.tags[0]?.operations.find(({ path }) => path === '/api/signal');
      return {
        title: 'API reference',
        description: 'Every operation of the API, with examples. Free, and without a key.',
        json: OPENAPI_PATH,
        lead: html`Everything on this site is also data. Ask by HTTP from <code>${published.baseUrl}</code>; everything except the enriched signal is free and needs no key.`,
        side: groups(reference, '/docs'),
        main: html`${
          first &&
          section('first', 'Your first call')`
<p>One startup by its name:</p>
${exampleCall(first, published.baseUrl)}`
        }
${section('holds', 'What holds everywhere')`
<dl class="members">
<dt>Periods</dt><dd>Numbers are published once a week, for an ISO week such as <code>2026-w20</code>. Addresses that take <code>period</code> answer for the current one without it. A published week does not change without a <a href="/api/changelog.json">changelog</a> entry.</dd>
<dt>Limits</dt><dd>Whole files, feeds and pages are not limited. Look-ups and searches are, by address; the answer’s <code>RateLimit</code> header says what is left, and a <code>429</code> says in <code>Retry-After</code> how many seconds to wait.</dd>
<dt>Errors</dt><dd>A problem document (RFC 9457) with a sentence in <code>detail</code> and a stable <code>code</code>. A company that is not known is <code>found: false</code>, never a guess.</dd>
<dt>Caching</dt><dd>Send an answer’s <code>ETag</code> back in <code>If-None-Match</code>, and an unchanged answer costs a <code>304</code> without a body.</dd>
<dt>Versions</dt><dd>Addresses under <code>/api/v1/</code> stay as they are. This is version ${reference.version} of the description, also as <a href="${OPENAPI_PATH}">an OpenAPI 3.1 document</a> to generate clients from.</dd>
<dt>License</dt><dd>Data is CC BY 4.0: use it, and say where it is from. <a href="/pricing">Pricing</a> says what is sold.</dd>
</dl>`}
${section('all', 'All operations')`
${reference.tags.map(
  ({ name, slug, description, operations }) => html`<h3><a href="/docs/${slug}">${name}</a></h3>
<p>${description}.</p>
<ul class="operations">${operations.map(({ operationId, method, path, summary }) => html`<li><a href="/docs/${slug}#${operationId}"><code>${method} ${path}</code></a> <span>${summary}</span></li>\n`)}</ul>`,
)}`}`,
      };
    },
  }),
  page({
    path: '/docs/mcp',
    render: async ({ published, describe }) => {
      const reference = readReference(describe('openapi'));
      const endpoint = published.addresses.at('/api/mcp/rpc');
      const tools = toolsOf(reference);
      return {
        title: 'Connect an agent (MCP)',
        description:
          'How to give an assistant these signals as tools: set-up for Claude, Cursor, VS Code and plain HTTP.',
        heading: 'Connect an agent',
        lead: html`An assistant that speaks the Model Context Protocol can look startups up by itself and name the page behind every number. The server is at <code>${endpoint}</code>; reading needs no key.`,
        side: groups(reference, '/docs/mcp'),
        main: html`${mcpClients(endpoint).map(
          ({ name, where, snippet }) => html`<section>
<h2>${name}</h2>
<p>${where}</p>
${codeBlock(`For ${name}`, snippet)}
</section>`,
        )}${section('tools', 'What it can ask')`
<dl class="members">${tools.map(({ tool, operation, slug }) => html`<dt><a href="/docs/${slug}#${operation.operationId}"><code>${tool}</code></a></dt><dd>${operation.summary}. ${operation.security.length > 0 ? 'Paid: set the credit key in the client’s environment.' : null}</dd>\n`)}</dl>
<p>Agents that speak A2A find <a href="/.well-known/agent-card.json">an agent card</a>, and other frameworks <a href="/api/agent/tools">tool definitions as JSON Schema</a>.</p>`}`,
      };
    },
  }),
  page({
    path: '/docs/{tag}',
    render: async ({ published, describe, params }) => {
      const reference = readReference(describe('openapi'));
      const tag = reference.tags.find(({ slug }) => slug === params['tag']);
      if (!tag) return undefined;
      const path = `/docs/${tag.slug}`;
      return {
        title: `${tag.name}: API reference`,
        description: `${tag.description}. Parameters, answers, errors and examples.`,
        heading: tag.name,
        lead: `${tag.description}.`,
        side: groups(reference, path),
        main: [
          ...tag.operations.map((operation) => operationSection(operation, published.baseUrl)),
          namedSchemas(tag.operations, reference),
        ],
      };
    },
    addresses: async ({ addresses }) => TAG_SLUGS.map((slug) => addresses.at(`/docs/${slug}`)),
  }),
];

/** The groups of the reference, which the site map lists. A test compares them with the document. */
export const TAG_SLUGS: readonly string[] =
  'signals startups answers diligence scout citations badges feeds paid meta'.split(' ');

/** Links to all pages of the reference. */
function groups({ tags }: Reference, here: string): Html {
  const pages = [
    ['/docs', 'Overview'],
    ['/docs/mcp', 'Connect an agent'],
    ...tags.map(({ slug, name }) => [`/docs/${slug}`, name]),
  ];
  return html`<nav class="contents" aria-label="Reference">
${folded('Reference', html`<ul>${pages.map(([path, name]) => html`<li><a href="${path}"${path === here ? html` aria-current="page"` : null}>${name}</a></li>\n`)}</ul>`)}
</nav>`;
}

/** The schemas that the operations of a page refer to, each once. */
function namedSchemas(
  operations: readonly DescribedOperation[],
  { schemas }: Reference,
): Html | null {
  const names = namedIn(operations, schemas);
  if (names.size === 0) return null;
  return section('schemas', 'What the answers hold', 'schemas')`
${[...names].map((name) => {
  const schema = schemas[name];
  return (
    schema &&
    html`<section id="schema-${name}" aria-labelledby="schema-${name}-heading">
<h3 id="schema-${name}-heading"><code>${name}</code></h3>
${schema.description === undefined ? null : html`<p>${schema.description}</p>`}
${schemaTree(schema) ?? html`<p>${kindOf(schema)}</p>`}
</section>`
  );
})}`;
}

/** MCP tools in the order of the reference, each with the operation that does the same. */
function toolsOf({ tags }: Reference) {
  const seen = new Set<string>();
  return tags.flatMap(({ slug, operations }) =>
    operations.flatMap((operation) => {
      const tool = operation['x-mcp-tool'];
      if (tool === undefined || seen.has(tool)) return [];
      seen.add(tool);
      return [{ tool, operation, slug }];
    }),
  );
}
