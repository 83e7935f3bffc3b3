/**
 * Recognizes packages that a company makes itself: a workspace's own packages, and those published by
 * its other repositories. Adding or removing them is not a migration.
 */
import { PackageWordsFile, shippedTable } from '../../registry/collection-tables.ts';

/** Names too generic to identify who makes a package. */
const GENERIC = new Set(shippedTable('package-words.yaml', PackageWordsFile).generic);

/** Suffixes that companies add if their plain name was taken. */
const SUFFIX = /(?:-?(?:hq|labs?|dev|inc|io|ai|js|oss|org|dotdev|protocol|foundation|project))$/;

/** Shorter names are part of too many others. */
const MIN_LENGTH = 3;

/**
 * Recognizes a company's own packages by name: their scope, group or first words are the name of the
 * company, of its account, or of one of its repositories, or one that the company's file lists.
 *
 * @param company slug
 * @param repositories `owner/name`
 * @param listed the file's `ownPackages`
 * @returns a predicate for dependencies (`ecosystem:package`)
 */
export function ownPackages(
  company: string,
  repositories: readonly string[],
  listed: readonly string[] = [],
): (dependency: string) => boolean {
  const names = new Set(listed);
  for (const word of [company, ...repositories.flatMap((repository) => repository.split('/'))])
    for (const name of [word, word.toLowerCase().replace(SUFFIX, '')]) {
      const folded = fold(name);
      if (folded.length >= MIN_LENGTH && !GENERIC.has(folded)) names.add(folded);
    }
  return (dependency) => openings(dependency).some((opening) => names.has(opening));
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The prefixes of a name by words: `a`, `ab` and `abc` for `a-b_c`. */
function openings(dependency: string): string[] {
  const name = dependency.slice(dependency.indexOf(':') + 1);
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const joined = words.map((_, index) => fold(words.slice(0, index + 1).join('')));
  const account = name.startsWith('@')
    ? [fold((words[0] ?? '').toLowerCase().replace(SUFFIX, ''))]
    : [];
  // A Maven group begins with a reversed domain: com.example.
  const domain = /^[a-z]+\.[\w.-]+:/i.test(name) ? words.slice(1, 3).map(fold) : [];
  return [...joined, ...account, ...domain];
}
