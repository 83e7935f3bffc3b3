/**
 * What changed at a startup, by name: the release's tag, the package that was removed or added, how
 * many new people stayed. Everything is taken from the published evidence.
 */

import { medianOf } from '../../lib/averages.ts';
import { parseDay } from '../../lib/period.ts';
import { count, counted, dayAndMonth, listedWith } from '../../lib/prose.ts';
import type { EvidenceRecord, Startup } from '../../pipeline/edition/record.ts';
import type { TypeEvidence } from '../../pipeline/edition/type-evidence.ts';

/** Part of a sentence: text, or a name linked to its evidence. */
export type Piece = string | { text: string; url: string };

/** Maximum number of removed, and of added, packages named in a sentence. */
const MAX_PACKAGES = 2;
const MAX_REPOSITORIES = 2;
const HOST = 'https://github.com';

/**
 * A sentence in parts; undefined if the evidence names nothing.
 *
 * @param evidence of the same period; records before method 2 contain no names
 */
export function whatChanged(
  { signalType, signalStrength }: Pick<Startup, 'signalType' | 'signalStrength'>,
  evidence: Partial<Pick<EvidenceRecord, 'evidence'>> | undefined,
): readonly Piece[] | undefined {
  const types = evidence?.evidence;
  if (types?.['Framework migration'] === undefined) return undefined;
  if (signalStrength !== 'none') return SENTENCES[signalType](types);
  return lastRelease(types['Deploy frequency spike']);
}

const SENTENCES: {
  readonly [T in keyof TypeEvidence]: (types: TypeEvidence) => readonly Piece[] | undefined;
} = {
  'Engineering hiring burst': (types) => newPeople(types['Engineering hiring burst']),
  'Infrastructure buildout': (types) => infrastructure(types['Infrastructure buildout']),
  'Deploy frequency spike': (types) => releases(types['Deploy frequency spike']),
  'Framework migration': (types) => packages(types['Framework migration']),
};

/** `7 of the 20 people who joined in the last eight weeks stayed, against a median of 2 before.` */
function newPeople({
  newPeople: joined,
  stayed,
  stayedBefore,
}: TypeEvidence['Engineering hiring burst']): Piece[] | undefined {
  if (joined === null || stayed === null) return undefined;
  const who = joined === 1 ? 'one person' : `${count(joined)} people`;
  return [
    `${count(stayed)} of the ${who} who joined in the last eight weeks stayed${usual(stayedBefore)}.`,
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
    return ['Opened ', ...listedWith(links, MAX_REPOSITORIES, 'repositories'), '.'];
  }
  if (personDays === null) return undefined;
  return [
    `${counted(people, 'person', 'people')} put in ${counted(personDays, 'working day')} on CI and infrastructure files in four weeks${usual(personDaysBefore)}.`,
  ];
}

function releases(evidence: TypeEvidence['Deploy frequency spike']): Piece[] | undefined {
  const { releaseDays, releaseDaysBefore } = evidence;
  const last = lastRelease(evidence);
  if (releaseDays === null || !last) return last;
  return [
    ...last.slice(0, -1),
    `; ${releaseDays} of the last 28 days had a release${usual(releaseDaysBefore)}.`,
  ];
}

function lastRelease({ releases: [last] }: TypeEvidence['Deploy frequency spike']) {
  if (!last) return undefined;
  const { repository, tag, day } = last;
  const url = `${HOST}/${repository}/releases/tag/${encodeURIComponent(tag)}`;
  return [
    'Released ',
    { text: `${nameOf(repository)} ${tag}`, url },
    ` on ${dayAndMonth(parseDay(day))}`,
    '.',
  ];
}

function packages({
  repository,
  left,
  totalLeft,
  came,
  totalCame,
}: TypeEvidence['Framework migration']): Piece[] | undefined {
  if (repository === null || left.length === 0 || came.length === 0) return undefined;
  const named = (changes: typeof left, total: number) =>
    listedWith(
      changes.map(({ name, commit }) => {
        const text = name.replace(/^[a-z]+:/, '');
        return commit === null ? text : { text, url: `${HOST}/${repository}/commit/${commit}` };
      }),
      MAX_PACKAGES,
      'packages',
      total,
    );
  return [
    `${nameOf(repository)} dropped `,
    ...named(left, totalLeft),
    ', and took up ',
    ...named(came, totalCame),
    ', within four weeks.',
  ];
}

/** `owner/name` without its owner. */
function nameOf(repository: string): string {
  return repository.slice(repository.indexOf('/') + 1);
}

function usual(before: readonly number[]): string {
  const middle = medianOf(before);
  return middle === undefined ? '' : `, against a median of ${count(Math.round(middle))} before`;
}
