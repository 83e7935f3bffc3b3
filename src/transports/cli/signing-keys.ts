/** `bellwether keys signing`: the key that editions are signed with. */
import { Command } from 'commander';
import { counted } from '../../lib/prose.ts';
import { rotateSigningKey } from '../../pipeline/edition/rotate-key.ts';
import { fingerprint } from '../../pipeline/edition/signing.ts';
import { examples } from './options.ts';
import { allEditionStores, editionStore, loadSettings } from './project.ts';
import { note, say } from './terminal.ts';

export function signingKeysCommand(): Command {
  const signing = new Command('signing').description(
    'The key that editions are signed with, in DATA_DIR/keys/signing-key.pem.',
  );
  signing
    .command('list')
    .description('Show the public keys that readers get, and when each was valid.')
    .addHelpText(...examples('bellwether keys signing list'))
    .action(async () => {
      const keys = (await editionStore(loadSettings()).catalog())?.keys ?? [];
      if (keys.length === 0) note('Nothing is published yet; the first publication makes a key.');
      for (const { publicKey, validFrom, validUntil } of keys)
        say(`${fingerprint(publicKey)}  from ${validFrom} until ${validUntil ?? 'now'}`);
    });
  signing
    .command('rotate')
    .description(
      'Make a new key and sign everything that is published again with it, for every address in DATA_DIR. The old public key stays published, so that signatures that readers kept can still be checked. Use this also if the key is lost or has leaked.',
    )
    .addHelpText(...examples('bellwether keys signing rotate'))
    .action(async () => {
      const settings = loadSettings();
      const stores = await allEditionStores(settings);
      const { publicKeyPem, signed } = await rotateSigningKey(settings.dataFolder, stores);
      say(`${counted(signed, 'signature')} made with the new key ${fingerprint(publicKeyPem)}.`);
      note('Back up keys/signing-key.pem, and tell your readers about the new key.');
    });
  return signing;
}
