/** Processor time of processes, from Linux's own accounts (proc_pid_stat(5)). */
import { readFile } from 'node:fs/promises';

/** Positions after the name, which may hold spaces: of the process itself, and of its ended children. */
const OWN = [11, 12] as const;
const OF_CHILDREN = [13, 14] as const;
/** Linux counts in hundredths of a second on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Since its start, in all threads. */
export function processorSeconds(pid: number): Promise<number> {
  return seconds(pid, OWN);
}

/** Processor time of the programs that this process ran to their end. */
export function childrenSeconds(): Promise<number> {
  return seconds(process.pid, OF_CHILDREN);
}

async function seconds(pid: number, positions: readonly number[]): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return positions.reduce((sum, at) => sum + Number(fields[at]), 0) / TICKS_PER_SECOND;
}
