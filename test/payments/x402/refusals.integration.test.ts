/** Refused payments: each has a reason, settles nothing and leaves no record. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { concat, zeroAddress } from 'viem';
import { X402_PATH } from '../../../src/payments/rails.ts';
import { evmChain } from '../../../src/payments/x402/chain.ts';
import { evmNetwork } from '../../../src/payments/x402/requirements.ts';
import { problemIn } from '../../support/service.ts';
import {
  type Authorization,
  exactPayload,
  type SignedAuthorization,
  withHighS,
} from '../evm/authorization.ts';
import { NO_RAILS, servePaid } from '../support/paid-service.ts';
import { SQLITE } from '../support/stores.ts';
import { openMarket } from './market.ts';
import {
  type Merchant,
  PRICE,
  pay,
  refusalIn,
  settleAs,
  version1,
  version2,
  x402Settings,
} from './merchant.ts';

let merchant: Merchant;
const market = openMarket(SQLITE, async ({ serve }) => {
  merchant = await serve();
});

const now = () => BigInt(Math.floor(Date.now() / 1000));
const signed = (change: Partial<Authorization> = {}) => pay(market.chain, undefined, change);
const stranger = () => market.chain.wallets.stranger;
const strangerAddress = () => stranger().account.address;
const changed = (change: (signed: SignedAuthorization) => SignedAuthorization['signature']) =>
  signed().then((payment) => ({ ...payment, signature: change(payment) }));

/** Ends signatures of wallets that are not deployed yet. */
const ERC_6492 = `0x${'6492'.repeat(16)}` as const;

/** Authorizations with one fault, and the reason for refusing them. */
const WRONG_AUTHORIZATIONS: Record<string, [() => Promise<SignedAuthorization>, RegExp]> = {
  'is expired': [() => signed({ validBefore: now() - 1n }), /valid_before/],
  'expires before it can be mined': [() => signed({ validBefore: now() + 3n }), /valid_before/],
  'is not valid yet': [() => signed({ validAfter: now() + 60n }), /valid_after/],
  'pays one unit too little': [() => signed({ value: PRICE - 1n }), /value_mismatch/],
  'pays one unit too much': [() => signed({ value: PRICE + 1n }), /value_mismatch/],
  'pays nothing': [() => signed({ value: 0n }), /value_mismatch/],
  'pays a stranger': [() => signed({ to: strangerAddress() }), /recipient_mismatch/],
  'is signed for another chain': [() => pay({ ...market.chain, chainId: 8453 }), /signature/],
  'is for another token': [() => pay({ ...market.chain, token: zeroAddress }), /signature/],
  'is signed by a stranger': [
    () => pay(market.chain, stranger(), { from: market.chain.wallets.payer.account.address }),
    /signature/,
  ],
  'has a changed signature': [
    () => changed(({ signature }) => `0x${signature.slice(2).replace(/[^1]/, '1')}`),
    /signature/,
  ],
  'has the mirror image of a signature': [() => signed().then(withHighS), /signature/],
  'names no factory in the form of ERC-6492': [
    () => changed(({ signature }) => concat([signature, ERC_6492])),
    /signature/,
  ],
  'is signed by a wallet with nothing in it': [() => pay(market.chain, stranger()), /insufficient/],
  'has its nonce used for something else': [
    async () => {
      const payment = await signed();
      const elsewhere = await signed({ nonce: payment.nonce, to: strangerAddress() });
      await settleAs(market.chain, stranger(), elsewhere);
      return payment;
    },
    /nonce|used/,
  ],
};

type Wrap = (signed: SignedAuthorization) => Record<string, string>;
const accepting = (change: Record<string, string>): Wrap => {
  return (payment) => version2(market.chain, payment, change);
};
/** Messages with one fault around a good authorization. */
const WRONG_MESSAGES: Record<string, [Wrap, RegExp]> = {
  'is for another chain': [(payment) => version1(payment, { network: 'base' }), /network_mismatch/],
  'is of another scheme': [
    (payment) => version1(payment, { scheme: 'upto' }),
    /unsupported_scheme/,
  ],
  'accepts another token': [accepting({ asset: zeroAddress }), /accepted_requirements_mismatch/],
  'accepts another price': [accepting({ amount: '1' }), /accepted_requirements_mismatch/],
  'accepts another recipient': [
    accepting({ payTo: zeroAddress }),
    /accepted_requirements_mismatch/,
  ],
  'is for another resource': [
    (payment) => version2(market.chain, payment, {}, 'https://elsewhere.example.org/'),
    /resource_mismatch/,
  ],
};

describe('a payment', () => {
  const isRefused = async (headers: Record<string, string>, reason: RegExp) => {
    const refused = await merchant.ask('acorn', headers);
    assert.ok(refused.headers.get('payment-required'));
    assert.match(await refusalIn(refused), new RegExp(`^402 .*(?:${reason.source})`));
    assert.deepEqual([await market.paid(), await merchant.states()], [0n, []]);
  };
  for (const [what, [make, reason]] of Object.entries(WRONG_AUTHORIZATIONS))
    it(`that ${what} is refused`, async () => {
      const payment = await make();
      await isRefused(version1(payment), reason);
      await isRefused(version2(market.chain, payment), reason);
    });
  for (const [what, [wrap, reason]] of Object.entries(WRONG_MESSAGES))
    it(`that ${what} is refused`, async () => isRefused(wrap(await signed()), reason));

  it('that is malformed is refused, also while the node is away', async () => {
    const location = await market.separate();
    const away = await market.serve({ rpcUrl: 'http://127.0.0.1:9', location });
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    const payload = exactPayload(await signed());
    const payment = { x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload };
    const authorized = (change: object) => {
      const authorization = { ...payload.authorization, ...change };
      return encode({ ...payment, payload: { ...payload, authorization } });
    };
    const headers = [
      ...['', 'x', '%%%', encode(null), encode([]), encode({ x402Version: 1 })],
      encode({ ...payment, x402Version: 3 }),
      encode({ ...payment, payload: {} }),
      encode({ ...payment, payload: { ...payload, signature: '0x00' } }),
      ...[authorized({ value: '-1' }), authorized({ nonce: '0x00' }), authorized({ to: '0x1' })],
      encode({ ...payload, x: 'y'.repeat(9_000) }),
    ];
    for (const shop of [merchant, away]) {
      for (const header of headers)
        for (const name of ['x-payment', 'payment-signature'])
          assert.equal(
            await refusalIn(await shop.ask('acorn', { [name]: header })),
            '400 invalid-payment',
            header,
          );
      assert.deepEqual(await shop.states(), []);
      const reasons = shop.events.filter(({ details }) => details['reason'] === 'invalid_payload');
      assert.equal(reasons.length, 2 * headers.length);
    }
  });

  it('for a malformed request is not used', async () => {
    const payment = await signed();
    const post = async (body: string, type = 'application/json') => {
      const headers = { ...version1(payment), 'content-type': type };
      const url = `${merchant.origin}${X402_PATH}`;
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    for (const body of [
      ...['{"name":""}', '{"name":["acorn"]}', '{"name":"acorn","more":1}', '[]', '{'],
      ...['{"name":"a\\u0000b"}', JSON.stringify({ name: 'x'.repeat(101) })],
    ])
      assert.equal(await post(body), 400, body);
    assert.equal(await post(JSON.stringify({ name: 'x'.repeat(100_000) })), 413);
    assert.equal(await post('name=acorn', 'application/x-www-form-urlencoded'), 415);
    assert.equal(await post(JSON.stringify({ name: 'x'.repeat(100) })), 404);
    assert.deepEqual([await market.chain.isUsed(payment), await merchant.states()], [false, []]);
  });
});

describe('the rail', () => {
  it('answers 503 until it is configured, and does not start on an unknown network', async (t) => {
    const service = await servePaid(await market.separate());
    t.after(() => service.stop());
    const refused = await service.post(X402_PATH, { name: 'acorn' });
    assert.equal(await refusalIn(refused), '503 payment-not-configured');
    const settings = x402Settings(market.chain, { network: 'basement' });
    const config = { ...NO_RAILS, x402: { isComplete: true as const, settings } };
    const code = 'settings-invalid';
    await assert.rejects(servePaid(await market.separate(), { config }), { code });
  });

  it('charges nothing while the chain does not answer, or is another one', async () => {
    const payment = await signed();
    for (const change of [{ rpcUrl: 'http://127.0.0.1:9' }, { network: 'base' }]) {
      const service = await market.serve({ ...change, location: await market.separate() });
      const response = await service.ask('acorn', version1(payment));
      assert.ok(Number(response.headers.get('retry-after')) > 0);
      assert.equal(await refusalIn(response), '503 payment-unavailable');
    }
    assert.equal(await market.chain.isUsed(payment), false);
  });

  it('keeps the address of its node, which may hold a key, out of errors that are logged', async () => {
    const network = evmNetwork('base-sepolia') ?? assert.fail();
    const unreachable = evmChain(network, 'http://127.0.0.1:9/v2/secret-key', zeroAddress);
    for (const ask of [unreachable.asset, unreachable.blockNumber])
      await assert.rejects(ask(), (error) => {
        assert.match(inspect(error), /HTTP request failed/);
        assert.doesNotMatch(inspect(error), /secret-key/);
        return true;
      });
  });

  const limited: Record<string, [statuses: number[], name: string, headers: Wrap]> = {
    'bad payments': [[402, 429], 'acorn', version1],
    'good payments for what is not tracked': [[404, 429], 'unknown', version1],
    'calls without a payment': [[402, 429], 'acorn', () => ({})],
    'malformed payments': [[400, 429], 'acorn', () => ({ 'x-payment': 'none' })],
  };
  for (const [what, [expected, name, headers]] of Object.entries(limited))
    it(`limits ${what} of an address`, async (t) => {
      // No bucket refills while a slow machine sends requests.
      const stopped = performance.now();
      t.mock.method(performance, 'now', () => stopped);
      const settings = x402Settings(market.chain);
      const config = { x402: { isComplete: true as const, settings } };
      const service = await servePaid(await market.separate(), { config, isLimited: true });
      t.after(() => service.stop());
      const good = await signed();
      const answers: Response[] = [];
      // A bucket holds 120.
      for (let sent = 0; sent < 130; sent++) {
        const nonce = `0x${sent.toString(16).padStart(64, '0')}` as const;
        const payment = what === 'bad payments' ? { ...good, nonce } : await signed();
        answers.push(await service.post(X402_PATH, { name }, headers(payment)));
      }
      const statuses = answers.map(({ status }) => status);
      assert.deepEqual([...new Set(statuses)], expected);
      assert.equal(statuses.indexOf(429), 120);
      const last = answers.at(-1) ?? assert.fail();
      assert.equal((await problemIn(last)).code, 'rate-limited');
    });
});
