/** The log is read the same however it arrives. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  LOG_FORMAT,
  type LogEntry,
  LogParser,
} from '../../../../src/pipeline/collect/git/log-parser.ts';
import { GitFixture } from '../git-fixture.ts';

for (const [files, wantsContent] of [
  ['--raw', () => true],
  ['--name-only', undefined],
] as const)
  test(`a log with ${files} may be cut anywhere`, (t) => {
    const repository = new GitFixture(t);
    const author = { name: 'Zoë 名前', address: 'zoe@example.org' };
    const message = 'x\n\nCo-authored-by: Ben Sample <ben@example.org>';
    repository.commit({ author, files: { 'src/ü.ts': '1', 'package.json': '{}' } });
    repository.commit({ message });
    repository.commit({ files: { 'package.json': '{"name":"x"}', 'src/ü.ts': null } });
    const log = execFileSync(
      'git',
      ['-C', repository.path, 'log', '-z', '--no-abbrev', files, LOG_FORMAT],
      { stdio: 'pipe' },
    );
    const whole = parse([log], wantsContent);
    assert.deepEqual(
      whole.map((entry) => [entry.files.manifest, entry.files.src, entry.changes.length]),
      [
        [1, 1, wantsContent ? 1 : 0],
        [0, 0, 0],
        [1, 1, wantsContent ? 1 : 0],
      ],
    );
    fc.assert(
      fc.property(fc.array(fc.nat(log.length)), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), log.length];
        const pieces = places.slice(1).map((end, piece) => log.subarray(places[piece], end));
        assert.deepEqual(parse(pieces, wantsContent), whole);
      }),
    );
  });

test('a field of 16 megabytes is cut', () => {
  const bytes = 1 << 24;
  const open = '\0id 1 2 parent\0ada@example.org\nAda\0';
  const log = Buffer.from(`${open}${'Ben <ben@example.org>\n'.repeat(bytes / 22)}\0`);
  const pieces = Array.from({ length: Math.ceil(log.length / 65_536) }, (_, at) =>
    log.subarray(at * 65_536, (at + 1) * 65_536),
  );
  const [first, ...rest] = parse(pieces);
  assert.deepEqual(rest, []);
  assert.deepEqual(first?.coauthors.split('\n'), Array(1000).fill('Ben <ben@example.org>'));
});

test('an empty log has no commits', () => {
  assert.deepEqual(parse([]), []);
});

function parse(pieces: Buffer[], wantsContent?: (path: string) => boolean): LogEntry[] {
  const parser = new LogParser(wantsContent);
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()];
}
