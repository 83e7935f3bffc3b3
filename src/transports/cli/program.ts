/** The tree of commands, in the groups that its help shows. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { versionText } from '../build.ts';
import { defineCommand, note } from './command.ts';

type Module = {
  command: (words: readonly string[]) => CommandUnknownOpts | Promise<CommandUnknownOpts>;
};
type Entry = readonly [summary: string, load: () => Promise<Module>];

/** Each is loaded only when needed: its imports take longer to load than most commands run. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  'Serve:': {
    start: ['publish if needed, then serve', () => import('./start.ts')],
    serve: ['serve the published editions', () => import('./serve.ts')],
    mcp: ['serve MCP on standard input and output', () => import('./mcp.ts')],
    export: ['write the free site as files', () => import('./export.ts')],
  },
  'Follow startups:': {
    track: ['track another startup', () => import('./track.ts')],
    untrack: ['stop tracking a startup', () => import('./untrack.ts')],
    collect: ['read companies’ histories into the ledger', () => import('./collect.ts')],
    publish: ['compute every covered period and publish it', () => import('./publish.ts')],
    schedule: ['collect, publish and prune, every week', () => import('./schedule.ts')],
    worker: ['collect for a collector that runs elsewhere', () => import('./worker.ts')],
  },
  'Read and check:': {
    call: ['run one operation on the published editions', () => import('./call.ts')],
    sql: ['print a measure of a startup, and its SQL', () => import('./sql.ts')],
    verify: ['check editions, or one downloaded file', () => import('./verify.ts')],
  },
  'Edit facts:': {
    registry: ['check and edit the registry of companies', () => import('./registry.ts')],
    cohort: ['invite members, and grade their picks', () => import('./cohort.ts')],
    erase: ['erase people from the ledger of commits', () => import('./erase.ts')],
  },
  'Sell:': {
    keys: ['issue, revoke and rotate keys', () => import('./keys.ts')],
    books: ['audit, back up and move credits and payments', () => import('./books.ts')],
  },
  'Look after an installation:': {
    doctor: ['find what is wrong with it', () => import('./doctor.ts')],
    config: ['print the settings and where each comes from', () => import('./config.ts')],
    prune: ['remove files that nothing needs', () => import('./prune.ts')],
  },
};

export const COMMAND_NAMES = Object.values(GROUPS).flatMap((entries) => Object.keys(entries));

/** Former names, each with the name of what does its work. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  'ledger erase': 'erase',
  'keys ledger': 'books entries',
  ledger: 'books',
  db: 'books',
};

/** The words that follow `bellwether`, with a former name replaced and noted. */
export function currentWords(words: readonly string[]): readonly string[] {
  const line = words.join(' ');
  const former = Object.keys(FORMER_NAMES).find((name) => `${line} `.startsWith(`${name} `)) ?? '';
  const name = FORMER_NAMES[former];
  if (name === undefined) return words;
  note(`bellwether ${former} is called bellwether ${name} now.`);
  return [...name.split(' '), ...words.slice(former.split(' ').length)];
}

/** @param words that follow `bellwether`: the command among them is loaded, and no other */
export async function programFor(words: readonly string[]): Promise<CommandUnknownOpts> {
  // Finding the commit runs git.
  const version = ['-V', '--version'].includes(words[0] ?? '') ? await versionText() : '';
  const program: CommandUnknownOpts = defineCommand(
    'bellwether',
    'Engineering-acceleration signals of startups, computed from public git history.',
    'bellwether start                 publish if needed and serve',
    'bellwether track acme            track another startup',
    'bellwether collect langfuse      bring one company up to date',
    'bellwether publish               publish what was collected',
  )
    .version(version)
    .showHelpAfterError('(add --help for usage)');
  const wanted = words[0] === 'help' ? words[1] : words[0];
  for (const [heading, entries] of Object.entries(GROUPS))
    for (const [name, [summary, load]] of Object.entries(entries)) {
      const command = name === wanted ? await (await load()).command(words) : new Command(name);
      program.addCommand(command.summary(summary).helpGroup(heading));
      inheritSettings(program, command);
    }
  return program;
}

/** Gives the command, and all below it, the settings of the whole program. */
function inheritSettings(parent: CommandUnknownOpts, command: CommandUnknownOpts): void {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inheritSettings(command, child);
}
