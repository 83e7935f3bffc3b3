/** Top-ups by stablecoin transfers on Solana, over HTTP: every transfer counts, and only once. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { generateKeyPairSigner, getBase58Decoder, type Signature } from '@solana/kit';
import fc from 'fast-check';
import type { KyselyPlugin } from 'kysely';
import { newApiKey } from '../../src/lib/api-key.ts';
import { auditBooks } from '../../src/payments/audit.ts';
import {
  CREDIT_KEY,
  type IssuedKey,
  revokeKey,
  rotateKey,
} from '../../src/payments/credits/accounts.ts';
import { memoOwner } from '../../src/payments/solana/memo.ts';
import { isSignature, REDEEMABLE_SECONDS } from '../../src/payments/solana/rail.ts';
import { SUPPORTED_MEMO_PROGRAM_ADDRESSES } from '../chains/solana-memo.ts';
import { BASE_URL } from '../support/publication.ts';
import { problemIn, serveExample } from '../support/service.ts';
import { type Fault, type SolanaCluster, startCluster } from './solana/cluster.ts';
import type { TransactionOptions, Transfer, Wallet } from './solana/payment.ts';
import {
  type Answer,
  base58Of,
  booksOf,
  type Change,
  impatientRails,
  openShop,
  PACK,
  SOLANA_PATH,
  type SolanaShop,
  solanaConfig,
} from './support/solana-shop.ts';
import { onBothEngines, type TestStore } from './support/stores.ts';

let cluster: SolanaCluster;
let payer: Wallet;
/** Owner of the accounts that are paid to. */
let seller: Wallet;
before(async () => {
  cluster = await startCluster();
  payer = await cluster.createWallet({ units: 10_000n * PACK });
  seller = await cluster.createWallet({ units: 0n });
});
afterEach(() => {
  cluster.fault = 'none';
});
after(() => cluster.stop());

type Payment = Partial<Transfer> & TransactionOptions;
/** A pack for the seller, unless it differs. */
const pack = (change: Payment = {}) => ({
  from: payer,
  to: seller.address,
  amount: PACK,
  ...change,
});
const pay = (change: Payment = {}) => cluster.pay(pack(change));
const payTogether = (...changes: Payment[]) => cluster.payTogether(changes.map(pack));
const now = () => Math.floor(Date.now() / 1000);

const FORMS: Readonly<Record<string, () => Promise<Signature>>> = {
  Transfer: () => pay({ instruction: 'Transfer' }),
  TransferChecked: () => pay({ instruction: 'TransferChecked' }),
  'version 0': () => pay({ version: 0 }),
  'version 0 through a lookup table': () => pay({ throughLookupTable: true }),
  'version 1': () => pay({ version: 1 }),
  'several transfers': () =>
    payTogether({ amount: PACK - 3n }, { amount: 2n, instruction: 'Transfer' }, { amount: 1n }),
  'several payers': async () =>
    payTogether({ amount: 1n }, { from: await cluster.createWallet(), amount: PACK - 1n }),
  'an auxiliary account of the owner': async () =>
    pay({ tokenAccount: await cluster.openAuxiliaryAccount(seller.address) }),
  'a fee that another pays': async () => pay({ feePayer: await cluster.createWallet() }),
  'an innocent memo': () => pay({ memo: 'für 100 Anfragen ✓' }),
  'a memo that is as long as a public id, and is none': () => pay({ memo: 'subscription' }),
  'more for others beside it': () =>
    payTogether({}, { to: payer.address, amount: 5n * PACK }, { amount: 0n }),
};

/** Signs that people and programs put where none belong. */
const SIGNS = [
  ' ',
  '\n',
  '\r\n',
  '\t',
  '\0',
  '"',
  '“',
  "'",
  '<',
  '>',
  '-',
  ':',
  '\u00a0',
  '\u00ad',
].concat(['\u200b', '\u200d', '\u202e', '\u2060', '\ufe0f', '\ufeff', '：', '✓', '🔔']);

type Written = Pick<IssuedKey, 'publicId' | 'key'>;

/** Memos that are not as they should be, and mean one key all the same. */
const NEARLY_RIGHT: Readonly<Record<string, (named: Written) => string>> = {
  'spaces around it': ({ publicId }) => `  bellwether:${publicId} `,
  'a line feed': ({ publicId }) => `bellwether:${publicId}\n`,
  'a line before it': ({ publicId }) => `100 credits\r\nbellwether:${publicId}`,
  'a space after the colon': ({ publicId }) => `bellwether: ${publicId}`,
  'a space for the colon': ({ publicId }) => `bellwether ${publicId}`,
  'no colon': ({ publicId }) => `bellwether${publicId}`,
  'another colon': ({ publicId }) => `bellwether：${publicId}`,
  'a capital': ({ publicId }) => `Bellwether:${publicId}`,
  capitals: ({ publicId }) => `BELLWETHER:${publicId}`,
  'capitals throughout': ({ publicId }) => `bellwether:${publicId}`.toUpperCase(),
  'no capital': ({ publicId }) => `bellwether:${publicId}`.toLowerCase(),
  quotes: ({ publicId }) => `"bellwether:${publicId}"`,
  'typographic quotes': ({ publicId }) => `“bellwether:${publicId}”`,
  'the brackets of the description': ({ publicId }) => `bellwether:<${publicId}>`,
  JSON: ({ publicId }) => JSON.stringify({ memo: `bellwether:${publicId}` }),
  'percent-encoded': ({ publicId }) => encodeURIComponent(`bellwether:${publicId}`),
  'an invisible space': ({ publicId }) => `bellwether:\u200b${publicId}`,
  'a byte order mark': ({ publicId }) => `\ufeffbellwether:${publicId}`,
  'the bytes of UTF-16': ({ publicId }) => [...`bellwether:${publicId}`].join('\0'),
  'wide letters': ({ publicId }) =>
    `bellwether:${publicId}`.replace(/[!-~]/g, (one) =>
      String.fromCharCode(one.charCodeAt(0) + 0xfee0),
    ),
  'cut in two': ({ publicId }) => `bellwether:${publicId.slice(0, 6)} ${publicId.slice(6)}`,
  'a misspelling': ({ publicId }) => `bellweather:${publicId}`,
  'another word': ({ publicId }) => `key:${publicId}`,
  'the public id alone': ({ publicId }) => publicId,
  'the beginning of the key': ({ publicId }) => `bw_${publicId}`,
  'the beginning of the key after the name': ({ publicId }) => `bellwether:bw_${publicId}`,
  'the whole key': ({ key }) => `bellwether:${key}`,
  'letters after it': ({ publicId }) => `bellwether:${publicId}xyz`,
};

/** Another letter, also where capitals are not told apart. */
const otherThan = (letter: string) => (letter.toLowerCase() === 'x' ? 'y' : 'x');

/** Memos that are meant for a key, and do not say for which. */
const UNCLEAR: Readonly<Record<string, (meant: Written, second: Written) => string>> = {
  'of no key': () => 'bellwether:000000000000',
  'cut off': ({ publicId }) => `bellwether:${publicId.slice(0, -1)}`,
  'cut off, without the name': ({ publicId }) => `bw_${publicId.slice(0, -1)}`,
  mistyped: ({ publicId }) =>
    `Bellwether ${publicId.slice(0, 11)}${otherThan(publicId.charAt(11))}`,
  'mistyped and misspelt': ({ publicId }) =>
    `bel-weather: ${otherThan(publicId.charAt(0))}${publicId.slice(1)}`,
  'a letter of another script': ({ publicId }) =>
    `bellwether:${publicId.slice(0, 5)}а${publicId.slice(6)}`,
  'the description itself': () => 'bellwether:<the 12 characters after bw_ of your key>',
  'the name alone': () => 'bellwether:',
  'of two keys': ({ publicId }, second) => `bellwether:${publicId},${second.publicId}`,
  'of two keys without the name': ({ publicId }, second) => `${publicId} ${second.publicId}`,
};

const MALFORMED: Readonly<Record<string, unknown>> = {
  empty: '',
  '63 bytes': base58Of(63),
  '65 bytes': base58Of(65),
  'characters outside base58': base58Of(64).replace(/.{4}$/, '0OIl'),
  Unicode: 'п'.repeat(88),
  'digits of another script': '１'.repeat(64),
  'spaces around it': ` ${base58Of(64)} `,
  'a line more': `${base58Of(64)}\n`,
  'a number': 5,
  null: null,
  'a list': [base58Of(64)],
  'an object': { toString: 'x' },
  missing: undefined,
};

/** What a query of the books meets while keys cannot be read. */
const KEYS_UNREADABLE: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (JSON.stringify(node).includes('credit_key'))
      throw Object.assign(new Error('connection lost'), { code: '08006' });
    return node;
  },
  transformResult: async ({ result }) => result,
};

onBothEngines('top-ups on Solana', (engine) => {
  let made: TestStore;
  let shop: SolanaShop;
  /** A service on the store of the engine beside the one that is there. */
  async function beside(change: Change, work: (other: SolanaShop) => Promise<void>): Promise<void> {
    const other = await openShop(made.location, change);
    await work(other).finally(other.stop);
  }
  before(async () => {
    made = await engine.make();
    shop = await openShop(made.location, { config: solanaConfig(cluster, seller.address) });
  });
  after(async () => {
    await shop.stop().finally(made.drop);
  });

  /** Redeems for a fresh key with nothing on it. */
  async function redeemed(signature: string, credits: number): Promise<void> {
    const key = await shop.issue();
    const { status, body, headers } = await shop.redeem(signature, key);
    assert.deepEqual([status, body], [200, { balance: credits, creditsGranted: credits }]);
    assert.equal(headers.get('x-credits-balance'), String(credits));
    assert.equal(headers.get('cache-control'), 'private, no-store');
  }
  /** Fails unless it is refused so, and gives nobody anything. */
  async function refused(
    signature: unknown,
    status: number,
    code: string,
    key?: IssuedKey,
  ): Promise<Answer> {
    const before = await auditBooks(shop.served.store);
    const answer = await shop.redeem(signature, key ?? (await shop.issue()));
    assert.deepEqual([answer.status, answer.code], [status, code], String(answer.body['detail']));
    assert.deepEqual((await auditBooks(shop.served.store)).counts.credits, before.counts.credits);
    return answer;
  }

  it('GET tells what a pack costs and where it is paid, without a key', async () => {
    const { status, body, headers } = await shop.requirements();
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.deepEqual(body, {
      accepts: [
        {
          scheme: 'spl-transfer',
          cluster: 'devnet',
          mint: cluster.mint,
          payTo: seller.address,
          amount: '19000000',
          decimals: 6,
          creditsGranted: 100,
          commitment: 'finalized',
          redeemableForSeconds: 604_800,
          memo: 'bellwether:<the 12 characters after bw_ of your key>',
        },
      ],
      redeemUrl: `${BASE_URL}${SOLANA_PATH}`,
    });
  });

  describe('give for whole packs', () => {
    const worth = [
      ['19 units', PACK, 100],
      ['37.999999 units', 2n * PACK - 1n, 100],
      ['38 units', 2n * PACK, 200],
      ['1,900 units', 100n * PACK, 10_000],
    ] as const;
    for (const [name, amount, credits] of worth)
      it(`${name} ${credits} credits`, async () => redeemed(await pay({ amount }), credits));

    it('18.999999 units nothing: 402 payment-too-small', async () => {
      await refused(await pay({ amount: PACK - 1n }), 402, 'payment-too-small');
    });

    it('and add to what the key has', async () => {
      const key = await shop.issue(3);
      const first = await pay();
      assert.equal((await shop.redeem(first, key)).body['balance'], 103);
      const second = await pay({ amount: 2n * PACK + 5n });
      assert.equal((await shop.redeem(second, key)).body['balance'], 303);
      const { redeemed, credits } = await booksOf(shop.served.store, key.accountId);
      assert.deepEqual(
        new Map(redeemed.map(({ signature, amount }) => [signature, amount])),
        new Map([
          [first, '19000000'],
          [second, '38000005'],
        ]),
      );
      assert.equal(credits, 303);
      assert.deepEqual(shop.served.events.at(-1), {
        rail: 'solana',
        event: 'topped-up',
        details: { signature: second, granted: 200, amount: '38000005', key: key.publicId },
      });
    });
  });

  describe('count a transfer by', () => {
    for (const [form, made] of Object.entries(FORMS))
      it(form, async () => redeemed(await made(), 100));

    it('the opening of the recipient’s account in the same transaction', async () => {
      const { address } = await generateKeyPairSigner();
      await beside({ config: solanaConfig(cluster, address) }, async (fresh) => {
        const signature = await pay({ to: address, opensTokenAccounts: true });
        const { status, body } = await fresh.redeem(signature, await fresh.issue());
        assert.deepEqual([status, body], [200, { balance: 100, creditsGranted: 100 }]);
      });
    });
  });

  describe('with a memo', () => {
    for (const memoProgram of SUPPORTED_MEMO_PROGRAM_ADDRESSES)
      for (const version of ['legacy', 0, 1] as const)
        it(`of ${memoProgram} in version ${version} are the named key’s alone`, async () => {
          const named = await shop.issue();
          const memo = `bellwether:${named.publicId}`;
          const signature = await pay({ memo, memoProgram, version });
          await refused(signature, 422, 'payment-of-another-key');
          assert.equal((await shop.redeem(signature, named)).status, 200);
        });

    it('that a program of the payer’s wrote, such as a shared wallet, are the named key’s alone', async () => {
      const named = await shop.issue();
      const signature = await pay({ memo: 'proposal 7' });
      cluster.recordCalledMemo(signature, `bellwether:${named.publicId}`);
      await refused(signature, 422, 'payment-of-another-key');
      assert.equal((await shop.redeem(signature, named)).status, 200);
    });

    for (const [what, write] of Object.entries(NEARLY_RIGHT))
      it(`that is nearly right, ${what}, are the named key’s alone`, async () => {
        const named = await shop.issue();
        const signature = await pay({ memo: write(named) });
        await refused(signature, 422, 'payment-of-another-key');
        assert.equal((await shop.redeem(signature, named)).status, 200);
      });

    for (const [what, write] of Object.entries(UNCLEAR))
      it(`that is meant for a key and means none, ${what}, are nobody’s`, async () => {
        const [meant, second] = [await shop.issue(), await shop.issue()];
        const signature = await pay({ memo: write(meant, second) });
        await refused(signature, 422, 'memo-unclear');
        await refused(signature, 422, 'memo-unclear', meant);
      });

    it('of which one names a key and the other does not, are the named key’s alone', async () => {
      const named = await shop.issue();
      const signature = await pay({ memo: 'bellwether:' });
      cluster.recordCalledMemo(signature, named.publicId);
      await refused(signature, 422, 'payment-of-another-key');
      assert.equal((await shop.redeem(signature, named)).status, 200);
    });

    it('of several keys of one account are any of those keys’', async () => {
      const old = await shop.issue();
      const fresh = await rotateKey(shop.served.store, old.publicId);
      const signature = await pay({ memo: `${old.publicId} ${fresh.publicId}` });
      await refused(signature, 422, 'payment-of-another-key');
      assert.equal((await shop.redeem(signature, fresh)).status, 200);
    });

    it('with a public id anywhere among any signs are never another key’s', async () => {
      const [named, thief] = [await shop.issue(), await shop.issue()];
      const signs = fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 4 });
      const noise = fc.record({
        between: fc.array(signs, { minLength: 13, maxLength: 13 }),
        before: fc.oneof(signs, fc.string({ maxLength: 20 }), fc.constant('bellwether:')),
        after: fc.oneof(signs, fc.string({ maxLength: 20 })),
        isUpperCase: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(noise, async ({ between, before, after, isUpperCase }) => {
          const spread = between.map((some, at) => some + named.publicId.charAt(at)).join('');
          const memo = `${before}${isUpperCase ? spread.toUpperCase() : spread}${after}`;
          const owner = await memoOwner(shop.served.store, [memo]);
          assert.deepEqual(owner, { kind: 'account', accountId: named.accountId });
          const both = await memoOwner(shop.served.store, [memo, thief.publicId]);
          assert.notEqual(both.kind, 'anybody');
        }),
        { numRuns: 100, seed: 20_261_122 },
      );
    });

    it('go to the key that took the place of the named one', async () => {
      const old = await shop.issue(1);
      const signature = await pay({ memo: `bellwether:${old.publicId}`, throughLookupTable: true });
      const fresh = await rotateKey(shop.served.store, old.publicId);
      await refused(signature, 422, 'payment-of-another-key');
      assert.equal((await shop.redeem(signature, fresh)).body['balance'], 101);
    });

    it('are nobody’s while it cannot be told whose they are', async () => {
      const named = await shop.issue();
      const thief = await shop.issue();
      const signature = await pay({ memo: `bellwether:${named.publicId}` });
      const rails: Change['rails'] = ({ store, emit }) => {
        const database = store.database.withPlugin(KEYS_UNREADABLE);
        return impatientRails(
          cluster,
          seller.address,
          5_000,
        )({
          store: { ...store, database },
          emit,
        });
      };
      await beside({ rails }, async (blind) => {
        const { status, code } = await blind.redeem(signature, thief);
        assert.deepEqual([status, code], [503, 'store-unavailable']);
      });
      assert.equal((await shop.redeem(signature, named)).status, 200);
    });
  });

  describe('count a signature once', () => {
    it('409 for the same key and for another', async () => {
      const key = await shop.issue();
      const signature = await pay();
      assert.equal((await shop.redeem(signature, key)).status, 200);
      await refused(signature, 409, 'already-redeemed', key);
      await refused(signature, 409, 'already-redeemed');
      assert.equal((await booksOf(shop.served.store, key.accountId)).credits, 100);
    });

    it('in fifty requests at the same instant from five keys', () => race([shop]));

    // Two writers of one process to a SQLite file would wait for each other in its one thread.
    if (engine.name === 'PostgreSQL')
      it('in as many at two services on one database', async () => {
        const config = solanaConfig(cluster, seller.address);
        await beside({ config }, async (second) => {
          for (let round = 0; round < 3; round++) await race([shop, second]);
        });
      });

    async function race(shops: readonly SolanaShop[]): Promise<void> {
      const keys = await Promise.all(Array.from({ length: 5 }, () => shop.issue(1)));
      const signature = await pay();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          shops[index % shops.length]?.redeem(signature, keys[index % keys.length]),
        ),
      );
      const statuses = answers.map((answer) => answer?.status ?? 0).sort();
      assert.deepEqual(statuses, [200, ...Array(49).fill(409)]);
      const { store } = shop.served;
      const books = await Promise.all(keys.map(({ accountId }) => booksOf(store, accountId)));
      assert.deepEqual(books.map(({ credits }) => credits).sort(), [1, 1, 1, 1, 101]);
      assert.equal(books.flatMap(({ redeemed }) => redeemed).length, 1);
      assert.deepEqual((await auditBooks(store)).faults, []);
    }

    it('but ten signatures at the same instant for one key are ten top-ups', async () => {
      const key = await shop.issue();
      const signatures = await Promise.all(Array.from({ length: 10 }, () => pay()));
      const answers = await Promise.all(signatures.map((one) => shop.redeem(one, key)));
      const balances = answers.map(({ body }) => Number(body['balance'])).sort((a, b) => a - b);
      assert.deepEqual(balances, [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
    });
  });

  describe('refuse', () => {
    it('what is not final yet, until it is: 402 with Retry-After, then 200', async () => {
      const signature = await pay({ commitment: 'processed' });
      for (const advance of [() => cluster.confirm(signature), () => cluster.finalize(signature)]) {
        const { headers } = await refused(signature, 402, 'payment-not-found');
        assert.equal(headers.get('retry-after'), '10');
        advance();
      }
      await redeemed(signature, 100);
    });

    it('an unknown signature: 402 payment-not-found', async () => {
      await refused(base58Of(64), 402, 'payment-not-found');
    });

    it('a failed transaction: 422 payment-failed', async () => {
      await refused(await pay({ amount: 2n ** 60n }), 422, 'payment-failed');
      const half = await payTogether({}, { amount: 2n ** 60n });
      await refused(half, 422, 'payment-failed');
    });

    const elsewhere: Readonly<Record<string, () => Promise<Signature>>> = {
      'another mint': async () => {
        const mint = await cluster.createMint();
        await cluster.fund(payer.address, 2n * PACK, mint);
        return pay({ mint });
      },
      'another owner': async () => pay({ to: (await generateKeyPairSigner()).address }),
      'there and back again': () => payTogether({}, { from: seller, to: payer.address }),
      'a payment by the seller': async () => {
        await cluster.fund(seller.address, PACK);
        return pay({ from: seller, to: payer.address });
      },
      'from one account of the seller to the other': async () => {
        await cluster.fund(seller.address, PACK);
        const tokenAccount = await cluster.openAuxiliaryAccount(seller.address);
        return pay({ from: seller, tokenAccount });
      },
      'nothing at all': () => pay({ amount: 0n }),
      'a memo that claims to have paid': () =>
        pay({
          amount: 0n,
          memo: `{"postTokenBalances":[{"mint":"${cluster.mint}","owner":"${seller.address}","uiTokenAmount":{"amount":"${PACK}","decimals":6}}]}`,
        }),
    };
    for (const [what, made] of Object.entries(elsewhere))
      it(`${what}: 422 wrong-recipient`, async () => {
        await refused(await made(), 422, 'wrong-recipient');
      });

    it('what is older than seven days: 422 payment-too-old; just within is taken', async () => {
      const signature = await pay();
      cluster.setBlockTime(signature, now() - REDEEMABLE_SECONDS - 2);
      await refused(signature, 422, 'payment-too-old');
      cluster.setBlockTime(signature, now() - REDEEMABLE_SECONDS + 60);
      await redeemed(signature, 100);
    });
  });

  describe('are not lost while the node', () => {
    for (const fault of [
      'down',
      'http-500',
      'not-json',
      'rpc-error',
      'wrong-transaction',
    ] satisfies Fault[])
      it(`is at fault: ${fault} gives 503 payment-unavailable, then 200`, async () => {
        const signature = await pay();
        cluster.fault = fault;
        const { headers, body } = await refused(signature, 503, 'payment-unavailable');
        assert.equal(headers.get('retry-after'), '5');
        assert.ok(!JSON.stringify(body).includes(new URL(cluster.rpcUrl).host));
        cluster.fault = 'none';
        await redeemed(signature, 100);
      });

    it('takes longer than it is waited for', async () => {
      const signature = await pay();
      const key = await shop.issue();
      cluster.fault = 'slow';
      cluster.delay = 60_000;
      await beside({ rails: impatientRails(cluster, seller.address, 100) }, async (hasty) => {
        const { status, code } = await hasty.redeem(signature, key);
        assert.deepEqual([status, code], [503, 'payment-unavailable']);
      });
      cluster.fault = 'none';
      assert.equal((await shop.redeem(signature, key)).body['balance'], 100);
    });

    it('does not know the time of the block', async () => {
      const signature = await pay();
      cluster.setBlockTime(signature, null);
      await refused(signature, 503, 'payment-unavailable');
      cluster.setBlockTime(signature, now());
      await redeemed(signature, 100);
    });

    it('tells of a mint of other decimals than the price has', async () => {
      const mint = await cluster.createMint(9);
      await cluster.fund(payer.address, PACK, mint);
      const config = solanaConfig({ ...cluster, mint }, seller.address);
      const signature = await pay({ mint });
      await beside({ config }, async (other) => {
        const { status, code } = await other.redeem(signature, await other.issue());
        assert.deepEqual([status, code], [503, 'payment-unavailable']);
      });
    });
  });

  describe('do not ask the node for', () => {
    let asked: number;
    before(() => {
      asked = cluster.requests.length;
    });
    after(() => assert.equal(cluster.requests.length, asked));

    for (const [what, signature] of Object.entries(MALFORMED))
      it(`a malformed signature, ${what}: 400`, async () => {
        const { body } = await refused(signature, 400, 'invalid-request');
        assert.match(JSON.stringify(body['errors']), /must be a transaction signature/);
      });

    it('a field more: 400', async () => {
      const key = await shop.issue();
      const authorization = `Bearer ${key.key}`;
      const body = JSON.stringify({ signature: base58Of(64), credits: 1000 });
      const { code, body: problem } = await shop.post(body, { authorization });
      const says = {
        path: 'credits',
        message: 'is not a parameter of this operation, which takes signature',
      };
      assert.deepEqual([code, problem['errors']], ['invalid-request', [says]]);
    });

    it('a body that is none, is no JSON, or is too long: 400, 415, 413', async () => {
      const { key } = await shop.issue();
      const authorization = { authorization: `Bearer ${key}` };
      const signature = base58Of(64);
      for (const body of ['', '{', 'null', '[]', `"${signature}"`, `{"signature":"${signature}"`])
        assert.equal((await shop.post(body, authorization)).status, 400, body);
      const query = await shop.post('{}', authorization, `?signature=${signature}`);
      assert.equal(query.status, 400);
      const form = { 'content-type': 'application/x-www-form-urlencoded', ...authorization };
      assert.equal((await shop.post(`signature=${signature}`, form)).status, 415);
      const long = JSON.stringify({ signature: 'x'.repeat(100_000) });
      assert.equal((await shop.post(long, authorization)).status, 413);
    });

    it('nobody: no key, a wrong or a revoked one give 401 with WWW-Authenticate', async () => {
      const { key, publicId } = await shop.issue();
      const revoked = await shop.issue();
      await revokeKey(shop.served.store, revoked.publicId);
      const body = JSON.stringify({ signature: base58Of(64) });
      for (const authorization of [
        undefined,
        '',
        key,
        `Basic ${btoa(`${publicId}:${key}`)}`,
        `Bearer ${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`,
        `Bearer ${CREDIT_KEY.format({ ...newApiKey(), publicId })}`,
        `Bearer ${revoked.key}`,
        'Bearer bw_',
      ]) {
        const headers = authorization === undefined ? {} : { authorization };
        const answer = await shop.post(body, headers);
        assert.deepEqual(
          [answer.status, answer.code],
          [401, 'unauthorized'],
          String(authorization),
        );
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="credits"');
      }
    });
  });

  it('are not configured without the operator’s word: 503 on GET and POST', async () => {
    await beside({}, async (other) => {
      const key = await other.issue();
      for (const answer of [await other.requirements(), await other.redeem(base58Of(64), key)])
        assert.deepEqual([answer.status, answer.code], [503, 'payment-not-configured']);
      // The key comes first.
      const { status, code } = await other.redeem(base58Of(64));
      assert.deepEqual([status, code], [401, 'unauthorized']);
    });
  });
});

it('top-ups on Solana are not configured where nothing is sold', async () => {
  const free = await serveExample();
  const { code } = await problemIn(await fetch(`${free.origin}${SOLANA_PATH}`));
  await free.service.close();
  assert.equal(code, 'payment-not-configured');
});

describe('transaction signatures', () => {
  /** So many bytes in base58, of which any number at the beginning are zero. */
  const encoded = (length: number) =>
    fc
      .tuple(fc.uint8Array({ minLength: length, maxLength: length }), fc.nat(length))
      .map(([bytes, zeros]) => getBase58Decoder().decode(bytes.fill(0, 0, zeros)));

  it('are 64 bytes in base58, however many zeros they begin with', () => {
    fc.assert(fc.property(encoded(64), (text) => isSignature(text)));
  });

  it('are not 63 bytes, and not 65', () => {
    fc.assert(fc.property(fc.oneof(encoded(63), encoded(65)), (text) => !isSignature(text)));
  });
});
