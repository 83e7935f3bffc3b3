/** Errors when ClickHouse cannot be asked. Its answers are compared in test/clickhouse/. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { clickHouseColumns } from '../../../src/pipeline/ledger/clickhouse/clickhouse-tables.ts';
import { withClient } from '../../../src/pipeline/ledger/clickhouse/client.ts';
import { TABLES } from '../../../src/pipeline/ledger/ledger-tables.ts';
import { serveHttp } from '../../support/http-server.ts';

const ask = (url: string) =>
  withClient(url, (client) => client.command({ query: 'SELECT 1' }), 500);

describe('a ClickHouse', () => {
  it('without a listening server is away', async () => {
    await assert.rejects(ask('http://someone:secret@127.0.0.1:9/forge'), (error: Error) => {
      assert.match(error.message, /^ClickHouse at 127\.0\.0\.1:9\/forge cannot be reached now/);
      assert.doesNotMatch(error.message, /secret/);
      return 'code' in error && error.code === 'clickhouse-away';
    });
  });

  for (const [what, code, status] of [
    ['refuses', 'clickhouse-failed', 403],
    ['never answers', 'clickhouse-away', undefined],
  ] as const)
    it(`that ${what} is told apart`, async (t) => {
      const { url, close } = await serveHttp((_, response) => {
        if (status === undefined) return;
        response.writeHead(status, { 'x-clickhouse-exception-code': '516' });
        response.end('Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)');
      });
      t.after(close);
      await assert.rejects(ask(url), { code });
    });

  it('of a cluster has the columns of a single one', async () => {
    const path = join(PROJECT_ROOT, 'deploy', 'clickhouse', 'tables.sql');
    const text = (await readFile(path, 'utf8')).replace(/\s+/g, ' ');
    for (const table of TABLES)
      assert.ok(text.includes(`${clickHouseColumns(table).join(', ')}, load`), table);
  });
});
