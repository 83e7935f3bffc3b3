/** The cohort: seats, members and their keys, rounds, picks, and every transition of a grade. */
import { type Kysely, sql } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('cohort_seats')
    .addColumn('number', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('seats', 'integer', (column) => column.notNull().check(sql`seats >= 0`))
    .addColumn('recorded_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('cohort_member')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('handle', 'text', (column) => column.notNull().unique())
    .addColumn('invited_at', 'text', (column) => column.notNull())
    .addColumn('admitted_at', 'text')
    .addColumn('removed_at', 'text')
    .addColumn('removal_reason', 'text')
    .execute();
  await schema
    .createTable('cohort_key')
    .addColumn('public_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('member_id', 'text', (column) => column.notNull().references('cohort_member.id'))
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('issued_at', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'text')
    .execute();
  await schema
    .createTable('cohort_round')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('opened_at', 'text', (column) => column.notNull())
    .addColumn('locks_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('cohort_pick')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('member_id', 'text', (column) => column.notNull().references('cohort_member.id'))
    .addColumn('round_id', 'text', (column) => column.notNull().references('cohort_round.id'))
    .addColumn('company', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('commitment', 'text', (column) => column.notNull().unique())
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('cohort_pick_once', ['member_id', 'round_id', 'company'])
    .execute();
  await schema
    .createTable('cohort_grade')
    .addColumn('pick_id', 'text', (column) => column.notNull().references('cohort_pick.id'))
    .addColumn('days', 'integer', (column) => column.notNull().check(sql`days in (60, 90)`))
    .addColumn('number', 'integer', (column) => column.notNull().check(sql`number >= 1`))
    .addColumn('before', 'text', (column) =>
      column.notNull().check(sql`before in ('pending', 'hit', 'miss')`),
    )
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('pending', 'hit', 'miss')`),
    )
    .addColumn('reason', 'text')
    .addColumn('event_kind', 'text')
    .addColumn('event_on', 'text')
    .addColumn('event_source', 'text')
    .addColumn('recorded_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('cohort_grade_pk', ['pick_id', 'days', 'number'])
    // An outcome must be reopened, with a reason, before it can change.
    .addCheckConstraint('cohort_grade_step', sql`(before = 'pending') <> (state = 'pending')`)
    .addCheckConstraint('cohort_grade_reason', sql`state <> 'pending' or reason is not null`)
    .execute();
}
