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
import { walkDependencies } from './dependency-changes.ts';
import { LOG_FORMAT, type LogEntry, readLog, sinceDay } from './log-parser.ts';
import { NO_MAILMAP, readMailmap } from './mailmap.ts';
import { NO_CHANGES } from './manifest-state.ts';
import {
  type Contents,
  contentsOf,
  firstCommit,
  gitDirOf,
  headOf,
  refuseShallow,
  tagsOf,
} from './repository.ts';
import type { GitOptions } from './run-git.ts';

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
  /** Whether the contents of the manifests were fetched into a partial clone (`fetchManifests`). */
  hasManifests?: boolean;
  signal?: AbortSignal;
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
  await refuseShallow(options.gitDir, git);
  const head = await headOf(git);
  const contents = await contentsOf(git);
  const { repository, coveredFrom, hasManifests = contents === 'everything' } = options;
  if (contents === 'commits')
    throw new BellwetherError(
      'git-without-trees',
      `${options.gitDir} holds commits alone; copy it with --filter=blob:none to read its paths`,
    );
  const tags = await tagsOf(git);
  const firstDay = coveredFrom === null ? Number.NEGATIVE_INFINITY : parseDay(coveredFrom);
  const reading: Reading = { ...options, head, contents, git, hasManifests, firstDay };
  return {
    repository,
    head: head.slice(0, 12),
    coveredFrom,
    coveredThrough: isoDay(dayOf(options.copiedAt) - 1),
    firstCommitAt: await firstCommit(git, head),
    tags: tags.filter(([, taggedAt]) => dayOf(taggedAt) >= firstDay),
    releasesFrom: null,
    dependencyBasis: hasManifests ? 'manifests' : null,
    commits: { [Symbol.asyncIterator]: () => commits(reading) },
  };
}

type Reading = GitHistoryOptions & {
  head: string;
  contents: Contents;
  git: GitOptions;
  hasManifests: boolean;
  firstDay: number;
};

async function* commits(reading: Reading): AsyncGenerator<Commit> {
  const { git, head, hasManifests, firstDay } = reading;
  if (head === '') return;
  const people = await peopleReader(reading);
  const walk = hasManifests ? await walkDependencies(head, git) : undefined;
  try {
    for await (const entries of readLog(logArguments(reading), git, hasManifests)) {
      const read = entries.filter(({ committedAt }) => dayOf(committedAt) >= firstDay);
      const steps = await Promise.all(read.map((entry) => walk?.read(entry)));
      for (const [index, entry] of read.entries()) {
        const step = steps[index];
        yield toCommit(entry, people, step && walk?.stepBack(step));
      }
    }
  } finally {
    walk?.close();
  }
}

function logArguments({ head, coveredFrom, hasManifests }: Reading): string[] {
  // Printing blob ids costs little; looking up a file by path in each commit would cost far more. A
  // merge is compared with its first parent, to show what it brings in.
  const files = hasManifests
    ? ['--raw', '--diff-merges=first-parent']
    : ['--name-only', '--diff-merges=off'];
  return [
    LOG_FORMAT,
    ...files,
    SUBMODULES,
    ...sinceDay(coveredFrom),
    ...['--end-of-options', head, '--'],
  ];
}

/** Counts a changed submodule even if the repository's settings hide it. */
const SUBMODULES = '--ignore-submodules=none';

/** Size of the cache of parsed author lines, and of that for trailers. */
const MAX_CACHED_PEOPLE = 50_000;

type People = { author: (bytes: string) => Author; coauthors: (bytes: string) => Coauthors };

async function peopleReader(reading: Reading): Promise<People> {
  const { rules, identityKey, head, git, contents } = reading;
  const mailmap = await readMailmap(`${head}:.mailmap`, git).catch((error: unknown) => {
    if (contents === 'everything') throw error;
    // A partial clone has it if its contents were fetched.
    return NO_MAILMAP;
  });
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

const NO_COAUTHORS: Coauthors = { agent: '', people: [] };

function toCommit(entry: LogEntry, people: People, dependencies = NO_CHANGES): Commit {
  const { agent, ...author } = people.author(entry.author);
  const coauthors = entry.coauthors === '' ? NO_COAUTHORS : people.coauthors(entry.coauthors);
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
