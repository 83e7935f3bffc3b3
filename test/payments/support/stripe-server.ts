/** A server that speaks the part of Stripe's API that opens sessions of its hosted checkout. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CheckoutSettings } from '../../../src/payments/checkout/checkout.ts';

/** A seller that this Stripe knows. */
export const SETTINGS: CheckoutSettings = {
  secretKey: 'sk_test_of_nobody',
  webhookSecret: 'whsec_of_nobody',
  priceId: 'price_pack',
};

export type StripeServer = {
  url: string;
  /** Forms that sessions were opened with. */
  opened: URLSearchParams[];
  /** Requests of any kind. */
  requests: IncomingMessage[];
  /** Answers everything from now on with this status. */
  fail: (status: number | undefined) => void;
  close: () => void;
};

/** What POST /v1/checkout/sessions cannot be without here. */
const REQUIRED = ['mode', 'success_url', 'line_items[0][price]', 'line_items[0][quantity]'];

export async function stripeServer(): Promise<StripeServer> {
  const opened: URLSearchParams[] = [];
  const requests: IncomingMessage[] = [];
  let failure: number | undefined;
  const server = createServer(async (request, response) => {
    requests.push(request);
    const form = new URLSearchParams(await text(request));
    if (failure !== undefined) return refuse(response, failure, 'api_error', 'Down.');
    if (request.headers.authorization !== `Bearer ${SETTINGS.secretKey}`)
      return refuse(response, 401, 'invalid_request_error', 'Invalid API Key provided.');
    if (request.method !== 'POST' || request.url !== '/v1/checkout/sessions')
      return refuse(response, 404, 'invalid_request_error', 'Unrecognized request URL.');
    const missing = REQUIRED.find((name) => !form.has(name));
    if (missing !== undefined)
      return refuse(response, 400, 'invalid_request_error', `Missing required param: ${missing}.`);
    opened.push(form);
    const id = `cs_test_${opened.length}`;
    send(response, 200, {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.com/c/pay/${id}`,
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Only sockets of other families have an address that is no AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    opened,
    requests,
    fail: (status) => {
      failure = status;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function refuse(response: ServerResponse, status: number, type: string, message: string): void {
  send(response, status, { error: { type, message } });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
