/**
 * Reads the history of a local repository as a stream, with one `git log` over its default branch.
 * Nothing is fetched, even if a partial clone lacks objects.
 */
import { isUtf8 } from 'node:buffer';
import { BellwetherError } from '../../../lib/errors.ts';
import { memoize } from '../../../lib/memoize.ts';
import { dayOf, isoDay, parseDay } from '../../../lib/period.ts';
import { noFiles } from '../../ledger/ledger-tables.ts';
import type { AccountRules } from '../../signals/accounts.ts';
import type { Commit, History } from '../commit.ts';
import {
  type Author,
  type Coauthors,
  parseSignature,
  readAuthor,
  readCoauthors,
  type Signature,
} from './authors.ts';
import { DependencyWalk } from './dependency-changes.ts';
import { LOG_FORMAT, type LogEntry, LogParser, sinceDay } from './log-parser.ts';
import { type Mailmap, NO_MAILMAP, readMailmap } from './mailmap.ts';
import { type ManifestStep, NO_CHANGES } from './manifest-state.ts';
import type { CommitFiles } from './manifest-tree.ts';
import {
  type Contents,
  contentsOf,
  type Facts,
  factsOf,
  gitDirOf,
  headOf,
  refuseShallow,
} from './repository.ts';
import { type GitOptions, runSiblings, startGit } from './run-git.ts';

export type GitHistoryOptions = {
  /** A bare repository, or a working tree. */
  gitDir: string;
  /** `owner/name`. */
  repository: string;
  /** Commits and tags before this day (ISO date) are left out; null reads all. */
  coveredFrom: string | null;
  /** Unix seconds at which the repository was in this state. */
  copiedAt: number;
  /** HMAC key for hashing names and addresses. */
  identityKey: Buffer;
  rules: AccountRules;
  /** False to read only commits, without files and dependencies; trees are then not needed. */
  withPaths: boolean;
  /** What is known of a copy of ours; of other repositories it is read. */
  copy?: KnownCopy;
  signal?: AbortSignal;
};

export type KnownCopy = {
  head: string;
  contents: Contents;
  /** Being read already. */
  facts?: Promise<Facts> | undefined;
  /** The head's files, if it has the contents of its manifests (`fetchManifests`). */
  files: CommitFiles | undefined;
  /** The landed commits that changed a manifest, if they are known. */
  landed?: ReadonlySet<string> | undefined;
};

/**
 * The history of a repository. Facts are read immediately; commits are read when iterated, newest
 * first, and each iteration runs git. Dependency changes are only included if the contents of
 * manifests are available.
 *
 * @throws BellwetherError `git-not-a-repository`, `git-shallow`, `git-without-trees`, `git-failed`
 */
export async function gitHistory(options: GitHistoryOptions): Promise<History> {
  const git: GitOptions = { gitDir: gitDirOf(options.gitDir), signal: options.signal };
  const known = options.copy ?? (await foreign(options.gitDir, git));
  const { head, contents, files } = known;
  if (options.withPaths && contents === 'commits')
    throw new BellwetherError(
      'git-without-trees',
      `${options.gitDir} holds commits alone; copy it with --filter=blob:none to read its paths`,
    );
  const { firstCommitAt, tags } = await (known.facts ?? factsOf(git, head));
  const { repository, coveredFrom } = options;
  const firstDay = coveredFrom === null ? Number.NEGATIVE_INFINITY : parseDay(coveredFrom);
  const readsContent = options.withPaths && (contents === 'everything' || files !== undefined);
  const reading: Reading = { ...options, ...known, git, readsContent, firstDay };
  return {
    repository,
    head: head.slice(0, 12),
    coveredFrom,
    coveredThrough: isoDay(dayOf(options.copiedAt) - 1),
    firstCommitAt,
    tags: tags.filter(([, taggedAt]) => dayOf(taggedAt) >= firstDay),
    releasesFrom: null,
    dependencyBasis: readsContent ? 'manifests' : null,
    commits: { [Symbol.asyncIterator]: () => (head === '' ? none() : commits(reading)) },
  };
}

async function foreign(gitDir: string, git: GitOptions): Promise<KnownCopy> {
  await refuseShallow(gitDir, git);
  const [head, contents] = await runSiblings(git, (sibling) => [
    headOf(sibling),
    contentsOf(sibling),
  ]);
  return { head, contents, files: undefined };
}

async function* none(): AsyncGenerator<Commit> {}

type Reading = Omit<GitHistoryOptions, 'copy'> &
  KnownCopy & {
    git: GitOptions;
    readsContent: boolean;
    firstDay: number;
  };

async function* commits(reading: Reading): AsyncGenerator<Commit> {
  const { git, head, files, landed, readsContent, firstDay } = reading;
  const people = peopleOf(reading, await mailmapOf(reading));
  const walk = readsContent ? await DependencyWalk.from(head, git, { files, landed }) : undefined;
  const log = startGit(logArguments(reading), git);
  const parser = new LogParser(readsContent ? DependencyWalk.reads : undefined);
  const underWay: Promise<ReadEntry[]>[] = [];
  const begin = (entries: LogEntry[]) => {
    const begun = withSteps(entries, walk);
    // Awaited later; prevents an unhandled rejection until then.
    begun.catch(() => {});
    underWay.push(begun);
  };
  const finished = (entries: readonly ReadEntry[]) =>
    entries.map(({ entry, step }) => toCommit(entry, people, step && walk?.stepBack(step)));
  try {
    for await (const chunk of log.stdout) {
      begin(parser.push(chunk).filter(({ committedAt }) => dayOf(committedAt) >= firstDay));
      if (underWay.length > MAX_PENDING_CHUNKS) yield* finished((await underWay.shift()) ?? []);
    }
    await log.ended;
    begin(parser.end().filter(({ committedAt }) => dayOf(committedAt) >= firstDay));
    for (const begun of underWay) yield* finished(await begun);
  } finally {
    log.stop();
    walk?.close();
  }
}

/** Maximum number of log chunks whose manifests are being read while git continues. */
const MAX_PENDING_CHUNKS = 32;

type ReadEntry = { entry: LogEntry; step: ManifestStep | undefined };

async function withSteps(
  entries: readonly LogEntry[],
  walk: DependencyWalk | undefined,
): Promise<ReadEntry[]> {
  const changed = entries.filter(({ changes }) => changes.length > 0);
  const read = changed.map(async (entry) => [entry, await walk?.read(entry)] as const);
  const steps = new Map(await Promise.all(read));
  return entries.map((entry) => ({ entry, step: steps.get(entry) }));
}

function logArguments({ head, coveredFrom, withPaths, readsContent }: Reading): string[] {
  // Printing blob ids costs little; looking up a file by path in each commit would cost far more. A
  // merge is compared with its first parent, to show what it brings in.
  const files = readsContent
    ? ['--raw', '--no-abbrev', '--diff-merges=first-parent']
    : ['--name-only', '--diff-merges=off'];
  return [
    ...['log', '--no-mailmap', '-z', '--no-color', '--no-show-signature', '--encoding=UTF-8'],
    LOG_FORMAT,
    ...(withPaths ? [...files, '--no-renames', '--no-ext-diff', SUBMODULES] : ['-s']),
    ...sinceDay(coveredFrom),
    ...['--end-of-options', head, '--'],
  ];
}

/** Counts a changed submodule even if the repository's settings hide it. */
const SUBMODULES = '--ignore-submodules=none';

/** Size of the cache of parsed author lines, and of that for trailers. */
const MAX_CACHED_PEOPLE = 50_000;

type People = { author: (bytes: string) => Author; coauthors: (bytes: string) => Coauthors };

/** By the rules that they are read under: repositories of a company have people in common. */
const readPeople = new WeakMap<AccountRules, { identityKey: Buffer; people: People }>();

function peopleOf({ rules, identityKey }: Reading, mailmap: Mailmap): People {
  if (mailmap !== NO_MAILMAP) return peopleReader(rules, identityKey, mailmap);
  const known = readPeople.get(rules);
  if (known?.identityKey.equals(identityKey)) return known.people;
  const people = peopleReader(rules, identityKey, mailmap);
  readPeople.set(rules, { identityKey, people });
  return people;
}

function peopleReader(rules: AccountRules, identityKey: Buffer, mailmap: Mailmap): People {
  const read = (bytes: Signature) => decode(mailmap(bytes));
  return {
    author: memoize(MAX_CACHED_PEOPLE, (bytes) => {
      const [address = '', name = ''] = bytes.split('\n');
      return readAuthor(read({ name, address }), rules, identityKey);
    }),
    coauthors: memoize(MAX_CACHED_PEOPLE, (bytes) => {
      const signatures = bytes.split('\n').map((line) => read(parseSignature(line)));
      return readCoauthors(signatures, rules, identityKey);
    }),
  };
}

function decode({ name, address }: Signature): Signature {
  const bytes = Buffer.from(address, 'latin1');
  return {
    name: Buffer.from(name, 'latin1').toString(),
    // Replacement characters would make one address of several.
    address: isUtf8(bytes) ? bytes.toString() : address.replace(/[\x80-\xff]/g, encodeURIComponent),
  };
}

/** Only commits with trees, or a partial clone that fetched it, have a mailmap. */
async function mailmapOf({ git, head, contents, files }: Reading): Promise<Mailmap> {
  if (files) return files.mailmap === undefined ? NO_MAILMAP : readMailmap(files.mailmap, git);
  if (contents === 'commits') return NO_MAILMAP;
  const reading = readMailmap(`${head}:.mailmap`, git);
  return contents === 'everything' ? reading : reading.catch(() => NO_MAILMAP);
}

const NOBODY: Coauthors = { agent: '', people: [] };

function toCommit(entry: LogEntry, people: People, dependencies = NO_CHANGES): Commit {
  const { agent, ...author } = people.author(entry.author);
  const coauthors = entry.coauthors === '' ? NOBODY : people.coauthors(entry.coauthors);
  return {
    sha: entry.id.slice(0, 12),
    authoredAt: entry.authoredAt,
    committedAt: entry.committedAt,
    ...author,
    agent: agent || coauthors.agent,
    agentRole: agent ? 'author' : coauthors.agent ? 'coauthor' : '',
    coauthors: coauthors.people,
    parents: entry.parents,
    files: entry.parents < 2 ? entry.files : noFiles(),
    dependenciesAdded: dependencies.added,
    dependenciesRemoved: dependencies.removed,
  };
}
