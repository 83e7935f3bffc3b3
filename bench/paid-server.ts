/**
 * Deep signals of the shipped data: sold by the service without limits, or given away by the least
 * that can compute them.
 *
 * Arguments: port, and the place of the store where they are sold.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { loadOperations } from '../src/api/operation/all-operations.ts';
import { deepSignal } from '../src/features/deep-signal/deep-signal.ts';
import { gitHubStars } from '../src/features/scout/star-source.ts';
import { HostingService } from '../src/hosting/hosting-service.ts';
import { PaymentEvents } from '../src/payments/payment-events.ts';
import { openPayments } from '../src/payments/payments.ts';
import { openStore } from '../src/store/store.ts';
import { createService } from '../src/transports/http/server.ts';
import { shippedPublication, shippedStore } from '../tools/shipped.ts';

const [port = '', place] = process.argv.slice(2);
await (place === undefined ? giveAway() : sell(place));

async function giveAway(): Promise<void> {
  const published = await shippedPublication();
  createServer(async (request, response) => {
    // Requests that ask whether we are ready have no body.
    const { name } =
      request.method === 'POST' ? ((await json(request)) as { name: string }) : { name: '' };
    const body = JSON.stringify(await deepSignal(published, name));
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  }).listen(Number(port), '127.0.0.1');
}

async function sell(place: string): Promise<void> {
  const { site } = await shippedStore();
  const rails = { x402: undefined, solana: undefined, checkout: undefined };
  const payments = await openPayments(openStore(place), rails, new PaymentEvents(), {
    audited: () => undefined,
    failed: (reason) => console.error(reason),
  });
  const service = await createService({
    site,
    operations: await loadOperations(),
    pages: [],
    stars: gitHubStars(new HostingService({ tokens: [] })),
    logLevel: 'silent',
    limits: 'off',
    payments,
  });
  await service.listen(Number(port), '127.0.0.1');
}
