/** A merchant in a process of its own, to be killed: `node crash-child.ts <location> <settings as JSON>`. */
import deepSignal from '../../../src/api/agent/deep-signal/x402.ts';
import { servePaid } from '../support/paid-service.ts';

const [, , location = '', settings = ''] = process.argv;
const { port } = await servePaid(location, {
  config: { x402: { isComplete: true, settings: JSON.parse(settings) } },
  served: { operations: [deepSignal], pages: [] },
});
process.stdout.write(`${port}\n`);
