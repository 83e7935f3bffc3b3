/**
 * Documents that are derived, which tests compare: the help of every command, docs/commands.txt, and the
 * JSON Schemas of the registry's files, docs/schemas/.
 *
 * Usage: node tools/generate-docs.ts
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { jsonSchemaOf, SCHEMA_NAMES } from '../src/registry/organization-files.ts';
import { COMMAND_NAMES, programFor } from '../src/transports/cli/program.ts';

export const COMMANDS_FILE = join(PROJECT_ROOT, 'docs', 'commands.txt');

/** The help of the command, as a process without a terminal prints it. */
export function helpOf(command: CommandUnknownOpts): string {
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

/** The command and all below it; operations have a document of their own (docs/api.md). */
function tree(command: CommandUnknownOpts): CommandUnknownOpts[] {
  const children = command.name() === 'call' ? [] : command.commands;
  return [command, ...children.flatMap(tree)];
}

export async function allHelp(): Promise<string> {
  const program = await programFor(['--help']);
  const texts = [helpOf(program)];
  for (const name of COMMAND_NAMES) {
    const { commands } = await programFor([name]);
    const command = commands.find((each) => each.name() === name);
    if (command) texts.push(...tree(command).map(helpOf));
  }
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

if (import.meta.main) {
  await writeFile(COMMANDS_FILE, await allHelp());
  for (const name of SCHEMA_NAMES)
    await writeFile(
      join(PROJECT_ROOT, 'docs', 'schemas', `${name}.schema.json`),
      `${JSON.stringify(jsonSchemaOf(name), null, 2)}\n`,
    );
}
