import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadConfig } from '../../../src/lib/config/config.ts';
import { SETTING_NAMES } from '../../../src/lib/config/settings.ts';
import { COMMON_VARIABLES } from '../../support/common-variables.ts';
import { temporaryFolder } from '../../support/temporary.ts';

describe('a misspelled name of a setting', () => {
  const SLIPS = {
    PORTT: 'PORT',
    port: 'PORT',
    DATADIR: 'DATA_DIR',
    DATA_DRI: 'DATA_DIR',
    X402_PAYTO: 'X402_PAY_TO',
    'X402-PAY-TO': 'X402_PAY_TO',
    BASEURL: 'BASE_URL',
    GITHUB_TOEKNS: 'GITHUB_TOKENS',
    REDIS_URI: 'REDIS_URL',
    STRIPE_WEBHOOK_SECRETS: 'STRIPE_WEBHOOK_SECRET',
  };

  it('is an error in the .env file, which says what was probably meant', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(
      join(folder, '.env'),
      Object.keys(SLIPS)
        .map((name) => `${name}=1\n`)
        .join(''),
    );
    assert.throws(
      () => loadConfig({}, folder),
      ({ message }: Error) => {
        for (const [name, meant] of Object.entries(SLIPS))
          assert.ok(
            message.includes(`${name} in .env is no setting; ${meant} was probably meant`),
            `${name}: ${message}`,
          );
        return true;
      },
    );
  });

  it('is a warning in the environment', async (t) => {
    const folder = await temporaryFolder(t);
    for (const [name, meant] of Object.entries(SLIPS))
      assert.deepEqual(loadConfig({ [name]: '1' }, folder).warnings, [
        `${name} in the environment is no setting; ${meant} was probably meant`,
      ]);
  });

  it('of any setting is found, whichever letter is dropped, doubled, changed or swapped', async (t) => {
    const folder = await temporaryFolder(t);
    const names = SETTING_NAMES.filter((name) => !name.startsWith('BELLWETHER_'));
    const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), letter, (name, position, other) => {
        const at = position % name.length;
        const slips = [
          name.slice(0, at) + name.slice(at + 1),
          name.slice(0, at) + name.charAt(at) + name.slice(at),
          name.slice(0, at) + other + name.slice(at + 1),
          name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2),
          name.replaceAll('_', ''),
          name.toLowerCase(),
        ].filter((slip) => !(SETTING_NAMES as string[]).includes(slip));
        for (const slip of slips.filter((one) => !COMMON_VARIABLES.includes(one)))
          assert.match(
            loadConfig({ [slip]: '1' }, folder).warnings[0] ?? `nothing about ${slip}`,
            / was probably meant$/,
          );
      }),
    );
  });

  it('that begins with BELLWETHER_ is an error, and no link to a service of that name is', async (t) => {
    const folder = await temporaryFolder(t);
    assert.throws(() => loadConfig({ BELLWETHER_PORT: '80' }, folder), /BELLWETHER_PORT is no set/);
    const links = {
      BELLWETHER_SERVICE_HOST: '10.0.0.7',
      BELLWETHER_SERVICE_PORT: '8080',
      BELLWETHER_SERVICE_PORT_HTTP: '8080',
      BELLWETHER_PORT: 'tcp://10.0.0.7:8080',
      BELLWETHER_PORT_8080_TCP: 'tcp://10.0.0.7:8080',
      BELLWETHER_PORT_8080_TCP_ADDR: '10.0.0.7',
      DATA_PORT: 'tcp://10.0.0.8:5432',
    };
    assert.deepEqual(loadConfig(links, folder).warnings, []);
  });
});

describe('other programs’ names', () => {
  it('are passed over', async (t) => {
    const folder = await temporaryFolder(t);
    assert.ok(COMMON_VARIABLES.length >= 200, `${COMMON_VARIABLES.length}`);
    const environment = Object.fromEntries(COMMON_VARIABLES.map((name) => [name, '1']));
    assert.deepEqual(loadConfig(environment, folder).warnings, []);
  });

  it('are no error in the .env file either', async (t) => {
    const folder = await temporaryFolder(t);
    const lines = COMMON_VARIABLES.map((name) => `${name}=1\n`).join('');
    await writeFile(join(folder, '.env'), lines);
    const { warnings } = loadConfig({}, folder);
    assert.ok(
      warnings.includes('GITHUB_TOKEN in .env is no setting; GITHUB_TOKENS was probably meant'),
    );
  });
});
