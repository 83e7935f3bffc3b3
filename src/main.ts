#!/usr/bin/env node
/** The command line: `bellwether`, also as `npm run bellwether -- <command>`. */
import { Command } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { BellwetherError } from './errors.ts';
import { callCommand } from './faces/cli/call.ts';
import { collectCommand } from './faces/cli/collect.ts';
import { configCommand } from './faces/cli/config.ts';
import { dbCommand } from './faces/cli/db.ts';
import { keysCommand } from './faces/cli/keys.ts';
import { ledgerCommand } from './faces/cli/ledger.ts';
import { mcpCommand } from './faces/cli/mcp.ts';
import { publishCommand } from './faces/cli/publish.ts';
import { registryCommand } from './faces/cli/registry.ts';
import { researchCommand } from './faces/cli/research.ts';
import { serveCommand, startCommand } from './faces/cli/serve.ts';
import { note } from './faces/cli/terminal.ts';
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
