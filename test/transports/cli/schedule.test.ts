/** Side work of the scheduler when an edition goes live: forecasts are logged, picks graded. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readCohort } from '../../../src/features/cohort/cohort-snapshot.ts';
import { admitMember, inviteMember, setSeats } from '../../../src/features/cohort/members.ts';
import { makePick, openRound } from '../../../src/features/cohort/picks.ts';
import { loadConfig } from '../../../src/lib/config/config.ts';
import { dayOf, periodOf } from '../../../src/lib/period.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { gradePicks } from '../../../src/transports/cli/cohort.ts';
import { Project } from '../../../src/transports/cli/project.ts';
import { scheduledWork } from '../../../src/transports/cli/schedule.ts';
import { cli } from '../../support/cli.ts';
import { exampleCompany } from '../../support/example-company.ts';
import { smallDataFolder } from '../../support/small-data.ts';

const BASE_URL = 'http://localhost';
const TODAY = dayOf(Date.now() / 1000);
/** The week before this one. */
const LAST_WEEK = periodOf(periodOf(TODAY).firstDay - 1);

describe('an edition that the scheduler publishes', () => {
  let project: Project;
  const environment = () => ({ DATA_DIR: project.settings.dataFolder, BASE_URL });
  const lines: string[] = [];
  const options = { batch: 1, napMs: 1, signal: new AbortController().signal };
  const publish = () => scheduledWork(project, (line) => lines.push(line), options).publish();
  before(async () => {
    const data = await smallDataFolder(undefined, LAST_WEEK.lastDay);
    project = new Project(loadConfig({ DATA_DIR: data, BASE_URL }, '/nowhere').config);
    const store = await project.books();
    await migrate(store);
    const at = (day: string) => new Date(`${day}T09:00:00Z`);
    await setSeats(store, 1, at('2026-01-01'));
    await inviteMember(store, 'quiet-otter', 0, at('2026-01-01'));
    await admitMember(store, 'quiet-otter', at('2026-01-01'));
    await openRound(store, 'past', at('2026-01-15'), at('2026-01-02'));
    const [member] = (await readCohort(store)).members;
    const company = exampleCompany('chroma');
    await makePick(
      store,
      { memberId: member?.id ?? '', company, asked: 'chroma' },
      at('2026-01-03'),
    );
    await store.close();
    await publish();
  });

  it('has a log that verify finds whole', async () => {
    const verified = await cli(['verify', 'all'], environment());
    assert.match(
      verified.stdout,
      /^Log of forecasts: \d+ entries in an unbroken chain, signed\. Head: [0-9a-f]{64}$/m,
    );
    const other = await cli(['verify', 'all', '--contains', '0'.repeat(64)], environment());
    assert.deepEqual([other.status, /no entry has the SHA-256/.test(other.stderr)], [1, true]);
  });

  it('has the picks graded that are due', async () => {
    const store = await project.books();
    const { grades } = await readCohort(store);
    await store.close();
    assert.deepEqual(
      grades.map(({ days, state }) => [days, state]),
      [
        [60, 'miss'],
        [90, 'miss'],
      ],
    );
    assert.ok(lines.includes('cohort: quiet-otter chroma 60 days: pending → miss'), lines.join());
  });

  it('is logged once: publishing again adds and grades nothing', async () => {
    const log = async () => (await project.store.catalog())?.forecasts;
    const before = await log();
    assert.ok(before);
    lines.length = 0;
    await publish();
    assert.deepEqual(await log(), before);
    assert.equal(lines.at(-1), 'cohort: Nothing was due.');
  });

  it('is not held up by a store that is away', async () => {
    const { settings } = project;
    const payments = { ...settings.payments, databaseUrl: 'postgres://user@127.0.0.1:1/none' };
    const said: string[] = [];
    await gradePicks(new Project({ ...settings, payments }), (line) => said.push(line));
    assert.match(said.join(), /picks were not graded/);
  });
});
