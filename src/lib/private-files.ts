/** Files that only the service's own user may read: the books, their back-ups, and keys. */
import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readIfAny } from './atomic-files.ts';
import { BellwetherError, messageOf, systemCode } from './errors.ts';

const FILE = 0o600;
/** Mode of folders that hold only such files. */
export const PRIVATE_FOLDER = 0o700;
const ALL = 0o777;

/** Creates an empty file that only its owner can access, unless it exists. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', FILE));
}

/**
 * Revokes other users' access to the books and keys, whose modes may be too open from earlier
 * versions or manual copies.
 *
 * @param books path of the SQLite file; files whose names begin with it belong to it
 * @returns one line for each change made or failed
 */
export function narrowModes(books: string, dataFolder: string): string[] {
  // Modes have no effect on Windows.
  if (process.platform === 'win32') return [];
  const keys = join(dataFolder, 'keys');
  return [...filesIn(dirname(books)).filter((path) => path.startsWith(books)), ...filesIn(keys)]
    .flatMap((path) => narrowMode(path, FILE))
    .concat(narrowMode(keys, PRIVATE_FOLDER));
}

function filesIn(folder: string): string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
}

function narrowMode(path: string, most: number): string[] {
  try {
    const mode = statSync(path).mode & ALL;
    if ((mode & ~most) === 0) return [];
    chmodSync(path, mode & most);
    return [
      `${path} could be read by others (${octal(mode)}); its mode is ${octal(mode & most)} now.`,
    ];
  } catch (error) {
    // SQLite may remove the files next to its database at any time.
    if (systemCode(error) === 'ENOENT') return [];
    return [`${path} can be read by others, and that cannot be changed: ${messageOf(error)}`];
  }
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

/**
 * The text of a key file, created with access for its owner only if it is missing. If two processes
 * race to create it, the first one wins.
 */
export async function keyFile(path: string, make: () => string): Promise<string> {
  return (await readKeyFile(path)) ?? (await create(path, make()));
}

/** The text of a key file; undefined if it is missing. */
export async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    return (await readIfAny(path))?.toString();
  } catch (error) {
    throw new BellwetherError('key-unreadable', `${path} cannot be read: ${messageOf(error)}`);
  }
}

/** Writes a temporary file first, so that the key file never appears half-written. */
async function create(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, text, { flag: 'wx', mode: FILE, flush: true });
    // Unlike a rename, a link never replaces a file that another process has created.
    await link(temporary, path);
    return text;
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    return readFile(path, 'utf8');
  } finally {
    await rm(temporary, { force: true });
  }
}
