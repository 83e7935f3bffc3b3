/** The settings: those that cannot be used, and those that contradict each other. */
import { type Config, loadConfig } from '../../../lib/config/config.ts';
import { messageOf } from '../../../lib/errors.ts';
import { type Check, error, warning } from './finding.ts';

/** The settings, if they can be used, and the check that tells what is wrong with them. */
export function settings(variables: NodeJS.ProcessEnv): { config?: Config; check: Check } {
  try {
    const { config, warnings } = loadConfig(variables);
    const faults = [...warnings, ...contradictions(config)];
    const check = async () =>
      faults.length === 0
        ? 'no fault found; bellwether config prints them'
        : warning(
            faults.join('; '),
            'Change them in .env or the environment; see docs/settings.md.',
          );
    return { config, check };
  } catch (thrown) {
    const check = async () => error(messageOf(thrown), 'Change them in .env or the environment.');
    return { check };
  }
}

function contradictions({ baseUrl, host, trustedProxies, payments }: Config): string[] {
  const { hostname, protocol } = new URL(baseUrl);
  const isPublic = !isLocal(hostname);
  const { x402, solana, checkout } = payments;
  const sells = [x402, solana, checkout].some(({ isComplete }) => isComplete);
  const faults: [boolean, string][] = [
    [
      isPublic && isLocal(host) && trustedProxies === 0,
      `BASE_URL is public and HOST is ${host}, so there is a proxy in front that TRUSTED_PROXIES does not name: all clients share one limit`,
    ],
    [
      typeof trustedProxies === 'number' && trustedProxies > 0 && !isLocal(host),
      `TRUSTED_PROXIES counts proxies, and HOST ${host} can be reached without them: clients could claim any address; list the proxies’ addresses instead`,
    ],
    [
      isPublic && protocol === 'http:' && sells,
      'BASE_URL is http, and bought keys would be sent in the clear',
    ],
    [!isPublic && sells, `something is sold, but nobody else can reach BASE_URL ${baseUrl}`],
  ];
  return faults.flatMap(([isSo, fault]) => (isSo ? [fault] : []));
}

function isLocal(hostname: string): boolean {
  return /^(?:localhost|\[::1\]|::1|127\..*)$/.test(hostname);
}
