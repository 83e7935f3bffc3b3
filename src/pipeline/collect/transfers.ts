/** Records the time and bytes of each repository's last collection, for plans (`collect --plan`). */
import { join } from 'node:path';
import { z } from 'zod';
import { keepJson, readKeptJson } from '../../lib/kept-json.ts';
import type { RepositoryOutcome } from './collect-companies.ts';

const Taken = z.object({
  /** Date and time, ISO 8601. */
  at: z.string(),
  seconds: z.number().nonnegative(),
  bytes: z.number().nonnegative(),
});
const KeptTransfers = z.record(
  z.string(),
  z.object({
    whole: Taken.optional(),
    renewed: Taken.optional(),
  }),
);
/** By `owner/name`. */
export type KeptTransfers = z.infer<typeof KeptTransfers>;

/** Empty if the file is missing or damaged. */
export async function readTransfers(dataFolder: string): Promise<KeptTransfers> {
  return (await readKeptJson(fileIn(dataFolder), KeptTransfers)) ?? {};
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
  await keepJson(fileIn(dataFolder), kept);
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'collect', 'transfers.json');
}
