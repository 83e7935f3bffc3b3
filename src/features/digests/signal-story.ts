/** The story of the strong signals that are new in a week, each with its evidence. */
import { count, counted } from '../../lib/prose.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import { hasEnded } from '../../registry/status.ts';
import { numberWord } from './number-words.ts';
import { namesOf, type Passage, passage, sentences } from './passage.ts';
import type { Story, Telling } from './stories.ts';

/** New strong signals since the week before, with their evidence. */
export function signalStory({ week, link }: Telling): Story | undefined {
  const { startups, before } = week;
  if (!before) return undefined;
  const begun = startups.filter((one) => {
    const then = before.startups.get(one.slug);
    const wasSo = then?.signalStrength === 'strong' && then.signalType === one.signalType;
    return one.signalStrength === 'strong' && then !== undefined && !wasSo && !hasEnded(one.status);
  });
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
  if (type === 'Framework migration') return passage`${names} swapped packages as well.`;
  return passage`${names} put more work than usual into such files, too.`;
}

function describeSignal(
  startup: Startup,
  link: Telling['link'],
): { headline: string; sentence: Passage } | undefined {
  const { evidence, signalType, name } = startup;
  const it = link(startup);
  if (signalType === 'Engineering hiring burst') {
    const shown = evidence?.['Engineering hiring burst'];
    if (!shown?.stayed) return undefined;
    return {
      headline: `${capitalized(numberWord(shown.stayed))} newcomers stay at ${name}`,
      sentence: passage`At ${it}, ${count(shown.stayed)} of ${counted(shown.newPeople ?? shown.stayed, 'person', 'people')} who first contributed in the last eight weeks are still at it.`,
    };
  }
  if (signalType === 'Deploy frequency spike') {
    const shown = evidence?.['Deploy frequency spike'];
    const [release] = shown?.releases ?? [];
    if (!shown?.releaseDays) return undefined;
    const latest = release ? `, most recently ${release.tag}` : '';
    return {
      headline: `${name} releases on ${shown.releaseDays} days of 28`,
      sentence: passage`${it} released on ${shown.releaseDays} of the last 28 days${comparedWithUsual(shown.releaseDaysBefore)}${latest}.`,
    };
  }
  if (signalType === 'Framework migration') {
    const shown = evidence?.['Framework migration'];
    const [out] = shown?.left ?? [];
    const [into] = shown?.came ?? [];
    if (!shown || !out || !into) return undefined;
    return {
      headline: `${name} swaps out ${counted(shown.totalLeft, 'package')}`,
      sentence: passage`${it} removed ${counted(shown.totalLeft, 'package')} within four weeks, ${packageName(out.name)} among them, and took in ${count(shown.totalCame)}, such as ${packageName(into.name)}.`,
    };
  }
  const shown = evidence?.['Infrastructure buildout'];
  if (!shown) return undefined;
  const [repository] = shown.newRepositories;
  if (repository && shown.newRepositories.length >= 2)
    return {
      headline: `${name} opens ${numberWord(shown.newRepositories.length)} repositories`,
      sentence: passage`${it} opened ${numberWord(shown.newRepositories.length)} repositories within a month, ${repository.repository} among them.`,
    };
  return {
    headline: `${name} puts more work into its infrastructure`,
    sentence: passage`At ${it}, ${counted(shown.people, 'person', 'people')} worked on CI and infrastructure files, on ${count(shown.personDays ?? 0)} working days in all within four weeks${comparedWithUsual(shown.personDaysBefore)}.`,
  };
}

/** `, against two on average before` */
function comparedWithUsual(before: readonly number[]): string {
  if (before.length === 0) return '';
  const mean = before.reduce((a, b) => a + b, 0) / before.length;
  return mean < 0.5
    ? ', and hardly ever before'
    : `, against ${count(Math.round(mean))} in a usual month`;
}

/** `npm:react` becomes `react`. */
function packageName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
