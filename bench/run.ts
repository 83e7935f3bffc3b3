/** Runs the benches that are named, or all: `npm run bench -- serve collect publish scale`. */
import { cpus, totalmem } from 'node:os';
import { version } from '@duckdb/node-api';
import { benchAnswers } from './answers.ts';
import { benchCollect } from './collect.ts';
import { benchCollectors } from './collectors.ts';
import { benchEditionPages } from './edition-pages.ts';
import { benchGrading } from './grading.ts';
import { benchGrowth } from './growth.ts';
import { benchIndexes } from './indexes.ts';
import { benchManifests } from './manifests.ts';
import { benchMixed } from './mixed.ts';
import { benchPages } from './pages.ts';
import { benchPaid } from './paid.ts';
import { benchPaint } from './paint.ts';
import { benchPublish } from './publish.ts';
import { benchQuestions } from './questions.ts';
import { benchRegistry } from './registry.ts';
import { benchScale } from './scale.ts';
import { benchScouts } from './scouts.ts';
import { benchServe } from './serve.ts';
import { benchTrack } from './track.ts';
import { benchUptake } from './uptake.ts';
import { benchWorkers } from './workers.ts';

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  serve: benchServe,
  pages: benchPages,
  'edition-pages': benchEditionPages,
  paint: benchPaint,
  answers: benchAnswers,
  questions: benchQuestions,
  mixed: benchMixed,
  workers: benchWorkers,
  indexes: benchIndexes,
  paid: benchPaid,
  scouts: benchScouts,
  collect: benchCollect,
  collectors: benchCollectors,
  manifests: benchManifests,
  publish: benchPublish,
  growth: benchGrowth,
  grading: benchGrading,
  registry: benchRegistry,
  scale: benchScale,
  track: benchTrack,
  uptake: benchUptake,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(
    `No bench is called ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`,
  );
  process.exitCode = 1;
} else {
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, DuckDB ${version()}`,
  );
  for (const name of named.length > 0 ? named : Object.keys(BENCHES)) await BENCHES[name]?.();
}
