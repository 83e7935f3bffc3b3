/** Grading of the cohort's picks, by command and after each scheduled publication. */
import { existsSync } from 'node:fs';
import { readCohort } from '../../features/cohort/cohort-snapshot.ts';
import { contradictionWords, gradeCohort } from '../../features/cohort/grade-cohort.ts';
import { eventsByCompany } from '../../features/outcomes/registry-outcomes.ts';
import { messageOf } from '../../lib/errors.ts';
import { isPostgresqlUrl, storeLocation } from '../../store/location.ts';
import { migrate } from '../../store/migrate.ts';
import { openStore, type Store } from '../../store/store.ts';
import type { Project } from './project.ts';

/** Grades due outcomes. @returns a line for each transition and contradiction */
export async function gradingLines(
  store: Store,
  project: Project,
  correction?: string,
): Promise<string[]> {
  const events = await eventsByCompany(await project.registry());
  const graded = await gradeCohort(store, events, project.now(), correction);
  const records = await readCohort(store);
  const handles = new Map(records.members.map(({ id, handle }) => [id, handle]));
  const picks = new Map(records.picks.map((pick) => [pick.id, pick]));
  const lines = graded.transitions.map(({ pickId, days, before, state, event, reason }) => {
    const pick = picks.get(pickId);
    const why = event ? `: ${event.what}, ${event.date}` : reason === null ? '' : `: ${reason}`;
    return `${handles.get(pick?.member_id ?? '')} ${pick?.company} ${days} days: ${before} → ${state}${why}`;
  });
  if (lines.length === 0) lines.push('Nothing was due.');
  for (const contradiction of graded.contradictions)
    lines.push(`Left as it is: ${contradictionWords(contradiction, records)}.`);
  if (graded.contradictions.length > 0)
    lines.push('To reopen and grade again, name the reason: bellwether cohort grade --correct "…"');
  return lines;
}

/** Grades due outcomes if there is a cohort; a store that is away is tried again next week. */
export async function gradePicks(project: Project, log: (line: string) => void): Promise<void> {
  const { payments, dataFolder } = project.settings;
  const location = storeLocation(payments, dataFolder);
  if (!isPostgresqlUrl(location) && !existsSync(location)) return;
  await using store = openStore(location);
  try {
    await migrate(store);
    if ((await readCohort(store)).picks.length === 0) return;
    for (const line of await gradingLines(store, project)) log(`cohort: ${line}`);
  } catch (error) {
    log(`picks were not graded: ${messageOf(error)}`);
  }
}
