/** Works on a thread, or breaks it in one of the ways in which threads break. */
import { setTimeout as delay } from 'node:timers/promises';

export default async function work(task: string): Promise<string> {
  if (task === 'throw') throw new RangeError('thrown');
  if (task === 'exit') process.exit(3);
  if (task === 'uncaught') setTimeout(() => Promise.reject(new Error('uncaught')));
  if (task === 'uncaught' || task === 'hang') await delay(60_000);
  return `done: ${task}`;
}
