/**
 * The bytes of everything that is published of a small example, by their hashes in fingerprint.txt. A change
 * of them is written there by `FINGERPRINT=update npx node --test test/transports/http/fingerprint.test.ts`, and
 * the commit says why they changed.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { type RestOperation, restOperations } from '../../../src/api/operation/operation.ts';
import { sha256 } from '../../../src/lib/atomic-files.ts';
import type { Startup } from '../../../src/pipeline/edition/record.ts';
import { COMPUTED_AT, TEN_WEEKS } from '../../support/publication.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { serveExample } from '../../support/service.ts';
import {
  exampleEdition,
  exampleStartup,
  exampleStartupView,
  exampleWeek,
  homePage,
  startupPage,
} from '../../web/fixture.ts';
import { address, examplesOf } from './examples.ts';

const FILE = join(import.meta.dirname, 'fingerprint.txt');
const EDITIONS = ['all', '2025-w26', '2025-w18'];
/** Every kind of page that shows no shipped document, in each state of a startup that the example has. */
const PAGES = [
  '/',
  '/?period=2025-w18',
  '/answers',
  '/badges?of=Acorn',
  '/blog',
  '/blog/2025-w26',
  '/changelog',
  '/charts/startups/acorn/commits',
  '/charts/startups/acorn/commits/embed?period=2025-w18',
  '/charts/startups/acorn/agents.svg',
  '/charts/startups',
  '/charts/compare/acorn-vs-cedar.csv',
  '/charts/weeks/2025-w26.json',
  '/checkout/done',
  '/compare?a=Acorn&b=Birc',
  '/compare/acorn-vs-birch-vs-cedar',
  '/coverage',
  '/diligence?sector=security&sort=name',
  '/diligence/acorn',
  '/receipts/octocat',
  '/scouts?username=-',
  '/sectors',
  '/sectors/security?period=2025-w18',
  '/startups?stage=nowhere&sort=commits&order=lowest',
  '/startups/acorn?show=people',
  '/startups/birch?period=2025-w18',
  '/startups/cedar',
  '/startups/acorn/check/commits',
  '/startups/acorn/check/contributors',
  '/startups/acorn/check/new-repositories',
  '/startups/acorn/check/score',
  '/startups/acron',
  '/watch?s=acorn,cedar,elsewhere',
];
/** States that it does not have. */
const STARTUPS: Readonly<Record<string, Partial<Startup>>> = {
  'that was acquired': {
    status: 'acquired',
    statusBasis: {
      by: 'Big Co',
      announcedOn: '2026-05-01',
      closedOn: null,
      sourceUrl: 'https://example.org/deal',
    },
  },
  'whose signal another kind of evidence exceeds': { signalType: 'Deploy frequency spike' },
  'without a signal': { signalStrength: 'none', evidence: null },
  'of zeros': { commitVelocity14d: 0, contributors: 0, newRepos: 0 },
  'with a hostile name': { name: '</title><b>"\u202ename', websiteUrl: 'javascript:alert(1)' },
  'of which little is known': { stage: null, lastKnownStage: null, geography: null },
};
/** The others answer from the shipped documents, whose every sentence would be told here. */
const TAGS = new Set(['Signals', 'Startups', 'Feeds', 'Badges', 'Citations', 'Diligence']);

/** Its bytes depend on nothing but the publication, and not on the version of an engine. */
function isPublished(operation: RestOperation): boolean {
  const isLive = 'run' in operation && operation.isLive === true;
  const { tag, name, rest } = operation;
  return !isLive && TAGS.has(tag) && !name.includes('llms') && !rest.type.includes('parquet');
}

it('what is published has the bytes that fingerprint.txt tells', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: COMPUTED_AT });
  const { service, origin } = await serveExample(true, {}, TEN_WEEKS);
  t.after(() => service.close());
  const ask = async (path: string) => (await rawRequest(origin, path)).body;
  const pages = await Promise.all(
    PAGES.map(async (path) => [path, (await ask(path)).toString()] as const),
  );
  for (const [state, changes] of Object.entries(STARTUPS)) {
    const startup = exampleStartup(1, changes);
    const edition = exampleEdition([startup, exampleStartup(2)]);
    pages.push([`a startup ${state}`, startupPage(exampleStartupView(startup))]);
    pages.push([`the week of a startup ${state}`, homePage(await exampleWeek(edition))]);
  }
  const names = async (edition: string) => {
    const manifest = JSON.parse((await ask(`/editions/${edition}/manifest.json`)).toString());
    return (manifest as { files: { name: string }[] }).files.map(({ name }) => name);
  };
  const files = await Promise.all(
    EDITIONS.map(async (edition) =>
      (await names(edition))
        .filter((name) => !name.endsWith('.parquet'))
        .map((name) => `/editions/${edition}/${name}`),
    ),
  );
  const line = (path: string, body: string | Buffer) => `${sha256(body).slice(0, 16)} ${path}`;
  const answers = restOperations(await loadOperations())
    .filter(isPublished)
    .flatMap((operation) =>
      [...examplesOf(operation), ...examplesOf(operation, { period: '2025-w18' })].map((values) =>
        address(operation.rest.path, values),
      ),
    );
  // Styles and scripts are tested where they act.
  const lines = pages.map(([path, page]) =>
    line(path, page.replace(/\/assets\/\w+\//g, '/assets/')),
  );
  for (const path of [...new Set([...files.flat(), ...answers])].sort())
    lines.push(line(path, await ask(path)));
  if (process.env['FINGERPRINT'] === 'update') await writeFile(FILE, `${lines.join('\n')}\n`);
  const recorded = (await readFile(FILE, 'utf8')).trimEnd().split('\n');
  const changed = new Set(lines).symmetricDifference(new Set(recorded));
  assert.deepEqual(
    [...new Set([...changed].map((line) => line.slice(17)))],
    [],
    'these addresses changed: if they should, run this test with FINGERPRINT=update, and say why in the commit',
  );
});
