/** `bellwether cohort`: seats, members, rounds, picks and grades (docs/cohort.md). */
import { existsSync } from 'node:fs';
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
import { Command, upTo } from './options.ts';
import { type Project, withStore } from './project.ts';
import { note, say, sayJson } from './terminal.ts';

const MAX_SEATS = 10_000;

export function cohortCommand(): Command {
  const cohort = new Command('cohort')
    .summary('invite members, take picks until the lock, and grade them')
    .description(
      'The cohort of scouts whose picks are graded in public at /members, 60 and 90 days after a round is locked, by the registry’s dated events. Members are known only by a handle.',
    )
    .examples(
      'bellwether cohort seats 12',
      'bellwether cohort invite quiet-otter',
      'bellwether cohort admit quiet-otter',
      'bellwether cohort open 2027-q1 --lock 2027-01-15T00:00:00Z',
      'bellwether cohort grade',
    );
  memberCommands(cohort);
  roundCommands(cohort);
  return cohort;
}

function memberCommands(cohort: Command): void {
  cohort
    .command('seats')
    .argument('<number>', 'the number of seats from now on', upTo(MAX_SEATS, 0))
    .description('Set the number of seats.')
    .examples('bellwether cohort seats 12')
    .action((seats: number) =>
      withStore(async (store) => {
        await setSeats(store, seats, new Date());
        say(`The cohort has ${counted(seats, 'seat')}.`);
      }),
    );
  cohort
    .command('invite')
    .argument('<handle>', 'a pseudonym: 3 to 30 lower-case letters, digits and hyphens')
    .description('Reserve a seat under a handle that somebody chose.')
    .examples('bellwether cohort invite quiet-otter')
    .action((handle: string) =>
      withStore(async (store, project) => {
        const { members } = (await project.registry()).documents;
        await inviteMember(store, handle, members.totalSeats, project.now());
        say(`A seat is reserved for ${handle}.`);
        note(`When they accept: bellwether cohort admit ${handle}`);
      }),
    );
  cohort
    .command('admit')
    .argument('<handle>')
    .description('Make an invited person a member, and show their key once.')
    .examples('bellwether cohort admit quiet-otter')
    .action((handle: string) =>
      withStore(async (store) => {
        say(await admitMember(store, handle, new Date()));
        note(`${handle} is a member. The key is shown only once.`);
      }),
    );
  cohort
    .command('key')
    .argument('<handle>')
    .description('Revoke a member’s key and show a new one once.')
    .examples('bellwether cohort key quiet-otter')
    .action((handle: string) =>
      withStore(async (store) => {
        say(await renewMemberKey(store, handle, new Date()));
        note('The old key is revoked. The new key is shown only once.');
      }),
    );
  cohort
    .command('remove')
    .argument('<handle>')
    .description(
      'Free a seat and revoke its key. Picks stay and are graded, so that nobody’s misses disappear.',
    )
    .requiredOption('--reason <text>', 'kept in the store, and not published')
    .option('--forget', 'replace the handle with a meaningless one')
    .examples('bellwether cohort remove quiet-otter --reason "asked to leave" --forget')
    .action((handle: string, { reason, forget }: { reason: string; forget?: true }) =>
      withStore(async (store) => {
        const name = await removeMember(store, handle, reason, new Date(), forget === true);
        say(`${handle} has left${name === handle ? '' : `, and is shown as ${name}`}.`);
      }),
    );
}

function roundCommands(cohort: Command): void {
  cohort
    .command('open')
    .argument('<round>', 'its name, like 2027-q1')
    .description(
      'Open a round: picks are taken until its lock, and graded 60 and 90 days after it.',
    )
    .requiredOption('--lock <moment>', 'like 2027-01-15T00:00:00Z')
    .examples('bellwether cohort open 2027-q1 --lock 2027-01-15T00:00:00Z')
    .action((round: string, { lock }: { lock: string }) =>
      withStore(async (store) => {
        const locksAt = momentIn(lock);
        await openRound(store, round, locksAt, new Date());
        say(`Round ${round} takes picks until ${locksAt.toISOString()}.`);
      }),
    );
  cohort
    .command('pick')
    .argument('<handle>')
    .argument('<startup>', 'name or slug of a tracked startup')
    .description('Record a pick for a member who cannot use the API.')
    .option('--nonce <text>', 'the member’s own; one is generated by default')
    .examples('bellwether cohort pick quiet-otter modal')
    .action((handle: string, startup: string, { nonce }: { nonce?: string }) =>
      withStore(async (store, project) => {
        const { companies } = await project.registry();
        const found = new CompanyIndex(companies).find(startup);
        const { pick, round } = await makePick(
          store,
          {
            memberId: memberId(await readCohort(store), handle),
            company: found.found ? found.company : undefined,
            asked: startup,
            nonce,
          },
          new Date(),
        );
        say(`${handle} picked ${pick.company} in round ${round.id}.`);
        say(`commitment ${pick.commitment}`);
        say(`nonce      ${pick.nonce}`);
      }),
    );
  cohort
    .command('grade')
    .summary('grade the picks that are due')
    .description(
      'Grades the picks of locked rounds by the registry’s events and records every transition. Outcomes that no longer follow from the registry are listed and left as they are, unless --correct gives a reason to reopen them.',
    )
    .option('--correct <why>', 'reopen these outcomes for this reason, and grade them again')
    .examples(
      'bellwether cohort grade',
      'bellwether cohort grade --correct "The round was withdrawn: its source was a mistake."',
    )
    .action(({ correct }: { correct?: string }) =>
      withStore(async (store, project) => {
        for (const line of await gradingLines(store, project, correct)) say(line);
      }),
    );
  cohort
    .command('list')
    .description('Show members, rounds and outcomes.')
    .option('--json', 'as JSON')
    .examples('bellwether cohort list')
    .action(({ json }: { json?: true }) =>
      withStore(async (store) => {
        const records = await readCohort(store);
        if (json) sayJson(standingsOf(records, new Date()));
        else for (const line of listing(records)) say(line);
      }),
    );
  cohort
    .command('verify')
    .description('Compute the commitment of every pick again. Exits with 1 if any does not match.')
    .examples('bellwether cohort verify')
    .action(() =>
      withStore(async (store) => {
        const records = await readCohort(store);
        const broken = brokenCommitments(records);
        if (broken.length > 0)
          throw new BellwetherError(
            'commitment-broken',
            `${counted(broken.length, 'pick')} ${broken.length === 1 ? 'does' : 'do'} not match the published commitment: ${broken.join(', ')}.`,
          );
        say(`${counted(records.picks.length, 'pick')}, and every commitment holds.`);
      }),
    );
}

export async function gradingLines(
  store: Store,
  project: Project,
  correction?: string,
): Promise<string[]> {
  const events = await eventsByCompany(await project.registry());
  const { transitions, contradictions } = await gradeCohort(
    store,
    events,
    project.now(),
    correction,
  );
  const records = await readCohort(store);
  const handles = new Map(records.members.map(({ id, handle }) => [id, handle]));
  const picks = new Map(records.picks.map((pick) => [pick.id, pick]));
  return [
    ...transitions.map(({ pickId, days, before, state, event, reason }) => {
      const pick = picks.get(pickId);
      const why = event ? `: ${event.what}, ${event.date}` : reason === null ? '' : `: ${reason}`;
      return `${handles.get(pick?.member_id ?? '')} ${pick?.company} ${days} days: ${before} → ${state}${why}`;
    }),
    ...(transitions.length === 0 ? ['Nothing was due.'] : []),
    ...contradictions.map((one) => `Left as it is: ${contradictionWords(one, records)}.`),
    ...(contradictions.length > 0
      ? ['To reopen and grade again, name the reason: bellwether cohort grade --correct "…"']
      : []),
  ];
}

/** Outcomes that are due, where there is a cohort; a store that is away is asked again next week. */
export async function gradePicks(project: Project, log: (line: string) => void): Promise<void> {
  const { payments, dataFolder } = project.settings;
  const location = storeLocation(payments, dataFolder);
  if (!isPostgresqlUrl(location) && !existsSync(location)) return;
  const cohort = openStore(location);
  try {
    await migrate(cohort);
    if ((await readCohort(cohort)).picks.length === 0) return;
    for (const line of await gradingLines(cohort, project)) log(`cohort: ${line}`);
  } catch (error) {
    log(`picks were not graded: ${messageOf(error)}`);
  } finally {
    await cohort.close();
  }
}

function listing(records: CohortRecords): string[] {
  const { leaderboard } = standingsOf(records, new Date());
  const invited = records.members.filter(
    ({ admitted_at, removed_at }) => admitted_at === null && removed_at === null,
  );
  return [
    `${records.seats === null ? 'Seats as in registry/members.yaml' : counted(records.seats, 'seat')}; ${counted(leaderboard.length, 'member')}, ${counted(invited.length, 'invitation')}`,
    ...records.rounds.map(({ id, locks_at }) => `round ${id}, lock ${locks_at}`),
    ...leaderboard.map(
      ({ handle, status, hits, closedWindows, picks, pending }) =>
        `${handle.padEnd(30)} ${status.padEnd(6)} ${counted(hits, 'hit')}, ${counted(closedWindows, 'closed window')}, ${counted(picks, 'pick')}, ${pending} pending`,
    ),
    ...invited.map(
      ({ handle, invited_at }) => `${handle.padEnd(30)} invited ${invited_at.slice(0, 10)}`,
    ),
  ];
}

function memberId({ members }: CohortRecords, handle: string): string {
  const member = members.find((one) => one.handle === handle);
  if (member && member.admitted_at !== null && member.removed_at === null) return member.id;
  throw new BellwetherError(
    'unknown-member',
    `${JSON.stringify(handle)} is not a member; bellwether cohort list shows all members.`,
  );
}

function momentIn(text: string): Date {
  const milliseconds = Date.parse(text);
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?Z$/.test(text) && !Number.isNaN(milliseconds))
    return new Date(milliseconds);
  throw new BellwetherError(
    'usage',
    `${JSON.stringify(text)} must be a time in UTC, like 2027-01-15T00:00:00Z.`,
  );
}
