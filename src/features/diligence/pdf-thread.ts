/** Renders dossiers as PDF on a thread of its own, since each keeps a processor busy for a while. */
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
 * The bytes of the document.
 *
 * @throws BellwetherError `overloaded` when too many wait for theirs
 */
export async function renderDossierPdf(record: Dossier): Promise<Buffer> {
  return Buffer.from(await threads.run(record));
}
