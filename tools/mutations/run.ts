/**
 * Share of faults that the tests notice: plants seeded faults in a copy of the project, the same
 * number in each room of `src`, and runs only the test files that execute the broken line.
 *
 * Usage, on committed sources:
 *   npm run mutations -- cover                      which test file executes which line
 *   npm run mutations -- run [--seed 1] [--each 10] [--minutes 60]    goes on where it stopped
 *   npm run mutations -- report
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import pLimit from 'p-limit';
import { seeded, shuffled } from '../../src/features/research/random.ts';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { testFiles } from '../../test/support/describe-files.ts';
import { globalSetup, globalTeardown } from '../../test/support/whole-run.ts';
import { findMutations, type Kind, lineAt, plant } from './candidates.ts';
import { type Lines, readLines } from './coverage.ts';

const FOLDER = join(PROJECT_ROOT, 'var', 'mutations');
const COPY = join(FOLDER, 'copy');
const COVERAGE = join(FOLDER, 'coverage.jsonl');
const RESULTS = join(FOLDER, 'results.jsonl');
/** Rooms in the order in which data flows; `hosting` counts as a library. */
const ROOMS: Readonly<Record<string, string>> = {
  lib: 'src/{lib,hosting}/**/*.ts',
  registry: 'src/registry/**/*.ts',
  pipeline: 'src/pipeline/**/*.ts',
  published: 'src/published/**/*.ts',
  features: 'src/features/**/*.ts',
  store: 'src/store/**/*.ts',
  payments: 'src/payments/**/*.ts',
  api: 'src/api/**/*.ts',
  web: 'src/web/**/*.ts',
  transports: 'src/transports/**/*.ts',
};
/**
 * Made by the test file that needs it first, and found by the others: all that use it depend on each
 * line that makes it. By the module that makes it.
 */
const SHARED_FIXTURES: Readonly<Record<string, string>> = {
  'tools/shipped.ts': 'await (await import("./tools/shipped.ts")).shippedStore();',
  'test/support/publication.ts': `
    const { FOUR_WEEKS, HALF_YEAR, TEN_WEEKS, examplePublication } = await import("./test/support/publication.ts");
    const { temporaryFolder } = await import("./test/support/temporary.ts");
    for (const span of [FOUR_WEEKS, HALF_YEAR, TEN_WEEKS]) await examplePublication(await temporaryFolder(), span);`,
};
const CONCURRENCY = 2;
const FILE_TIMEOUT_MS = 240_000;
/** Limit for all test files of a fault: a fault not noticed by then counts as missed. */
const FAULT_TIMEOUT_MS = 240_000;

type Covered = { test: string; seconds: number; passes: boolean; lines: Lines };
type Fault = { room: string; path: string; line: number; kind: Kind; was: string; broken: string };
type Result = Omit<Fault, 'broken'> & { tests: number; ran: number; caughtBy: string | null };

const read = <Row>(path: string): Row[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Row)
    : [];
const append = (path: string, row: unknown) => appendFileSync(path, `${JSON.stringify(row)}\n`);

type Execution = { environment?: NodeJS.ProcessEnv; timeout?: number };

/** @returns whether it ended well, and how long it took */
async function execute(
  args: readonly string[],
  cwd: string,
  { environment = {}, timeout = FILE_TIMEOUT_MS }: Execution = {},
) {
  const start = performance.now();
  // Without hashes of this checkout's sources, which are not those of the copy.
  const env = { ...withoutSharedHashes(), ...environment };
  const options = { cwd, timeout, env, killSignal: 'SIGKILL', maxBuffer: Infinity } as const;
  const passes = await promisify(execFile)(process.execPath, [...args], options).then(
    () => true,
    () => false,
  );
  return { passes, seconds: (performance.now() - start) / 1000 };
}

function withoutSharedHashes(): NodeJS.ProcessEnv {
  const names = Object.entries(process.env).filter(([name]) => !name.startsWith('MADE_ONCE_'));
  return Object.fromEntries(names);
}

async function cover(): Promise<void> {
  rmSync(join(PROJECT_ROOT, 'node_modules', '.cache', 'bellwether'), {
    recursive: true,
    force: true,
  });
  const done = new Set(read<Covered>(COVERAGE).map(({ test }) => test));
  const record = async (test: string, args: readonly string[]) => {
    if (done.has(test)) return;
    const folder = join(FOLDER, 'v8', test.replaceAll('/', '-'));
    const environment = { NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' };
    const outcome = await execute(args, PROJECT_ROOT, { environment });
    append(COVERAGE, { test, ...outcome, lines: readLines(folder, PROJECT_ROOT) });
    rmSync(folder, { recursive: true, force: true });
    process.stderr.write(`${test}${outcome.passes ? '' : ': FAILS'}\n`);
  };
  for (const [module, script] of Object.entries(SHARED_FIXTURES))
    await record(module, ['--input-type=module', '--eval', script]);
  const limited = pLimit(CONCURRENCY);
  await Promise.all(
    testFiles('**').map((file) => limited(() => record(`test/${file}`, [`test/${file}`]))),
  );
}

/** One of each room in turn, so that a run that is cut short has examined all rooms alike. */
function drawFaults(seed: number, each: number): Fault[] {
  const rooms = Object.entries(ROOMS).map(([room, pattern]) => {
    const paths = globSync(pattern, { cwd: PROJECT_ROOT }).sort();
    const all = paths.flatMap((path) => {
      const source = readFileSync(join(PROJECT_ROOT, path), 'utf8');
      return findMutations(path, source).map((mutation) => ({ path, source, mutation }));
    });
    const faults: Fault[] = [];
    for (const { path, source, mutation } of shuffled(all, seeded(seed))) {
      const { kind, start, end } = mutation;
      const broken = plant(path, source, mutation);
      if (broken === undefined) continue;
      const was = `${source.slice(start, end).slice(0, 100)} → ${mutation.replacement || 'nothing'}`;
      faults.push({ room, path, line: lineAt(source, start), kind, was, broken });
      if (faults.length === each) break;
    }
    return faults;
  });
  return Array.from({ length: each }, (_, round) =>
    rooms.flatMap((faults) => faults.slice(round, round + 1)),
  ).flat();
}

/** Test files that execute the line: the file's own test first, then those that execute the least. */
function choose({ path, line }: Fault, coverage: readonly Covered[]): Covered[] {
  const executes = ({ lines }: Covered) => lines[path]?.includes(line) ?? false;
  const fixtures = coverage.filter(({ test }) => test in SHARED_FIXTURES).filter(executes);
  const uses = ({ lines }: Covered) => fixtures.some(({ test }) => makes(test, lines[test] ?? []));
  const own = path.replace('src/', 'test/').replace(/\.ts$/, '.test.ts');
  const rank = ({ test, seconds }: Covered) => {
    if (test === own) return 0;
    return seconds * (dirname(test) === dirname(own) ? 1 : 1000);
  };
  return coverage
    .filter(({ test, passes }) => passes && !(test in SHARED_FIXTURES))
    .filter((entry) => executes(entry) || uses(entry))
    .sort((a, b) => rank(a) - rank(b));
}

function makes(module: string, executed: readonly number[]): boolean {
  const lines = readFileSync(join(PROJECT_ROOT, module), 'utf8').split('\n');
  return executed.some((line) => /\bmadeOnce\(/.test(lines[line - 1] ?? ''));
}

/** A test file that fails fails once more before it counts: the machine may have been slow. */
async function examine(fault: Fault, tests: readonly Covered[]): Promise<Result> {
  const { broken, ...rest } = fault;
  const target = join(COPY, fault.path);
  const sound = readFileSync(target);
  await writeFile(target, broken);
  const end = performance.now() + FAULT_TIMEOUT_MS;
  let caughtBy: string | null = null;
  let ran = 0;
  const limited = pLimit(CONCURRENCY);
  // One that hangs because of the fault ends long before the slowest.
  const fails = async ({ test, seconds }: Covered) => {
    const timeout = Math.min(FILE_TIMEOUT_MS, Math.ceil(60 + 6 * seconds) * 1000);
    return !(await execute([test], COPY, { timeout })).passes;
  };
  try {
    await Promise.all(
      tests.map((test) =>
        limited(async () => {
          if (caughtBy !== null || performance.now() > end) return;
          ran += 1;
          if ((await fails(test)) && (await fails(test))) caughtBy ??= test.test;
        }),
      ),
    );
  } finally {
    await writeFile(target, sound);
  }
  return { ...rest, tests: tests.length, ran, caughtBy };
}

/** The committed project in a folder of its own, with the packages that are installed here. */
function copyProject(): void {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: PROJECT_ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  if (existsSync(COPY)) git('worktree', 'remove', '--force', COPY);
  git('worktree', 'prune');
  git('worktree', 'add', '--quiet', '--detach', COPY, 'HEAD');
  for (const packages of globSync('{.,test/*}/node_modules', { cwd: PROJECT_ROOT }))
    symlinkSync(join(PROJECT_ROOT, packages), join(COPY, packages));
}

async function run(seed: number, each: number, minutes: number): Promise<void> {
  const coverage = read<Covered>(COVERAGE);
  if (coverage.length === 0) throw new Error('Nothing is known of the tests: run `cover` first.');
  const faults = drawFaults(seed, each);
  const end = performance.now() + minutes * 60_000;
  copyProject();
  for (const [index, fault] of faults.entries()) {
    if (index < read<Result>(RESULTS).length) continue;
    if (performance.now() > end) break;
    const result = await examine(fault, choose(fault, coverage));
    append(RESULTS, result);
    const { path, line, was, caughtBy, ran } = result;
    process.stderr.write(
      `${index + 1}/${faults.length} ${path}:${line} ${was}: ${caughtBy ?? `missed by ${ran} files`}\n`,
    );
  }
}

function report(): void {
  const results = read<Result>(RESULTS);
  for (const room of Object.keys(ROOMS)) {
    const inRoom = results.filter((result) => result.room === room);
    const caught = inRoom.filter(({ caughtBy }) => caughtBy !== null).length;
    process.stdout.write(`${room}\t${caught} of ${inRoom.length}\n`);
  }
  for (const { path, line, was, caughtBy, tests, ran } of results)
    if (caughtBy === null)
      process.stdout.write(`missed\t${path}:${line}\t${was}\t${ran} of ${tests} test files\n`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    each: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '60' },
  },
});
mkdirSync(FOLDER, { recursive: true });
if (positionals[0] === 'report') report();
else {
  await globalSetup();
  try {
    if (positionals[0] === 'cover') await cover();
    else if (positionals[0] === 'run')
      await run(Number(values.seed), Number(values.each), Number(values.minutes));
    else throw new Error('Say cover, run or report.');
  } finally {
    await globalTeardown();
  }
}
