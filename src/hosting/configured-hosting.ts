/** The hosting service, as the settings have it. */
import { join } from 'node:path';
import type { Config } from '../lib/config/config.ts';
import { SETTINGS } from '../lib/config/settings.ts';
import { type HostingOptions, HostingService } from './hosting-service.ts';
import { KeptAnswers } from './kept-answers.ts';

/** With the operator's tokens and what it answered before. */
export function hostingService(
  { dataFolder, gitHubTokens: tokens, gitHubApiUrl: apiUrl }: Config,
  options: Partial<HostingOptions> = {},
): HostingService {
  const kept = new KeptAnswers(join(dataFolder, 'hosting'));
  return new HostingService({ tokens, apiUrl, kept, ...options });
}

/** Whether the API belongs to the server that repositories are cloned from; a mirror has no API. */
export function hasLists({ gitBaseUrl, gitHubApiUrl }: Config): boolean {
  const isOurs = (name: 'GIT_BASE_URL' | 'GITHUB_API_URL', value: string) =>
    value === SETTINGS[name].schema.parse(undefined);
  return isOurs('GIT_BASE_URL', gitBaseUrl) === isOurs('GITHUB_API_URL', gitHubApiUrl);
}
