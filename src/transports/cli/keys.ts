import { counted } from '../../lib/prose.ts';
import {
  accountOfKey,
  issueKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../payments/credits/accounts.ts';
import { entriesOf, refundAnswer } from '../../payments/credits/credits.ts';
import { rotateSigningKey } from '../../pipeline/edition/rotate-key.ts';
import { fingerprint } from '../../pipeline/edition/signing.ts';
import type { Store } from '../../store/store.ts';
import { Command, upTo } from './options.ts';
import { Project, withStore } from './project.ts';
import { note, say, sayJson } from './terminal.ts';

/** Credits that are issued at once; more are a typing error. */
const MAX_CREDITS = 1_000_000;

export function keysCommand(): Command {
  const keys = new Command('keys')
    .summary('issue, list, revoke and rotate credit keys; change the signing key')
    .description(
      'Keys of the paid deep signal. A key is shown once, when it is issued; only a hash of it is stored. Its public id, the 12 characters after bw_, names it everywhere else.',
    )
    .examples(
      'bellwether keys issue --credits 100 --label "research group"',
      'bellwether keys list',
      'bellwether keys rotate 4fK2mPq8ZtLw',
      'bellwether keys signing rotate',
    );
  keys
    .command('issue')
    .description('Make a key for a new account and show it once.')
    .option('--credits <number>', 'credits that the account starts with', upTo(MAX_CREDITS, 0), 100)
    .option('--label <text>', 'your own note')
    .examples(
      'bellwether keys issue',
      'bellwether keys issue --credits 100 --label "research group"',
    )
    .action(({ credits, label }: { credits: number; label?: string }) =>
      withStore(async (store) => {
        const { key } = await issueKey(store, credits, label ?? null);
        say(key);
        note(`${counted(credits, 'credit')}. The key is shown only once.`);
      }),
    );
  keys
    .command('list')
    .description('Show all keys with the balances of their accounts.')
    .option('--json', 'as JSON')
    .examples('bellwether keys list', 'bellwether keys list --json')
    .action(({ json }: { json?: true }) => withStore((store) => list(store, json === true)));
  keys
    .command('revoke')
    .argument('<public-id>')
    .description(
      'Stop accepting the key, for good. To go on with its account and balance, rotate it instead.',
    )
    .examples('bellwether keys revoke 4fK2mPq8ZtLw')
    .action((publicId: string) =>
      withStore(async (store) => {
        await revokeKey(store, publicId);
        say(`${publicId} is revoked.`);
      }),
    );
  keys
    .command('rotate')
    .argument('<public-id>')
    .description(
      'Revoke the key and show a new one for the same account once. A revoked key is not rotated.',
    )
    .examples('bellwether keys rotate 4fK2mPq8ZtLw')
    .action((publicId: string) =>
      withStore(async (store) => {
        const { key } = await rotateKey(store, publicId);
        say(key);
        note(`${publicId} is revoked. The new key is shown only once.`);
      }),
    );
  keys
    .command('ledger')
    .argument('<public-id>')
    .option('--json', 'as JSON')
    .description('Show every movement on the account of the key, oldest first.')
    .examples('bellwether keys ledger 4fK2mPq8ZtLw', 'bellwether keys ledger 4fK2mPq8ZtLw --json')
    .action((publicId: string, { json }: { json?: true }) =>
      withStore((store) => ledger(store, publicId, json === true)),
    );
  keys
    .command('refund')
    .argument('<answer-id>', 'the id after "answer:" in the entry of `keys ledger`')
    .description('Return the credit for an answer, once.')
    .examples('bellwether keys refund 0199f3c2-7a54-7c1e-9d0b-5e2f8a6b4c31')
    .action((answerId: string) =>
      withStore(async (store) => {
        const balance = await refundAnswer(store, answerId);
        say(`One credit returned; the account has ${counted(balance, 'credit')}.`);
      }),
    );
  keys.addCommand(signingKeysCommand());
  return keys;
}

async function list(store: Store, asJson: boolean): Promise<void> {
  const keys = await listKeys(store);
  if (asJson) {
    sayJson(keys.map(({ secret_hash: _, ...shown }) => shown));
    return;
  }
  if (keys.length === 0) note('There are no keys yet; `bellwether keys issue` makes one.');
  for (const { public_id, balance, issued_at, revoked_at, label } of keys) {
    const state = revoked_at === null ? 'valid' : `revoked ${revoked_at.slice(0, 10)}`;
    const columns = [public_id, counted(balance, 'credit').padStart(14), issued_at.slice(0, 10)];
    say([...columns, state, label ?? ''].join('  ').trimEnd());
  }
}

async function ledger(store: Store, publicId: string, asJson: boolean): Promise<void> {
  const entries = await entriesOf(store, await accountOfKey(store, publicId));
  if (asJson) {
    sayJson(entries);
    return;
  }
  if (entries.length === 0) note('There are no movements yet.');
  for (const { recorded_at, kind, amount, balance, reference } of entries) {
    const moved = `${amount > 0 ? '+' : ''}${amount}`.padStart(8);
    say([recorded_at, kind.padEnd(7), moved, String(balance).padStart(8), reference].join('  '));
  }
}

function signingKeysCommand(): Command {
  const signing = new Command('signing').description(
    'The key that editions are signed with, in DATA_DIR/keys/signing-key.pem.',
  );
  signing
    .command('list')
    .description('Show the public keys that readers get, and when each was valid.')
    .examples('bellwether keys signing list')
    .action(async () => {
      const keys = (await new Project().store.catalog())?.keys ?? [];
      if (keys.length === 0) note('Nothing is published yet; the first publication makes a key.');
      for (const { publicKey, validFrom, validUntil } of keys)
        say(`${fingerprint(publicKey)}  from ${validFrom} until ${validUntil ?? 'now'}`);
    });
  signing
    .command('rotate')
    .description(
      'Make a new key and sign everything that is published again with it, for every address in DATA_DIR. The old public key stays published, so that signatures that readers kept can still be checked. Use this also if the key is lost or has leaked.',
    )
    .examples('bellwether keys signing rotate')
    .action(async () => {
      const project = new Project();
      const { publicKeyPem, signed } = await rotateSigningKey(
        project.settings.dataFolder,
        await project.allStores(),
      );
      say(`${counted(signed, 'signature')} made with the new key ${fingerprint(publicKeyPem)}.`);
      note('Back up keys/signing-key.pem, and tell your readers about the new key.');
    });
  return signing;
}
