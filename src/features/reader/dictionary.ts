/** Finds the phrases of the lexicon in a question. */
import { isWithinEditDistance } from '../../lib/edit-distance.ts';
import { formsOf } from './forms.ts';
import type { Row } from './lexicon.ts';
import type { Meaning } from './meaning.ts';
import type { Token } from './tokens.ts';

export type Found = { to: number; meaning: Meaning };

type Node = { next: Map<string, Node>; meanings: Meaning[] };

/** Words that may stand within a phrase: `share of the commits`. */
const ARTICLES: ReadonlySet<string> = new Set('the a an its their our your my his her'.split(' '));
/** Shorter words are too near to others to be corrected. */
const MIN_CORRECTED = 5;
const LONG = 8;

export class Dictionary {
  readonly #root: Node = { next: new Map(), meanings: [] };
  /** By first letter, for corrections. */
  readonly #words = new Map<string, Set<string>>();

  constructor(rows: Iterable<Row>) {
    for (const [meaning, phrases] of rows)
      for (const phrase of phrases.split('|')) this.#add(phrase.trim(), meaning);
  }

  has(word: string): boolean {
    return this.#words.get(word.charAt(0))?.has(word) ?? false;
  }

  /** All phrases that begin at a place. */
  at(tokens: readonly Token[], from: number): Found[] {
    const found: Found[] = [];
    let node: Node | undefined = this.#root;
    for (let place = from; node && place < tokens.length; place++) {
      const word: string = tokens[place]?.word ?? '';
      const next: Node | undefined = node.next.get(word);
      if (!next && place > from && ARTICLES.has(word)) continue;
      node = next;
      for (const meaning of node?.meanings ?? []) found.push({ to: place + 1, meaning });
    }
    return found;
  }

  /** The word of the lexicon that a misspelled one must mean; undefined if several may be. */
  corrected(word: string): string | undefined {
    if (word.length < MIN_CORRECTED || !/^[a-z]+$/.test(word)) return undefined;
    const edits = word.length >= LONG ? 2 : 1;
    const near = [...(this.#words.get(word.charAt(0)) ?? [])].filter(
      (known) => known.length >= MIN_CORRECTED - 1 && isWithinEditDistance(word, known, edits),
    );
    const nearest = near.filter((known) => isWithinEditDistance(word, known, 1));
    const [first] = nearest.length > 0 ? nearest : near;
    return first;
  }

  #add(phrase: string, meaning: Meaning): void {
    let nodes: readonly Node[] = [this.#root];
    for (const part of phrase.split(/[ -]/)) {
      const forms = part.endsWith('~') ? formsOf(part.slice(0, -1)) : [part];
      for (const form of forms) {
        const words = this.#words.get(form.charAt(0)) ?? new Set();
        this.#words.set(form.charAt(0), words.add(form));
      }
      nodes = nodes.flatMap((node) => forms.map((form) => childOf(node, form)));
    }
    for (const node of nodes) node.meanings.push(meaning);
  }
}

function childOf({ next }: Node, word: string): Node {
  const known = next.get(word);
  if (known) return known;
  const made: Node = { next: new Map(), meanings: [] };
  next.set(word, made);
  return made;
}
