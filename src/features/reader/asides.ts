/** Clauses of a question that are said in passing. */
import type { Cover } from './chart.ts';
import type { Token } from './tokens.ts';

const FIGURE_KINDS: ReadonlySet<string> = new Set(
  'field order more measure per trend trending round nth'.split(' '),
);
/** Kinds that a clause must have to ask something. */
const ASKING_KINDS: ReadonlySet<string> = new Set(
  'field order more condition act measure round value move trend trending per absent'.split(' '),
);

/** Whether passing over a meaning loses part of the question. */
export const isTelling = (kind: string): boolean =>
  (ASKING_KINDS.has(kind) && kind !== 'absent') ||
  FIGURE_KINDS.has(kind) ||
  ['number', 'bound', 'range', 'none', 'not', 'excluded', 'role', 'operator'].includes(kind);

/** Clauses that ask nothing, if another one does. */
export function asidesIn(
  { edges }: Cover,
  tokens: readonly Token[],
  isYesNo: boolean,
): ReadonlySet<number> {
  const clauses = new Set(tokens.map(({ clause }) => clause));
  if (clauses.size < 2) return new Set();
  const clausesWith = (isOne: (kind: string) => boolean) =>
    new Set(
      edges.flatMap(({ from, meaning }) =>
        isOne(meaning.kind) ? [tokens[from]?.clause ?? 0] : [],
      ),
    );
  const asked = clausesWith((kind) => kind === 'ask' || kind === 'measure');
  const telling = clausesWith((kind) => ASKING_KINDS.has(kind));
  const hasQuestion = !isYesNo && [...asked].some((clause) => telling.has(clause));
  // Deeds in another clause than the one that asks are said in passing.
  const asking = hasQuestion
    ? clausesWith((kind) => FIGURE_KINDS.has(kind) || kind === 'value' || kind === 'condition')
    : telling;
  for (const clause of asked) if (telling.has(clause)) asking.add(clause);
  if (asking.size === 0) return new Set();
  return new Set([...clauses].filter((clause) => !asking.has(clause)));
}
