/**
 * Share of faults that the tests notice: plants seeded faults in a copy of the project, the same number in each
 * room of `src`, and runs the test files closest to each.
 *
 * Usage, on committed sources: npm run mutations -- [--seed 1] [--each 10] [--room payments]
 *        TEST_TIER=integration npm run mutations    runs the files of the second tier too
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSync, Visitor } from 'oxc-parser';
import { seeded, shuffled } from '../src/features/research/random.ts';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { table } from './markdown.ts';

const COPY = join(PROJECT_ROOT, 'var', 'mutations');
/** In the order in which data flows. */
const ROOMS = 'lib registry pipeline published features store payments api web transports'.split(
  ' ',
);
/** These read all that is published and answered. */
const CRAWLS = ['crawl', 'fingerprint'].map((name) => `test/transports/http/${name}.test.ts`);
const isSecondTier = process.env['TEST_TIER'] === 'integration';
const MAX_FILES = 12;
const FILE_TIMEOUT_MS = 120_000;
const PAIRS = ['< <=', '> >=', '=== !==', '&& ||', '+ -', '* /'].map((pair) => pair.split(' '));
const SWAPPED = new Map([
  ['??', '&&'],
  ...PAIRS.flatMap(([one = '', other = '']): [string, string][] => [
    [one, other],
    [other, one],
  ]),
]);

type Span = { start: number; end: number };
type Fault = Span & { room: string; path: string; replacement: string };

/** Every operator, number and statement of a file that can be swapped, raised by one or removed. */
function faultsIn(room: string, path: string): Fault[] {
  const source = readFileSync(join(COPY, path), 'utf8');
  const faults: Fault[] = [];
  const add = ({ start, end }: Span, replacement: string) =>
    faults.push({ room, path, start, end, replacement });
  const swap = (node: { left: Span; right: Span; operator: string }) => {
    const { left, right, operator } = node;
    const start = source.indexOf(operator, left.end);
    const replacement = SWAPPED.get(operator);
    // A difference of texts would show by itself.
    const isText = [left, right].some((side) => `'"\``.includes(source[side.start] ?? ''));
    if (replacement === undefined || start >= right.start || (operator === '+' && isText)) return;
    add({ start, end: start + operator.length }, replacement);
  };
  new Visitor({
    BinaryExpression: swap,
    LogicalExpression: swap,
    UnaryExpression: ({ operator, start }) => {
      if (operator === '!') add({ start, end: start + 1 }, '');
    },
    Literal: (node) => {
      if (typeof node.value === 'number') add(node, String(node.value + 1));
    },
    ExpressionStatement: (node) => add(node, ';'),
    ThrowStatement: (node) => add(node, ';'),
    IfStatement: (node) => {
      if (node.alternate === null) add(node, ';');
    },
  }).visit(parseSync(path, source).program);
  return faults;
}

function broken({ path, start, end, replacement }: Fault): string {
  const source = readFileSync(join(COPY, path), 'utf8');
  return source.slice(0, start) + replacement + source.slice(end);
}

/** The committed project in a folder of its own, with the packages that are installed here. */
function copyProject(): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: PROJECT_ROOT });
  if (existsSync(COPY)) git('worktree', 'remove', '--force', COPY);
  git('worktree', 'add', '--quiet', '--detach', COPY, 'HEAD');
  for (const packages of globSync('{.,test/*}/node_modules', { cwd: PROJECT_ROOT }))
    symlinkSync(join(PROJECT_ROOT, packages), join(COPY, packages));
}

copyProject();

const imported = new Map<string, readonly string[]>();

/** Modules of ours that one imports itself. */
function importsOf(path: string): readonly string[] {
  return imported.getOrInsertComputed(path, () => {
    const source = readFileSync(join(COPY, path), 'utf8');
    return [...source.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g)]
      .map(([, specifier = '']) => normalize(join(dirname(path), specifier)))
      .filter((other) => existsSync(join(COPY, other)));
  });
}

const tests = new Map(
  globSync('test/**/*.test.ts', { cwd: COPY, exclude: ['test/suites', '**/node_modules'] })
    .filter((file) => isSecondTier || !file.endsWith('.integration.test.ts'))
    .map((file) => {
      const loaded = new Set([file]);
      for (const path of loaded) for (const other of importsOf(path)) loaded.add(other);
      return [file, loaded] as const;
    }),
);

/** Those whose paths share most names with it, of these the ones that load it with the least else, and those that crawl. */
function closestTests({ path }: Fault): string[] {
  const names = path.slice('src/'.length, -'.ts'.length).split('/');
  const closeness = (file: string) => names.filter((name) => file.includes(name)).length;
  const size = (file: string) => tests.get(file)?.size ?? 0;
  const near = [...tests.keys()]
    .filter((file) => tests.get(file)?.has(path))
    .sort((a, b) => closeness(b) - closeness(a) || size(a) - size(b));
  return [...new Set([...near.slice(0, MAX_FILES), ...CRAWLS])];
}

function passes(file: string): boolean {
  const options = { cwd: COPY, timeout: FILE_TIMEOUT_MS, killSignal: 'SIGKILL' } as const;
  return spawnSync(process.execPath, [file], options).status === 0;
}

/** The test file that fails with the fault and passes without it. */
function findCatch(fault: Fault): string | undefined {
  const target = join(COPY, fault.path);
  const sound = readFileSync(target);
  return closestTests(fault).find((file) => {
    writeFileSync(target, broken(fault));
    const isNoticed = !passes(file);
    writeFileSync(target, sound);
    return isNoticed && passes(file);
  });
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    each: { type: 'string', default: '10' },
    room: { type: 'string', multiple: true, default: ROOMS },
  },
});
const rows: string[][] = [];
for (const room of values.room) {
  // Hosting services stand below the collector as libraries do.
  const folder = room === 'lib' ? '{lib,hosting}' : room;
  const paths = globSync(`src/${folder}/**/*.ts`, { cwd: COPY }).sort();
  const faults = paths.flatMap((path) => faultsIn(room, path));
  const drawn = shuffled(faults, seeded(Number(values.seed)))
    .values()
    .filter((fault) => parseSync(fault.path, broken(fault)).errors.length === 0)
    .take(Number(values.each))
    .toArray();
  let caught = 0;
  for (const fault of drawn) {
    const catcher = findCatch(fault);
    if (catcher !== undefined) caught++;
    const source = readFileSync(join(COPY, fault.path), 'utf8');
    const line = source.slice(0, fault.start).split('\n').length;
    const was = source.slice(fault.start, fault.end).slice(0, 100).replaceAll(/\s+/g, ' ');
    const change = `${was} → ${fault.replacement || 'nothing'}`;
    console.error(`${fault.path}:${line} ${change}: ${catcher ?? 'missed'}`);
  }
  rows.push([room, String(caught), String(drawn.length)]);
}
console.log(table(['room', 'caught', 'of'], rows));
