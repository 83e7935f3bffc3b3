/** The command line: `bellwether`, also as `npm run bellwether -- <command>`. */
import { BellwetherError, messageOf, systemCode } from './lib/errors.ts';
import { startTracing } from './lib/tracing.ts';
import { note } from './transports/cli/command.ts';
import { currentWords, programFor } from './transports/cli/program.ts';

// A reader that has enough, like `head`, ends the command.
process.stdout.on('error', (error) => {
  if (systemCode(error) !== 'EPIPE') throw error;
  process.exit();
});

try {
  const endTracing = await startTracing();
  process.once('beforeExit', endTracing);
  const words = currentWords(process.argv.slice(2));
  const program = await programFor(words);
  await program.parseAsync(words, { from: 'user' });
} catch (error) {
  // An error that the user can correct needs no stack; a fault of ours shows where it happened.
  const isPlain = error instanceof BellwetherError || systemCode(error)?.startsWith('E') === true;
  if (error instanceof BellwetherError && process.argv.includes('--json'))
    note(JSON.stringify({ code: error.code, message: error.message }));
  else note(isPlain || !(error instanceof Error) ? messageOf(error) : messageOf(error.stack));
  process.exitCode = 1;
}
