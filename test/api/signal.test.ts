import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LOCAL_CALLER, type OperationContext } from '../../src/api/operation/context.ts';
import signal from '../../src/api/signal.ts';
import { json } from '../../src/pipeline/edition/artifacts.ts';
import { UNKNOWN_CYCLE } from '../../src/pipeline/schedule/cycle.ts';
import { shippedPublication } from '../../tools/shipped.ts';
import { NO_STARS } from '../support/no-stars.ts';

it('GET /api/signal is sent as it is published where that is what it would compute', async () => {
  assert.ok('run' in signal && signal.ready);
  const published = await shippedPublication();
  const context: OperationContext = {
    ...{ published, stars: NO_STARS, cycle: UNKNOWN_CYCLE, payments: undefined },
    describe: () => undefined,
  };
  const { latest, periods, partialPeriods } = published.editions;
  const names = published.registry.companies.flatMap(({ slug, name, formerSlugs }) => [
    ...[slug, name],
    ...formerSlugs,
  ]);
  let ready = 0;
  for (const period of [latest, periods.at(-1)?.slug, partialPeriods[0]?.slug])
    for (const company of [...names, 'no such startup']) {
      const bytes: Buffer | undefined = await signal.ready({ company, period }, context);
      if (!bytes) continue;
      ready++;
      const computed = json(await signal.run({ company, period }, context, LOCAL_CALLER));
      assert.equal(bytes.toString(), computed, `${company} ${period}`);
    }
  assert.ok(ready > names.length, `${ready} are ready`);
});
