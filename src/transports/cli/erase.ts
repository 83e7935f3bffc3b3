/** `bellwether erase`: takes people out of the ledger of git facts (docs/rights.md). */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { BellwetherError } from '../../lib/errors.ts';
import { today } from '../../lib/period.ts';
import { count, counted } from '../../lib/prose.ts';
import { existingIdentityKey } from '../../pipeline/collect/git/identity-key.ts';
import { personHashes } from '../../pipeline/collect/git/person-texts.ts';
import { erasePeople, rowsOfPeople } from '../../pipeline/ledger/erase.ts';
import { listErased } from '../../pipeline/ledger/erased-people.ts';
import { openLedger } from '../../pipeline/ledger/ledger.ts';
import { defineCommand, note, say } from './command.ts';
import { Project, SHIPPED_LEDGER } from './project.ts';

export function command() {
  return defineCommand(
    'erase',
    'Erases people from the ledger in DATA_DIR, and keeps their hashes in a list, so that no collection brings them back. Reads them from standard input, one per line, unless arguments name them; note that arguments stay in your shell’s history. Commits stay counted, but become anonymous. Published editions hold no people and stay as they are.',
    'bellwether erase                            type addresses, end with Ctrl+D',
    'bellwether erase ada@example.org --dry-run',
    'bellwether erase 5a1c0f9e77d2 --ledger data/ledger',
  )
    .argument('[people...]', 'addresses, names of two or more words, or hashes from the ledger')
    .option('--ledger <folder>', 'use the ledger in this folder, such as the shipped one')
    .option('--dry-run', 'print what would change, and change nothing')
    .action(async (people, { ledger, dryRun }) => {
      const project = new Project();
      const { settings, folders } = project;
      const { hashes, byName } = personHashes(
        people.length > 0 ? people : await readLines(),
        await existingIdentityKey(settings.dataFolder),
      );
      if (byName > 0)
        note('A name alone also erases everyone else who commits under it; an address does not.');
      const folder = ledger === undefined ? folders.ledger : resolve(ledger);
      await using _lock = await project.lockLedger();
      const own = await openLedger(folder);
      if (ledger !== undefined && !own)
        throw new BellwetherError('ledger-missing', `There is no ledger in ${folder}.`);
      const readsShipped = ledger === undefined && (!own || own.manifest.over !== undefined);
      const shipped = readsShipped ? await openLedger(SHIPPED_LEDGER) : undefined;
      const rows = own ? await rowsOfPeople(own, hashes) : [];
      const inOwn = new Set(rows.map(({ company }) => company));
      const inShipped = shipped ? await rowsOfPeople(shipped, hashes) : [];
      const hidden = inShipped.filter(({ company }) => !inOwn.has(company));
      for (const { company, rows: number, commits } of [...rows, ...hidden])
        say(
          `${company}: ${counted(number, 'row')} with ${count(commits)} commits become anonymous.`,
        );
      if (hidden.length > 0)
        say('The files of the shipped ledger stay as they are; --ledger data/ledger changes them.');
      if (rows.length + hidden.length === 0)
        say(
          'No row belongs to them. The ledger knows a person by only one of their addresses: give the other addresses too, or collect the companies again, which links a person’s addresses.',
        );
      const listed = counted(hashes.length, 'hash', 'hashes');
      if (dryRun) return say(`Nothing was changed. ${listed} would be listed.`);
      const added = await listErased(folder, hashes, today());
      if (own && rows.length > 0) await erasePeople(own, hashes);
      const number = counted(added.length, 'hash', 'hashes');
      say(`${number} added to the list in ${folder}; collections leave these people out.`);
      // Its rows still hold these people.
      for (const staged of [folders.staged, folders.fresh].filter(existsSync)) {
        await rm(staged, { recursive: true, force: true });
        note(`${staged}, left by an interrupted collection, was removed; collect again.`);
      }
      if (rows.length + hidden.length > 0)
        note('Published editions stay; bellwether publish names those that would differ.');
    });
}

async function readLines(): Promise<readonly string[]> {
  if (process.stdin.isTTY) note('One address, name or hash per line; end with Ctrl+D.');
  return (await text(process.stdin)).split(/\r?\n/).filter((line) => line.trim() !== '');
}
