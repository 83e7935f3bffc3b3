import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { NO_MAILMAP, parseMailmap } from '../../../../src/pipeline/collect/git/mailmap.ts';
import { temporaryFolder } from '../git-fixture.ts';

/** Spaces of ASCII alone. */
const trim = (text: string) => text.replace(/^ +| +$/g, '');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('a mailmap', () => {
  test('says of every signature what git says', async (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'map');
    const git = (args: string[], input: string) =>
      execFileSync('git', ['-C', folder, ...args], { input: latin1(input) }).toString('latin1');
    git(['init', '--quiet', '--bare'], '');
    // Bytes: UTF-8, another encoding, and spaces that are none in ASCII.
    const name = fc.constantFrom(
      '',
      'Ada',
      'ADA',
      'Ben Li',
      'J\xf6rg',
      'Zo\xc3\xab',
      'x\xa0',
      ' Di ',
    );
    const address = fc.constantFrom('', 'a@x', 'A@X', 'b@x', ' b@x', 'c', '\xf6@x', '\xd6@x');
    const signature = fc.tuple(name, address).map(([who, where]) => `${who} <${where}>`);
    const line = fc.oneof(
      signature,
      fc.tuple(signature, signature).map((both) => both.join(' ')),
      fc.tuple(signature, fc.constantFrom(' # why', '\r', ' <broken', '\t', ' > <')).map(String),
      fc.constantFrom('', '#', '# Ada <a@x> <b@x>', 'Ada', '<a@x', 'a@x>', '<<a@x>>'),
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 8 }),
        fc.array(fc.tuple(name, address)),
        (lines, given) => {
          const text = lines.join('\n');
          const people = given.filter(([, where]) => where.trim() === where);
          writeFileSync(file, latin1(text));
          const contacts = people.map(([who, where]) => `${trim(who)} <${where}>\n`).join('');
          const settings = ['-c', `mailmap.file=${file}`];
          const expected = git([...settings, 'check-mailmap', '--stdin'], contacts);
          const mailmap = parseMailmap(text);
          const found = people.map(([who, where]) => {
            const mapped = mailmap({ name: who, address: where });
            return `${[trim(mapped.name), `<${mapped.address}>`].filter(Boolean).join(' ')}\n`;
          });
          assert.deepEqual(found.join(''), expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('of any text is read', () => {
    for (const part of [' ', '<', '>', '<>', 'a <', '> a', '\t\r ', '\0'])
      for (const end of ['', '\nAda <a@x> <b@x>']) {
        const mailmap = parseMailmap(`${part.repeat(300_000)}${end}`);
        const { address } = mailmap({ name: '', address: 'b@x' });
        assert.equal(address, end === '' ? 'b@x' : 'a@x');
      }
    assert.equal(parseMailmap('# no entry\n'), NO_MAILMAP);
  });
});
