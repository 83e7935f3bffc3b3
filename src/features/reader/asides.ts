/** Clauses of a question that are said in passing. */
import type { Cover } from './chart.ts';
import type { Token } from './tokens.ts';

type Kinds = ReadonlySet<string>;
const kindSet = (line: string): Kinds => new Set(line.split(' '));

const FIGURE_KINDS = kindSet('field order more measure per trend trending round nth');
/** Kinds that a clause must have to ask something. */
const ASKING_KINDS = kindSet(
  'field order more condition act measure round value move trend trending per absent',
);
const QUESTION_KINDS = kindSet('ask measure');
const FILTER_KINDS = kindSet('value condition');
const FURTHER_KINDS = kindSet('number bound range none not excluded role operator');

/** Whether passing over a meaning loses part of the question. */
export const isTelling = (kind: string): boolean =>
  kind !== 'absent' && [ASKING_KINDS, FIGURE_KINDS, FURTHER_KINDS].some((kinds) => kinds.has(kind));

/** Clauses that ask nothing, if another one does. */
export function asidesIn(
  { edges }: Cover,
  tokens: readonly Token[],
  isYesNo: boolean,
): ReadonlySet<number> {
  const clauses = new Set(tokens.map(({ clause }) => clause));
  if (clauses.size < 2) return new Set();
  const clausesWith = (kinds: Kinds) =>
    new Set(
      edges.flatMap(({ from, meaning: { kind } }) =>
        kinds.has(kind) ? [tokens[from]?.clause ?? 0] : [],
      ),
    );
  const asked = clausesWith(QUESTION_KINDS).intersection(clausesWith(ASKING_KINDS));
  // Deeds in another clause than the one that asks are said in passing.
  const isOfDeeds = isYesNo || asked.size === 0;
  const kinds = isOfDeeds ? ASKING_KINDS : FIGURE_KINDS.union(FILTER_KINDS);
  const asking = clausesWith(kinds).union(asked);
  return asking.size === 0 ? asking : clauses.difference(asking);
}
