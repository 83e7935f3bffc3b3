#!/usr/bin/env node
/** The command line: `bellwether`, also as `npm run bellwether -- <command>`. */
import { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { BellwetherError } from './lib/errors.ts';
import { callCommand } from './transports/cli/call.ts';
import { collectCommand } from './transports/cli/collect.ts';
import { configCommand } from './transports/cli/config.ts';
import { dbCommand } from './faces/cli/db.ts';
import { keysCommand } from './transports/cli/keys.ts';
import { ledgerCommand } from './faces/cli/ledger.ts';
import { mcpCommand } from './transports/cli/mcp.ts';
import { publishCommand } from './transports/cli/publish.ts';
import { registryCommand } from './transports/cli/registry.ts';
import { researchCommand } from './transports/cli/research.ts';
import { serveCommand, startCommand } from './transports/cli/serve.ts';
import { note } from './transports/cli/terminal.ts';
import { verifyCommand } from './faces/cli/verify.ts';

const program = new Command('bellwether')
  .description('Engineering-acceleration signals of startups, computed from public git history.')
  .version(packageJson.version)
  .showHelpAfterError('(add --help for what is possible)')
  .addHelpText(
    'after',
    `
Examples:
  $ bellwether start                 publish if needed and serve
  $ bellwether collect langfuse      bring one company up to date
  $ bellwether publish               publish what was collected`,
  );

for (const command of [
  startCommand(),
  serveCommand(),
  mcpCommand(),
  publishCommand(),
  verifyCommand(),
  await callCommand(process.argv.includes('call')),
  collectCommand(),
  registryCommand(),
  keysCommand(),
  ledgerCommand(),
  dbCommand(),
  researchCommand(),
  configCommand(),
])
  program.addCommand(command.copyInheritedSettings(program));

try {
  await program.parseAsync();
} catch (error) {
  // What a person can mend is said plainly; a fault of ours shows where it happened.
  note(
    error instanceof BellwetherError
      ? error.message
      : String(error instanceof Error ? error.stack : error),
  );
  process.exitCode = 1;
}
