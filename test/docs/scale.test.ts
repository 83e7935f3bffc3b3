/** docs/scale.md: its tables are computed from the figures that were measured. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { Figures } from '../../tools/scale/figures.ts';
import { scaleOf } from '../../tools/scale/model.ts';
import { scaleTables } from '../../tools/scale/tables.ts';

const read = (path: string) => readFile(join(PROJECT_ROOT, path), 'utf8');
const figures = Figures.parse(JSON.parse(await read('tools/scale/figures.json')));

/** Lines and tables are aligned when the document is formatted. */
const words = (text: string) => text.replaceAll(/ *\| */g, '|').replaceAll(/-{3,}/g, '---');

describe('docs/scale.md', () => {
  it('says what follows from the measured figures', async () => {
    const text = words(await read('docs/scale.md'));
    for (const line of words(scaleTables(figures)).split('\n'))
      assert.ok(text.includes(line), line);
  });

  it('takes what was measured for as many companies as were', () => {
    const { repositories, ledgerBytes, publishHours } = scaleOf(figures, figures.companies);
    assert.equal(repositories, figures.repositories);
    assert.equal(ledgerBytes, figures.ledgerBytes);
    assert.ok(Math.abs(publishHours * 3600 - figures.publishWeek.cpuSeconds) < 1e-9);
  });

  it('asks a host at least so often as a week of one repository after the other allows', () => {
    // Two seconds each: a week has 302,400 of them.
    const companies = (302_400 * figures.companies) / figures.repositories;
    assert.equal(scaleOf(figures, companies * 0.99).atATimeForAWeek, 1);
    assert.equal(scaleOf(figures, companies * 1.01).atATimeForAWeek, 2);
  });
});
