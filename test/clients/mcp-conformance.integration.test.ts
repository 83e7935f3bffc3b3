/**
 * The protocol's own conformance suite, run against the service. Its other scenarios call tools,
 * resources and prompts of a fixture server (`test_simple_text`, `test://static-text`, …), or what
 * this service does not do: logging, sampling, elicitation, sessions.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/temporary.ts';
import { type ServedMcp, serveMcp } from '../transports/mcp/serve.ts';
import { skip } from './installed.ts';

const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'dns-rebinding-protection',
];

describe('the conformance suite of MCP', { skip }, () => {
  let served: ServedMcp;
  let suite: string;
  before(async () => {
    suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
    // The suite calls on behalf of pages of other origins, which only a local service refuses.
    served = await serveMcp({ baseUrl: 'http://localhost' });
  });
  after(() => served.service.close());

  for (const scenario of SCENARIOS)
    it(`passes ${scenario}`, async (t) => {
      const folder = await temporaryFolder(t);
      const url = served.url.replace('127.0.0.1', 'localhost');
      const args = ['server', '--url', url, '--scenario', scenario, '--output-dir', folder];
      await promisify(execFile)(process.execPath, [suite, ...args]).catch(() => undefined);
      const [results = ''] = await readdir(folder);
      const checks = JSON.parse(await readFile(join(folder, results, 'checks.json'), 'utf8')) as {
        id: string;
        status: string;
        errorMessage?: string;
      }[];
      assert.ok(checks.length > 0);
      for (const { id, status, errorMessage } of checks)
        assert.equal(status, 'SUCCESS', `${id}: ${errorMessage}`);
    });
});
