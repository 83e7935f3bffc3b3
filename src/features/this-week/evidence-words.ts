/**
 * The evidence of a signal in words, by name: the release's tag, the packages that left and came, how
 * many new people stayed. The first page, startups' pages and digests use the same words.
 */

import { medianOf } from '../../lib/averages.ts';
import { parseDay } from '../../lib/period.ts';
import { count, counted, dayAndMonth, listedWith } from '../../lib/prose.ts';
import type { Startup, TypeEvidence } from '../../pipeline/edition/record.ts';

/** A record has the evidence of its own signal. */
export type SignalEvidence = NonNullable<Startup['evidence']>;

/** Part of a sentence: text, or a name linked to its evidence. */
export type Piece = string | { text: string; url: string };

/** Maximum number of removed, and of added, packages named in a sentence. */
const MAX_PACKAGES = 2;
const MAX_REPOSITORIES = 2;
const HOST = 'https://github.com';

/** A startup's evidence in words: a predicate of it, or a clause about what happened there. */
type Claim = { kind: 'predicate' | 'clause'; pieces: readonly Piece[] };

/**
 * The evidence of a type as a sentence: `Released on 14 of the last 28 days.`, or with its subject,
 * `At Mem0, 3 of 19 newcomers kept contributing.` Undefined if the evidence names nothing.
 */
export function evidenceSentence<Subject = never>(
  type: Startup['signalType'],
  types: SignalEvidence | undefined,
  subject?: Subject,
): readonly (Piece | Subject)[] | undefined {
  const evidence = types?.[type];
  // The cast is safe: each function is given the evidence of its own type.
  const claim = evidence && (WORDS[type] as (of: typeof evidence) => Claim | undefined)(evidence);
  if (!claim) return undefined;
  if (subject === undefined) return capitalized([...claim.pieces, '.']);
  return claim.kind === 'predicate'
    ? [subject, ' ', ...claim.pieces, '.']
    : ['At ', subject, ', ', ...claim.pieces, '.'];
}

const WORDS: {
  readonly [T in keyof TypeEvidence]: (evidence: TypeEvidence[T]) => Claim | undefined;
} = {
  'Engineering hiring burst': hiring,
  'Infrastructure buildout': infrastructure,
  'Deploy frequency spike': releases,
  'Framework migration': migration,
};

function capitalized([first = '', ...rest]: readonly Piece[]): readonly Piece[] {
  if (typeof first !== 'string') return [first, ...rest];
  return [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...rest];
}

/** Without links. */
export function plainText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
}

function hiring({
  newPeople,
  stayed,
  stayedBefore,
}: TypeEvidence['Engineering hiring burst']): Claim | undefined {
  if (newPeople === null || stayed === null) return undefined;
  if (newPeople === 0)
    return { kind: 'clause', pieces: ['no newcomer joined in the last eight weeks'] };
  const usual = usually(stayedBefore);
  const said = `${stayed === 0 ? 'none' : count(stayed)} of ${counted(newPeople, 'newcomer')} kept contributing`;
  return {
    kind: 'clause',
    pieces: [usual === undefined ? said : `${said}; usually ${usual === '0' ? 'none' : usual} do`],
  };
}

function infrastructure({
  newRepositories,
  personDays,
  personDaysBefore,
}: TypeEvidence['Infrastructure buildout']): Claim | undefined {
  if (newRepositories.length > 0) {
    const links = newRepositories.map(({ repository }) => ({
      text: repository,
      url: `${HOST}/${repository}`,
    }));
    const named = listedWith(links, MAX_REPOSITORIES, 'repositories');
    return { kind: 'predicate', pieces: ['opened ', ...named] };
  }
  if (personDays === null) return undefined;
  const usual = usually(personDaysBefore);
  return {
    kind: 'clause',
    pieces: [
      `infrastructure work took ${counted(personDays, 'person-day')} in four weeks${usual === undefined ? '' : `; usually ${usual}`}`,
    ],
  };
}

function releases(evidence: TypeEvidence['Deploy frequency spike']): Claim | undefined {
  const { releaseDays, releaseDaysBefore } = evidence;
  if (releaseDays === null) {
    const last = lastRelease(evidence, 'released ');
    return last
      ? { kind: 'predicate', pieces: last }
      : { kind: 'clause', pieces: ['release history is incomplete'] };
  }
  const usual = usually(releaseDaysBefore);
  return {
    kind: 'predicate',
    pieces: [
      `released on ${count(releaseDays)} of the last 28 days${usual === undefined ? '' : ` (usually ${usual})`}`,
      ...(lastRelease(evidence, ', most recently ') ?? []),
    ],
  };
}

function lastRelease(
  { releases: [last] }: TypeEvidence['Deploy frequency spike'],
  opening: string,
): Piece[] | undefined {
  if (!last) return undefined;
  const { repository, tag, day } = last;
  const url = `${HOST}/${repository}/releases/tag/${encodeURIComponent(tag)}`;
  return [
    opening,
    { text: `${shortName(repository)} ${tag}`, url },
    ` on ${dayAndMonth(parseDay(day))}`,
  ];
}

/** `replaced jest with vitest in core on 14 July`, of the newest commit; undefined before method 2.1. */
function migration({
  replaced = [],
}: Partial<TypeEvidence['Framework migration']>): Claim | undefined {
  const [newest] = replaced;
  if (!newest) return undefined;
  const { role, repository, day, commit } = newest;
  const pairs = replaced.filter((pair) => pair.role === role && pair.commit === commit);
  const names = (side: 'left' | 'came') =>
    listedWith([...new Set(pairs.map((pair) => plainName(pair[side])))], MAX_PACKAGES, 'packages');
  const on = `${shortName(repository)} on ${dayAndMonth(parseDay(day))}`;
  const others = new Set(replaced.map((pair) => pair.role)).size - 1;
  return {
    kind: 'predicate',
    pieces: [
      'replaced ',
      ...names('left'),
      ' with ',
      ...names('came'),
      ` (${role}) in `,
      commit === null ? on : { text: on, url: `${HOST}/${repository}/commit/${commit}` },
      ...(others > 0 ? [`, and ${counted(others, 'more role')} changed hands`] : []),
    ],
  };
}

/** A package's name without its ecosystem. */
export function plainName(dependency: string): string {
  return dependency.replace(/^[a-z]+:/, '');
}

/** `owner/name` without its owner. */
function shortName(repository: string): string {
  return repository.slice(repository.indexOf('/') + 1);
}

/** The median of earlier windows; undefined without any. */
function usually(before: readonly number[]): string | undefined {
  const middle = medianOf(before);
  return middle === undefined ? undefined : count(Math.round(middle));
}
