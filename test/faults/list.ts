/** Every fault that is injected, in the order of the table in docs/reliability.md. */
import type { Fault } from './fault.ts';
import { FULL_DISK } from './full-disk.ts';
import { REFUSALS } from './hosting-service.ts';
import { KILLS } from './kills.ts';

export const FAULTS: readonly Fault[] = [...KILLS, FULL_DISK, ...REFUSALS];
