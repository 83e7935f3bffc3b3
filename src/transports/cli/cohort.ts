/** `bellwether cohort`: seats, members, rounds, picks and grades (docs/markets.md). */

import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { readCohort } from '../../features/cohort/cohort-snapshot.ts';
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
import { openRound } from '../../features/cohort/picks.ts';
import { standingsOf } from '../../features/cohort/standings.ts';
import { eventsByCompany } from '../../features/outcomes/registry-outcomes.ts';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import { counted } from '../../lib/prose.ts';
import { isPostgresqlUrl, storeLocation } from '../../store/location.ts';
import { migrate } from '../../store/migrate.ts';
import { openStore, type Store } from '../../store/store.ts';
import { defineCommand, note, say, show, tableLines, upTo } from './command.ts';
import { openBooks, type Project } from './project.ts';

const MAX_SEATS = 10_000;

export function command() {
  const cohort = defineCommand(
    'cohort',
    'The cohort of scouts whose picks are graded in public at /members, 60 and 90 days after a round is locked, by the registry’s dated events. Members are known only by a handle: a pseudonym of 3 to 30 lower-case letters, digits and hyphens.',
    'bellwether cohort invite quiet-otter',
    'bellwether cohort open 2027-q1 --lock 2027-01-15T00:00:00Z',
    'bellwether cohort grade --correct "The round was withdrawn: its source was a mistake."',
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
  const changes = [
    ['admit', 'Make an invited person a member, and show their key once.', admitMember],
    ['key', 'Revoke a member’s key and show a new one once.', renewMemberKey],
  ] as const;
  for (const [name, description, change] of changes)
    cohort
      .command(`${name} <handle>`)
      .description(description)
      .action(async (handle) => {
        await using books = await openBooks();
        say(await change(books.store, handle, books.project.now()));
        note(`This is the key of ${handle} from now on. It is shown only once.`);
      });
  cohort
    .command('remove <handle>')
    .description('Free a seat and revoke its key. Picks stay and are graded, misses included.')
    .requiredOption('--reason <text>', 'kept in the store, and not published')
    .option('--forget', 'replace the handle with a meaningless one')
    .action(async (handle, { reason, forget }) => {
      await using books = await openBooks();
      const { store, project } = books;
      const name = await removeMember(store, handle, reason, project.now(), forget === true);
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
    .description(
      'Show members, rounds and outcomes. Computes the commitment of every pick again, and exits with 1 if any does not match.',
    )
    .option('--json', 'as JSON')
    .action(async ({ json }) => {
      await using books = await openBooks();
      const records = await readCohort(books.store);
      const standings = standingsOf(records, books.project.now());
      const invited = records.members.filter((one) => (one.admitted_at ?? one.removed_at) === null);
      show(json, standings, () => [
        ...records.rounds.map(({ id, locks_at }) => `round ${id}, lock ${locks_at}`),
        ...tableLines(standings.leaderboard),
        ...invited.map(({ handle, invited_at }) => `${handle} was invited at ${invited_at}`),
      ]);
      const broken = brokenCommitments(records);
      if (broken.length > 0)
        throw new BellwetherError(
          'commitment-broken',
          `These picks do not match their published commitments: ${broken.join(', ')}.`,
        );
    });
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

/** A moment in UTC. */
function parseMoment(text: string): Date {
  const milliseconds = Date.parse(text);
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?Z$/.test(text) && !Number.isNaN(milliseconds))
    return new Date(milliseconds);
  throw new InvalidArgumentError('It must be a time in UTC, like 2027-01-15T00:00:00Z.');
}
