/** `bellwether keys`: keys that are sold, and the key that editions are signed with. */
import { Argument } from '@commander-js/extra-typings';
import { counted } from '../../lib/prose.ts';
import { issueKey, listKeys, revokeKey, rotateKey } from '../../payments/credits/accounts.ts';
import { refundAnswer } from '../../payments/credits/credits.ts';
import { rotateSigningKey } from '../../pipeline/edition/operator-key.ts';
import { fingerprint } from '../../pipeline/edition/signing.ts';
import { defineCommand, note, say, showTable, upTo } from './command.ts';
import { openBooks, Project } from './project.ts';

/** Credits that are issued at once; more are a typing error. */
const MAX_CREDITS = 1_000_000;

export function command() {
  const keys = defineCommand(
    'keys',
    'Keys of the paid deep signal. A key is shown once, when it is issued; only a hash of it is stored. Its public id, the 12 characters after bw_, names it everywhere else.',
    'bellwether keys issue --credits 100 --label "research group"',
    'bellwether keys rotate 4fK2mPq8ZtLw',
    'bellwether keys refund 0199f3c2-7a54-7c1e-9d0b-5e2f8a6b4c31',
    'bellwether keys signing rotate',
  );
  keys
    .command('issue')
    .description('Make a key for a new account and show it once.')
    .option('--credits <number>', 'credits that the account starts with', upTo(MAX_CREDITS, 0), 100)
    .option('--label <text>', 'your own note')
    .action(async ({ credits, label }) => {
      await using books = await openBooks();
      const { key } = await issueKey(books.store, credits, label ?? null);
      say(key);
      note(`${counted(credits, 'credit')}. The key is shown only once.`);
    });
  keys
    .command('list')
    .description('Show all keys with the balances of their accounts.')
    .option('--json', 'as JSON')
    .action(async ({ json }) => {
      await using books = await openBooks();
      const all = (await listKeys(books.store)).map(({ secret_hash: _, ...shown }) => shown);
      if (all.length === 0) note('There are no keys yet; `bellwether keys issue` makes one.');
      showTable(json, all);
    });
  keys
    .command('revoke <public-id>')
    .description('Stop accepting the key, for good. To keep its account, rotate it instead.')
    .action(async (publicId) => {
      await using books = await openBooks();
      await revokeKey(books.store, publicId);
      say(`${publicId} is revoked.`);
    });
  keys
    .command('rotate <public-id>')
    .description('Revoke the key and show a new one for the same account once.')
    .action(async (publicId) => {
      await using books = await openBooks();
      say((await rotateKey(books.store, publicId)).key);
      note(`${publicId} is revoked. The new key is shown only once.`);
    });
  keys
    .command('refund <answer-id>')
    .description('Return the credit for an answer, once; `books entries` shows its id.')
    .action(async (answerId) => {
      await using books = await openBooks();
      const balance = await refundAnswer(books.store, answerId);
      say(`One credit returned; the account has ${counted(balance, 'credit')}.`);
    });
  keys
    .command('signing')
    .description(
      'Show the public keys that readers get, and when each was valid; or make a new one and sign everything that is published again with it, for every address in DATA_DIR. The old public key stays published, so that signatures that readers kept can still be checked. Rotate the key also if it is lost or has leaked.',
    )
    .addArgument(new Argument('[action]').choices(['list', 'rotate'] as const).default('list'))
    .action((action) => (action === 'rotate' ? rotateSigning() : listSigning()));
  return keys;
}

async function listSigning(): Promise<void> {
  const keys = (await new Project().store.catalog())?.keys ?? [];
  for (const { publicKey, validFrom, validUntil } of keys)
    say(`${fingerprint(publicKey)}  from ${validFrom} until ${validUntil ?? 'now'}`);
}

async function rotateSigning(): Promise<void> {
  const project = new Project();
  const stores = await project.allStores();
  const { publicKeyPem, signed } = await rotateSigningKey(project.settings.dataFolder, stores);
  say(`${counted(signed, 'signature')} made with the new key ${fingerprint(publicKeyPem)}.`);
  note('Back up keys/signing-key.pem, and tell your readers about the new key.');
}
