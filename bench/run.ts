/** Runs the benches that are named, or all: `npm run bench -- serve collect publish scale`. */
import { cpus, totalmem } from 'node:os';
import { version } from '@duckdb/node-api';
import { benchAnswers } from './answers.ts';
import { benchCollect } from './collect.ts';
import { benchCollectors } from './collectors.ts';
import { benchPaid } from './paid.ts';
import { benchPublish } from './publish.ts';
import { benchScale } from './scale.ts';
import { benchServe } from './serve.ts';
import { benchTrack } from './track.ts';

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  serve: benchServe,
  answers: benchAnswers,
  paid: benchPaid,
  collect: benchCollect,
  collectors: benchCollectors,
  publish: benchPublish,
  scale: benchScale,
  track: benchTrack,
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
