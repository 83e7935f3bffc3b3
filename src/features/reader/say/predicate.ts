/** The predicate of rows that satisfy conditions: `are at stage Seed and have more than 10 contributors`. */

import { figure, listed } from '../../../lib/prose.ts';
import { OPERATORS } from '../../query/operators.ts';
import type { Condition } from '../../query/query.ts';
import { type Field, fieldOf } from '../../query/query-fields.ts';
import type { Telling } from './telling.ts';
import { an, nounOf, titleOf, uncapital } from './voice.ts';

/** Forms for one now, for several now, and for any in the past. */
type Verb = readonly [one: string, many: string, past: string];
const BE: Verb = ['is', 'are', 'were'];
const HAVE: Verb = ['has', 'have', 'had'];
const SHOW: Verb = ['shows', 'show', 'showed'];
const SAME = (verb: string): Verb => [verb, verb, verb];
type Phrase = { verb: Verb; text: string };

/** They take an article. */
const UNIONS: ReadonlySet<string> = new Set(['US', 'UK', 'EU']);

/** Undefined where a condition is on names or on what is not known. */
export function predicate(
  telling: Telling,
  conditions: readonly Condition[],
  form: 'one' | 'many' | 'past',
): string | undefined {
  const phrases = conditions.map((condition) => phraseOf(telling, condition));
  const known = phrases.filter((phrase) => phrase !== undefined);
  if (known.length === 0 || known.length < phrases.length) return undefined;
  const verbs = [...new Set(known.map(({ verb }) => verb))];
  const place = { one: 0, many: 1, past: 2 }[form];
  const order = [BE, SHOW, HAVE];
  const sorted = verbs.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
  return listed(
    sorted.map((verb) => {
      const texts = known.filter((phrase) => phrase.verb === verb).map(({ text }) => text);
      return `${verb[place] ?? ''} ${listed(texts)}`;
    }),
  );
}

function phraseOf(telling: Telling, condition: Condition): Phrase | undefined {
  const { field: name, op, values } = condition;
  const field = fieldOf(telling.answer.subject, name);
  const [value = null] = values;
  if (!field || values.includes(null) || field.kind === 'name' || field.phrases) return undefined;
  const not = op === '!=' ? 'not ' : '';
  const either = values
    .map((one) => telling.brief(field, one))
    .map((text) => (name === 'geography' && UNIONS.has(text) ? `the ${text}` : text))
    .join(' or ');
  if (name === 'signalType' || name === 'signalStrength') return signal(name, op, either);
  const told = field.told ?? (field.phrase === undefined ? undefined : `${field.phrase} …`);
  if (field.kind === 'category' && told !== undefined) {
    const isIndependent = name === 'status' && value === 'active';
    const text = isIndependent ? 'independent' : told.replace('…', () => either);
    return { verb: BE, text: `${not}${text}` };
  }
  if (name === 'trendingRank' && op === '>=' && value === 1)
    return { verb: BE, text: 'in the top 20' };
  if (typeof value !== 'number' || values.length > 1) return undefined;
  if (field.kind === 'year')
    return {
      verb: ['was', 'were', 'were'],
      text: `founded ${op === '=' ? 'in' : OPERATORS[op].dated} ${value}`,
    };
  return name === 'contributorGrowth' || name === 'commitVelocityChangeRatio'
    ? moved(name, op, value, either)
    : had(field, op, value, either);
}

function signal(name: string, op: Condition['op'], either: string): Phrase {
  if (either === 'none') return { verb: SHOW, text: op === '=' ? 'no signal' : 'a signal' };
  const text = name === 'signalType' ? an(uncapital(either)) : `a ${either} signal`;
  return { verb: SHOW, text: op === '=' ? text : `something other than ${text}` };
}

/** `grew contributors by at least 100%`, `sped up` */
function moved(name: string, op: Condition['op'], value: number, text: string): Phrase | undefined {
  const isOfPeople = name === 'contributorGrowth';
  const isUp = op === '>' || op === '>=';
  if (value === 0 && (op === '>' || op === '<'))
    return {
      verb: SAME(isUp ? 'gained' : 'lost'),
      text: isOfPeople ? 'contributors' : 'pace on the two weeks before',
    };
  if (isUp !== value > 0 || op === '=' || op === '!=') return undefined;
  const size = text.replace(/^[+-]/, '');
  const bound = OPERATORS[value < 0 ? OPERATORS[op].mirrored : op].counted;
  return {
    verb: SAME(value > 0 ? 'grew' : 'cut'),
    text: `${isOfPeople ? 'contributors' : 'commits'} by ${bound} ${size}`,
  };
}

function had(field: Field, op: Condition['op'], value: number, text: string): Phrase {
  const verb = field.name === 'commitVelocity14d' && value !== 0 ? SAME('landed') : HAVE;
  if (field.kind !== 'count')
    return { verb, text: `a ${titleOf(field)} of ${OPERATORS[op].counted} ${text}` };
  const isNone = (op === '=' && value === 0) || (op === '<' && value === 1);
  if (isNone && field.name === 'commitVelocity14d')
    return { verb: SAME('had'), text: 'no commits' };
  if (isNone) return { verb: HAVE, text: `no ${nounOf(field, 2)}` };
  const bound = op === '<' ? 'fewer than' : OPERATORS[op].counted;
  return { verb, text: `${bound} ${figure(value)} ${nounOf(field, op === '=' ? value : 2)}` };
}
