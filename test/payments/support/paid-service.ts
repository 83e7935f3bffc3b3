/** The example publication, served with payments, on the test's own store. */

import { gitHubStars } from '../../../src/features/scout/star-source.ts';
import { HostingService } from '../../../src/hosting/hosting-service.ts';
import type { PaymentConfig } from '../../../src/lib/config/payment-config.ts';
import { type IssuedKey, issueKey } from '../../../src/payments/credits/accounts.ts';
import { type PaymentEvent, PaymentEvents } from '../../../src/payments/payment-events.ts';
import { openPayments, type Payments } from '../../../src/payments/payments.ts';
import { configuredRails, type PaymentRails } from '../../../src/payments/rails.ts';
import type { PublishOptions } from '../../../src/pipeline/edition/publish.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import type { ServerOptions } from '../../../src/transports/http/server.ts';
import {
  BASE_URL,
  exampleIn,
  exampleRegistry,
  publishedExample,
} from '../../support/publication.ts';
import { type ServedExample, servePublication } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** No rail is configured: keys are issued by hand. */
export const NO_RAILS: PaymentConfig = {
  databaseUrl: undefined,
  x402: { isComplete: false, missing: [] },
  solana: { isComplete: false, missing: [] },
  checkout: { isComplete: false, missing: [] },
  apiKey: undefined,
};

export type PaidService = ServedExample & {
  store: Store;
  payments: Payments;
  /** Payment events so far. */
  events: PaymentEvent[];
  issue: (credits: number) => Promise<IssuedKey>;
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
  stop: () => Promise<void>;
};

export type ServePaidOptions = {
  config?: Partial<PaymentConfig>;
  /** Rails that the test builds itself. */
  rails?: (parts: { store: Store; emit: PaymentEvents['emit'] }) => Partial<PaymentRails>;
  /** Whether rate limits apply; off by default. */
  isLimited?: boolean;
  /** How often to try an unreachable store again. */
  retryMs?: number;
  /** Log level of the service; nothing is logged by default. */
  logLevel?: string;
  /** The folder of an example that is published already; by default one is made. */
  folder?: string | undefined;
  /** Serves only this, which starts faster. */
  served?: Pick<ServerOptions, 'operations' | 'pages'>;
};

/** Shared by all services of a process. */
let publication: Promise<PublishOptions> | undefined;

/** @param location what `openStore` takes; the store may hold something already */
export async function servePaid(
  location: string,
  change: ServePaidOptions = {},
): Promise<PaidService> {
  const { pricing } = (await exampleRegistry()).documents;
  const store = openStore(location);
  const hub = new PaymentEvents();
  const events: PaymentEvent[] = [];
  hub.listen((event) => events.push(event));
  const rails = await configuredRails(
    { ...NO_RAILS, ...change.config },
    { store, watch: hub.emit },
    { baseUrl: BASE_URL, operator: 'Example', pricing },
  );
  Object.assign(rails, change.rails?.({ store, emit: hub.emit }));
  const payments = openPayments(store, rails, hub, {
    audited: () => undefined,
    failed: () => undefined,
    retryMs: change.retryMs,
  });
  await payments.books.opened;
  publication ??= change.folder
    ? exampleIn(change.folder)
    : temporaryFolder().then(publishedExample);
  const options = await publication;
  const served = await servePublication(options, {
    payments,
    stars: gitHubStars(new HostingService({ tokens: [] })),
    ...(change.isLimited && { limits: { redisUrl: undefined } }),
    ...(change.logLevel !== undefined && { logLevel: change.logLevel }),
    ...change.served,
  });
  return {
    ...served,
    options,
    store,
    payments,
    events,
    issue: (credits) => issueKey(store, credits, 'test'),
    post: (path, body, headers = {}) =>
      fetch(`${served.origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    stop: async () => {
      await served.service.close();
      await payments.books.close();
    },
  };
}
