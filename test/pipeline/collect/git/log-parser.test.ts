/** The log is read the same however it arrives. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitFields } from '../../../../src/pipeline/collect/git/fields.ts';
import { LOG_FORMAT, parseLog } from '../../../../src/pipeline/collect/git/log-parser.ts';
import { all, GitFixture } from '../git-fixture.ts';

const parse = async (pieces: Buffer[], withContent: boolean) =>
  (await all(parseLog(splitFields(pieces), withContent))).flat();

for (const [files, withContent] of [
  ['--raw', true],
  ['--name-only', false],
] as const)
  test(`a log with ${files} may be cut anywhere`, async (t) => {
    const repository = new GitFixture(t);
    const author = { name: 'Zoë 名前', address: 'zoe@example.org' };
    const message = 'x\n\nCo-authored-by: Ben Sample <ben@example.org>';
    repository.commit({ author, files: { 'src/ü.ts': '1', 'package.json': '{}' } });
    repository.commit({ message });
    repository.commit({ files: { 'package.json': '{"name":"x"}', 'src/ü.ts': null } });
    const args = ['-C', repository.path, 'log', '-z', '--no-abbrev', files, LOG_FORMAT];
    const log = execFileSync('git', args, { stdio: 'pipe' });
    const whole = await parse([log], withContent);
    assert.deepEqual(
      whole.map((entry) => [entry.files.manifest, entry.files.src, entry.changes.length]),
      [
        [1, 1, withContent ? 1 : 0],
        [0, 0, 0],
        [1, 1, withContent ? 1 : 0],
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(log.length)), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), log.length];
        const pieces = places.slice(1).map((end, piece) => log.subarray(places[piece], end));
        assert.deepEqual(await parse(pieces, withContent), whole);
      }),
    );
  });

test('a field of 16 megabytes is cut, and an empty log has no commits', async () => {
  const bytes = 1 << 24;
  const open = '\0id 1 2 parent\0ada@example.org\nAda\0';
  const log = Buffer.from(`${open}${'Ben <ben@example.org>\n'.repeat(bytes / 22)}\0`);
  const pieces = Array.from({ length: Math.ceil(log.length / 65_536) }, (_, at) =>
    log.subarray(at * 65_536, (at + 1) * 65_536),
  );
  const [first, ...rest] = await parse(pieces, false);
  assert.deepEqual(rest, []);
  assert.deepEqual(first?.coauthors.split('\n'), Array(1000).fill('Ben <ben@example.org>'));
  assert.deepEqual(await parse([], false), []);
});
