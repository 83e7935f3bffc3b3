/**
 * Whether a spike precedes a raise (docs/study.md). Reads `data/study/`, the shipped ledger and the
 * registry, or the recordings of companies of your own.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accountRules } from '../../../src/pipeline/signals/accounts.ts';
import { shippedRegistry } from '../../shipped-registry.ts';
import {
  type CompanyDays,
  DAYS_FOLDER,
  daysAsParquet,
  daysFromRecordings,
  readGroups,
} from './days.ts';
import { raiseFindings } from './findings.ts';
import { groupText, ROUNDS_HEAD, roundRecords } from './report.ts';
import { roundsByCompany } from './rounds.ts';
import type { StudiedCompany } from './rules.ts';
import { studyGroup } from './study-raise.ts';
import { readEditionWeeks, type Weeks, weeksFromDays } from './weeks.ts';

const DRAWS = { seed: 2026, shifts: 10_000, resamples: 10_000 };

export async function studyRaises(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      companies: { type: 'string' },
      recordings: { type: 'string', multiple: true },
      save: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const registry = await shippedRegistry();
  const { companies, recordings = [], save, out } = values;
  const days =
    companies === undefined
      ? await readGroups(DAYS_FOLDER)
      : new Map([['own', await daysFromRecordings(companies, recordings, accountRules(registry))]]);
  if (save !== undefined) {
    for (const group of days.values()) await writeFile(save, await daysAsParquet(group));
    return;
  }
  const rounds = roundsByCompany(registry);
  const editions = await readEditionWeeks(registry);
  const studied = (weeks: ReadonlyMap<string, Weeks>): StudiedCompany[] =>
    [...weeks].flatMap(([slug, known]) => {
      const own = rounds.get(slug);
      return own ? [{ ...own, weeks: known }] : [];
    });
  const groups = new Map(
    [...days].map(([group, byCompany]) => [group, studied(toWeeks(byCompany, editions))]),
  );
  const added = days.get('added') ?? new Map();
  const tracked = new Map([...editions].filter(([slug]) => !added.has(slug)));
  if (companies === undefined) {
    groups.set('since-2024', studied(tracked));
    // A company in two groups counts by its longer recording.
    const together = [...groups.values()].flat();
    const once = new Map(together.toReversed().map((company) => [company.slug, company]));
    groups.set('together', [...once.values()]);
  }
  const results = [...groups].map(([group, members]) => studyGroup(group, members, DRAWS));
  console.log(results.map(groupText).join('\n\n'));
  if (companies === undefined)
    for (const [slug, numbers] of Object.entries(raiseFindings(results)))
      console.log(
        `\n${slug}: { ${Object.entries(numbers)
          .map((pair) => pair.join(': '))
          .join(', ')} }`,
      );
  if (out === undefined) return;
  await mkdir(out, { recursive: true });
  const rows = [...groups].flatMap(([group, members]) => roundRecords(members, group));
  await writeFile(join(out, 'rounds.csv'), ROUNDS_HEAD + rows.join(''));
  await writeFile(
    join(out, 'results.json'),
    `${JSON.stringify({ draws: DRAWS, results }, null, 2)}\n`,
  );
}

/** Commits as recorded; what only editions have, from them. */
function toWeeks(byCompany: CompanyDays, editions: ReadonlyMap<string, Weeks>): Map<string, Weeks> {
  return new Map(
    [...byCompany].map(([slug, days]) => {
      const weeks = weeksFromDays(days);
      for (const [week, numbers] of weeks) {
        const edition = editions.get(slug)?.get(week)?.edition;
        if (edition) weeks.set(week, { ...numbers, edition });
      }
      return [slug, weeks];
    }),
  );
}
