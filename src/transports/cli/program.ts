/** The tree of commands. */
import type { Command as AnyCommand } from 'commander';
import { build } from '../build.ts';
import { Command } from './options.ts';

/** Each is loaded only when needed: its imports take longer to load than most commands run. */
const COMMANDS: Readonly<Record<string, (words: readonly string[]) => Promise<AnyCommand>>> = {
  start: async () => (await import('./start.ts')).startCommand(),
  serve: async () => (await import('./serve.ts')).serveCommand(),
  mcp: async () => (await import('./mcp.ts')).mcpCommand(),
  publish: async () => (await import('./publish.ts')).publishCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  verify: async () => (await import('./verify.ts')).verifyCommand(),
  call: async (words) => (await import('./call.ts')).callCommand(words.includes('call')),
  schedule: async () => (await import('./schedule.ts')).scheduleCommand(),
  prune: async () => (await import('./prune.ts')).pruneCommand(),
  track: async () => (await import('./track.ts')).trackCommand(),
  untrack: async () => (await import('./untrack.ts')).untrackCommand(),
  collect: async () => (await import('./collect.ts')).collectCommand(),
  worker: async () => (await import('./worker.ts')).workerCommand(),
  registry: async () => (await import('./registry.ts')).registryCommand(),
  markets: async () => (await import('./markets.ts')).marketsCommand(),
  cohort: async () => (await import('./cohort.ts')).cohortCommand(),
  forecasts: async () => (await import('./market-log.ts')).forecastsCommand(),
  keys: async () => (await import('./keys.ts')).keysCommand(),
  ledger: async () => (await import('./ledger.ts')).ledgerCommand(),
  db: async () => (await import('./db.ts')).dbCommand(),
  research: async () => (await import('./research.ts')).researchCommand(),
  sql: async () => (await import('./sql.ts')).sqlCommand(),
  config: async () => (await import('./config.ts')).configCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
};

/**
 * @param words that follow `bellwether`: if the first is a command, no other one is loaded, and
 *   without `call` among them that command has no operations
 */
export async function programOf(words: readonly string[]): Promise<Command> {
  const [first = ''] = words;
  // Finding the commit runs git.
  const isAskedForVersion = ['-V', '--version'].includes(first);
  const { version, commit } = isAskedForVersion ? await build() : { version: '', commit: '' };
  const program = new Command('bellwether')
    .description('Engineering-acceleration signals of startups, computed from public git history.')
    .version(`${version} (commit ${commit})`)
    .showHelpAfterError('(add --help for usage)')
    .examples(
      'bellwether start                 publish if needed and serve',
      'bellwether track acme            track another startup',
      'bellwether collect langfuse      bring one company up to date',
      'bellwether publish               publish what was collected',
    );
  if (isAskedForVersion) return program;
  // The help lists all of them, and an unknown command is compared with them.
  const asked = Object.entries(COMMANDS).filter(([name]) => name === first);
  for (const [, load] of asked.length > 0 ? asked : Object.entries(COMMANDS))
    program.addCommand(withSettingsOf(program, await load(words)));
  return program;
}

/** The command, and all below it, with what is set for the whole program. */
function withSettingsOf(parent: AnyCommand, command: AnyCommand): AnyCommand {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) withSettingsOf(command, child);
  return command;
}
