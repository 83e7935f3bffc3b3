import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadConfig } from '../../../src/lib/config/config.ts';
import { SETTING_NAMES } from '../../../src/lib/config/settings.ts';
import { COMMON_VARIABLES } from '../../support/common-variables.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const warningsOf = (names: readonly string[]) =>
  loadConfig(Object.fromEntries(names.map((name) => [name, '1'])), '/nowhere').warnings;

describe('a misspelled name of a setting', () => {
  const SLIPS = {
    PORTT: 'PORT',
    port: 'PORT',
    DATADIR: 'DATA_DIR',
    X402_PAYTO: 'X402_PAY_TO',
    'X402-PAY-TO': 'X402_PAY_TO',
    GITHUB_TOEKNS: 'GITHUB_TOKENS',
    REDIS_URI: 'REDIS_URL',
    STRIPE_WEBHOOK_SECRETS: 'STRIPE_WEBHOOK_SECRET',
  };

  it('is an error in the .env file and a warning in the environment, with what was probably meant', async (t) => {
    const folder = await temporaryFolder(t);
    for (const [name, meant] of Object.entries(SLIPS)) {
      const said = (where: string) =>
        `${name} in ${where} is no setting; ${meant} was probably meant`;
      assert.deepEqual(warningsOf([name]), [said('the environment')]);
      await writeFile(join(folder, '.env'), `${name}=1\n`);
      assert.throws(
        () => loadConfig({}, folder),
        ({ message }: Error) => message.includes(said('.env')),
      );
    }
  });

  it('of any setting is found, whichever letter is dropped, doubled, changed or swapped', () => {
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
        ].filter((slip) => ![...SETTING_NAMES, ...COMMON_VARIABLES].includes(slip));
        for (const slip of slips)
          assert.match(warningsOf([slip])[0] ?? slip, / was probably meant$/);
      }),
    );
  });

  it('that begins with BELLWETHER_ is an error, and no link to a service of that name is', () => {
    assert.throws(() => warningsOf(['BELLWETHER_PORT']), /BELLWETHER_PORT is no set/);
    const links = {
      BELLWETHER_SERVICE_HOST: '10.0.0.7',
      BELLWETHER_SERVICE_PORT_HTTP: '8080',
      BELLWETHER_PORT: 'tcp://10.0.0.7:8080',
      BELLWETHER_PORT_8080_TCP_ADDR: '10.0.0.7',
      DATA_PORT: 'tcp://10.0.0.8:5432',
    };
    assert.deepEqual(loadConfig(links, '/nowhere').warnings, []);
  });

  it('is no name of another program, which is passed over', async (t) => {
    assert.ok(COMMON_VARIABLES.length >= 200, `${COMMON_VARIABLES.length}`);
    assert.deepEqual(warningsOf(COMMON_VARIABLES), []);
    const folder = await temporaryFolder(t);
    const lines = COMMON_VARIABLES.map((name) => `${name}=1\n`);
    await writeFile(join(folder, '.env'), lines.join(''));
    const slip = 'GITHUB_TOKEN in .env is no setting; GITHUB_TOKENS was probably meant';
    assert.ok(loadConfig({}, folder).warnings.includes(slip));
  });
});
