/** `bellwether cohort`: seats, members, rounds, picks and grades (docs/markets.md). */

import { existsSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import { type CohortRecords, readCohort } from '../../features/cohort/cohort-snapshot.ts';
import {
  brokenCommitments,
  contradictionWords,
  gradeCohort,
} from '../../features/cohort/grade-cohort.ts';
import {
  admitMember,
  inviteMember,
  removeMember,
  renewMemberKey,
  setSeats,
} from '../../features/cohort/members.ts';
import { makePick, openRound } from '../../features/cohort/picks.ts';
import { standingsOf } from '../../features/cohort/standings.ts';
import { eventsByCompany } from '../../features/outcomes/registry-outcomes.ts';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import { counted } from '../../lib/prose.ts';
import { CompanyIndex } from '../../published/find-company.ts';
import { isPostgresqlUrl, storeLocation } from '../../store/location.ts';
import { migrate } from '../../store/migrate.ts';
import { openStore, type Store } from '../../store/store.ts';
import { columns, defineCommand, note, parseMoment, say, show, upTo } from './command.ts';
import { openBooks, type Project } from './project.ts';

const MAX_SEATS = 10_000;

export function command() {
  const cohort = defineCommand(
    'cohort',
    'The cohort of scouts whose picks are graded in public at /members, 60 and 90 days after a round is locked, by the registry’s dated events. Members are known only by a handle: a pseudonym of 3 to 30 lower-case letters, digits and hyphens.',
    'bellwether cohort seats 12',
    'bellwether cohort invite quiet-otter',
    'bellwether cohort admit quiet-otter',
    'bellwether cohort key quiet-otter',
    'bellwether cohort open 2027-q1 --lock 2027-01-15T00:00:00Z',
    'bellwether cohort pick quiet-otter modal',
    'bellwether cohort grade --correct "The round was withdrawn: its source was a mistake."',
    'bellwether cohort list --json',
    'bellwether cohort verify',
    'bellwether cohort remove quiet-otter --reason "asked to leave" --forget',
  );
  addMembers(cohort);
  addRounds(cohort);
  return cohort;
}

function addMembers(cohort: Command): void {
  cohort
    .command('seats')
    .description('Set the number of seats.')
    .argument('<number>', 'the number of seats from now on', upTo(MAX_SEATS, 0))
    .action(async (seats) => {
      await using books = await openBooks();
      await setSeats(books.store, seats, books.project.now());
      say(`The cohort has ${counted(seats, 'seat')}.`);
    });
  cohort
    .command('invite <handle>')
    .description('Reserve a seat under a handle that the person chose.')
    .action(async (handle) => {
      await using books = await openBooks();
      const { members } = (await books.project.registry()).documents;
      await inviteMember(books.store, handle, members.totalSeats, books.project.now());
      say(`A seat is reserved for ${handle}.`);
      note(`When they accept: bellwether cohort admit ${handle}`);
    });
  cohort
    .command('admit <handle>')
    .description('Make an invited person a member, and show their key once.')
    .action(async (handle) => {
      await using books = await openBooks();
      say(await admitMember(books.store, handle, books.project.now()));
      note(`${handle} is a member. The key is shown only once.`);
    });
  cohort
    .command('key <handle>')
    .description('Revoke a member’s key and show a new one once.')
    .action(async (handle) => {
      await using books = await openBooks();
      say(await renewMemberKey(books.store, handle, books.project.now()));
      note('The old key is revoked. The new key is shown only once.');
    });
  cohort
    .command('remove <handle>')
    .description('Free a seat and revoke its key. Picks stay and are graded, misses included.')
    .requiredOption('--reason <text>', 'kept in the store, and not published')
    .option('--forget', 'replace the handle with a meaningless one')
    .action(async (handle, { reason, forget }) => {
      await using books = await openBooks();
      const name = await removeMember(
        books.store,
        handle,
        reason,
        books.project.now(),
        forget === true,
      );
      say(`${handle} has left${name === handle ? '' : `, and is shown as ${name}`}.`);
    });
}

function addRounds(cohort: Command): void {
  cohort
    .command('open <round>')
    .description('Open a round like 2027-q1, which takes picks until its lock.')
    .requiredOption('--lock <moment>', 'like 2027-01-15T00:00:00Z', parseMoment)
    .action(async (round, { lock }) => {
      await using books = await openBooks();
      await openRound(books.store, round, lock, books.project.now());
      say(`Round ${round} takes picks until ${lock.toISOString()}.`);
    });
  cohort
    .command('pick <handle> <startup>')
    .description('Record a pick for a member who cannot use the API.')
    .option('--nonce <text>', 'the member’s own; one is generated by default')
    .action(async (handle, startup, { nonce }) => {
      await using books = await openBooks();
      const found = (await CompanyIndex.of(await books.project.registry())).find(startup);
      const company = found.found ? found.company : undefined;
      const memberId = findMember(await readCohort(books.store), handle);
      const wanted = { memberId, company, asked: startup, nonce };
      const { pick, round } = await makePick(books.store, wanted, books.project.now());
      say(`${handle} picked ${pick.company} in round ${round.id}.`);
      say(`commitment ${pick.commitment}`);
      say(`nonce      ${pick.nonce}`);
    });
  cohort
    .command('grade')
    .description(
      'Grade the picks of locked rounds that are due, by the registry’s events. Outcomes that no longer follow from the registry are listed and left as they are, unless --correct gives a reason to reopen them.',
    )
    .option('--correct <why>', 'reopen these outcomes for this reason, and grade them again')
    .action(async ({ correct }) => {
      await using books = await openBooks();
      for (const line of await gradingLines(books.store, books.project, correct)) say(line);
    });
  cohort
    .command('list')
    .description('Show members, rounds and outcomes.')
    .option('--json', 'as JSON')
    .action(async ({ json }) => {
      await using books = await openBooks();
      const records = await readCohort(books.store);
      const standings = standingsOf(records, books.project.now());
      show(json, standings, () => cohortLines(records, standings));
    });
  cohort
    .command('verify')
    .description('Compute the commitment of every pick again. Exits with 1 if any does not match.')
    .action(async () => {
      await using books = await openBooks();
      const records = await readCohort(books.store);
      const broken = brokenCommitments(records);
      if (broken.length > 0)
        throw new BellwetherError(
          'commitment-broken',
          `${counted(broken.length, 'pick')} ${broken.length === 1 ? 'does' : 'do'} not match the published commitment: ${broken.join(', ')}.`,
        );
      say(`${counted(records.picks.length, 'pick')}, and every commitment holds.`);
    });
}

function cohortLines(
  { members, rounds, seats }: CohortRecords,
  { leaderboard }: ReturnType<typeof standingsOf>,
): string[] {
  const invited = members.filter(
    ({ admitted_at, removed_at }) => admitted_at === null && removed_at === null,
  );
  return [
    `${seats === null ? 'Seats as in registry/members.yaml' : counted(seats, 'seat')}; ${counted(leaderboard.length, 'member')}, ${counted(invited.length, 'invitation')}`,
    ...rounds.map(({ id, locks_at }) => `round ${id}, lock ${locks_at}`),
    ...columns([
      ...leaderboard.map(({ handle, status, hits, closedWindows, picks, pending }) => [
        handle,
        status,
        `${counted(hits, 'hit')}, ${counted(closedWindows, 'closed window')}, ${counted(picks, 'pick')}, ${pending} pending`,
      ]),
      ...invited.map(({ handle, invited_at }) => [handle, 'invited', invited_at.slice(0, 10)]),
    ]),
  ];
}

function findMember({ members }: CohortRecords, handle: string): string {
  const member = members.find((one) => one.handle === handle);
  if (member && member.admitted_at !== null && member.removed_at === null) return member.id;
  throw new BellwetherError(
    'unknown-member',
    `${JSON.stringify(handle)} is not a member; bellwether cohort list shows all members.`,
  );
}

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
