/**
 * How close collecting comes to the time that git itself takes: our whole collection of a large
 * repository (`gitHistory` and `ledgerRows`) against the same `git log` to nowhere.
 *
 * `node bench/run.ts collect` makes a repository of its own; `BENCH_REPOSITORY=<path>` measures an
 * existing one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../src/features/research/random.ts';
import { ledgerRows } from '../src/pipeline/collect/commit-rows.ts';
import { gitHistory } from '../src/pipeline/collect/git/history.ts';
import { LOG_FORMAT } from '../src/pipeline/collect/git/log-parser.ts';
import { accountRules } from '../src/pipeline/signals/accounts.ts';
import { data, makeRepository } from '../tools/made-repository.ts';
import { median, milliseconds, printTable } from './report.ts';

const ROUNDS = 3;
const COMMITS = 60_000;

/** Prints the ratio of both times, each the median of three rounds that alternate. */
export async function benchCollect(repository = process.env['BENCH_REPOSITORY']): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  try {
    const gitDir = repository ?? (await makeRepository(join(folder, 'large.git'), commits()));
    const times: { git: number; ours: number }[] = [];
    let count = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const git = await milliseconds(() => gitAlone(gitDir));
      const ours = await milliseconds(async () => {
        count = await collect(gitDir);
      });
      times.push({ git, ours });
    }
    const [git, ours] = [
      median(times.map((time) => time.git)),
      median(times.map((time) => time.ours)),
    ];
    printTable(`Collecting ${count} commits`, [
      { what: 'git log with the same format', value: `${git.toFixed(0)} ms` },
      { what: 'git log, parsed into ledger rows', value: `${ours.toFixed(0)} ms` },
      { what: 'ratio', value: (ours / git).toFixed(2), aim: 'at most 1.5' },
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function collect(gitDir: string): Promise<number> {
  const rules = accountRules({ automations: { names: [], addresses: [] }, agents: [] });
  const history = await gitHistory({
    ...{ gitDir, repository: 'bench/large', coveredFrom: null },
    copiedAt: Math.floor(Date.now() / 1000),
    identityKey: Buffer.from('bench'),
    rules,
  });
  const { repositories } = await ledgerRows('bench', [history], rules);
  return repositories[0]?.commits ?? 0;
}

async function gitAlone(gitDir: string): Promise<void> {
  const files = ['--raw', '--no-abbrev', '--no-renames', '--diff-merges=off'];
  const log = ['-C', gitDir, '-c', 'log.showSignature=false', 'log', '-z', LOG_FORMAT];
  const child = spawn('git', [...log, ...files, 'HEAD'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [exitCode] = await once(child, 'close');
  if (exitCode !== 0) throw new Error(`git log ended with ${exitCode}`);
}

/** A history like the collected ones: deep folders, many people, some manifests. */
function* commits(): Generator<string> {
  const random = seeded(20260816);
  const pick = (below: number) => Math.floor(random() * below);
  const start = Date.UTC(2022, 0, 1) / 1000;
  for (let commit = 0; commit < COMMITS; commit++) {
    const at = start + commit * 2000;
    const person = pick(400);
    const author = `Person ${person} Example <person${person}@example.org> ${at} +0000`;
    const trailer =
      pick(5) === 0 ? `\n\nCo-authored-by: Other <person${pick(400)}@example.org>` : '';
    const message = `Change number ${commit}\n\nWhat it is about.${trailer}`;
    let text = `commit refs/heads/main\nauthor ${author}\ncommitter ${author}\n${data(message)}\n`;
    for (let file = pick(6) + 1; file > 0; file--) {
      const path = `packages/part${pick(40)}/src/area${pick(30)}/file${pick(12)}.ts`;
      text += `M 100644 inline ${path}\n${data(`export const value = ${pick(1e9)};\n`)}\n`;
    }
    if (pick(30) === 0) {
      const names = Array.from({ length: 40 }, () => `"package-${pick(300)}":"${pick(20)}.0.0"`);
      const manifest = `{"dependencies":{${names.join(',')}}}`;
      text += `M 100644 inline packages/part${pick(40)}/package.json\n${data(manifest)}\n`;
    }
    yield text;
  }
}
