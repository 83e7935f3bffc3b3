import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { COMMAND_NAMES, currentWords, programFor } from '../../../src/transports/cli/program.ts';
import { allHelp, COMMANDS_FILE, helpOf } from '../../../tools/generate-docs.ts';
import { cli, startCli } from '../../support/cli.ts';

/** The command and all below it. */
function tree(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return [command, ...command.commands.flatMap(tree)];
}

async function load(name: string): Promise<CommandUnknownOpts> {
  const { commands } = await programFor([name]);
  return commands.find((command) => command.name() === name) ?? assert.fail(name);
}

const isGroup = ({ commands }: CommandUnknownOpts) => commands.length > 0;

/** `bellwether keys issue` */
function fullName(command: CommandUnknownOpts): string {
  return [...(command.parent ? [fullName(command.parent)] : []), command.name()].join(' ');
}

function examplesIn(help: string): string[] {
  const [, section = ''] = /^Examples:\n((?: {2}\$ .*\n?)+)/m.exec(help) ?? [];
  return [...section.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line = '']) => line);
}

/** The arguments after `bellwether`: without settings before it and without the explanation. */
function argumentsIn(example: string): string[] {
  const [, typed] =
    /^(?:[A-Z_]+=\S+ )*bellwether((?: (?:"[^"]*"|[^\s"]+))*)(?: {2,}.*)?$/.exec(example) ?? [];
  assert.notEqual(typed, undefined, `${example} is no command line`);
  return [...String(typed).matchAll(/"([^"]*)"|(\S+)/g)].map((found) => found[1] ?? found[2] ?? '');
}

const program = await programFor(['--help']);
const top = await Promise.all(COMMAND_NAMES.map(load));

it('docs/commands.txt is the help of all commands; npm run generate:docs writes it', async () => {
  assert.equal(await readFile(COMMANDS_FILE, 'utf8'), await allHelp());
});

it('bellwether --help lists each command once, in a group, with a sentence and examples that it takes', async () => {
  const help = helpOf(program);
  for (const name of COMMAND_NAMES)
    assert.equal(help.match(new RegExp(`^  ${name} `, 'gm'))?.length, 1, name);
  const groups = program.commands.map((command) => command.helpGroup());
  assert.ok(groups.every((heading) => heading.endsWith(':')) && new Set(groups).size > 4);
  for (const command of [program, ...top.flatMap(tree)]) {
    assert.match(command.description(), /^[A-Z`].*\.$/s, fullName(command));
    const own = examplesIn(helpOf(command));
    // A sub-command without examples of its own has some in its group.
    const examples = own.length > 0 || !command.parent ? own : examplesIn(helpOf(command.parent));
    assert.ok(examples.length > 0, fullName(command));
    for (const example of own) {
      const reached = await reach(argumentsIn(example));
      assert.ok(fullName(reached).startsWith(fullName(command)), example);
    }
  }
});

it('a wrong command line is an error with the nearest name, and points to the help', async () => {
  for (const [args, expected] of [
    [['pubish'], /unknown command 'pubish'\n\(Did you mean publish\?\)/],
    [['keys', 'isue'], /unknown command 'isue'\n\(Did you mean issue\?\)/],
    [['publish', '--corect', 'x'], /unknown option '--corect'\n\(Did you mean --correct\?\)/],
    [['fly'], /unknown command 'fly'/],
    [['--fly'], /unknown option '--fly'/],
    [['verify', 'a', 'b'], /too many arguments/],
    [['keys', 'revoke'], /missing required argument 'public-id'/],
    [['cohort', 'open', '2027-q1', '--lock', 'soon'], /must be a time in UTC, like 2027/],
    [['x'.repeat(100_000)], /unknown command/],
    [['клавиши', '🔑'], /unknown command/],
  ] as const) {
    const { status, stdout, stderr } = await cli(args);
    assert.deepEqual([status, stdout], [1, ''], stderr);
    for (const part of [expected, /--help/]) assert.match(stderr, part);
    assert.doesNotMatch(stderr, /\n\s+at /);
  }
});

it('a former name leads to what does its work, and says so', async () => {
  assert.deepEqual(currentWords(['ledger', 'erase', '--dry-run']), ['erase', '--dry-run']);
  assert.deepEqual(currentWords(['keys', 'ledger', 'x']), ['books', 'entries', 'x']);
  assert.deepEqual(currentWords(['keys', 'list']), ['keys', 'list']);
  const { status, stdout, stderr } = await cli(['ledger', 'audit', '--help']);
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: bellwether books audit/);
  assert.equal(stderr, 'bellwether ledger is called bellwether books now.\n');
});

it('an error is JSON with its code where JSON was requested', async () => {
  const { status, stdout, stderr } = await cli(['config', '--json'], { PORT: 'x' });
  assert.deepEqual([status, stdout], [1, '']);
  assert.equal(JSON.parse(stderr).code, 'settings-invalid');
});

it('a reader that reads no further ends the command', async () => {
  const child = startCli(['registry', 'audit', '--gaps']);
  child.stdout?.destroy();
  const [status] = await once(child, 'close');
  assert.equal(status, 0, child.output().stderr);
  assert.equal(child.output().stderr, '');
});

/** The command that a line reaches; none does anything. @throws CommanderError as the process prints it */
async function reach(args: readonly string[]): Promise<CommandUnknownOpts> {
  const parsed = await programFor(args);
  let reached: CommandUnknownOpts | undefined;
  for (const command of tree(parsed)) {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
    if (!isGroup(command))
      command.action(() => {
        reached = command;
      });
  }
  await parsed.parseAsync([...args], { from: 'user' });
  return reached ?? assert.fail(args.join(' '));
}
