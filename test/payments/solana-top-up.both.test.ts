/** Top-ups by stablecoin transfers on Solana: each transfer counts once, for the key that it names. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { getBase58Decoder } from '@solana/codecs-strings';
import fc from 'fast-check';
import type { KyselyPlugin } from 'kysely';
import { auditBooks } from '../../src/payments/audit.ts';
import { type IssuedKey, rotateKey } from '../../src/payments/credits/accounts.ts';
import { creditAccount } from '../../src/payments/credits/credits.ts';
import { memoOwner } from '../../src/payments/solana/memo.ts';
import { isSignature, REDEEMABLE_SECONDS, solanaRail } from '../../src/payments/solana/rail.ts';
import { solanaNode } from '../../src/payments/solana/transaction.ts';
import { BASE_URL } from '../support/publication.ts';
import {
  base58,
  FAULTS,
  FORMS,
  MEMO_PROGRAM,
  now,
  PACK,
  type SolanaNode,
  startSolanaNode,
} from './solana/node.ts';
import type { ServePaidOptions } from './support/paid-service.ts';
import { openShop, SOLANA_PATH, type SolanaShop, solanaConfig } from './support/solana-shop.ts';
import { onEachEngine, type TestStore } from './support/stores.ts';

type Named = Pick<IssuedKey, 'publicId' | 'key'>;

/** Characters that people and programs add to a memo. */
const NOISE = [...' \n\r\t\0"“\'<>-:\u00a0\u00ad\u200b\u200d\u202e\u2060\ufe0f\ufeff：✓', '🔔'];

/** Memos that are malformed, but still mean one key. */
const NEARLY_RIGHT: Readonly<Record<string, (named: Named) => string>> = {
  'as it should be': ({ publicId }) => `bellwether:${publicId}`,
  'spaces around it': ({ publicId }) => `  bellwether:${publicId} `,
  'a line before it': ({ publicId }) => `100 credits\r\nbellwether:${publicId}`,
  'a space for the colon': ({ publicId }) => `bellwether ${publicId}`,
  'capitals throughout': ({ publicId }) => `bellwether:${publicId}`.toUpperCase(),
  'no capital': ({ publicId }) => `bellwether:${publicId}`.toLowerCase(),
  'the brackets of the description': ({ publicId }) => `bellwether:<${publicId}>`,
  JSON: ({ publicId }) => JSON.stringify({ memo: `bellwether:${publicId}` }),
  'the bytes of UTF-16': ({ publicId }) => [...`bellwether:${publicId}`].join('\0'),
  'wide letters': ({ publicId }) =>
    `bellwether:${publicId}`.replace(/[!-~]/g, (letter) =>
      String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
    ),
  'cut in two': ({ publicId }) => `bellwether:${publicId.slice(0, 6)} ${publicId.slice(6)}`,
  'another word': ({ publicId }) => `key:${publicId}`,
  'the beginning of the key': ({ publicId }) => `bw_${publicId}`,
  'the whole key': ({ key }) => `bellwether:${key}`,
  'letters after it': ({ publicId }) => `bellwether:${publicId}xyz`,
};

/** Another letter, also where case is ignored. */
const otherThan = (letter: string) => (letter.toLowerCase() === 'x' ? 'y' : 'x');

/** Memos that are meant for a key, but do not say for which. */
const UNCLEAR: Readonly<Record<string, (meant: Named, second: Named) => string>> = {
  'no key': () => 'bellwether:000000000000',
  'cut off': ({ publicId }) => `bellwether:${publicId.slice(0, -1)}`,
  'cut off, without the name': ({ publicId }) => `bw_${publicId.slice(0, -1)}`,
  mistyped: ({ publicId }) => `Bellwether ${publicId.slice(0, 11)}${otherThan(publicId[11] ?? '')}`,
  'mistyped and misspelt': ({ publicId }) =>
    `bel-weather: ${otherThan(publicId[0] ?? '')}${publicId.slice(1)}`,
  'a letter of another script': ({ publicId }) =>
    `bellwether:${publicId.slice(0, 5)}а${publicId.slice(6)}`,
  'the description itself': () => 'bellwether:<the 12 characters after bw_ of your key>',
  'two keys': ({ publicId }, second) => `bellwether:${publicId},${second.publicId}`,
  'two keys without the name': ({ publicId }, second) => `${publicId} ${second.publicId}`,
  'too much text': ({ publicId }) => `${publicId}${'x'.repeat(10_000)}`,
};
const UNRELATED = ['für 100 Anfragen ✓', 'subscription', '', 'x'.repeat(10_000)];

const MALFORMED: readonly unknown[] = [
  ...['', base58(63), base58(65), base58(64).replace(/.{4}$/, '0OIl'), 'п'.repeat(88)],
  ...['１'.repeat(64), ` ${base58(64)} `, `${base58(64)}\n`],
  ...[5, null, [base58(64)], { toString: 'x' }, undefined],
];

/** A query's fate while keys cannot be read. */
const KEYS_UNREADABLE: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (JSON.stringify(node).includes('credit_key'))
      throw Object.assign(new Error('connection lost'), { code: '08006' });
    return node;
  },
  transformResult: async ({ result }) => result,
};

onEachEngine('top-ups on Solana', (engine) => {
  let made: TestStore;
  let node: SolanaNode;
  let shop: SolanaShop;
  before(async () => {
    made = await engine.make();
    node = await startSolanaNode();
    shop = await openShop(made.location, { config: solanaConfig(node) });
  });
  afterEach(() => {
    node.fault = 'none';
  });
  after(async () => {
    // A failure here must not leave a server open, which would keep the process alive.
    await shop.stop().finally(() => Promise.all([node.stop(), made.drop()]));
  });
  /** Runs the work with another service on the same store. */
  const withService = async (
    change: ServePaidOptions,
    work: (other: SolanaShop) => Promise<void>,
  ) => {
    const other = await openShop(made.location, change);
    await work(other).finally(other.stop);
  };
  const creditsOf = async ({ accountId }: IssuedKey) =>
    (await creditAccount(made.store, accountId)).balance;
  const credits = async () => (await auditBooks(made.store)).counts.credits;

  /** Redeems, for a new key by default. */
  const succeeds = async (signature: string, granted = 100, key?: IssuedKey) => {
    const { status, body, headers } = await shop.redeem(signature, key ?? (await shop.issue()));
    assert.deepEqual([status, body['creditsGranted']], [200, granted]);
    assert.equal(headers.get('x-credits-balance'), String(body['balance']));
    assert.equal(headers.get('cache-control'), 'private, no-store');
  };
  /** Checks that it is refused with this status and code, and that nothing is booked. */
  const fails = async (signature: unknown, status: number, code: string, key?: IssuedKey) => {
    const earlier = await credits();
    const answer = await shop.redeem(signature, key ?? (await shop.issue()));
    assert.deepEqual([answer.status, answer.code], [status, code], String(answer.body['detail']));
    assert.equal(await credits(), earlier);
    return answer;
  };

  it('GET tells the price of a pack and where it is paid, without a key', async () => {
    const { status, body, headers } = await shop.requirements();
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
    assert.deepEqual(body, {
      accepts: [
        {
          ...{ scheme: 'spl-transfer', cluster: 'devnet', mint: node.mint, payTo: node.payTo },
          ...{ amount: '19000000', decimals: 6, creditsGranted: 100, commitment: 'finalized' },
          redeemableForSeconds: 604_800,
          memo: 'bellwether:<the 12 characters after bw_ of your key>',
        },
      ],
      redeemUrl: `${BASE_URL}${SOLANA_PATH}`,
    });
  });

  for (const form of FORMS)
    it(`by ${form}`, async () => {
      const signature = node.recorded(form);
      if (form.startsWith('failed')) await fails(signature, 422, 'payment-failed');
      else if (form.startsWith('elsewhere')) await fails(signature, 422, 'wrong-recipient');
      else await succeeds(signature);
    });

  it('give credits for whole packs, and add to the key’s balance', async () => {
    const key = await shop.issue(3);
    const grants = [
      [PACK, 100],
      [2n * PACK - 1n, 100],
      [2n * PACK, 200],
      [100n * PACK, 10_000],
    ] as const;
    for (const [amount, granted] of grants) await succeeds(node.pay({ amount }), granted, key);
    assert.equal(await creditsOf(key), 10_403);
    await fails(node.pay({ amount: PACK - 1n }), 402, 'payment-too-small');
    const signature = node.pay({ amount: 2n * PACK + 5n });
    await succeeds(signature, 200, key);
    assert.deepEqual(shop.served.events.at(-1), {
      rail: 'solana',
      event: 'topped-up',
      details: { signature, granted: 200, amount: '38000005', key: key.publicId },
    });
  });

  describe('with a memo', () => {
    const programs = [
      'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
      MEMO_PROGRAM,
      'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH',
    ];
    it('of any program, also of a called program, are the named key’s', async () => {
      const named = await shop.issue();
      const memo = `bellwether:${named.publicId}`;
      const signatures = [
        ...programs.map((memoProgram) => node.pay({ memos: [memo], memoProgram })),
        node.pay({ memos: ['proposal 7'], innerMemos: [memo] }),
        node.pay({ innerMemos: [memo] }),
        node.pay({ memos: ['bellwether:', named.publicId] }),
      ];
      for (const signature of signatures) {
        await fails(signature, 422, 'payment-of-another-key');
        await succeeds(signature, 100, named);
      }
      await succeeds(node.pay({ memos: [memo], memoProgram: node.mint }));
    });

    it('of one key, of several, or of none, belong to that key, to no key, or to any key', async () => {
      const [named, second] = [await shop.issue(), await shop.issue()];
      const owner = (memo: string) => memoOwner(made.store, [memo]);
      for (const [what, write] of Object.entries(NEARLY_RIGHT)) {
        const account = { kind: 'account', accountId: named.accountId };
        assert.deepEqual(await owner(write(named)), account, what);
      }
      for (const [what, write] of Object.entries(UNCLEAR))
        assert.deepEqual(await owner(write(named, second)), { kind: 'unclear' }, what);
      for (const memo of UNRELATED) assert.deepEqual(await owner(memo), { kind: 'anybody' });
      const signature = node.pay({ memos: ['bellwether:'] });
      await fails(signature, 422, 'memo-unclear', named);
    });

    it('with a public id anywhere among any characters are never another key’s', async () => {
      const [named, thief] = [await shop.issue(), await shop.issue()];
      const noise = fc.string({ unit: fc.constantFrom(...NOISE), maxLength: 4 });
      const around = fc.oneof(noise, fc.string({ maxLength: 20 }), fc.constant('bellwether:'));
      const between = fc.array(noise, { minLength: 13, maxLength: 13 });
      await fc.assert(
        fc.asyncProperty(
          fc.tuple(around, between, around, fc.boolean()),
          async ([start, parts, end, isUpperCase]) => {
            const spread = parts.map((part, at) => part + named.publicId.charAt(at)).join('');
            const memo = `${start}${isUpperCase ? spread.toUpperCase() : spread}${end}`;
            const owner = await memoOwner(made.store, [memo]);
            assert.deepEqual(owner, { kind: 'account', accountId: named.accountId });
            const { kind } = await memoOwner(made.store, [memo, thief.publicId]);
            assert.notEqual(kind, 'anybody');
          },
        ),
        { numRuns: 100, seed: 20_261_122 },
      );
    });

    it('go to the key that replaced the named one, and to any key of one account', async () => {
      const old = await shop.issue(1);
      const fresh = await rotateKey(made.store, old.publicId);
      for (const memo of [`bellwether:${old.publicId}`, `${old.publicId} ${fresh.publicId}`]) {
        const signature = node.pay({ memos: [memo] });
        await fails(signature, 422, 'payment-of-another-key');
        await succeeds(signature, 100, fresh);
      }
    });

    it('belong to no key while keys cannot be read', async () => {
      const [named, thief] = [await shop.issue(), await shop.issue()];
      const signature = node.pay({ memos: [`bellwether:${named.publicId}`] });
      const rails: ServePaidOptions['rails'] = ({ store, emit }) => ({
        solana: handMade({ ...store, database: store.database.withPlugin(KEYS_UNREADABLE) }, emit),
      });
      await withService({ rails }, async (blind) => {
        const { status, code } = await blind.redeem(signature, thief);
        assert.deepEqual([status, code], [503, 'store-unavailable']);
      });
      await succeeds(signature, 100, named);
    });
  });

  type Parts = Parameters<typeof solanaRail>[0];
  const handMade = (store: Parts['store'], watch: Parts['watch'], timeoutMs?: number) => {
    const { mint, payTo, rpcUrl } = node;
    const settings = { cluster: 'devnet', mint, payTo, decimals: 6, price: PACK, credits: 100 };
    return solanaRail({ store, node: solanaNode(rpcUrl, settings, timeoutMs), settings, watch });
  };

  it('count a signature once, for the same key and for another: 409', async () => {
    const key = await shop.issue();
    const signature = node.pay();
    await succeeds(signature, 100, key);
    await fails(signature, 409, 'already-redeemed', key);
    await fails(signature, 409, 'already-redeemed');
  });

  it('count a signature once in fifty requests at the same instant from five keys', async () => {
    // Two writers of one process to a SQLite file would wait for each other in its one thread.
    const isShared = engine.name === 'PostgreSQL';
    await withService({ config: solanaConfig(node) }, async (second) => {
      const shops = isShared ? [shop, second] : [shop];
      const keys = await Promise.all(Array.from({ length: 5 }, () => shop.issue(1)));
      const signature = node.pay();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          shops[index % shops.length]?.redeem(signature, keys[index % keys.length]),
        ),
      );
      const statuses = answers.map((answer) => answer?.status ?? 0).sort();
      assert.deepEqual(statuses, [200, ...Array(49).fill(409)]);
      const balances = await Promise.all(keys.map(creditsOf));
      assert.deepEqual(balances.sort(), [1, 1, 1, 1, 101]);
    });
  });

  it('by ten signatures at the same instant for one key are ten', async () => {
    const key = await shop.issue();
    await Promise.all(Array.from({ length: 10 }, () => succeeds(node.pay(), 100, key)));
    assert.equal(await creditsOf(key), 1_000);
  });

  it('are not lost while the node is at fault: 503, then 200', async () => {
    for (const fault of FAULTS) {
      if (fault === 'no answer') continue;
      const signature = node.pay();
      node.fault = fault;
      const { headers, body } = await fails(signature, 503, 'payment-unavailable');
      assert.equal(headers.get('retry-after'), '5');
      assert.ok(!JSON.stringify(body).includes(new URL(node.rpcUrl).host));
      node.fault = 'none';
      await succeeds(signature);
    }
    const signature = node.pay();
    node.fault = 'no answer';
    const rails: ServePaidOptions['rails'] = ({ store, emit }) => ({
      solana: handMade(store, emit, 100),
    });
    await withService({ rails }, async (hasty) => {
      const { status, code } = await hasty.redeem(signature, await shop.issue());
      assert.deepEqual([status, code], [503, 'payment-unavailable']);
    });
    node.fault = 'none';
    await succeeds(signature);
  });

  it('are refused before they are final, unknown, without a time, too old, or of another mint', async () => {
    const signature = node.pay({ isFinal: false });
    const { headers } = await fails(signature, 402, 'payment-not-found');
    assert.equal(headers.get('retry-after'), '10');
    node.finalize(signature);
    node.setTime(signature, null);
    await fails(signature, 503, 'payment-unavailable');
    node.setTime(signature, now() - REDEEMABLE_SECONDS - 2);
    await fails(signature, 422, 'payment-too-old');
    node.setTime(signature, now() - REDEEMABLE_SECONDS + 60);
    await succeeds(signature);
    await fails(base58(64), 402, 'payment-not-found');
    await fails(node.pay({ decimals: 9 }), 503, 'payment-unavailable');
  });

  it('by a malformed signature are refused without asking the node: 400', async () => {
    const { asked } = node;
    for (const signature of MALFORMED) {
      const { body } = await fails(signature, 400, 'invalid-request');
      assert.match(JSON.stringify(body['errors']), /must be a transaction signature/);
    }
    assert.equal(node.asked, asked);
  });

  it('are not configured without settings: 503, after the key', () =>
    withService({}, async (other) => {
      for (const answer of [
        await other.requirements(),
        await other.redeem(base58(64), await other.issue()),
      ])
        assert.deepEqual([answer.status, answer.code], [503, 'payment-not-configured']);
      assert.equal((await other.redeem(base58(64))).status, 401);
    }));
});

it('transaction signatures are 64 bytes in base58, however many zeros they begin with', () => {
  for (const length of [63, 64, 65]) {
    const bytes = fc.uint8Array({ minLength: length, maxLength: length });
    fc.assert(
      fc.property(bytes, fc.nat(length), (drawn, zeros) => {
        const text = getBase58Decoder().decode(drawn.fill(0, 0, zeros));
        return isSignature(text) === (length === 64);
      }),
    );
  }
});
