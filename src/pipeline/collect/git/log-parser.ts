/**
 * The format of `git log`'s output, and a streaming parser for it.
 *
 * A commit begins with an empty field, which no path can be, so no text written by people can be
 * mistaken for a commit.
 */
import { type FileCounts, noFiles } from '../../ledger/ledger-tables.ts';
import { fileKind } from '../file-kinds.ts';
import { isReadableManifest } from '../manifests.ts';
import { gitFields, MAX_FIELD_BYTES } from './fields.ts';
import { PathCount } from './path-count.ts';
import type { GitOptions } from './run-git.ts';

/** `id at ct parents…`, `address LF name`, and the values of co-author trailers, one a line. */
export const LOG_FORMAT =
  '--format=tformat:%x00%H %at %ct %P%x00%ae%n%an%x00' +
  '%(trailers:key=Co-authored-by,valueonly,unfold,separator=%x0A)';

/** A commit as it appears in the log. Texts are bytes decoded as Latin-1. */
export type LogEntry = {
  id: string;
  /** Unix seconds; 0 if the date cannot be read. */
  authoredAt: number;
  committedAt: number;
  parents: number;
  /** `address LF name` */
  author: string;
  coauthors: string;
  files: FileCounts;
  /** Changed manifests, where they are wanted. */
  changes: FileChange[];
};

/** Blob ids of a file before and after a commit; undefined if it is not a regular file. */
export type FileChange = { path: string; before: string | undefined; after: string | undefined };

const MAX_COAUTHORS = 1000;

/**
 * Arguments of a log that leaves out what landed before a day (ISO date); null leaves out nothing. Looks at
 * every commit, since clocks are wrong in places; git only spares itself the diffs.
 */
export function sinceDay(day: string | null): string[] {
  return day === null ? [] : [`--since-as-filter=${day}T00:00:00+0000`];
}

/** Arguments of every log: plain output, regardless of the repository's settings. */
const PLAIN_LOG = [
  ...['log', '--no-mailmap', '-z', '--no-color', '--no-show-signature', '--encoding=UTF-8'],
  ...['--no-abbrev', '--no-renames', '--no-ext-diff'],
];

/**
 * Reads a log, some commits at a time.
 *
 * @param args begin with a format
 * @param withContent the log has blob ids (`--raw --no-abbrev`), which are wanted of manifests; otherwise
 *   it has names of files (`--name-only`) or none
 */
export function readLog(
  args: readonly string[],
  git: GitOptions,
  withContent: boolean,
): AsyncGenerator<LogEntry[]> {
  return parseLog(gitFields([...PLAIN_LOG, ...args], git), withContent);
}

/** @param fields of the log, in pieces */
export async function* parseLog(
  fields: AsyncIterable<string[]>,
  withContent: boolean,
): AsyncGenerator<LogEntry[]> {
  const complete: LogEntry[] = [];
  const parser = commitParser(withContent, complete);
  parser.next();
  for await (const piece of fields) {
    for (const field of piece) parser.next(field);
    yield complete.splice(0);
  }
  // Ends the last commit, as the beginning of another one would.
  parser.next('');
  yield complete;
}

/** Takes one field after the other, from the empty one before the first commit on. */
function* commitParser(withContent: boolean, complete: LogEntry[]): Generator<void, void, string> {
  yield;
  for (;;) {
    const entry = openEntry(yield, yield, yield);
    const count = new PathCount(entry.id);
    // A line feed separates a commit from its files.
    let field = (yield).replace(/^\n/, '');
    for (; field !== ''; field = yield) {
      const path = withContent ? yield : field;
      const kind = fileKind(path);
      entry.files[kind]++;
      const isWanted = withContent && kind === 'manifest' && isReadableManifest(path);
      if (isWanted) entry.changes.push(fileChange(path, field));
      count.add(path, isWanted);
    }
    complete.push(entry);
  }
}

/**
 * The first trailers. Of a field that was cut, the last one is left out: half an address is another one.
 *
 * @param field one a line
 */
function firstCoauthors(field: string): string {
  const end = field.length < MAX_FIELD_BYTES ? field.length : field.lastIndexOf('\n');
  return field.slice(0, Math.max(0, end)).split('\n', MAX_COAUTHORS).join('\n');
}

function openEntry(head: string, author: string, coauthors: string): LogEntry {
  const [id = '', authoredAt = '', committedAt = '', ...parents] = head.split(' ');
  return {
    id,
    authoredAt: instant(authoredAt),
    committedAt: instant(committedAt),
    parents: parents[0] === '' ? 0 : parents.length,
    author,
    coauthors: firstCoauthors(coauthors),
    files: noFiles(),
    changes: [],
  };
}

const MAX_UNIX_SECONDS = 253_402_300_799;

/**
 * Unix seconds from git's output. Broken clocks produce any value, so dates before 1970 become 0, and
 * those after the year 9999 its last second.
 */
export function instant(digits: string): number {
  const seconds = Number(digits);
  return seconds > 0 ? Math.min(Math.trunc(seconds), MAX_UNIX_SECONDS) : 0;
}

/** @param change `:100644 100644 <id before> <id after> M` */
function fileChange(path: string, change: string): FileChange {
  const [modeBefore = '', modeAfter = '', before, after] = change.slice(1).split(' ');
  return {
    path,
    before: isPlainFile(modeBefore) ? before : undefined,
    after: isPlainFile(modeAfter) ? after : undefined,
  };
}

/** Symbolic links and submodules have other modes; a missing file has 000000. */
function isPlainFile(mode: string): boolean {
  return mode.startsWith('100');
}
