/**
 * People who asked to be left out (docs/rights.md): `erased.json` next to a ledger's files, a list of
 * keyed hashes and nothing else. It outlives the rows, so that neither the next collection nor a
 * ledger restored from a back-up brings a person back.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readIfAny, writeFileAtomically } from '../../lib/atomic-files.ts';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import { parseFormatted } from '../../lib/format-number.ts';
import { sqlString } from './connection.ts';

/** A person's hash, as the ledger and recordings hold it; its collector chose the length. */
export const PersonHash = z
  .string()
  .regex(/^[0-9a-f]{10,64}$/, 'must be 10 to 64 lower-case hexadecimal digits');

const ErasedPeople = z.strictObject({
  format: z.literal(1),
  people: z.array(z.strictObject({ hash: PersonHash, erasedOn: z.iso.date() })),
});

const ERASED_FILE = 'erased.json';

/** Hashes of the people whom a ledger's folder lists; none without a list. */
export async function erasedPeople(folder: string): Promise<readonly string[]> {
  return (await readErased(folder)).map(({ hash }) => hash);
}

/**
 * Adds people to the list, which is made if there is none.
 *
 * @param day on which they were erased, an ISO date
 * @returns the hashes that were not on it before
 */
export async function listErased(
  folder: string,
  hashes: readonly string[],
  day: string,
): Promise<string[]> {
  const listed = await readErased(folder);
  const before = new Set(listed.map(({ hash }) => hash));
  const added = [...new Set(hashes)].filter((hash) => !before.has(hash));
  if (added.length === 0) return [];
  const people = [...listed, ...added.map((hash) => ({ hash, erasedOn: day }))];
  people.sort((left, right) => (left.hash < right.hash ? -1 : 1));
  await mkdir(folder, { recursive: true });
  const text = `${JSON.stringify({ format: 1, people }, null, 2)}\n`;
  await writeFileAtomically(join(folder, ERASED_FILE), text);
  return added;
}

/** SQL: a person of the table `activity`, or null for one of these. */
export function personUnlessErased(hashes: readonly string[]): string {
  if (hashes.length === 0) return 'person';
  return `CASE WHEN person IN (${hashes.map(sqlString).join(', ')}) THEN NULL ELSE person END`;
}

/** @throws BellwetherError `erased-people-unreadable`, `later-version` */
async function readErased(folder: string): Promise<z.infer<typeof ErasedPeople>['people']> {
  const path = join(folder, ERASED_FILE);
  const unreadable = (fault: string) =>
    new BellwetherError(
      'erased-people-unreadable',
      `${path} cannot be read: ${fault}. Restore it from a copy: without it, people who asked to be left out would come back.`,
    );
  const text = await readIfAny(path).catch((error) => {
    throw unreadable(messageOf(error));
  });
  return text ? parseFormatted(path, text, ErasedPeople, unreadable).people : [];
}
