/** Renders dossiers as PDF on a separate thread, because rendering is CPU-bound. */
import { MODULE_EXTENSION } from '../../lib/project-root.ts';
import { WorkerPool } from '../../lib/worker-pool.ts';
import type { Dossier } from './dossier.ts';

const MAX_WAITING = 32;
const TIMEOUT_MS = 30_000;

const threads = new WorkerPool<Dossier, Uint8Array>({
  file: new URL(`./pdf${MODULE_EXTENSION}`, import.meta.url),
  maxWaiting: MAX_WAITING,
  timeout: TIMEOUT_MS,
});

/**
 * The PDF document.
 *
 * @throws BellwetherError `overloaded` if too many requests are queued
 */
export async function renderDossierPdf(record: Dossier): Promise<Buffer> {
  return Buffer.from(await threads.run(record));
}
