/** The transcript of docs/markets.md is what the commands print. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { readCohort } from '../../../src/features/cohort/cohort-snapshot.ts';
import { makePick } from '../../../src/features/cohort/picks.ts';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { openStore } from '../../../src/store/store.ts';
import { cli } from '../../support/cli.ts';
import { exampleCompany } from '../../support/example-company.ts';
import { COMPANY } from '../../support/registry.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const RAISED_ON = '2031-03-02';
const ROUND = `rounds:
  - round: Series A
    announcedOn: ${RAISED_ON}
    investors: []
    sources:
      - url: https://acorn.example.org/series-a
        title: Acorn raises
        publisher: Acorn
        kind: press-release
        readAs: original
        publishedOn: ${RAISED_ON}
        checked: ${RAISED_ON}
        says: Acorn says that it raised a Series A.
`;

function companyFile(slug: string): string {
  return COMPANY.replace('Example One', slug[0]?.toUpperCase() + slug.slice(1))
    .replace('[First Example]', '[]')
    .replaceAll('example-one', `${slug}-example`);
}

type Step = { day: string; command: string[]; expected: string };

/** Commands with their output, and the day given above them. */
function stepsOf(transcript: string): Step[] {
  const steps: Step[] = [];
  let day = '';
  for (const line of transcript.trimEnd().split('\n')) {
    const last = steps.at(-1);
    if (line.startsWith('# ')) day = line.slice(2, 12);
    else if (line.startsWith('$ bellwether '))
      steps.push({ day, command: line.split(' ').slice(2), expected: '' });
    else if (last) last.expected += `${line}\n`;
  }
  return steps;
}

/** The member picks both startups, as the address does for a member's key. */
async function pick(DATA_DIR: string, now: Date): Promise<void> {
  await using store = openStore(join(DATA_DIR, 'bellwether.sqlite'));
  const [member] = (await readCohort(store)).members;
  for (const company of ['acorn', 'birch'].map((slug) => exampleCompany(slug)))
    await makePick(store, { memberId: member?.id ?? '', company, asked: company.slug }, now);
}

/** `…` stands for a text that differs each time: a key, a hash, a nonce. */
function pattern(expected: string): RegExp {
  const escaped = expected.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('…', '[\\w-]+')}$`);
}

it('goes from an invitation to a hit and a miss as docs/markets.md shows', async (t) => {
  const document = await readFile(join(PROJECT_ROOT, 'docs', 'markets.md'), 'utf8');
  const [, transcript = ''] = /^```console\n([\s\S]*?)^```$/m.exec(document) ?? [];
  const steps = stepsOf(transcript);
  assert.equal(steps.length, 7);
  const folder = await temporaryFolder(t);
  const companies = join(folder, 'registry', 'companies');
  await mkdir(companies, { recursive: true });
  for (const slug of ['acorn', 'birch'])
    await writeFile(join(companies, `${slug}.yaml`), companyFile(slug));
  const [, pickedOn = ''] =
    /^# (\S+): quiet-otter picks acorn and birch by POST/m.exec(transcript) ?? [];
  for (const { day, command, expected } of steps) {
    if (command[1] === 'grade' && day <= '2031-03-03')
      await pick(folder, new Date(`${pickedOn}T09:00:00Z`));
    // The registry learns of a round on the day after it.
    if (day > RAISED_ON)
      await writeFile(join(companies, 'acorn.yaml'), companyFile('acorn') + ROUND);
    const now = new Date(`${day}T09:00:00Z`);
    const { stdout, stderr, status } = await cli(command, { DATA_DIR: folder }, undefined, '', now);
    assert.equal(status, 0, `${command.join(' ')}: ${stderr}`);
    assert.match(stdout, pattern(expected), command.join(' '));
  }
});
