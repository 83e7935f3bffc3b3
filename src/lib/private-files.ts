/** Files that only the service's own user may read: the books, copies of them, keys. */
import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf, systemCode } from './errors.ts';

const FILE = 0o600;
/** Of folders that hold nothing else. */
export const PRIVATE_FOLDER = 0o700;
const ALL = 0o777;

/** Makes an empty file for its owner's eyes only, unless it is there. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', FILE));
}

/**
 * Takes from others what they may do with the books and the keys, as versions before this one and
 * copies made by hand left them.
 *
 * @param books path of the embedded store's file; what begins with its name belongs to it
 * @returns what was done, or could not be, a line each
 */
export function narrowModes(books: string, dataFolder: string): string[] {
  // There, modes say nothing.
  if (process.platform === 'win32') return [];
  const keys = join(dataFolder, 'keys');
  return [...filesIn(dirname(books)).filter((path) => path.startsWith(books)), ...filesIn(keys)]
    .flatMap((path) => narrowed(path, FILE))
    .concat(narrowed(keys, PRIVATE_FOLDER));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(folder, name));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function narrowed(path: string, most: number): string[] {
  try {
    const mode = statSync(path).mode & ALL;
    if ((mode & ~most) === 0) return [];
    chmodSync(path, mode & most);
    return [
      `${path} could be read by others (${octal(mode)}); its mode is ${octal(mode & most)} now.`,
    ];
  } catch (error) {
    // SQLite removes what stands beside its file as it likes.
    if (systemCode(error) === 'ENOENT') return [];
    return [`${path} can be read by others, and that cannot be changed: ${messageOf(error)}`];
  }
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}
