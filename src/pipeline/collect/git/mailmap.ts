/**
 * The `.mailmap` of a commit, applied as git does (gitmailmap(5)). git itself would apply it to authors
 * alone, and in a repository that is not bare it reads the `.mailmap` of the folder in which it runs.
 */
import type { Signature } from './authors.ts';
import { Blobs } from './blobs.ts';
import type { GitOptions } from './run-git.ts';

/** Returns the signature that stands for a person, given any of theirs. Texts are bytes as Latin-1. */
export type Mailmap = (signature: Signature) => Signature;

export const NO_MAILMAP: Mailmap = (signature) => signature;

/** @param blob its id, or `<commit>:.mailmap`, which may be missing */
export async function readMailmap(blob: string, git: GitOptions): Promise<Mailmap> {
  const blobs = new Blobs(git);
  try {
    const content = await blobs.read(blob);
    return content === undefined ? NO_MAILMAP : parseMailmap(content.toString('latin1'));
  } finally {
    blobs.close();
  }
}

/** Name and address to be used; undefined leaves that of the commit. */
type Replacement = Partial<Signature>;
type Entry = { replacement: Replacement; byName: Map<string, Replacement> };

export function parseMailmap(text: string): Mailmap {
  const entries = new Map<string, Entry>();
  for (const line of text.split('\n')) {
    const proper = readSignature(line);
    if (line.startsWith('#') || !proper?.address) continue;
    const commit = readSignature(proper.rest);
    const replacement: Replacement = {
      ...(proper.name !== '' && { name: proper.name }),
      ...(commit && { address: proper.address }),
    };
    const entry = entries.getOrInsertComputed(foldAscii((commit ?? proper).address), () => ({
      replacement: {},
      byName: new Map(),
    }));
    if (commit && commit.name !== '') entry.byName.set(foldAscii(commit.name), replacement);
    else Object.assign(entry.replacement, replacement);
  }
  if (entries.size === 0) return NO_MAILMAP;
  return (signature) => {
    const entry = entries.get(foldAscii(signature.address));
    if (!entry) return signature;
    const byName = entry.byName.get(foldAscii(trimAscii(signature.name)));
    return { ...signature, ...(byName ?? entry.replacement) };
  };
}

/** Reads `Name <address>`. */
function readSignature(text: string): (Signature & { rest: string }) | undefined {
  const start = text.indexOf('<');
  const end = text.indexOf('>', start + 1);
  if (start < 0 || end < 0) return undefined;
  const name = trimAscii(text.slice(0, start));
  return { name, address: text.slice(start + 1, end), rest: text.slice(end + 1) };
}

/** `String.trim` would also remove bytes of other characters. */
function trimAscii(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACE.includes(text.charAt(start))) start++;
  while (end > start && SPACE.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const SPACE = ' \t\r';

/** For git, only ASCII letters have a case, in any encoding. */
function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
