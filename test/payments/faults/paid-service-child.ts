/**
 * Serves an existing publication, with payments, in a process of its own that can be killed.
 * Sends its port to the process that started it, and ends with it.
 *
 * Arguments: the folder that `killable-service.ts` prepared, the location of the store, the base URL.
 */
import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import getDeepSignal from '../../../src/api/agent/deep-signal.ts';
import { gitHubStars } from '../../../src/features/scout/star-source.ts';
import { HostingService } from '../../../src/hosting/hosting-service.ts';
import { PaymentEvents } from '../../../src/payments/payment-events.ts';
import { openPayments } from '../../../src/payments/payments.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { signingKey } from '../../../src/pipeline/edition/signing.ts';
import type { Registry } from '../../../src/registry/schema.ts';
import { openStore } from '../../../src/store/store.ts';
import { createService } from '../../../src/transports/http/server.ts';

const [folder = '', location = '', baseUrl = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit());

const rails = { x402: undefined, solana: undefined, checkout: undefined };
const payments = openPayments(openStore(location), rails, new PaymentEvents(), {
  audited: ({ faults }) => {
    // Suspended payments would let clients wait for ever.
    if (faults.length === 0) return;
    process.stderr.write(`the books are at fault: ${JSON.stringify(faults)}\n`);
    process.exit(1);
  },
  failed: (reason) => process.stderr.write(`${reason}\n`),
});
await payments.books.opened;
// Written by our parent from the same type.
const registry = deserialize(await readFile(join(folder, 'registry.v8'))) as Registry;
const service = await createService({
  site: {
    store: new EditionStore(join(folder, 'editions')),
    registry: async () => registry,
    baseUrl,
  },
  operations: [getDeepSignal],
  pages: [],
  stars: gitHubStars(new HostingService({ tokens: [] })),
  publicKeyPem: (await signingKey(folder)).publicKeyPem,
  logLevel: 'silent',
  limits: 'off',
  maxEventLoopDelayMs: 0,
  payments,
});
const { port } = await service.listen(0, '127.0.0.1');
// Written now, because a killed process writes nothing, and the next one must start quickly.
flushCompileCache();
process.send?.(port);
