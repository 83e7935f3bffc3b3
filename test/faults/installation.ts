/**
 * A minimal installation: the program with a registry of four companies, a hosting service on this
 * machine, and a publication that is three weeks old. It runs the same processes as an operator.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dayOf, isoDay } from '../../src/lib/period.ts';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import type { EditionStore } from '../../src/pipeline/edition/edition-store.ts';
import { storeFor } from '../../src/pipeline/edition/edition-store.ts';
import { PublicationLog } from '../../src/pipeline/edition/publication-log.ts';
import { SignalsResponse } from '../../src/pipeline/edition/record.ts';
import { ledgerFingerprint, openLedger, verifyLedger } from '../../src/pipeline/ledger/ledger.ts';
import { verifyEditions } from '../../src/published/verify.ts';
import { freePort } from '../../tools/free-port.ts';
import { type Behaviour, type GitServer, gitOverHttp } from '../../tools/git-http.ts';
import { data, makeRepository } from '../../tools/made-repository.ts';
import { output, type RunningCli, startProgram } from '../support/cli.ts';
import { COMPANY } from '../support/registry.ts';
import { temporaryFolder } from '../support/temporary.ts';

const COMPANIES = ['one', 'two', 'three', 'four'];
const DAYS = 110;
const WEEKS_OLD = 3;
const BASE_URL = 'http://faults.example.org';

export class Installation {
  readonly #folder: string;
  readonly #main: string;
  readonly #servers: GitServer[] = [];
  readonly #children: RunningCli[] = [];
  /** Address of a hosting service that serves every request. */
  #gitUrl = '';
  /** The data folder as published three weeks ago. */
  readonly #old: string;
  /** The same folder after a collection and a publication without faults. */
  readonly #sound: string;
  #copies = 0;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#main = join(folder, 'project', 'src', 'main.ts');
    this.#old = join(folder, 'old');
    this.#sound = join(folder, 'sound');
  }

  static async make(): Promise<Installation> {
    const folder = await temporaryFolder();
    const core = join(folder, 'core.git');
    await makeRepository(core, commits());
    const made = new Installation(folder);
    made.#gitUrl = (await made.hostingService(() => 'serve')).url;
    await install(join(folder, 'project'));
    const local = join(folder, 'local');
    await mkdir(local);
    for (const slug of COMPANIES) await symlink(core, join(local, `${slug}__core.git`));
    const asOf = isoDay(dayOf(Date.now() / 1000) - WEEKS_OLD * 7);
    await made.runs(['collect', '--fresh', '--local', local, '--as-of', asOf], made.#old);
    await made.runs(['publish'], made.#old);
    await cp(made.#old, made.#sound, { recursive: true });
    for (const command of ['collect', 'publish']) await made.runs([command], made.#sound);
    return made;
  }

  close(): void {
    for (const server of this.#servers) server.close();
    for (const child of this.#children) if (child.exitCode === null) child.kill('SIGKILL');
  }

  /** A separate hosting service for one fault. Commands use it by `GIT_BASE_URL`. */
  async hostingService(behave: () => Behaviour): Promise<GitServer> {
    const server = await gitOverHttp(join(this.#folder, 'core.git'), behave);
    this.#servers.push(server);
    return server;
  }

  /** A copy of the data folder as it was three weeks ago. */
  async old(): Promise<string> {
    const folder = join(this.#folder, `data${++this.#copies}`);
    await cp(this.#old, folder, { recursive: true });
    return folder;
  }

  /** The same with everything since collected but not published. */
  async collected(): Promise<string> {
    const folder = await this.old();
    await cp(join(this.#sound, 'ledger'), join(folder, 'ledger'), { recursive: true });
    return folder;
  }

  /** Starts a command of the program. */
  start(args: readonly string[], dataFolder: string, variables: Record<string, string> = {}) {
    return this.#start(process.execPath, [this.#main, ...args], dataFolder, variables);
  }

  /**
   * Starts a server on a disk of its own, and then, with that many kilobytes left, a scheduler. A line
   * on standard input frees space, and another one ends both.
   *
   * @returns also the data folder's path outside the namespace
   */
  async startOnFullDisk(dataFolder: string, spareKilobytes: number) {
    const script = `set -e
      mv "$1" "$1.away"; mkdir "$1"
      mount -t tmpfs tmpfs "$1"
      cp -a "$1.away/." "$1"; shift
      "$0" "$@" serve < /dev/null & server=$!
      read line
      used=$(df -k "$DATA_DIR" | awk 'END { print $3 }')
      mount -o remount,size=$((used + ${spareKilobytes}))k "$DATA_DIR"
      "$0" "$@" schedule < /dev/null & scheduler=$!
      read line; mount -o remount,size=1g "$DATA_DIR"
      read line; kill -TERM $scheduler $server; wait $scheduler; wait $server`;
    const words = ['--map-root-user', '--mount', 'sh', '-c', script, process.execPath, dataFolder];
    const port = await freePort();
    const variables = { PORT: String(port) };
    const child = this.#start('unshare', [...words, this.#main], dataFolder, variables);
    await output(child, 'Stop with Ctrl+C.');
    child.stdin?.write('full\n');
    const seen = `/proc/${child.pid}/root${dataFolder}`;
    return { child, origin: `http://127.0.0.1:${port}`, seen };
  }

  /** Runs a command that must succeed. @returns what it says */
  async runs(args: readonly string[], dataFolder: string): Promise<string> {
    const child = this.start(args, dataFolder);
    await once(child, 'close');
    const { status, stdout, stderr } = child.output();
    assert.equal(status, 0, `${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  /** Serves a data folder. */
  async serve(dataFolder: string): Promise<{ child: RunningCli; origin: string }> {
    const port = await freePort();
    const child = this.start(['serve'], dataFolder, { PORT: String(port) });
    await output(child, 'Stop with Ctrl+C.');
    return { child, origin: `http://127.0.0.1:${port}` };
  }

  store(dataFolder: string): EditionStore {
    return storeFor(dataFolder, BASE_URL);
  }

  /** Checks that the publication and the ledger are intact. */
  async holds(dataFolder: string): Promise<void> {
    await verifyEditions(this.store(dataFolder), undefined);
    await verifyLedger((await openLedger(join(dataFolder, 'ledger'))) ?? assert.fail());
  }

  /** Checks that the ledger is the same as without faults. */
  async hasWholeLedger(dataFolder: string): Promise<void> {
    assert.deepEqual(await fingerprint(dataFolder), await fingerprint(this.#sound));
  }

  /** Checks that nothing was lost or done twice: the result is the same as without faults. */
  async isSound(dataFolder: string): Promise<void> {
    await this.holds(dataFolder);
    await this.hasWholeLedger(dataFolder);
    assert.deepEqual(await this.#cores(dataFolder), await this.#cores(this.#sound));
    const catalog = await this.store(dataFolder).catalog();
    const log = await this.store(dataFolder).read(catalog?.log ?? '');
    const periods = PublicationLog.parse(log.toString()).entries.map(({ period }) => period);
    assert.deepEqual(periods.length, new Set(periods).size, 'no week is published twice');
  }

  async #cores(dataFolder: string) {
    const catalog = await this.store(dataFolder).catalog();
    return catalog?.editions.map(({ period, revision, core }) => ({ period, revision, core }));
  }

  #start(
    program: string,
    args: readonly string[],
    dataFolder: string,
    variables: Record<string, string>,
  ): RunningCli {
    const environment = {
      ...{ DATA_DIR: dataFolder, BASE_URL, GIT_BASE_URL: this.#gitUrl },
      ...{ SCHEDULE_PAUSE_SECONDS: '0', ...variables },
    };
    const child = startProgram(program, args, environment, { cwd: this.#folder });
    this.#children.push(child);
    return child;
  }
}

/** Copies the program, which finds the registry in its own folder. */
async function install(project: string): Promise<void> {
  for (const name of ['src', 'package.json', 'package-lock.json'])
    await cp(join(PROJECT_ROOT, name), join(project, name), { recursive: true });
  await symlink(join(PROJECT_ROOT, 'node_modules'), join(project, 'node_modules'));
  const registry = join(project, 'registry');
  await mkdir(join(registry, 'companies'), { recursive: true });
  for (const name of await readdir(join(PROJECT_ROOT, 'registry')))
    if (name.endsWith('.yaml'))
      await cp(join(PROJECT_ROOT, 'registry', name), join(registry, name));
  await writeFile(join(registry, 'organizations.yaml'), '{}\n');
  for (const slug of COMPANIES) {
    const file = COMPANY.replaceAll('example-one', slug).replace('Example One', `Example ${slug}`);
    const path = join(registry, 'companies', `${slug}.yaml`);
    await writeFile(path, file.replace('[First Example]', '[]'));
  }
}

async function fingerprint(dataFolder: string): Promise<string> {
  const ledger = await openLedger(join(dataFolder, 'ledger'));
  return ledger ? ledgerFingerprint(ledger) : 'none';
}

/** Ends a process as a supervisor does. */
export async function stop(child: RunningCli): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
  assert.equal(child.exitCode, 0, child.output().stderr);
}

/**
 * Polls a service during a fault: every request must be answered, and completely.
 *
 * @returns ends it
 */
export function watch(origin: string): () => Promise<void> {
  const over = new AbortController();
  const asking = (async () => {
    do {
      await currentPeriod(origin);
      await delay(200);
    } while (!over.signal.aborted);
  })();
  // Its end reports the failure.
  asking.catch(() => undefined);
  return async () => {
    over.abort();
    await asking;
  };
}

/** The period of all signals, which must be a complete response. */
export async function currentPeriod(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/signals.json`);
  assert.equal(response.status, 200);
  return SignalsResponse.parse(await response.json()).meta.period.slug;
}

/** One commit a day, at noon, by three people in turn. */
function* commits(): Generator<string> {
  const today = dayOf(Date.now() / 1000);
  for (let day = today - DAYS; day < today; day++) {
    const at = day * 86_400 + 43_200;
    const person = `Person ${day % 3} Example <person${day % 3}@example.org> ${at} +0000`;
    yield `commit refs/heads/main\nauthor ${person}\ncommitter ${person}\n${data(`Change ${day}`)}\nM 100644 inline src/file${day % 7}.ts\n${data(`export const day = ${day};\n`)}\n`;
  }
}
