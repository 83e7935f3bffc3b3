import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadConfig, SETTING_NAMES } from '../src/config.ts';
import { temporaryFolder } from './support/temporary.ts';

describe('the settings', () => {
  it('have defaults', async (t) => {
    const folder = await temporaryFolder(t);
    assert.deepEqual(loadConfig({}, folder).config, {
      port: 8080,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:8080',
      dataFolder: join(folder, 'var'),
      logLevel: 'warn',
    });
  });

  it('are taken from the environment before the .env file', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, '.env'), 'PORT=1\nHOST="::1"\n# comment\n');
    const { config } = loadConfig({ PORT: '9000', HOST: '' }, folder);
    assert.equal(config.port, 9000);
    assert.equal(config.host, '::1');
    assert.equal(config.baseUrl, 'http://localhost:9000');
  });

  it('drop the slash at the end of the address', async (t) => {
    const folder = await temporaryFolder(t);
    const { config } = loadConfig({ BASE_URL: 'https://signals.example.org//' }, folder);
    assert.equal(config.baseUrl, 'https://signals.example.org');
  });

  it('are refused with what would be right, all at once', async (t) => {
    const folder = await temporaryFolder(t);
    const bad = { PORT: '70000', BASE_URL: 'example.org', LOG_LEVEL: 'loud', BELLWETHER_X: '1' };
    assert.throws(
      () => loadConfig(bad, folder),
      (error: Error) => {
        assert.match(error.message, /PORT is "70000": it must be at most 65535/);
        assert.match(error.message, /BASE_URL is "example\.org": it must be an address like/);
        assert.match(error.message, /LOG_LEVEL is "loud": it must be one of trace, debug/);
        assert.match(error.message, /BELLWETHER_X is no setting/);
        return true;
      },
    );
    for (const PORT of ['0', '-1', '1.5', 'NaN', '0x'])
      assert.throws(() => loadConfig({ PORT }, folder), { code: 'settings-invalid' }, PORT);
    for (const BASE_URL of [
      'ftp://example.org',
      'https://example.org/?x',
      'https://example.org/sub',
      'https://',
    ])
      assert.throws(() => loadConfig({ BASE_URL }, folder), { code: 'settings-invalid' }, BASE_URL);
  });

  it('are all documented, and nothing else is', async () => {
    const path = join(import.meta.dirname, '..', 'docs', 'settings.md');
    const rows = (await readFile(path, 'utf8')).matchAll(/^\| `([A-Z_]+)` \|/gm);
    assert.deepEqual([...rows].map(([, name]) => name).sort(), [...SETTING_NAMES].sort());
  });
});
