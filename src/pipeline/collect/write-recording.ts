/**
 * Writes recorded histories in the format of `read-recording.ts`. Collecting from a recording gives
 * the same ledger rows as collecting from the repository. The only texts from people in it are names
 * of tags, of packages, and of accounts that may be automations.
 */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { readIfAny, writeFileAtomically } from '../../lib/atomic-files.ts';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import { FILE_KINDS } from '../ledger/ledger-tables.ts';
import type { Commit, History } from './commit.ts';
import { historyFile } from './read-recording.ts';

type Column = readonly [name: string, value: (commit: Commit) => string | number];

const COLUMNS: readonly Column[] = [
  ['sha', ({ sha }) => sha],
  ['authored_at', ({ authoredAt }) => authoredAt],
  ['committed_at', ({ committedAt }) => committedAt],
  ['email_hash', ({ emailHash }) => emailHash],
  ['name_hash', ({ nameHash }) => nameHash],
  ['bot', ({ botName }) => botName],
  ['agent', ({ agent }) => agent],
  ['coauthors', ({ coauthors }) => coauthors.map(({ emailHash }) => emailHash).join()],
  ['coauthor_names', ({ coauthors }) => coauthors.map(({ nameHash }) => nameHash).join()],
  ['parents', ({ parents }) => parents],
  ...FILE_KINDS.map((kind): Column => [kind, ({ files }) => files[kind]]),
  ['deps_added', ({ dependenciesAdded }) => dependenciesAdded.join()],
  ['deps_removed', ({ dependenciesRemoved }) => dependenciesRemoved.join()],
  ['agent_role', ({ agentRole }) => agentRole],
];

/**
 * Records a history in a folder, which is created if missing; replaces an older recording of the
 * repository. Only one process may record in a folder at a time.
 *
 * @throws anything that reading the history throws; the older recording is then kept
 */
export async function recordHistory(history: History, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = historyFile(folder, history.repository);
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  const totals: Totals = { commits: 0, lastAt: null };
  try {
    const rows = Readable.from(recordedLines(history, totals));
    await pipeline(rows, createGzip(), createWriteStream(temporary));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  factsRecorded = factsRecorded.catch(() => {}).then(() => recordFacts(history, totals, folder));
  await factsRecorded;
}

/** Serializes changes to a folder's `repositories.ndjson`. */
let factsRecorded: Promise<void> = Promise.resolve();

type Totals = { commits: number; lastAt: number | null };

/** Number of commits whose lines are written together. */
const LINES_AT_ONCE = 500;

async function* recordedLines(history: History, totals: Totals): AsyncGenerator<string> {
  let lines = line(COLUMNS.map(([name]) => name));
  for await (const commit of history.commits) {
    lines += line(COLUMNS.map(([, value]) => value(commit)));
    totals.lastAt = Math.max(totals.lastAt ?? 0, commit.committedAt);
    if (++totals.commits % LINES_AT_ONCE !== 0) continue;
    yield lines;
    lines = '';
  }
  yield lines;
}

/** One line; control characters and line breaks in values are replaced. */
function line(values: readonly (string | number)[]): string {
  return `${values.map((value) => String(value).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')).join('\t')}\n`;
}

async function recordFacts(history: History, totals: Totals, folder: string): Promise<void> {
  const path = join(folder, 'repositories.ndjson');
  const text = String((await readIfAny(path)) ?? '');
  const recorded = text.split('\n').filter((record) => record.trim() !== '');
  const fresh = JSON.stringify({
    repo: history.repository,
    head: history.head,
    since: history.coveredFrom,
    first_root_commit_at: history.firstCommitAt,
    commits: totals.commits,
    last_at: totals.lastAt,
    tags: history.tags,
    releases_from: history.releasesFrom,
    dependencies: history.dependencyBasis,
    covered_through: history.coveredThrough,
  });
  const others = recorded.filter((record) => repositoryOf(record, path) !== history.repository);
  await writeFileAtomically(path, `${[...others, fresh].join('\n')}\n`);
}

function repositoryOf(record: string, path: string): unknown {
  try {
    return JSON.parse(record).repo;
  } catch (error) {
    throw new BellwetherError(
      'recording-invalid',
      `${path} holds a line that is no repository record (${messageOf(error)}); mend or remove it`,
    );
  }
}
