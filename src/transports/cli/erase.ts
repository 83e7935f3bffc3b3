/** `bellwether ledger erase`: takes people out of the ledger of git facts (docs/rights.md). */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { InvalidArgumentError } from 'commander';
import { BellwetherError } from '../../lib/errors.ts';
import { today } from '../../lib/period.ts';
import { count, counted } from '../../lib/prose.ts';
import { existingIdentityKey } from '../../pipeline/collect/git/identity-key.ts';
import { personHashes } from '../../pipeline/collect/git/person-texts.ts';
import { erasePeople, type HeldRows, rowsOfPeople } from '../../pipeline/ledger/erase.ts';
import { listErased, PersonHash } from '../../pipeline/ledger/erased-people.ts';
import { type Ledger, openLedger, openOwnOverShipped } from '../../pipeline/ledger/ledger.ts';
import { collectFolder, lockCollection } from './collection-lock.ts';
import { Command } from './options.ts';
import { Project, SHIPPED_LEDGER } from './project.ts';
import { note, say } from './terminal.ts';

type EraseOptions = {
  email: string[];
  name: string[];
  hash: string[];
  ledger?: string;
  dryRun?: true;
};

export function eraseCommand(): Command {
  return new Command('erase')
    .description(
      'Erase people from the ledger in DATA_DIR, and keep their hashes in a list, so that no collection brings them back. Reads addresses, names or hashes from standard input, one per line, unless options name them; note that options stay in your shell’s history. Commits stay counted, but become anonymous. Published editions hold no people and stay as they are.',
    )
    .option(
      '--email <address>',
      'an address that the person commits with; repeatable',
      collected,
      [],
    )
    .option(
      '--name <name>',
      'a name of two or more words; erases everyone with that name',
      collected,
      [],
    )
    .option('--hash <hash>', 'a hash from the ledger; repeatable', collectedHash, [])
    .option('--ledger <folder>', 'use the ledger in this folder, such as the shipped one')
    .option('--dry-run', 'print what would change, and change nothing')
    .examples(
      'bellwether ledger erase                            type addresses, end with Ctrl+D',
      'bellwether ledger erase --email ada@example.org --dry-run',
      'bellwether ledger erase --hash 5a1c0f9e77d2 --ledger data/ledger',
    )
    .action(erase);
}

async function erase({ email, name, hash, ledger, dryRun }: EraseOptions): Promise<void> {
  const { settings, folders } = new Project();
  const { dataFolder } = settings;
  const { hashes, byName } = personHashes(
    await textsOf([...email, ...name, ...hash]),
    await existingIdentityKey(dataFolder),
  );
  const folder = ledger === undefined ? folders.ledger : resolve(ledger);
  const release = await lockCollection(dataFolder);
  try {
    const { own, shipped } = await ledgersOf(folder, ledger === undefined);
    const rows = own ? await rowsOfPeople(own, hashes) : [];
    const inOwn = new Set(rows.map(({ company }) => company));
    const beneath = shipped ? await rowsOfPeople(shipped, hashes) : [];
    const shippedRows = beneath.filter(({ company }) => !inOwn.has(company));
    report(rows, shippedRows, byName);
    if (dryRun) {
      say(`Nothing was changed. ${counted(hashes.length, 'hash', 'hashes')} would be listed.`);
      return;
    }
    const added = await listErased(folder, hashes, today());
    if (own && rows.length > 0) await erasePeople(own, hashes);
    say(
      `${counted(added.length, 'hash', 'hashes')} added to the list of erased people in ${folder}; collections from now on leave these people out.`,
    );
    await dropStaged(dataFolder);
    if (rows.length + shippedRows.length > 0)
      note(
        'Published editions stay as they are; bellwether publish names the editions that would differ.',
      );
  } finally {
    await release();
  }
}

/** The ledger that is rewritten, and what is read where it has no rows. */
async function ledgersOf(
  folder: string,
  isOwn: boolean,
): Promise<{ own?: Ledger | undefined; shipped?: Ledger | undefined }> {
  const own = await openLedger(folder);
  if (isOwn) {
    const read = await openOwnOverShipped(folder, SHIPPED_LEDGER);
    return { own, shipped: own ? read?.beneath && read : read };
  }
  if (own) return { own };
  throw new BellwetherError('ledger-missing', `There is no ledger in ${folder}.`);
}

function report(rows: readonly HeldRows[], shipped: readonly HeldRows[], byName: number): void {
  if (byName > 0)
    note('A name alone also erases everyone else who commits under it; an address does not.');
  for (const held of rows) say(`${held.company}: ${amounts(held)} become anonymous.`);
  for (const held of shipped)
    say(
      `${held.company}: ${amounts(held)} of the shipped ledger are anonymous from now on. Its files stay as they are; --ledger data/ledger changes them.`,
    );
  if (rows.length + shipped.length === 0)
    say(
      'No row belongs to them. The ledger knows a person by only one of their addresses: give the other addresses too, or collect the companies again, which links a person’s addresses.',
    );
}

function amounts({ rows, commits }: HeldRows): string {
  return `${counted(rows, 'row')} with ${count(commits)} commits`;
}

async function textsOf(given: readonly string[]): Promise<readonly string[]> {
  if (given.length > 0) return given;
  if (process.stdin.isTTY) note('One address, name or hash per line; end with Ctrl+D.');
  return (await text(process.stdin)).split(/\r?\n/).filter((line) => line.trim() !== '');
}

/** Rows that an interrupted collection put aside still hold everybody. */
async function dropStaged(dataFolder: string): Promise<void> {
  for (const name of ['staged', 'fresh']) {
    const folder = join(collectFolder(dataFolder), name);
    if (!existsSync(folder)) continue;
    await rm(folder, { recursive: true, force: true });
    note(`${folder}, left by an interrupted collection, was removed; collect again.`);
  }
}

function collected(value: string, previous: string[]): string[] {
  return [...previous, value];
}

function collectedHash(value: string, previous: string[]): string[] {
  const { success, error } = PersonHash.safeParse(value);
  if (success) return [...previous, value];
  throw new InvalidArgumentError(`It ${error.issues[0]?.message}.`);
}
