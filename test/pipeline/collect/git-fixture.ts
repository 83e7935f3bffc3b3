/**
 * Real git repositories in temporary folders, made commit by commit with fixed people and dates.
 * All people here are invented.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Commit } from '../../../src/pipeline/collect/commit.ts';
import { type GitHistoryOptions, gitHistory } from '../../../src/pipeline/collect/git/history.ts';
import { accountRules } from '../../../src/pipeline/signals/accounts.ts';
import { shippedTable } from '../../../src/registry/collection-tables.ts';
import { type Agents, type Automations, AutomationsFile } from '../../../src/registry/schema.ts';

export type Person = { name: string; address: string };

export const ADA: Person = { name: 'Ada Example', address: 'ada@example.org' };
export const BEN: Person = { name: 'Ben Sample', address: 'ben@example.org' };

export const AUTOMATIONS: Automations = {
  perhaps: shippedTable('automations.yaml', AutomationsFile).perhaps,
  names: ['release-train', 'GitHub Actions'],
  addresses: ['publisher@example.com', '41898282+github-actions[bot]@users.noreply.github.com'],
};
export const AGENTS: Agents = [
  {
    name: 'Example Agent',
    accounts: ['example-agent[bot]', 'Example Agent'],
    addresses: ['agent@agents.example'],
    trailers: ['Example Pair'],
  },
];
export const RULES = accountRules({ automations: AUTOMATIONS, agents: AGENTS });

/** 2026-03-02, a Monday. */
export const MONDAY = Date.UTC(2026, 2, 2) / 1000;
export const DAY = 86_400;

export type CommitPlan = {
  author?: Person;
  message?: string;
  /** Unix seconds of author and committer; by default one day after the commit before. */
  at?: number;
  authoredAt?: number;
  /** Content by path; null deletes. */
  files?: Record<string, string | null>;
  /** Second parent. */
  merge?: string;
};

/** A folder that is removed when the test ends. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

export class GitFixture {
  readonly path: string;
  #next = MONDAY;

  /** @param options of `git init` */
  constructor(t: TestContext, ...options: string[]) {
    this.path = join(temporaryFolder(t), 'origin.git');
    const always = ['--quiet', '--bare', '--initial-branch=main', '--template='];
    execFileSync('git', ['init', ...always, ...options, this.path], GIT);
    // Partial clones over file:// need it.
    appendFileSync(join(this.path, 'config'), '[uploadpack]\n\tallowFilter = true\n');
  }

  get url(): string {
    return pathToFileURL(this.path).href;
  }

  git(args: readonly string[], input: string | Buffer = '', env: NodeJS.ProcessEnv = {}): string {
    const options = { ...GIT, env: { ...GIT.env, ...env }, input };
    return execFileSync('git', ['-C', this.path, ...args], options)
      .toString()
      .trim();
  }

  /** Adds a commit to a branch; returns its id. */
  commit(plan: CommitPlan = {}, branch = 'main'): string {
    const { author = ADA, message = 'Change something', at = this.#next, merge, files = {} } = plan;
    this.#next = at + DAY;
    const ref = `refs/heads/${branch}`;
    const person = `${author.name} <${author.address}>`;
    const changes = Object.entries(files).map(([path, content]) =>
      content === null ? `D ${path}` : `M 100644 inline ${path}\n${data(content)}`,
    );
    const stream = [
      `commit ${ref}`,
      `author ${person} ${plan.authoredAt ?? at} +0000`,
      `committer ${person} ${at} +0000`,
      data(message),
      ...(this.head(branch) === '' ? [] : [`from ${ref}^0`]),
      ...(merge ? [`merge ${merge}`] : []),
      ...changes,
      '',
    ];
    this.git(['fast-import', '--quiet', '--date-format=raw-permissive'], stream.join('\n'));
    return this.head(branch);
  }

  /** Adds a commit whose object has just these bytes after its tree and parent. */
  rawCommit(object: string | Buffer): string {
    const parent = this.head('main');
    const tree = parent === '' ? this.git(['mktree']) : this.git(['rev-parse', `${parent}^{tree}`]);
    const header = `tree ${tree}\n${parent === '' ? '' : `parent ${parent}\n`}`;
    const bytes = Buffer.concat([Buffer.from(header), Buffer.from(object)]);
    const id = this.git(['hash-object', '-t', 'commit', '-w', '--literally', '--stdin'], bytes);
    this.git(['update-ref', 'refs/heads/main', id]);
    return id;
  }

  /** Commit id of a branch; empty when there is none. */
  head(branch: string): string {
    // A test asks for it at each commit, and a process takes a hundred times as long as a file.
    const path = join(this.path, 'refs', 'heads', branch);
    if (existsSync(path)) return readFileSync(path, 'utf8').trim();
    return this.git(['for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`]);
  }

  /** Its history; everything is read unless the options say less. */
  history(options: Partial<GitHistoryOptions> = {}) {
    return gitHistory({ ...READING, gitDir: this.path, ...options });
  }

  /** Its commits, newest first. */
  async commits(options: Partial<GitHistoryOptions> = {}): Promise<Commit[]> {
    return all((await this.history(options)).commits);
  }

  /** Its newest commit. */
  async lastCommit(options: Partial<GitHistoryOptions> = {}): Promise<Commit> {
    const [last] = await this.commits(options);
    if (!last) throw new Error('the fixture has no commit');
    return last;
  }
}

export const READING: Omit<GitHistoryOptions, 'gitDir'> = {
  repository: 'example/origin',
  coveredFrom: null,
  copiedAt: MONDAY + 100 * DAY,
  identityKey: Buffer.from('a key for tests'),
  rules: RULES,
};

/** Everything that an iterable gives. */
export async function all<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of iterable) items.push(item);
  return items;
}

const GIT = {
  env: { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
  stdio: 'pipe' as const,
};

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}
