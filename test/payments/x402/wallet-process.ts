/**
 * Sells for x402 in a process of its own, with a wallet that it shares with another process:
 * `node wallet-process.ts <location of the store> <settings as JSON> <address of the resource>`.
 * Its parent sends it payments over IPC, and faults to suffer at the next settlement.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { BellwetherError, messageOf } from '../../../src/lib/errors.ts';
import { DEFAULT_TIMING } from '../../../src/payments/x402/outcome.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { tcpProxy } from '../../support/tcp-proxy.ts';
import { railWith, type Settings } from './rail-with.ts';
import type { Asked, Fault, Told } from './wallet-seller.ts';

/** For a chain that has a block every 50 ms. */
const timing = {
  ...DEFAULT_TIMING,
  pollingMs: 50,
  patienceMs: 1_000,
  settlementTimeoutMs: 1_000,
  holdMs: 1_000,
  renewMs: 300,
};
/** How long the store stays away, and how often to look for open payments. */
const AWAY_MS = 300;
const TIDY_MS = 500;

process.once('disconnect', () => process.exit());
const [, , location = '', given = '', resource = ''] = process.argv;
const settings = JSON.parse(given) as Settings;
let fault: Fault | undefined;

const proxy = location.startsWith('postgres') ? await proxyTo(location) : undefined;
const store = openStore(proxy?.location ?? location);
const parts = { store, watch: () => undefined };
const rail = railWith(settings, parts, { timing, resource, walletStore: withFaults(store) });
process.on('message', (asked: Asked) => {
  if ('fault' in asked) fault = asked.fault;
  else void sell(asked);
});
void tidy();
tell('ready');

/** The wallet's store, whose transactions are all the wallet's own. */
function withFaults(plain: Store): Store {
  return {
    ...plain,
    transaction: async (work) => {
      const current = fault;
      fault = undefined;
      const result = await plain.transaction(async (database) => {
        const done = await work(database);
        if (current === 'dies locked') await die();
        if (current === 'loses the store locked') await loseStore();
        if (current === 'loses the store committing')
          void delay(Math.random() * 2).then(() => loseStore());
        return done;
      });
      if (current === 'dies recorded') await die();
      if (current === 'loses the store recorded') await loseStore();
      if (current === 'dies sent') void delay(Math.random() * 200).then(die);
      return result;
    },
  };
}

/** Never resolves, so that this process does nothing more. */
function die(): Promise<void> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

async function loseStore(): Promise<void> {
  await proxy?.shut();
  setTimeout(() => void proxy?.open().then(() => tell('ready')), AWAY_MS);
}

async function proxyTo(database: string) {
  const through = new URL(database);
  const own = await tcpProxy(through.hostname, Number(through.port || 5432));
  through.host = `127.0.0.1:${own.port}`;
  return { ...own, location: through.href };
}

async function sell({ id, payment, input }: Exclude<Asked, { fault: Fault }>): Promise<void> {
  try {
    const body = JSON.stringify({ slug: input });
    const look = async () => ({ isCharged: true, body, company: input, period: '2026-W01' });
    const sale = await rail.pay(payment, { input, look });
    tell({ id, body: sale.body, ...(sale.kind === 'sold' && { transaction: sale.transaction }) });
    if (sale.kind === 'sold') await rail.markDelivered(sale.payment);
  } catch (error) {
    tell({ id, fault: error instanceof BellwetherError ? error.code : messageOf(error) });
  }
}

async function tidy(): Promise<never> {
  for (;;) {
    await rail.recover().catch(() => undefined);
    await delay(TIDY_MS);
  }
}

function tell(told: Told): void {
  if (process.connected) process.send?.(told);
}
