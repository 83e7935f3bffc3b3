/** Finds the phrases of the lexicon in a question. */
import { isWithinEditDistance } from '../../lib/edit-distance.ts';
import { formsOf } from './forms.ts';
import type { Row } from './lexicon.ts';
import type { Meaning } from './meaning.ts';
import type { Token } from './tokens.ts';

/** A meaning, and the additional cost of it where its words seldom have it. */
type Known = { meaning: Meaning; cost: number };
export type Found = Known & { to: number };

type Node = { next: Map<string, Node>; known: Known[] };

/** Words that may stand within a phrase: `share of the commits`. */
const ARTICLES: ReadonlySet<string> = new Set('the a an its their our your my his her'.split(' '));
/** Shorter words are too near to others to be corrected. */
const MIN_CORRECTED = 5;
const LONG = 8;

export class Dictionary {
  readonly #root: Node = { next: new Map(), known: [] };
  /** By first letter, for corrections. */
  readonly #words = new Map<string, Set<string>>();

  constructor(rows: Iterable<Row>) {
    for (const [meaning, phrases, rare = 0] of rows)
      for (const phrase of phrases.split('|')) {
        const [words = '', cost = rare] = phrase.split('?');
        this.#add(words.trim(), { meaning, cost: Number(cost) });
      }
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
      for (const known of node?.known ?? []) found.push({ ...known, to: place + 1 });
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

  #add(phrase: string, known: Known): void {
    let nodes: readonly Node[] = [this.#root];
    for (const part of phrase.split(/[ -]/)) {
      const forms = part.endsWith('~') ? formsOf(part.slice(0, -1)) : [part];
      for (const form of forms) {
        const words = this.#words.get(form.charAt(0)) ?? new Set();
        this.#words.set(form.charAt(0), words.add(form));
      }
      nodes = nodes.flatMap((node) => forms.map((form) => childOf(node, form)));
    }
    for (const node of nodes) node.known.push(known);
  }
}

function childOf({ next }: Node, word: string): Node {
  return next.getOrInsertComputed(word, () => ({ next: new Map(), known: [] }));
}
