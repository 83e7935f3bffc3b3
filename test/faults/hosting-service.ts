/** A hosting service that refuses in the middle of a cycle. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { counted } from '../../src/lib/prose.ts';
import type { Behaviour } from '../../tools/git-http.ts';
import type { Fault } from './fault.ts';
import { said } from './installation.ts';
import { watch } from './watch.ts';

/** Longer than git itself retries a request. */
const TROUBLE_SECONDS = 14;

/** @param refusal the response to every request before `until`, in Unix seconds */
function refused(name: string, recovery: string, refusal: (until: number) => Behaviour): Fault {
  return {
    name,
    inject: async (installation, rounds, random) => {
      let answered = 0;
      for (let round = 0; round < rounds; round++) {
        const folder = await installation.old();
        const { child: server, origin } = await installation.serve(folder);
        const watching = watch(origin);
        let served = 1 + Math.floor(random() * 10);
        let until = Number.POSITIVE_INFINITY;
        const { url, traffic } = await installation.hostingService(() => {
          if (served-- > 0) return 'serve';
          if (until === Number.POSITIVE_INFINITY)
            until = Math.ceil(Date.now() / 1000) + TROUBLE_SECONDS;
          return Date.now() / 1000 < until ? refusal(until) : 'serve';
        });
        const child = installation.start(['schedule'], folder, { GIT_BASE_URL: url });
        await said(child, 'nothing is collected until');
        const asked = traffic.requests;
        const left = until * 1000 - Date.now();
        if (left > 2000) await delay(left - 1000);
        assert.equal(traffic.requests, asked, 'it is left alone meanwhile');
        await said(child, 'Z pruned: ');
        await said(child, 'Z published: ');
        child.kill('SIGTERM');
        await once(child, 'close');
        assert.equal(child.exitCode, 0, child.text());
        answered += (await watching.end()).answered;
        server.kill('SIGTERM');
        await once(server, 'close');
        await installation.isSound(folder);
      }
      return {
        served: `the last publication; all ${answered} requests were answered`,
        lost: `nothing, in ${counted(rounds, 'cycle')}`,
        recovery,
      };
    },
  };
}

export const REFUSALS: readonly Fault[] = [
  refused(
    'the hosting service answers 403 with a reset time',
    'no request is sent until then; collecting continues, and publishing waits for the list for at most a day',
    (until) => ({
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(until) },
    }),
  ),
  refused(
    'the hosting service answers 429',
    'the same, until the time in `Retry-After`',
    (until) => ({
      status: 429,
      headers: { 'retry-after': String(Math.ceil(until - Date.now() / 1000)) },
    }),
  ),
  refused(
    'the hosting service answers 500',
    'one request after 10 s, after 1, 5 and 15 minutes, and then every hour, until one succeeds',
    () => 500,
  ),
];
