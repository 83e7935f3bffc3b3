import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Command } from 'commander';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { programOf } from '../../../src/transports/cli/program.ts';
import { cli } from '../../support/cli.ts';

const program = await programOf(['--help', 'call']);

/** The command and all below it. */
function tree(command: Command): Command[] {
  return [command, ...command.commands.flatMap(tree)];
}

const isGroup = ({ commands }: Command) => commands.length > 0;

/** `bellwether keys issue` */
function fullName(command: Command): string {
  return [...(command.parent ? [fullName(command.parent)] : []), command.name()].join(' ');
}

/** The whole help, with what is added behind it, as a process without a terminal prints it. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    getOutHelpWidth: () => 80,
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

/** The names below the heading. */
function listedIn(help: string): string[] {
  const [, section = ''] = /^Commands:\n((?: {2}.*\n)+)/m.exec(help) ?? [];
  return [...section.matchAll(/^ {2}([\w-]+)/gm)].map(([, name = '']) => name);
}

function examplesIn(help: string): string[] {
  const [, section = ''] = /^Examples:\n((?: {2}\$ .*\n?)+)/m.exec(help) ?? [];
  return [...section.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line = '']) => line);
}

/** The arguments behind `bellwether`: without settings before it and without what is said of it. */
function argumentsOf(example: string): string[] {
  const [, typed] =
    /^(?:[A-Z_]+=\S+ )*bellwether((?: (?:"[^"]*"|[^\s"]+))*)(?: {2,}.*)?$/.exec(example) ?? [];
  assert.notEqual(typed, undefined, `${example} is no command line`);
  return [...String(typed).matchAll(/"([^"]*)"|(\S+)/g)].map((found) => found[1] ?? found[2] ?? '');
}

const all = tree(program);

describe('bellwether --help', () => {
  it('lists every command, and every group its own', () => {
    const groups = all.filter(isGroup);
    assert.ok(groups.length > 1);
    for (const group of groups)
      assert.deepEqual(
        listedIn(helpOf(group)),
        [...group.commands.map((command) => command.name()), 'help'],
        fullName(group),
      );
  });

  it('has a command for each file of commands, and for each operation', async () => {
    const folder = join(PROJECT_ROOT, 'src', 'transports', 'cli');
    const sources = await Promise.all(
      (await readdir(folder))
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFile(join(folder, file), 'utf8')),
    );
    const made = sources.flatMap((text) =>
      [...text.matchAll(/^export (?:async )?function (\w+)Command\(/gm)].map(([, name]) => name),
    );
    const names = all.filter((command) => command.parent === program).map((one) => one.name());
    // `ledger erase` has a file of its own.
    assert.deepEqual(made.sort(), [...names, 'erase'].sort());
    const call = all.find((command) => fullName(command) === 'bellwether call');
    assert.deepEqual(
      call?.commands.map((command) => command.name()),
      (await loadOperations()).map(({ name }) => name),
    );
  });

  it('is printed by the process for the whole and for every command', async () => {
    for (const command of [program, ...program.commands]) {
      const words = fullName(command).split(' ').slice(1);
      const { status, stdout } = await cli([...words, '--help']);
      assert.equal(status, 0);
      if (command.name() === 'call') assert.match(stdout, /^Usage: bellwether call /);
      else assert.equal(stdout, helpOf(command), words.join(' '));
    }
  });

  it('explains every command that does something with examples, which it takes', async () => {
    for (const command of all.filter((one) => !isGroup(one))) {
      const help = helpOf(command);
      assert.ok(help.startsWith(`Usage: ${fullName(command)}`), fullName(command));
      const examples = examplesIn(help);
      assert.ok(examples.length > 0, `${fullName(command)} has no examples`);
      for (const example of examples) await accepted(command, argumentsOf(example));
    }
  });

  it('shows examples of groups and of the whole that are taken as well', async () => {
    assert.ok(examplesIn(helpOf(program)).length > 0);
    for (const group of all.filter(isGroup)) {
      const help = helpOf(group);
      const examples = examplesIn(help);
      assert.equal(examples.length > 0, help.includes('Examples:'), fullName(group));
      for (const example of examples) {
        const reached = await run(argumentsOf(example));
        assert.ok(reached && fullName(reached).startsWith(fullName(group)), example);
      }
    }
  });

  it('is pointed to by an unknown command and by unknown options', async () => {
    for (const args of [['fly'], ['--fly'], ['verify', 'a', 'b']]) {
      const { status, stderr } = await cli(args);
      assert.equal(status, 1, args.join(' '));
      assert.match(stderr, /--help/, args.join(' '));
    }
    for (const command of program.commands)
      assert.match(await refusal([command.name(), '--fly']), /^error: unknown .*--help/s);
  });
});

/** Parses the arguments in the whole program, in which no command does anything. */
async function run(args: readonly string[]): Promise<Command | undefined> {
  const parsed = await programOf(args);
  let reached: Command | undefined;
  for (const command of tree(parsed).filter((one) => !isGroup(one)))
    command.exitOverride().action(() => {
      reached = command;
    });
  await parsed.parseAsync([...args], { from: 'user' });
  return reached;
}

/** What is written to standard error about arguments that are refused. */
async function refusal(args: readonly string[]): Promise<string> {
  const parsed = await programOf(args);
  let stderr = '';
  const writeErr = (text: string) => {
    stderr += text;
  };
  for (const command of tree(parsed)) command.exitOverride().configureOutput({ writeErr });
  await assert.rejects(parsed.parseAsync([...args], { from: 'user' }), { exitCode: 1 });
  return stderr;
}

async function accepted(command: Command, args: readonly string[]): Promise<void> {
  const reached = await run(args);
  assert.equal(reached && fullName(reached), fullName(command), args.join(' '));
}
