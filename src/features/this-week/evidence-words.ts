/**
 * The evidence of a signal in words, by name: the release's tag, the packages that left and came, how
 * many new people stayed. The first page, startups' pages and digests use the same words.
 */

import { medianOf } from '../../lib/averages.ts';
import { parseDay } from '../../lib/period.ts';
import { count, counted, dayAndMonth, listedWith } from '../../lib/prose.ts';
import type { EvidenceRecord, Startup, TypeEvidence } from '../../pipeline/edition/record.ts';

/** A record has the evidence of its own signal. */
export type SignalEvidence = NonNullable<Startup['evidence']>;

/** Part of a sentence: text, or a name linked to its evidence. */
export type Piece = string | { text: string; url: string };

/** Maximum number of removed, and of added, packages named in a sentence. */
const MAX_PACKAGES = 2;
const MAX_REPOSITORIES = 2;
const HOST = 'https://github.com';

/**
 * A sentence without its subject, which is the startup, and without its full stop: `released on 14 of
 * the last 28 days`. Undefined if the evidence names nothing.
 */
export function describeEvidence(
  type: Startup['signalType'],
  types: SignalEvidence,
): readonly Piece[] | undefined {
  const evidence = types[type];
  // The cast is safe: each function is given the evidence of its own type.
  return evidence && (WORDS[type] as (of: typeof evidence) => Piece[] | undefined)(evidence);
}

const WORDS: {
  readonly [T in keyof TypeEvidence]: (evidence: TypeEvidence[T]) => Piece[] | undefined;
} = {
  'Engineering hiring burst': hiring,
  'Infrastructure buildout': infrastructure,
  'Deploy frequency spike': releases,
  'Framework migration': migration,
};

/**
 * The same as a sentence of its own for the signal that a startup has; without a signal, its last
 * release.
 *
 * @param evidence of the same period; records before method 2 contain no names
 */
export function describeChange(
  { signalType, signalStrength }: Pick<Startup, 'signalType' | 'signalStrength'>,
  evidence: Partial<Pick<EvidenceRecord, 'evidence'>> | undefined,
): readonly Piece[] | undefined {
  const types = evidence?.evidence;
  if (types?.['Framework migration'] === undefined) return undefined;
  const [first, ...rest] =
    (signalStrength === 'none'
      ? lastRelease(types['Deploy frequency spike'], 'released ')
      : describeEvidence(signalType, types)) ?? [];
  if (typeof first !== 'string') return undefined;
  return [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...rest, '.'];
}

/** Without links. */
export function plainText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
}

function hiring({
  newPeople,
  stayed,
  stayedBefore,
}: TypeEvidence['Engineering hiring burst']): Piece[] | undefined {
  if (newPeople === null || stayed === null) return undefined;
  const joined = newPeople === 1 ? 'one person' : `${count(newPeople)} people`;
  return [
    `has ${counted(stayed, 'new regular')}, of the ${joined} who joined in the last eight weeks${usual(stayedBefore)}`,
  ];
}

function infrastructure({
  newRepositories,
  personDays,
  personDaysBefore,
  people,
}: TypeEvidence['Infrastructure buildout']): Piece[] | undefined {
  if (newRepositories.length > 0) {
    const links = newRepositories.map(({ repository }) => ({
      text: repository,
      url: `${HOST}/${repository}`,
    }));
    return ['opened ', ...listedWith(links, MAX_REPOSITORIES, 'repositories')];
  }
  if (personDays === null) return undefined;
  return [
    `saw ${counted(people, 'person', 'people')} put in ${counted(personDays, 'working day')} on CI and infrastructure files in four weeks${usual(personDaysBefore)}`,
  ];
}

function releases(evidence: TypeEvidence['Deploy frequency spike']): Piece[] | undefined {
  const { releaseDays, releaseDaysBefore } = evidence;
  if (releaseDays === null) return lastRelease(evidence, 'released ');
  return [
    `released on ${releaseDays} of the last 28 days${usual(releaseDaysBefore)}`,
    ...(lastRelease(evidence, ', most recently ') ?? []),
  ];
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

/** `replaced jest by vitest in core on 14 July`, of the newest commit; undefined before method 2.1. */
function migration({
  replaced = [],
}: Partial<TypeEvidence['Framework migration']>): Piece[] | undefined {
  const [newest] = replaced;
  if (!newest) return undefined;
  const { role, repository, day, commit } = newest;
  const pairs = replaced.filter((pair) => pair.role === role && pair.commit === commit);
  const names = (side: 'left' | 'came') =>
    listedWith([...new Set(pairs.map((pair) => plainName(pair[side])))], MAX_PACKAGES, 'packages');
  const on = `${shortName(repository)} on ${dayAndMonth(parseDay(day))}`;
  const others = new Set(replaced.map((pair) => pair.role)).size - 1;
  return [
    'replaced ',
    ...names('left'),
    ' by ',
    ...names('came'),
    ` (${role}) in `,
    commit === null ? on : { text: on, url: `${HOST}/${repository}/commit/${commit}` },
    ...(others > 0 ? [`, and ${counted(others, 'more role')} changed hands`] : []),
  ];
}

/** A package's name without its ecosystem. */
export function plainName(dependency: string): string {
  return dependency.replace(/^[a-z]+:/, '');
}

/** `owner/name` without its owner. */
function shortName(repository: string): string {
  return repository.slice(repository.indexOf('/') + 1);
}

function usual(before: readonly number[]): string {
  const middle = medianOf(before);
  return middle === undefined ? '' : `, against a median of ${count(Math.round(middle))} before`;
}
