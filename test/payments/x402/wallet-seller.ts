/** A process that sells with a wallet which another one has as well, as the test that starts it sees it. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SentPayment } from '../../../src/payments/x402/messages.ts';
import { RESOURCE } from './merchant.ts';
import type { Settings } from './rail-with.ts';

/** `locked` is before the commit, `recorded` after it and before anything is sent. */
export const DEATHS = ['dies locked', 'dies recorded', 'dies sent'] as const;
export const CUTS = [
  'loses the store locked',
  'loses the store committing',
  'loses the store recorded',
] as const;
export type Fault = (typeof DEATHS)[number] | (typeof CUTS)[number];

/** To the process: a payment, or the fault that is next. */
export type Asked = { id: number; payment: SentPayment; input: string } | { fault: Fault };
/** What came of a payment. */
export type Sold = { body?: string; transaction?: string; fault?: string };
/** From the process; `ready` also once it has its store again. */
export type Told = ({ id: number } & Sold) | 'ready';

export type Seller = {
  ask: (payment: SentPayment, input: string) => Promise<Sold>;
  /** The process suffers a fault at its next settlement: each kind in turn. @returns it, once it is over */
  suffer: (round: number) => Promise<Fault>;
  stop: () => Promise<void>;
};

const SCRIPT = join(import.meta.dirname, 'wallet-process.ts');

/** @param location of the store: only a database on a server can be lost */
export function startSeller(location: string, settings: Settings): Seller {
  const faults: readonly Fault[] = location.startsWith('postgres') ? [...DEATHS, ...CUTS] : DEATHS;
  const waiting = new Map<number, (sold: Sold) => void>();
  let asked = 0;
  const begin = async (): Promise<ChildProcess> => {
    const child = fork(SCRIPT, [location, JSON.stringify(settings), RESOURCE]);
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
  let life = begin();
  return {
    ask: async (payment, input) => {
      const child = await life;
      if (!child.connected) return { fault: 'killed' };
      const id = ++asked;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        send(child, { id, payment, input });
      });
    },
    suffer: async (round) => {
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
    stop: async () => {
      const child = await life;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', (told: Told) => {
      if (told === 'ready') resolve();
    });
  });
}

function send(child: ChildProcess, asked: Asked): void {
  // One that has just died hears of nothing.
  child.send(asked, () => undefined);
}
