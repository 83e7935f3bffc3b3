/** What rows must satisfy: bounds of numbers, and filters with what they exclude. */

import type { Condition, Subject } from '../query/query.ts';
import { fieldOf } from '../query/query-fields.ts';
import { growthOf } from './metrics.ts';
import type { Pieces } from './pieces.ts';
import type { Piece, PieceOf } from './question-frame.ts';

type Threshold = {
  number: Piece;
  condition: Omit<Condition, 'field'>;
  field: string | undefined;
  isMoney: boolean;
};

const OPPOSITE = { '>=': '<=', '<=': '>=', '>': '<', '<': '>', '=': '=' } as const;

/** `at least 50 contributors`, `between 10 and 20 commits`, `20 or more people`. */
export function thresholds(pieces: Pieces, subject: Subject): Threshold[] {
  const found: Threshold[] = [];
  for (const zero of pieces.frame.words('isZero')) {
    const behind = pieces.beside(zero, 1);
    const isBehind = behind?.kind === 'words' && behind.meaning.metric !== undefined;
    const own = behind && pieces.beside(behind, 1);
    // "zero agent share and at least 20 commits": the bound is that of another number
    const isOfNext =
      own?.kind === 'words' && own.meaning.bound !== undefined && own.at === (behind?.at ?? 0) + 1;
    const isTrailing = /^zero$/i.test(zero.text) && (!isBehind || isOfNext);
    const metric = isTrailing ? pieces.beside(zero, -1) : behind;
    if (metric?.kind !== 'words' || metric.meaning.metric === undefined || metric.taken) continue;
    const excludes = exclusionOf(pieces, isTrailing ? metric : zero);
    pieces.take(zero, metric, excludes);
    found.push({
      field: metric.meaning.metric,
      number: zero,
      isMoney: false,
      condition: { op: excludes ? '>' : '=', values: [0] },
    });
  }
  for (const number of pieces.frame.of('number')) {
    if (number.taken) continue;
    const before = pieces.beside(number, -1);
    const after = pieces.beside(number, 1);
    const own =
      before?.kind === 'words' && before.meaning.bound ? before : trailingBound(pieces, after);
    const bound = own ?? boundOfBefore(pieces, number, after);
    if (bound?.kind !== 'words' || !bound.meaning.bound) continue;
    const isBetween = bound.meaning.bound === 'between';
    const upper = isBetween && after?.kind === 'number' ? after : undefined;
    if (isBetween && !upper) continue;
    pieces.take(number, bound, upper);
    const last = upper ?? (bound === after ? (after ?? number) : number);
    const metric = metricOf(pieces, last, bound === before ? before : number, subject);
    const isMoney = number.quantity.unit === 'money';
    const isPercent = number.quantity.unit === 'percent';
    const moves = isPercent ? pieces.act('rise', 'fall', 'gain', 'lose') : [];
    const whole = isPercent && moves.length === 0 ? shareOf(pieces, metric) : undefined;
    const named = (whole ?? metric)?.meaning.metric;
    const field = named !== undefined && isPercent ? growthOf(named) : named;
    pieces.take(metric, whole, ...moves);
    const isFall = moves.some(({ meaning }) => meaning.act === 'fall' || meaning.act === 'lose');
    const scale = (value: number) =>
      number.quantity.unit === 'percent' ||
      upper?.quantity.unit === 'percent' ||
      (field !== undefined && ['share'].includes(fieldOf(subject, field)?.kind ?? '') && value > 1)
        ? value / 100
        : value;
    if (upper) {
      const [low, high] = [number, upper]
        .map(({ quantity }) => scale(quantity.value))
        .sort((a, b) => a - b) as [number, number];
      found.push({ number, field, isMoney, condition: { op: '>=', values: [low] } });
      found.push({ number, field, isMoney, condition: { op: '<=', values: [high] } });
    } else if (bound.meaning.bound !== 'between') {
      const value = scale(number.quantity.value);
      // A fall by more than 30% is a change below -30%.
      const condition = isFall
        ? { op: OPPOSITE[bound.meaning.bound], values: [-value] }
        : { op: bound.meaning.bound, values: [value] };
      const excludes = exclusionOf(pieces, bound === after ? number : bound);
      pieces.take(excludes);
      const op = excludes ? EXCLUDED[condition.op] : condition.op;
      found.push({ number, field, isMoney, condition: { ...condition, op } });
    }
  }
  return found;
}

const EXCLUDED = { '>=': '<', '<=': '>', '>': '<=', '<': '>=', '=': '!=' } as const;

/** `leaving aside startups with fewer than 10 commits`: what excludes all that a bound lets through. */
function exclusionOf(pieces: Pieces, bound: Piece): PieceOf<'words'> | undefined {
  const before = pieces.beside(bound, -1);
  const isNoun =
    before?.kind === 'words' &&
    (before.meaning.subject === 'startup' || /^(?:all )?(?:those|the ones)$/i.test(before.text));
  const isJoined = pieces.all
    .slice((before?.at ?? 0) + 1, bound.at)
    .some(({ text }) => /^(?:with|that|which|who|whose|having)$/i.test(text));
  const isWithout = /^(?:without|lacking)\b/i.test(bound.text);
  const negation = isNoun && (isJoined || isWithout) ? pieces.beside(before, -1) : before;
  const isOfAll = negation?.kind === 'words' && EXCLUDES.test(negation.text);
  return isOfAll && (isNoun || isJoined) ? negation : undefined;
}

/** `agents are involved in over half of its commits`: of commits a share is known, and which one is said. */
function shareOf(pieces: Pieces, metric: Piece | undefined): PieceOf<'words'> | undefined {
  return pieces.frame
    .words('metric')
    .find(
      (piece) =>
        piece !== metric &&
        !piece.taken &&
        fieldOf('startup', piece.meaning.metric)?.kind === 'share',
    );
}

/** `at least 20 commits and 3 contributors`: the second number has the bound of the first. */
function boundOfBefore(
  pieces: Pieces,
  number: Piece,
  after: Piece | undefined,
): PieceOf<'words'> | undefined {
  if (after?.kind !== 'words' || after.meaning.metric === undefined) return undefined;
  if (!/^(?:and|,|&)$/i.test(pieces.all[number.at - 1]?.text ?? '')) return undefined;
  const metric = pieces.beside(number, -1);
  const first = metric && pieces.beside(metric, -1);
  const bound = first && pieces.beside(first, -1);
  const isBound = metric?.taken && first?.kind === 'number' && bound?.kind === 'words';
  return isBound && bound.meaning.bound !== 'between' ? bound : undefined;
}

/** `100 or more commits`, `100 commits or more` */
function trailingBound(pieces: Pieces, after: Piece | undefined): PieceOf<'words'> | undefined {
  if (after?.kind !== 'words') return undefined;
  const further = after.meaning.metric === undefined ? after : pieces.beside(after, 1);
  // "top 5 by composite, minimum 10 contributors": the bound of another number
  const isOfNext = further && pieces.beside(further, 1)?.kind === 'number';
  const isTrailing =
    further?.kind === 'words' &&
    further.meaning.bound !== undefined &&
    !isOfNext &&
    /^(?:or|and|plus|\+|(?:at )?(?:a |the )?min)/i.test(further.text);
  return isTrailing ? further : undefined;
}

/** The number's metric: the next one behind it, else the one in front of its bound. */
function metricOf(
  pieces: Pieces,
  last: Piece,
  first: Piece,
  subject: Subject,
): PieceOf<'words'> | undefined {
  const isMetric = (piece: Piece | undefined): piece is PieceOf<'words'> =>
    piece?.kind === 'words' &&
    !piece.taken &&
    piece.meaning.metric !== undefined &&
    fieldOf(subject, piece.meaning.metric) !== undefined;
  const behind = pieces.beside(last, 1);
  const infront = pieces.beside(first, -1);
  // "composite >= 90 and commits >= 50": the next one has a bound of its own
  const next = behind && pieces.beside(behind, 1);
  const isOfNext = next?.kind === 'words' && next.meaning.bound !== undefined && !next.taken;
  if (isMetric(behind) && !(isOfNext && isMetric(infront))) return behind;
  if (isMetric(infront)) return infront;
  const further = infront && pieces.beside(infront, -1);
  return isMetric(further) ? further : undefined;
}

/** Filters by kind, with what is excluded; of one field and one direction they are alternatives. */
export function conditions(pieces: Pieces, subject: Subject): Condition[] {
  const merged = new Map<string, Condition>();
  const add = (condition: Condition, isNegated: boolean) => {
    const op =
      isNegated && condition.op === '='
        ? '!='
        : isNegated && condition.op === '!='
          ? '='
          : condition.op;
    const key = `${condition.field}${op}`;
    const known = merged.get(key);
    const isListed = known && (op === '=' || op === '!=');
    if (isListed)
      known.values.push(...condition.values.filter((value) => !known.values.includes(value)));
    else merged.set(key, { field: condition.field, op, values: [...condition.values] });
  };
  for (const piece of pieces.all) {
    if (piece.taken) continue;
    const isNegated = negationOf(pieces, piece);
    if (
      piece.kind === 'words' &&
      piece.meaning.condition &&
      fieldOf(subject, piece.meaning.condition.field)
    ) {
      pieces.take(piece, isNegated);
      add(piece.meaning.condition, isNegated !== undefined);
    } else if (
      piece.kind === 'entity' &&
      piece.entity.kind === 'sector' &&
      fieldOf(subject, 'sector')
    ) {
      pieces.take(piece, isNegated);
      add({ field: 'sector', op: '=', values: [piece.entity.slug] }, isNegated !== undefined);
      // "in the databases sector", "security startups"
      const behind = pieces.beside(piece, 1);
      if (behind?.kind === 'words' && behind.meaning.subject === 'sector') pieces.take(behind);
    } else if (piece.kind === 'entity' && fieldOf(subject, 'name') && isExcluded(pieces, piece)) {
      pieces.take(piece, isNegated);
      add({ field: 'name', op: '=', values: [piece.entity.name] }, true);
    }
  }
  return [...merged.values()];
}

/** `except Langfuse`, and not `isn't Langfuse`. */
export function isExcluded(pieces: Pieces, piece: PieceOf<'entity'>): boolean {
  const { kind } = piece.entity;
  return kind === 'startup' && EXCLUDES.test(negationOf(pieces, piece)?.text ?? '');
}

const EXCLUDES =
  /^(?:excluding|exclude|except(?: for)?|without|other than|but not|ignoring|leaving (?:out|aside)|setting aside|disregarding|barring|save for|skip(?:ping)?|drop(?:ping)?|removing|remove|filter(?:ing)? out|discounting|leave (?:out|aside)|apart from|aside from|besides|not (?:counting|including))$/i;

/** The negation that a piece stands under: right before it, or before alternatives that it ends. */
function negationOf(pieces: Pieces, piece: Piece): Piece | undefined {
  let before = pieces.all[piece.at - 1];
  while (before) {
    if (before.kind === 'words' && before.meaning.isNegation) return before;
    const isAlternative =
      before.taken &&
      before.kind !== 'filler' &&
      /^(?:or|nor|and|,)$/i.test(pieces.all[before.at + 1]?.text ?? '');
    if (before.kind !== 'filler' && !isAlternative) return undefined;
    if (
      before.kind === 'filler' &&
      /^(?:that|which|who|and|but|with)$/i.test(before.text) &&
      !isJoining(pieces, before)
    )
      return undefined;
    before = pieces.all[before.at - 1];
  }
  return undefined;
}

function isJoining(pieces: Pieces, filler: Piece): boolean {
  return /^(?:and|or|nor)$/i.test(filler.text) && pieces.all[filler.at - 1]?.taken === true;
}
