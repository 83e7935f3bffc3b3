/**
 * Everything that a company's rows depend on besides its history. What can be sent is sent with the
 * run, so that workers need no registry. What cannot (the identity key, the hosting service's
 * password, the code itself) must be equal; workers only see the jobs of collectors with which they
 * have it in common.
 */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { sha256 } from '../../lib/atomic-files.ts';
import { withoutCredentials } from '../../lib/errors.ts';
import { AgentsFile, AutomationsFile } from '../../registry/schema.ts';
import { LAYOUT } from '../collect/staging.ts';

export const Terms = z.object({
  /** First day that is read (ISO date); null reads everything. */
  coveredFrom: z.string().nullable(),
  /** Hashes of people who asked to be erased. */
  erased: z.array(z.string()),
  automations: AutomationsFile,
  agents: AgentsFile,
});
export type Terms = z.infer<typeof Terms>;

/**
 * Name of the queue; it is the same for all processes with these properties and tables.
 *
 * @param version of the project, with its commit
 * @param origin prefix of repository addresses; its user and password do not matter
 * @param identityKey the name reveals nothing about it
 */
export function queueName(version: string, origin: string, identityKey: Buffer): string {
  const host = withoutCredentials(origin).replace(/\/+$/, '');
  const key = createHmac('sha256', identityKey).update('which key').digest('hex');
  return `collect-${sha256(JSON.stringify([version, host, key, LAYOUT])).slice(0, 16)}`;
}
