/** Histories in a short notation, and ledgers made of histories. */
import { join } from 'node:path';
import { parseDay } from '../../src/lib/period.ts';
import type { Commit, History, Tag } from '../../src/pipeline/collect/commit.ts';
import { ledgerRows } from '../../src/pipeline/collect/commit-rows.ts';
import { type RowTexts, rowTexts, Stage } from '../../src/pipeline/collect/staging.ts';
import type { Ledger } from '../../src/pipeline/ledger/ledger.ts';
import { type LedgerRows, noFiles } from '../../src/pipeline/ledger/ledger-tables.ts';
import type { WriteOptions } from '../../src/pipeline/ledger/write-ledger.ts';
import { type AccountRules, accountRules } from '../../src/pipeline/signals/accounts.ts';

export const NO_RULES = accountRules({ automations: { names: [], addresses: [] }, agents: [] });

let serial = 0;

/** A commit at noon of a day; everything else has the plainest value. */
export function commitOn(day: string, change: Partial<Commit> = {}): Commit {
  const committedAt = parseDay(day) * 86_400 + 43_200;
  return {
    sha: (++serial).toString(16).padStart(12, '0'),
    authoredAt: committedAt,
    committedAt,
    emailHash: 'aaaaaaaaaa',
    nameHash: '',
    botName: '',
    agent: '',
    agentRole: '',
    coauthors: [],
    parents: 1,
    files: noFiles(),
    dependenciesAdded: [],
    dependenciesRemoved: [],
    ...change,
  };
}

export type HistoryFixture = Omit<Partial<History>, 'commits' | 'tags'> & {
  commits: readonly Commit[];
  tags?: readonly Tag[];
};

export function historyOf({ commits, ...facts }: HistoryFixture): History {
  return {
    repository: 'example/one',
    head: '000000000000',
    coveredFrom: '2024-06-01',
    coveredThrough: '2025-06-30',
    firstCommitAt: parseDay('2020-01-01') * 86_400,
    tags: [],
    releasesFrom: null,
    dependencyBasis: 'lines',
    ...facts,
    commits: {
      async *[Symbol.asyncIterator]() {
        yield* commits;
      },
    },
  };
}

/** The lines of a company that is tracked by no repository without rows. */
export function linesOf(slug: string, rows: LedgerRows): RowTexts {
  return rowTexts({ slug, repositories: [] }, rows);
}

type WrittenAs = WriteOptions & {
  /** The ledger before, whose other companies stay. */
  base?: Ledger | undefined;
  erased?: readonly string[];
};

/** A ledger of companies, each given by its histories, written to `<folder>/ledger`. */
export async function ledgerOf(
  folder: string,
  companies: Readonly<Record<string, readonly HistoryFixture[]>>,
  rules: AccountRules = NO_RULES,
  { base, erased = [], ...options }: WrittenAs = {},
): Promise<Ledger> {
  const stage = new Stage(join(folder, 'staged'));
  for (const [company, histories] of Object.entries(companies)) {
    const rows = await ledgerRows(company, histories.map(historyOf), rules, { erased });
    await stage.add(company, 'test', linesOf(company, rows));
  }
  const ledger = await stage.commit(join(folder, 'ledger'), base, options);
  if (ledger) return ledger;
  throw new Error('a ledger needs a company');
}
