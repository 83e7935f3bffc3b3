/**
 * Serves an existing publication, with payments, in a process of its own that can be killed.
 * Sends its port to the process that started it, and ends with it.
 *
 * Arguments: the folder of the publication, the location of the store, settings of x402 as JSON or ''.
 */
import { flushCompileCache } from 'node:module';
import deepSignalForX402 from '../../../src/api/agent/deep-signal/x402.ts';
import deepSignal from '../../../src/api/agent/deep-signal.ts';
import { servePaid } from '../support/paid-service.ts';

const [folder, location = '', x402 = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit());

const { port, payments } = await servePaid(location, {
  folder,
  served: { operations: [deepSignal, deepSignalForX402], pages: [] },
  ...(x402 !== '' && { config: { x402: { isComplete: true, settings: JSON.parse(x402) } } }),
});
// Suspended payments would let clients wait for ever.
if (payments.books.state !== 'ready') throw new Error(`the books are ${payments.books.state}`);
// Written now, because a killed process writes nothing, and the next one must start quickly.
flushCompileCache();
process.send?.(port);
