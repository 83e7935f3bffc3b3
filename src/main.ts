/** The command line: `bellwether`, also as `npm run bellwether -- <command>`. */
import { BellwetherError, messageOf, systemCode } from './lib/errors.ts';
import { startTracing } from './lib/tracing.ts';
import { programOf } from './transports/cli/program.ts';
import { note } from './transports/cli/terminal.ts';

// Whoever reads no further, like `head`, has what they wanted.
process.stdout.on('error', (error) => {
  if (systemCode(error) !== 'EPIPE') throw error;
  process.exit();
});

try {
  const endTracing = await startTracing();
  process.once('beforeExit', endTracing);
  const program = await programOf(process.argv.slice(2));
  await program.parseAsync();
} catch (error) {
  // An error that the user can correct needs no stack; a fault of ours shows where it happened.
  const isPlain = error instanceof BellwetherError || systemCode(error)?.startsWith('E') === true;
  note(isPlain || !(error instanceof Error) ? messageOf(error) : messageOf(error.stack));
  process.exitCode = 1;
}
