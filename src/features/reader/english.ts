/** Ordinary words of English among the names of the registry: they may be meant as words. */
import dictionary from 'dictionary-en';

/** @param names in any case; the result is in lower case */
export function englishAmong(names: Iterable<string>): ReadonlySet<string> {
  // A line is a base word with its flags; names of people and places have capitals.
  const words = new Set(new TextDecoder().decode(dictionary.dic).split(/(?:\/\w*)?\n/));
  const lowered = Array.from(names, (name) => name.toLowerCase());
  return new Set(lowered.filter((name) => words.has(name)));
}
