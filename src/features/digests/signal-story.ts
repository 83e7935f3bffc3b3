/** The story of the strong signals that are new in a week, each with its evidence. */
import { numberWord } from '../../lib/prose.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import { isNews } from '../../published/signal-words.ts';
import { hasEnded } from '../../registry/status.ts';
import { evidenceSentence, plainName, type SignalEvidence } from '../this-week/evidence-words.ts';
import { linked, namesOf, type Passage, passage, sentences } from './passage.ts';
import type { Story, Telling } from './stories.ts';

/** Strong signals that began in the week, with their evidence; older ones are not news. */
export function signalStory({ week: { startups }, link }: Telling): Story | undefined {
  const begun = startups.filter(
    (startup) =>
      startup.signalStrength === 'strong' && isNews(startup) && !hasEnded(startup.status),
  );
  const told = begun
    .flatMap((startup) => {
      const shown = describeSignal(startup, link);
      const value = startup.evidence?.[startup.signalType]?.value ?? 0;
      return shown ? [{ ...shown, startup, value }] : [];
    })
    .sort((a, b) => b.value - a.value);
  const [most] = told;
  if (!most) return undefined;
  const byType = Map.groupBy(told, ({ startup }) => startup.signalType);
  return {
    weight: 35 + Math.min(20, most.value * 4),
    headline: most.headline,
    paragraph: sentences(
      [...byType].map(([type, [first, ...others]]) =>
        sentences([
          first?.sentence,
          also(
            type,
            others.map(({ startup }) => link(startup)),
          ),
        ]),
      ),
    ),
  };
}

/** Maximum number of startups named without details, which their pages have. */
const MAX_ALSO = 3;

function also(type: Startup['signalType'], others: readonly Passage[]): Passage | undefined {
  if (others.length === 0) return undefined;
  const rest = others.length - MAX_ALSO;
  const names = namesOf(
    rest > 0 ? [...others.slice(0, MAX_ALSO), passage`${numberWord(rest)} more`] : others,
  );
  const isOne = others.length === 1;
  if (type === 'Engineering hiring burst') return passage`Newcomers stay at ${names} as well.`;
  if (type === 'Deploy frequency spike')
    return passage`${names} ${isOne ? 'releases' : 'release'} more often, too.`;
  if (type === 'Framework migration') return passage`${names} replaced packages as well.`;
  return passage`${names} put more work than usual into such files, too.`;
}

function describeSignal(
  startup: Startup,
  link: Telling['link'],
): { headline: string; sentence: Passage } | undefined {
  const { evidence, signalType, name } = startup;
  const pieces = evidence && evidenceSentence(signalType, evidence, link(startup));
  if (!pieces) return undefined;
  return {
    headline: `${name} ${headlineVerb(signalType, evidence)}`,
    sentence: pieces.reduce<Passage>(
      (all, piece) =>
        passage`${all}${typeof piece === 'object' && 'url' in piece ? linked(piece.text, piece.url) : piece}`,
      passage``,
    ),
  };
}

function headlineVerb(type: Startup['signalType'], evidence: SignalEvidence): string {
  switch (type) {
    case 'Engineering hiring burst':
      return `has ${numberWord(evidence[type]?.stayed ?? 0)} new regulars`;
    case 'Deploy frequency spike':
      return `releases on ${evidence[type]?.releaseDays ?? 0} days of 28`;
    case 'Framework migration': {
      const [pair] = evidence[type]?.replaced ?? [];
      return pair ? `moves from ${plainName(pair.left)} to ${plainName(pair.came)}` : 'moves on';
    }
    case 'Infrastructure buildout': {
      const opened = evidence[type]?.newRepositories.length ?? 0;
      return opened >= 2
        ? `opens ${numberWord(opened)} repositories`
        : 'puts more work into its infrastructure';
    }
  }
}
