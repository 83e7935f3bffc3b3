import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { connect, type ServedMcp, serveMcp } from './serve.ts';

let text: string;
let served: ServedMcp;
let client: Client;
before(async () => {
  text = await readFile(join(PROJECT_ROOT, 'docs', 'mcp.md'), 'utf8');
  served = await serveMcp({ isPublished: false });
  client = await connect(served, '2026-07-28');
});
after(async () => {
  await client.close();
  await served.service.close();
});

/** The rows of the table whose first heading this is: the names in their first two cells. */
function table(heading: string): [string, string[]][] {
  const [, rows = ''] =
    new RegExp(`^\\| ${heading} .*\\n\\|[-| ]+\\|\\n((?:\\|.*\\n)+)`, 'm').exec(text) ?? [];
  return rows
    .trimEnd()
    .split('\n')
    .map((row) => {
      const [, first = '', second = ''] = row.split('|');
      const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      return [names(first)[0] ?? '', names(second).sort()];
    });
}

describe('docs/mcp.md', () => {
  it('lists the tools with their arguments', async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      table('tool').sort(),
      tools
        .map(({ name, inputSchema: { properties = {} } }) => [name, Object.keys(properties).sort()])
        .sort(),
    );
  });

  it('lists the resources and the prompts with their arguments', async () => {
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(
      table('resource').map(([uri]) => uri),
      [...resources.map(({ uri }) => uri), ...resourceTemplates.map((each) => each.uriTemplate)],
    );
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      table('prompt'),
      prompts.map(({ name, arguments: args = [] }) => [name, args.map((each) => each.name)]),
    );
  });

  it('has configurations that are JSON, with the address or the command', () => {
    const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block = '']) =>
      JSON.stringify(JSON.parse(block)),
    );
    assert.equal(blocks.length, 3);
    for (const block of blocks) assert.match(block, /\/api\/mcp\/rpc"|bellwether\.cjs","mcp"/);
  });
});
