/** Records the time and bytes of each repository's last collection, for plans (`collect --plan`). */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '../../lib/atomic-files.ts';
import type { RepositoryOutcome } from './collect-companies.ts';

const Taken = z.object({
  /** Date and time, ISO 8601. */
  at: z.string(),
  seconds: z.number().nonnegative(),
  /** Bytes received over the network. */
  bytes: z.number().nonnegative(),
});
const KeptTransfers = z.record(
  z.string(),
  z.object({
    /** Of the last full clone. */
    whole: Taken.optional(),
    /** Of the last incremental fetch. */
    renewed: Taken.optional(),
  }),
);
/** By `owner/name`. */
export type KeptTransfers = z.infer<typeof KeptTransfers>;

/** Empty if the file is missing or damaged. */
export async function readTransfers(dataFolder: string): Promise<KeptTransfers> {
  try {
    return KeptTransfers.parse(JSON.parse(await readFile(fileIn(dataFolder), 'utf8')));
  } catch {
    return {};
  }
}

export async function keepTransfers(
  dataFolder: string,
  outcomes: readonly RepositoryOutcome[],
  at: string,
): Promise<void> {
  const kept = await readTransfers(dataFolder);
  for (const { repository, transfer } of outcomes) {
    if (!transfer) continue;
    const { isWhole, ...taken } = transfer;
    kept[repository] = { ...kept[repository], [isWhole ? 'whole' : 'renewed']: { at, ...taken } };
  }
  await mkdir(dirname(fileIn(dataFolder)), { recursive: true });
  await writeFileAtomically(fileIn(dataFolder), `${JSON.stringify(kept)}\n`);
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'collect', 'transfers.json');
}
