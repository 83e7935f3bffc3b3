/**
 * One sentence that says why a startup is where it is: how its pace compares with its own past, and
 * what its evidence names. Every number in it links to its check.
 */
import { evidenceSentence, plainText } from '../../../features/this-week/evidence-words.ts';
import { type Html, html } from '../../../lib/html.ts';
import type {
  EvidenceRecord,
  PartialStartup,
  Startup,
  TypeEvidence,
} from '../../../pipeline/edition/record.ts';
import { hasLongPast } from '../../../published/startup-numbers.ts';
import { count, counted } from '../format.ts';

/** Levels of pace against the own past, in units of its own noise. */
const WELL = 1;
const SOMEWHAT = 0.25;

/** @param hrefOf the check of a number */
export function why(
  startup: Startup | PartialStartup,
  evidence: EvidenceRecord,
  hrefOf: (number: 'commits' | 'score') => string,
): Html {
  const { commitVelocity14d: commits } = startup;
  if (commits === 0) return silence(startup, evidence);
  const own =
    'scores' in startup
      ? html` (<a href="${hrefOf('score')}" data-check="">growth rank ${startup.scores.growth} of 100</a>)`
      : null;
  return html`${pace(evidence)}${own}: <a href="${hrefOf('commits')}" data-check="">${counted(commits, 'commit')}</a> in 14 days, after ${count(evidence.priorVelocity)} in the 14 before.${named(startup, evidence.evidence)}`;
}

/** No growth is claimed of a past that is too short to compare with. */
function pace({ paceGrowth, work }: EvidenceRecord): string {
  return hasLongPast(work)
    ? `Its pace is ${level(paceGrowth)} that of its own past year`
    : `Its pace is known for ${counted(work.weeklyPace.length, 'week')}, too few to compare`;
}

function level(growth: number): string {
  if (growth >= WELL) return 'well above';
  if (growth >= SOMEWHAT) return 'above';
  if (growth > -SOMEWHAT) return 'about';
  return growth > -WELL ? 'below' : 'well below';
}

function silence({ name }: { name: string }, { weeklyCommits }: EvidenceRecord): Html {
  const ago = weeklyCommits.findIndex((commits) => commits > 0);
  return ago < 0
    ? html`No commit that counts landed in its public repositories in ${counted(weeklyCommits.length, 'week')}.`
    : html`No commit that counts landed in the public repositories of <bdi>${name}</bdi> in these 14 days; the last ones landed ${counted(ago, 'week')} earlier.`;
}

function named(
  { signalType, signalStrength }: Startup | PartialStartup,
  types: TypeEvidence,
): Html | null {
  if (signalStrength === 'none') return html` Nothing else about it stands out.`;
  const words = evidenceSentence(signalType, types);
  return words ? html` <a href="#evidence">${plainText(words)}</a>` : null;
}
