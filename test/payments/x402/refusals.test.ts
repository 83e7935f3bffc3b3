/** Payments that do not do: each is refused with its reason, settles nothing and leaves nothing. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { concat, zeroAddress } from 'viem';
import { X402_PATH } from '../../../src/payments/rails.ts';
import { evmChain } from '../../../src/payments/x402/chain.ts';
import { evmNetwork } from '../../../src/payments/x402/requirements.ts';
import { problemIn } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { exactPayload, highS } from '../evm/authorization.ts';
import type { EvmChain } from '../evm/chain.ts';
import { NO_RAILS, type PaidService, servePaid } from '../support/paid-service.ts';
import { SQLITE } from '../support/stores.ts';
import { openMarket } from './market.ts';
import {
  type Merchant,
  PRICE,
  pay,
  payTo,
  reasonOf,
  settleAs,
  version1,
  version2,
  x402Settings,
} from './merchant.ts';

let chain: EvmChain;
let merchant: Merchant;
const market = openMarket(SQLITE, async (opened) => {
  chain = opened.chain;
  merchant = await opened.serve();
});

const now = () => BigInt(Math.floor(Date.now() / 1000));

/** Ends signatures of wallets that are yet to be deployed. */
const ERC_6492 = `0x${'6492'.repeat(16)}` as const;

/** What each payment has wrong, and the reason that is given. */
const WRONG: Readonly<Record<string, [() => Promise<Record<string, string>>, RegExp]>> = {
  'is expired': [
    async () => version1(await pay(chain, undefined, { validBefore: now() - 1n })),
    /valid_before/,
  ],
  'expires before it can be mined': [
    async () => version1(await pay(chain, undefined, { validBefore: now() + 3n })),
    /valid_before/,
  ],
  'is not valid yet': [
    async () => version1(await pay(chain, undefined, { validAfter: now() + 60n })),
    /valid_after/,
  ],
  'pays one unit too little': [
    async () => version2(chain, await pay(chain, undefined, { value: PRICE - 1n })),
    /value_mismatch/,
  ],
  'pays one unit too much': [
    async () => version2(chain, await pay(chain, undefined, { value: PRICE + 1n })),
    /value_mismatch/,
  ],
  'pays nothing': [
    async () => version2(chain, await pay(chain, undefined, { value: 0n })),
    /value_mismatch/,
  ],
  'pays somebody else': [
    async () =>
      version1(await pay(chain, undefined, { to: chain.wallets.stranger.account.address })),
    /recipient_mismatch/,
  ],
  'is for another chain': [
    async () => version1(await pay(chain), { network: 'base' }),
    /network_mismatch/,
  ],
  'is signed for another chain': [
    async () => version1(await pay({ ...chain, chainId: 8453 })),
    /signature/,
  ],
  'is for another token': [
    async () => version2(chain, await pay({ ...chain, token: zeroAddress })),
    /signature/,
  ],
  'accepts another token': [
    async () => withAccepted({ asset: zeroAddress }),
    /accepted_requirements_mismatch/,
  ],
  'accepts another price': [
    async () => withAccepted({ amount: '1' }),
    /accepted_requirements_mismatch/,
  ],
  'accepts another recipient': [
    async () => withAccepted({ payTo: zeroAddress }),
    /accepted_requirements_mismatch/,
  ],
  'is of another scheme': [
    async () => version1(await pay(chain), { scheme: 'upto' }),
    /unsupported_scheme/,
  ],
  'is for another resource': [
    async () =>
      version2(chain, await pay(chain), { resource: { url: 'https://elsewhere.example.org/' } }),
    /resource_mismatch/,
  ],
  'is signed by somebody else': [
    async () => {
      const { payer, stranger } = chain.wallets;
      return version1(await pay(chain, stranger, { from: payer.account.address }));
    },
    /signature/,
  ],
  'has a changed signature': [
    async () => {
      const signed = await pay(chain);
      const digit = signed.signature.at(10) === 'a' ? 'b' : 'a';
      const signature = `${signed.signature.slice(0, 10)}${digit}${signed.signature.slice(11)}`;
      return version1({ ...signed, signature: signature as `0x${string}` });
    },
    /signature/,
  ],
  'has the mirror image of a signature': [
    async () => {
      const signed = await pay(chain);
      return version1({ ...signed, signature: highS(signed.signature) });
    },
    /signature/,
  ],
  'names no factory in the form of ERC-6492': [
    async () => {
      const signed = await pay(chain);
      return version1({ ...signed, signature: concat([signed.signature, ERC_6492]) });
    },
    /signature/,
  ],
  'is signed by who has nothing': [
    async () => version1(await pay(chain, chain.wallets.stranger)),
    /insufficient/,
  ],
  'has its nonce used for something else': [
    async () => {
      const signed = await pay(chain);
      const { nonce } = signed;
      const { payer, stranger } = chain.wallets;
      const elsewhere = await pay(chain, payer, { nonce, to: stranger.account.address });
      await settleAs(chain, stranger, elsewhere);
      return version1(signed);
    },
    /nonce|used/,
  ],
};

async function withAccepted(change: Record<string, string>) {
  const [header = ''] = Object.values(version2(chain, await pay(chain)));
  const payment = JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
  Object.assign(payment.accepted, change);
  return { 'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64') };
}

describe('a payment', () => {
  for (const [what, [headers, reason]] of Object.entries(WRONG))
    it(`that ${what} is refused`, async () => {
      const sent = await headers();
      const before = await chain.balanceOf(payTo(chain));
      const refused = await merchant.ask('acorn', sent);
      assert.match(await reasonOf(refused), reason);
      assert.ok(refused.headers.get('payment-required'));
      assert.equal(await chain.balanceOf(payTo(chain)), before);
      assert.deepEqual(await merchant.records(), []);
    });

  it('that is none is refused, also while the node is away', async () => {
    const location = `${await temporaryFolder()}/books.sqlite`;
    const away = await market.serve({ rpcUrl: 'http://127.0.0.1:9', location });
    const { payload } = { payload: exactPayload(await pay(chain)) };
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    for (const header of [
      '',
      'x',
      '%%%',
      encoded(null),
      encoded([]),
      encoded({ x402Version: 1 }),
      encoded({ x402Version: 3, scheme: 'exact', network: 'base-sepolia', payload }),
      encoded({ x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload: {} }),
      encoded({
        x402Version: 1,
        scheme: 'exact',
        network: 'base-sepolia',
        payload: { ...payload, authorization: { ...payload.authorization, value: '-1' } },
      }),
      encoded({
        x402Version: 1,
        scheme: 'exact',
        network: 'base-sepolia',
        payload: { ...payload, authorization: { ...payload.authorization, nonce: '0x00' } },
      }),
      encoded({ ...payload, x: 'y'.repeat(9_000) }),
    ]) {
      // The last is of version 1 in the header of version 2.
      for (const shop of [merchant, away])
        for (const name of ['x-payment', 'payment-signature']) {
          const refused = await shop.ask('acorn', { [name]: header });
          const { code, detail } = await problemIn(refused);
          assert.deepEqual([refused.status, code], [400, 'invalid-payment'], header);
          assert.match(String(detail), /nothing was charged/);
          assert.doesNotMatch(String(detail), /same|again/);
        }
    }
    for (const shop of [merchant, away]) {
      assert.deepEqual(await shop.records(), []);
      const reasons = shop.events.map(({ details }) => details['reason']);
      assert.equal(reasons.filter((reason) => reason === 'invalid_payload').length, 22);
    }
  });
});

describe('a body', () => {
  it('that is none is refused before anything is paid', async () => {
    const signed = await pay(chain);
    const post = (body: string, type = 'application/json') =>
      fetch(`${merchant.origin}${X402_PATH}`, {
        method: 'POST',
        headers: { ...version1(signed), 'content-type': type },
        body,
      });
    const wrong = {
      '{"name":""}': 400,
      [JSON.stringify({ name: 'x'.repeat(101) })]: 400,
      '{"name":["acorn"]}': 400,
      '{"name":"acorn","more":1}': 400,
      '{"name":"a\\u0000b"}': 400,
      '[]': 400,
      '{': 400,
      [JSON.stringify({ name: 'x'.repeat(100_000) })]: 413,
    };
    for (const [body, status] of Object.entries(wrong))
      assert.equal((await post(body)).status, status, body.slice(0, 40));
    assert.equal((await post('name=acorn', 'application/x-www-form-urlencoded')).status, 415);
    assert.equal((await post(`{"name":"${'x'.repeat(100)}"}`)).status, 404);
    assert.equal(await chain.authorizationUsed(signed.from, signed.nonce), false);
    assert.deepEqual(await merchant.records(), []);
  });
});

describe('the rail', () => {
  it('answers 503 until it is configured', async (t) => {
    const service = await servePaid(`${await temporaryFolder()}/books.sqlite`);
    t.after(() => service.stop());
    const response = await service.post(X402_PATH, { name: 'acorn' });
    assert.equal(response.status, 503);
    assert.equal(((await response.json()) as { code: string }).code, 'payment-not-configured');
  });

  it('does not start on a network that it does not know', async () => {
    const settings = x402Settings(chain, { network: 'basement' });
    const config = { ...NO_RAILS, x402: { isComplete: true as const, settings } };
    await assert.rejects(servePaid(`${await temporaryFolder()}/books.sqlite`, { config }), {
      code: 'settings-invalid',
    });
  });

  it('costs nobody anything while the chain does not answer, or is another one', async () => {
    const signed = await pay(chain);
    for (const change of [{ rpcUrl: 'http://127.0.0.1:9' }, { network: 'base' }]) {
      const location = `${await temporaryFolder()}/books.sqlite`;
      const service = await market.serve({ ...change, location });
      const response = await service.ask('acorn', version1(signed));
      assert.equal(response.status, 503);
      assert.ok(Number(response.headers.get('retry-after')) > 0);
      assert.equal(((await response.json()) as { code: string }).code, 'payment-unavailable');
    }
    assert.equal(await chain.authorizationUsed(signed.from, signed.nonce), false);
  });

  it('keeps the address of its node, which may hold a key, out of errors that are logged', async () => {
    const network = evmNetwork('base-sepolia');
    assert.ok(network);
    const unreachable = evmChain(network, 'http://127.0.0.1:9/v2/secret-key', zeroAddress);
    for (const ask of [unreachable.asset, unreachable.blockNumber])
      await assert.rejects(ask(), (error) => {
        assert.match(inspect(error), /HTTP request failed/);
        assert.doesNotMatch(inspect(error), /secret-key/);
        return true;
      });
  });

  describe('of a service with limits', () => {
    let service: PaidService;
    beforeEach(async () => {
      const settings = x402Settings(chain);
      service = await servePaid(`${await temporaryFolder()}/books.sqlite`, {
        config: { x402: { isComplete: true, settings } },
        isLimited: true,
      });
    });
    afterEach(() => service.stop());
    /** No bucket fills again while a slow machine asks. */
    const stopClock = ({ mock }: TestContext) => {
      const stopped = performance.now();
      mock.method(performance, 'now', () => stopped);
    };
    const BURST = 120;
    const send = (name: string, headers: Record<string, string>) =>
      service.post(X402_PATH, { name }, headers);

    it('looks at so many payments of an address, whatever is wrong with them', async (t) => {
      stopClock(t);
      const signed = await pay(chain);
      const answers = await Promise.all(
        Array.from({ length: 300 }, (_, index) => {
          const nonce = `0x${index.toString(16).padStart(64, '0')}` as const;
          return send('acorn', version1({ ...signed, nonce }));
        }),
      );
      const looks = service.events.filter(({ event }) => event === 'refused').length;
      assert.equal(looks, BURST, `of ${answers.length}`);
      assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [402, 429]);
    });

    it('holds up who asks for what cannot be had, however good the payment', async (t) => {
      stopClock(t);
      const payments = await Promise.all(Array.from({ length: 130 }, () => pay(chain)));
      const statuses = new Set<number>();
      for (const signed of payments) {
        const { status } = await send('nobody', version1(signed));
        statuses.add(status);
        if (status === 429) break;
      }
      assert.deepEqual([...statuses], [404, 429]);
    });

    it('holds up who asks for the price again and again', async (t) => {
      stopClock(t);
      const statuses = new Set<number>();
      for (let round = 0; round < 13; round++)
        for (const { status } of await Promise.all(
          Array.from({ length: 10 }, () => send('acorn', {})),
        ))
          statuses.add(status);
      assert.deepEqual([...statuses].sort(), [402, 429]);
    });

    it('holds up who sends many payments that are none', async (t) => {
      stopClock(t);
      const statuses = new Set<number>();
      for (let round = 0; round < 13; round++)
        for (const { status } of await Promise.all(
          Array.from({ length: 10 }, () => send('acorn', { 'x-payment': 'none' })),
        ))
          statuses.add(status);
      assert.deepEqual([...statuses].sort(), [400, 429]);
    });
  });
});
