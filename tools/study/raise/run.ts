/** Whether a spike precedes a raise (docs/study.md), from `data/study/`, the shipped ledger and the registry. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { shippedRegistry } from '../../shipped-registry.ts';
import { DAYS_FOLDER, readGroups } from './days.ts';
import { primaryTable, ROUNDS_HEAD, raiseFindings, roundRecords } from './report.ts';
import { roundsByCompany } from './rounds.ts';
import type { StudiedCompany } from './rules.ts';
import { studyGroup } from './study-raise.ts';
import { readEditionWeeks, type Weeks, weeksFromDays } from './weeks.ts';

const DRAWS = { seed: 2026, shifts: 10_000, resamples: 10_000 };

export async function studyRaises(args: string[]): Promise<void> {
  const { out } = parseArgs({ args, options: { out: { type: 'string' } } }).values;
  const registry = await shippedRegistry();
  const days = await readGroups(DAYS_FOLDER);
  const rounds = roundsByCompany(registry);
  const editions = await readEditionWeeks(registry);
  /** Commits are those of the recordings; what only editions have is from them. */
  const recordedWeeks = (slug: string, recorded: Parameters<typeof weeksFromDays>[0]): Weeks =>
    new Map(
      [...weeksFromDays(recorded)].map(([week, numbers]) => {
        const edition = editions.get(slug)?.get(week)?.edition;
        return [week, edition ? { ...numbers, edition } : numbers];
      }),
    );
  const studied = (slug: string, weeks: () => Weeks): StudiedCompany[] => {
    const own = rounds.get(slug);
    return own ? [{ ...own, weeks: weeks() }] : [];
  };
  const groups = new Map(
    [...days].map(([group, byCompany]) => [
      group,
      [...byCompany].flatMap(([slug, known]) => studied(slug, () => recordedWeeks(slug, known))),
    ]),
  );
  const tracked = [...editions].filter(([slug]) => !days.get('added')?.has(slug));
  groups.set(
    'since-2024',
    tracked.flatMap(([slug, weeks]) => studied(slug, () => weeks)),
  );
  // A company in two groups counts by its longer recording.
  const together = [...groups.values()].flat();
  const once = new Map(together.toReversed().map((company) => [company.slug, company]));
  groups.set('together', [...once.values()]);
  const results = [...groups].map(([group, members]) => studyGroup(group, members, DRAWS));
  console.log(primaryTable(results));
  for (const [slug, numbers] of Object.entries(raiseFindings(results))) {
    const members = Object.entries(numbers).map((pair) => pair.join(': '));
    console.log(`\n${slug}: { ${members.join(', ')} }`);
  }
  if (out === undefined) return;
  await mkdir(out, { recursive: true });
  const rows = [...groups].flatMap(([group, members]) => roundRecords(members, group));
  await writeFile(join(out, 'rounds.csv'), ROUNDS_HEAD + rows.join(''));
  const json = JSON.stringify({ draws: DRAWS, results }, null, 2);
  await writeFile(join(out, 'results.json'), `${json}\n`);
}
