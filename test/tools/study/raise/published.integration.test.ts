/** The published results of the study of raises are those that the study gives, and documents say the same. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  type RaiseStudy,
  raiseRounds,
  raiseStudy,
} from '../../../../src/features/research/raise-study.ts';
import { PROJECT_ROOT } from '../../../../src/lib/project-root.ts';
import { shippedRegistry } from '../../../../tools/shipped-registry.ts';
import { DAYS_FOLDER, readGroups } from '../../../../tools/study/raise/days.ts';
import type { GroupResult } from '../../../../tools/study/raise/lift.ts';
import {
  primaryTable,
  ROUNDS_HEAD,
  raiseFindings,
  roundRecords,
} from '../../../../tools/study/raise/report.ts';
import { roundsByCompany } from '../../../../tools/study/raise/rounds.ts';
import { weeksFromDays } from '../../../../tools/study/raise/weeks.ts';

const text = async (...path: string[]) => readFile(join(PROJECT_ROOT, ...path), 'utf8');

describe('the published study of raises', () => {
  let results: RaiseStudy['results'];
  before(async () => {
    ({ results } = await raiseStudy());
  });

  it('lists the rounds of recorded companies as the registry and the recordings give them', async () => {
    const rounds = roundsByCompany(await shippedRegistry());
    const groups = await readGroups(DAYS_FOLDER);
    const published = await raiseRounds();
    assert.ok(published.startsWith(ROUNDS_HEAD));
    for (const [group, byCompany] of groups) {
      const companies = [...byCompany].flatMap(([slug, days]) => {
        const own = rounds.get(slug);
        return own ? [{ ...own, weeks: weeksFromDays(days) }] : [];
      });
      const lines = published.split(/(?<=\n)/).filter((line) => line.startsWith(`${group},`));
      assert.deepEqual(lines, roundRecords(companies, group), group);
    }
  });

  it('gives the lift of every group to who runs the documented SQL', async () => {
    const [, sql = ''] = /```sql\n(.*?)```/s.exec(await text('docs', 'study.md')) ?? [];
    const connection = await (await DuckDBInstance.create()).connect();
    for (const { group, primary } of results) {
      const own = sql
        .replace("'data/study/rounds.csv'", `'${join(DAYS_FOLDER, 'rounds.csv')}'`)
        .replace("'added'", `'${group}'`);
      const [row] = (await connection.runAndReadAll(own)).getRowsJS();
      const [count, ...shares] = (row ?? []).map(Number);
      assert.equal(count, primary.events, group);
      for (const [place, share] of [primary.flagged, primary.base, primary.lift].entries())
        assert.ok(Math.abs((shares[place] ?? 0) - (share ?? 1)) < 0.0001, `${group}: ${place}`);
    }
  });

  it('is in the findings, the report, the plan and the answer, with the same numbers', async () => {
    const { findings } = (await shippedRegistry()).findings;
    const computed = raiseFindings(results as unknown as GroupResult[]);
    for (const [slug, numbers] of Object.entries(computed))
      assert.deepEqual(findings.find((one) => one.slug === slug)?.numbers, numbers, slug);
    const before = computed['spikes-before-raises'] ?? {};
    const after = computed['raises-after-spikes'] ?? {};
    const texts: [path: string[], parts: string[]][] = [
      [
        ['docs', 'research.md'],
        [
          `before ${before['flagged']}% of ${before['rounds']} rounds`,
          `a difference of ${before['smallest']} points would have been found`,
        ],
      ],
      [
        ['docs', 'study.md'],
        [
          `its ${before['rounds']} rounds are few`,
          `${after['perRound']} jumps for one round`,
          ...primaryTable(results as unknown as GroupResult[])
            .split('\n')
            .slice(2),
        ],
      ],
      [
        ['registry', 'faq', 'about.yaml'],
        [
          `before ${before['rounds']} funding rounds`,
          `${before['flagged']}% of them, and in ${before['base']}%`,
        ],
      ],
    ];
    for (const [path, parts] of texts) {
      const plain = (await text(...path)).replace(/\s+/g, ' ');
      for (const part of parts) assert.ok(plain.includes(part), part);
    }
    const corrected = results.flatMap(({ primary, secondary }) =>
      [primary, ...secondary].map((test) => test.corrected ?? 1),
    );
    assert.ok(
      Math.min(...corrected) >= 0.05,
      'study.md says that no test has a corrected p under 0.05',
    );
  });
});
