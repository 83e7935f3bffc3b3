/** Every fault that is injected. */
import type { Fault } from './fault.ts';
import { FULL_DISK } from './full-disk.ts';
import { REFUSALS } from './hosting-service.ts';
import { KILLS } from './kills.ts';

export const FAULTS: readonly Fault[] = [...KILLS, FULL_DISK, ...REFUSALS];
