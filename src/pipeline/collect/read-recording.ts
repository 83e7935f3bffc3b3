/**
 * Reads recorded histories: a folder with `repositories.ndjson` and a `<owner>__<name>.tsv.gz` for
 * each repository (format: docs/ledger.md).
 */
import { createReadStream } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import { dayOf, isoDay, parseDay } from '../../lib/period.ts';
import { FILE_KINDS, noFiles } from '../ledger/ledger-tables.ts';
import type { Coauthor, Commit, History, Tag } from './commit.ts';

/** One line of `repositories.ndjson`; unknown members are ignored. */
const RecordedRepository = z.object({
  repo: z.string().regex(/^[^/\s]+\/[^/\s]+$/),
  head: z.string(),
  since: z.iso.date().nullable(),
  first_root_commit_at: z.number().int().nullable(),
  covered_through: z.iso.date(),
  tags: z.array(z.tuple([z.string(), z.number().int()])),
  releases_from: z.iso.date().nullable().optional(),
  dependencies: z.enum(['manifests', 'lines']).nullable().default('lines'),
});

/** The required columns; all others have a neutral default. */
const REQUIRED = ['sha', 'authored_at', 'committed_at', 'email_hash', 'parents'] as const;

/** A folder's recorded histories by repository (`owner/name`). Commits are read when iterated. */
export async function recordedHistories(folder: string): Promise<Map<string, History>> {
  const path = join(folder, 'repositories.ndjson');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new BellwetherError(
      'recording-unreadable',
      `${path} cannot be read (${messageOf(error)}); name the folder that holds it and the .tsv.gz files`,
    );
  });
  const histories = new Map<string, History>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const facts = parseRepository(`${path}:${index + 1}`, line);
    histories.set(facts.repo, {
      repository: facts.repo,
      head: facts.head,
      coveredFrom: facts.since,
      coveredThrough: facts.covered_through,
      firstCommitAt: facts.first_root_commit_at,
      tags: facts.tags,
      releasesFrom:
        facts.releases_from === undefined
          ? releasesHeldFrom(facts.tags, facts.covered_through)
          : facts.releases_from,
      dependencyBasis: facts.dependencies,
      commits: recordedCommits(historyFile(folder, facts.repo)),
    });
  }
  return histories;
}

function historyFile(folder: string, repository: string): string {
  return join(folder, `${repository.replace('/', '__')}.tsv.gz`);
}

function parseRepository(where: string, line: string): z.infer<typeof RecordedRepository> {
  try {
    return RecordedRepository.parse(JSON.parse(line));
  } catch (error) {
    const fault = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error);
    throw new BellwetherError('recording-invalid', `${where} is not a repository record: ${fault}`);
  }
}

/**
 * Some recordings hold at most this many tags a repository, the last ones by name. Tags that sort
 * before them are missing, regardless of age.
 */
const TRUNCATED_LENGTH = 800;

/**
 * The first day from which a truncated list has every tag (ISO date); null if it is complete. If the
 * names are plain versions, the missing ones are older than the first one listed. If they begin with
 * a package name, whole packages are missing, so the result is the day after the copy's last.
 *
 * @param tags in recorded order
 * @param coveredThrough last full day of the copy (ISO date)
 */
function releasesHeldFrom(tags: readonly Tag[], coveredThrough: string): string | null {
  const [first] = tags;
  const isSorted = tags.every(([name], index) => (tags[index - 1]?.[0] ?? '') <= name);
  if (tags.length !== TRUNCATED_LENGTH || first === undefined || !isSorted) return null;
  const lastDay = parseDay(coveredThrough);
  const [name, taggedAt] = first;
  return isoDay((/^v?\d/.test(name) ? Math.min(dayOf(taggedAt), lastDay) : lastDay) + 1);
}

async function* recordedCommits(path: string): AsyncGenerator<Commit> {
  await access(path).catch(() => {
    throw new BellwetherError(
      'recording-incomplete',
      `${path} is missing from the recording; copy the whole folder again`,
    );
  });
  const input = createReadStream(path, { highWaterMark: 1 << 20 });
  const gunzip = input.pipe(createGunzip());
  input.once('error', (error) => gunzip.destroy(error));
  let lineNumber = 0;
  let read: ((fields: string[]) => Commit) | undefined;
  try {
    for await (const line of createInterface({ input: gunzip, crlfDelay: Infinity })) {
      lineNumber++;
      const fields = line.split('\t');
      if (read) yield read(fields);
      else read = commitReader(fields);
    }
    if (!read) throw new Error('it is empty; its first line must name the columns');
  } catch (error) {
    const where = lineNumber === 0 ? path : `${path}:${lineNumber}`;
    throw new BellwetherError(
      'recording-invalid',
      `${where} cannot be read as a recorded history: ${messageOf(error)}; copy the file again`,
      { cause: error },
    );
  } finally {
    input.destroy();
  }
}

/** A function that parses lines with the header's columns. */
function commitReader(header: readonly string[]): (fields: string[]) => Commit {
  const missing = REQUIRED.filter((column) => !header.includes(column));
  if (missing.length > 0) throw new Error(`the columns ${missing.join(', ')} are missing`);
  const at = new Map(header.map((column, index) => [column, index]));
  return (fields) => {
    if (fields.length !== header.length)
      throw new Error(`${fields.length} fields where the header names ${header.length}`);
    const text = (column: string) => fields[at.get(column) ?? -1] ?? '';
    const files = noFiles();
    for (const kind of FILE_KINDS) files[kind] = wholeNumber(text(kind), kind);
    return {
      sha: text('sha'),
      authoredAt: wholeNumber(text('authored_at'), 'authored_at'),
      committedAt: wholeNumber(text('committed_at'), 'committed_at'),
      emailHash: text('email_hash'),
      nameHash: text('name_hash'),
      botName: text('bot'),
      agent: text('agent'),
      agentRole: agentRole(text('agent_role')),
      coauthors: coauthorsIn(text('coauthors'), text('coauthor_names')),
      parents: wholeNumber(text('parents'), 'parents'),
      files,
      dependenciesAdded: list(text('deps_added')),
      dependenciesRemoved: list(text('deps_removed')),
    };
  };
}

function wholeNumber(text: string, column: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`${column} is ${text}, not a whole number`);
  return number;
}

function agentRole(text: string): Commit['agentRole'] {
  if (text === '' || text === 'author' || text === 'coauthor') return text;
  throw new Error(`agent_role is ${text}; it must be author, coauthor or empty`);
}

function coauthorsIn(addresses: string, names: string): readonly Coauthor[] {
  const emailHashes = list(addresses);
  const nameHashes = names.split(',');
  if (names !== '' && nameHashes.length !== emailHashes.length)
    throw new Error(
      `coauthor_names has ${nameHashes.length} names for the ${emailHashes.length} addresses in coauthors; an unknown name is left empty`,
    );
  return emailHashes.map((emailHash, index) => ({ emailHash, nameHash: nameHashes[index] ?? '' }));
}

function list(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}
