/**
 * Hashes the people to be erased, the same way as authors are hashed. A person is given as an
 * address, a name with an address, a name of several words, or a hash found in the ledger.
 */
import { BellwetherError } from '../../../lib/errors.ts';
import { PersonHash } from '../../ledger/erased-people.ts';
import { foldAddress } from '../../signals/accounts.ts';
import { hashAddress, hashName, oneLine, parseSignature } from './authors.ts';

const MAX_TEXTS = 1000;
const MAX_CHARACTERS = 400;

/**
 * @param texts one person each, or several addresses of one
 * @param identityKey undefined if there is none; only hashes are then accepted
 * @returns `byName`: how many were given by name only, which others may share
 * @throws BellwetherError `person-invalid`, identifying the text by its number, because personal data
 *   must not be repeated; `key-missing` for a name or address without a key
 */
export function personHashes(
  texts: readonly string[],
  identityKey: Buffer | undefined,
): { hashes: string[]; byName: number } {
  if (texts.length === 0)
    throw invalid('no person is named; write an address on a line of its own');
  if (texts.length > MAX_TEXTS) throw invalid(`at most ${MAX_TEXTS} at once`);
  const people = texts.map((text, index) =>
    readPerson(oneLine(text), `number ${index + 1}`, identityKey),
  );
  const byName = people.filter(({ isByName }) => isByName).length;
  return { hashes: [...new Set(people.map(({ hash }) => hash))], byName };
}

function readPerson(line: string, where: string, identityKey: Buffer | undefined) {
  if (line.length > MAX_CHARACTERS) throw invalid(`${where} is too long`);
  if (PersonHash.safeParse(line).success) return { hash: line, isByName: false };
  if (!identityKey)
    throw new BellwetherError(
      'key-missing',
      'DATA_DIR/keys/identity-key is not there, so no name or address leads to a hash: nothing was collected from git here, or the key is lost. Give the hash itself.',
    );
  const { name, address } = line.includes('@') ? withAddress(line) : { name: line, address: '' };
  const isByName = address === '';
  if (!isByName && !/^[^\s@]+@[^\s@]+$/.test(address))
    throw invalid(`${where} is no address; write it like ada@example.org`);
  const hash = isByName
    ? hashName(identityKey, name)
    : hashAddress(identityKey, foldAddress(address));
  if (hash !== '') return { hash, isByName };
  throw invalid(
    `${where} is a single word, which is many people's name and is not in the ledger; write an address, or a name of two or more words`,
  );
}

/**
 * If there is an address, the name next to it is ignored: the address identifies the person, and
 * others may share the name.
 */
function withAddress(line: string) {
  return line.includes('<') ? parseSignature(line) : { name: '', address: line };
}

function invalid(fault: string): BellwetherError {
  return new BellwetherError('person-invalid', `Nothing was erased: ${fault}.`);
}
