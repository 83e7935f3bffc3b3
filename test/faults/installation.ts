/**
 * A minimal installation: the program with a registry of four companies, a hosting service on this
 * machine, and a publication that is three weeks old. It runs the same processes as an operator.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayOf, isoDay } from '../../src/lib/period.ts';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import type { EditionStore } from '../../src/pipeline/edition/edition-store.ts';
import { storeFor } from '../../src/pipeline/edition/edition-store.ts';
import { PublicationLog } from '../../src/pipeline/edition/publication-log.ts';
import { ledgerFingerprint, openLedger, verifyLedger } from '../../src/pipeline/ledger/ledger.ts';
import { verifyEditions } from '../../src/published/verify.ts';
import { freePort } from '../../tools/free-port.ts';
import { type Behaviour, type GitServer, gitOverHttp } from '../../tools/git-http.ts';
import { data, makeRepository } from '../../tools/made-repository.ts';
import { ENVIRONMENT } from '../support/cli.ts';
import { COMPANY } from '../support/registry.ts';
import { temporaryFolder } from '../support/temporary.ts';

const COMPANIES = ['one', 'two', 'three', 'four'];
const DAYS = 110;
const WEEKS_OLD = 3;
const BASE_URL = 'http://faults.example.org';

export type Running = ChildProcess & { text: () => string };

export class Installation {
  readonly #project: string;
  readonly #servers: GitServer[] = [];
  /** Address of a hosting service that serves every request. */
  #gitUrl = '';
  /** The data folder as published three weeks ago. */
  readonly #old: string;
  /** The same folder after a collection and a publication without faults. */
  readonly #sound: string;
  /** Milliseconds that commands take without faults. */
  readonly durations = new Map<string, number>();
  readonly #folder: string;
  #copies = 0;
  readonly #children: ChildProcess[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
    this.#project = join(folder, 'project');
    this.#old = join(folder, 'old');
    this.#sound = join(folder, 'sound');
  }

  static async make(): Promise<Installation> {
    const folder = await temporaryFolder();
    await makeRepository(join(folder, 'core.git'), commits());
    const made = new Installation(folder);
    const { url } = await made.hostingService(() => 'serve');
    made.#gitUrl = url;
    await made.#install();
    const local = join(folder, 'local');
    await mkdir(local);
    for (const slug of COMPANIES)
      await symlink(join(folder, 'core.git'), join(local, `${slug}__core.git`));
    const asOf = isoDay(dayOf(Date.now() / 1000) - WEEKS_OLD * 7);
    await made.runs(['collect', '--fresh', '--local', local, '--as-of', asOf], made.#old);
    await made.runs(['publish'], made.#old);
    await cp(made.#old, made.#sound, { recursive: true });
    for (const command of ['collect', 'publish']) {
      const started = performance.now();
      await made.runs([command], made.#sound);
      made.durations.set(command, performance.now() - started);
    }
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
    return this.#copy(this.#old);
  }

  /** The same with everything since collected but not published. */
  async collected(): Promise<string> {
    const folder = await this.old();
    await cp(join(this.#sound, 'ledger'), join(folder, 'ledger'), { recursive: true });
    return folder;
  }

  /** Starts a command of the program. */
  start(
    args: readonly string[],
    dataFolder: string,
    variables: Readonly<Record<string, string>> = {},
  ): Running {
    const options = this.#options(dataFolder, variables);
    return this.#running(spawn(process.execPath, this.#words(args), options));
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
    const options = this.#options(dataFolder, { PORT: String(port) });
    const child = this.#running(spawn('unshare', [...words, ...this.#words([])], options));
    await said(child, 'Stop with Ctrl+C.');
    child.stdin?.write('full\n');
    const seen = `/proc/${child.pid}/root${dataFolder}`;
    return { child, origin: `http://127.0.0.1:${port}`, seen };
  }

  /** Runs a command that must succeed. */
  async runs(args: readonly string[], dataFolder: string): Promise<string> {
    const child = this.start(args, dataFolder);
    await once(child, 'close');
    assert.equal(child.exitCode, 0, `${args.join(' ')}: ${child.text()}`);
    return child.text();
  }

  /** Serves a data folder. */
  async serve(dataFolder: string): Promise<{ child: Running; origin: string }> {
    const port = await freePort();
    const child = this.start(['serve'], dataFolder, { PORT: String(port) });
    await said(child, 'Stop with Ctrl+C.');
    return { child, origin: `http://127.0.0.1:${port}` };
  }

  store(dataFolder: string): EditionStore {
    return storeFor(dataFolder, BASE_URL);
  }

  /** Checks that the publication and the ledger are intact. */
  async holds(dataFolder: string): Promise<void> {
    await verifyEditions(this.store(dataFolder), undefined);
    const ledger = await openLedger(join(dataFolder, 'ledger'));
    assert.ok(ledger);
    await verifyLedger(ledger);
  }

  /** Checks that nothing was lost or done twice: the result is the same as without faults. */
  async isSound(dataFolder: string): Promise<void> {
    await this.holds(dataFolder);
    assert.deepEqual(await fingerprint(dataFolder), await fingerprint(this.#sound));
    assert.deepEqual(await this.#cores(dataFolder), await this.#cores(this.#sound));
    const catalog = await this.store(dataFolder).catalog();
    const log = await this.store(dataFolder).read(catalog?.log ?? '');
    const periods = PublicationLog.parse(log.toString()).entries.map(({ period }) => period);
    assert.deepEqual(periods.length, new Set(periods).size, 'no week is published twice');
  }

  /** Checks that the ledger is the same as without faults. */
  async hasWholeLedger(dataFolder: string): Promise<void> {
    assert.deepEqual(await fingerprint(dataFolder), await fingerprint(this.#sound));
  }

  async #cores(dataFolder: string) {
    const catalog = await this.store(dataFolder).catalog();
    return catalog?.editions.map(({ period, revision, core }) => ({ period, revision, core }));
  }

  async #copy(from: string): Promise<string> {
    const folder = join(this.#folder, `data${++this.#copies}`);
    await cp(from, folder, { recursive: true });
    return folder;
  }

  #words(args: readonly string[]): string[] {
    return [join(this.#project, 'src', 'main.ts'), ...args];
  }

  #options(dataFolder: string, variables: Readonly<Record<string, string>>) {
    const env = {
      ...ENVIRONMENT,
      DATA_DIR: dataFolder,
      BASE_URL,
      GIT_BASE_URL: this.#gitUrl,
      SCHEDULE_PAUSE_SECONDS: '0',
      ...variables,
    };
    return { env, cwd: this.#folder, stdio: 'pipe' as const };
  }

  #running(child: ChildProcess): Running {
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
    this.#children.push(child);
    return Object.assign(child, { text: () => text });
  }

  /** Copies the program, which finds the registry in its own folder. */
  async #install(): Promise<void> {
    for (const name of ['src', 'package.json', 'package-lock.json'])
      await cp(join(PROJECT_ROOT, name), join(this.#project, name), { recursive: true });
    await symlink(join(PROJECT_ROOT, 'node_modules'), join(this.#project, 'node_modules'));
    const registry = join(this.#project, 'registry');
    await mkdir(join(registry, 'companies'), { recursive: true });
    for (const name of await readdir(join(PROJECT_ROOT, 'registry')))
      if (name.endsWith('.yaml'))
        await cp(join(PROJECT_ROOT, 'registry', name), join(registry, name));
    await writeFile(join(registry, 'organizations.yaml'), '{}\n');
    for (const slug of COMPANIES)
      await writeFile(
        join(registry, 'companies', `${slug}.yaml`),
        COMPANY.replaceAll('example-one', slug)
          .replace('Example One', `Example ${slug}`)
          .replace('[First Example]', '[]'),
      );
  }
}

async function fingerprint(dataFolder: string): Promise<string> {
  const ledger = await openLedger(join(dataFolder, 'ledger'));
  return ledger ? ledgerFingerprint(ledger) : 'none';
}

/** Waits until a process has written this text. */
export async function said(child: Running, words: string | RegExp): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => {
    const text = child.text();
    if (typeof words === 'string' ? text.includes(words) : words.test(text)) resolve();
    else if (child.exitCode !== null) reject(new Error(`it ended: ${child.text()}`));
  };
  child.stdout?.on('data', look);
  child.stderr?.on('data', look);
  child.once('close', look);
  const timer = setTimeout(() => reject(new Error(`not in a minute: ${child.text()}`)), 60_000);
  look();
  await promise.finally(() => clearTimeout(timer));
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
