/** A merchant in a process of its own, to be killed: `node crash-child.ts <place> <settings as JSON>`. */
import { servePaid } from '../support/paid-service.ts';

const [, , place = '', settings = ''] = process.argv;
const { port } = await servePaid(place, {
  config: { x402: { isComplete: true, settings: JSON.parse(settings) } },
});
process.stdout.write(`${port}\n`);
