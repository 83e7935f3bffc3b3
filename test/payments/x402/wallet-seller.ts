/** The parent's side of `wallet-process.ts`. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SentPayment } from '../../../src/payments/x402/messages.ts';
import { RESOURCE } from './merchant.ts';
import type { Settings } from './rail-with.ts';

/** `locked` is before the commit, `recorded` after it and before anything is sent. */
const DEATHS = ['dies locked', 'dies recorded', 'dies sent'] as const;
const CUTS = [
  'loses the store locked',
  'loses the store committing',
  'loses the store recorded',
] as const;
export type Fault = (typeof DEATHS)[number] | (typeof CUTS)[number];

/** To the process: a payment, or its next fault. */
export type Asked = { id: number; payment: SentPayment; input: string } | { fault: Fault };
export type Sold = { body?: string; transaction?: string; fault?: string };
/** From the process; `ready` also once it has its store again. */
export type Told = ({ id: number } & Sold) | 'ready';

export type Seller = ReturnType<typeof startSeller>;

/** @param location of the store; only a database on a server can be lost */
export function startSeller(location: string, settings: Settings) {
  const faults: readonly Fault[] = location.startsWith('postgres') ? [...DEATHS, ...CUTS] : DEATHS;
  const waiting = new Map<number, (sold: Sold) => void>();
  let asked = 0;
  const ready = (child: ChildProcess) =>
    new Promise<void>((resolve) => {
      child.on('message', (told: Told) => {
        if (told === 'ready') resolve();
      });
    });
  const begin = async (): Promise<ChildProcess> => {
    const script = join(import.meta.dirname, 'wallet-process.ts');
    const child = fork(script, [location, JSON.stringify(settings), RESOURCE]);
    child.on('message', (told: Told) => {
      if (told === 'ready') return;
      const { id, ...sold } = told;
      waiting.get(id)?.(sold);
      waiting.delete(id);
    });
    child.once('exit', () => {
      for (const answer of waiting.values()) answer({ fault: 'killed' });
      waiting.clear();
    });
    await ready(child);
    return child;
  };
  // A process that has just died takes no message.
  const send = (child: ChildProcess, message: Asked) => child.send(message, () => undefined);
  let life = begin();
  return {
    ask: async (payment: SentPayment, input: string): Promise<Sold> => {
      const child = await life;
      if (!child.connected) return { fault: 'killed' };
      const id = ++asked;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        send(child, { id, payment, input });
      });
    },
    /** Suffers a fault at its next settlement, each kind in turn. @returns it, once it is over */
    suffer: async (round: number): Promise<Fault> => {
      const fault = faults[round % faults.length];
      assert.ok(fault);
      const child = await life;
      const over = fault.startsWith('dies') ? once(child, 'exit') : ready(child);
      send(child, { fault });
      await over;
      if (fault.startsWith('dies')) life = begin();
      await life;
      return fault;
    },
    stop: async (): Promise<void> => {
      const child = await life;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
